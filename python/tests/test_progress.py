"""The line that follows the search."""

import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, _progress


def fit(noise, verbose):
    X, y = noise
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return GOSDTClassifier(regularization=0.001, time_limit=0.6, verbose=verbose).fit(X, y)


def test_nothing_is_written_unless_asked(noise, capfd):
    fit(noise, 0)
    assert capfd.readouterr() == ("", "")


def test_a_log_gets_the_end_alone(noise, capsys):
    clf = fit(noise, 1)
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "\r" not in err
    assert f"objective {clf.objective_:.6f}" in err and err.endswith("time-limit\n")


def test_a_terminal_gets_a_line_that_is_rewritten(noise, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    fit(noise, 1)
    err = capsys.readouterr().err
    assert err.count("\r") >= 2 and err.count("\n") == 1


@pytest.mark.parametrize(("lower", "upper", "percent"), [(0, 1, 0), (0.5, 1, 50), (0, 0, 100)])
def test_the_bar_is_the_share_that_is_proven(lower, upper, percent):
    assert f"{percent:3d}%" in _progress.describe(1.0, lower, upper, 0, 0)
