"""The bar that follows the search."""

import sys
import types
import warnings

import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, _progress, optimal_path


def fit(noise, verbose, seconds=0.6):
    X, y = noise
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        clf = GOSDTClassifier(regularization=0.001, time_limit=seconds, verbose=verbose)
        return clf.fit(X, y)


def pretend_terminal(monkeypatch):
    """Standard error is a terminal."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)


@pytest.fixture
def notebook(monkeypatch):
    """What is written goes to a notebook that has no widgets."""
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(_progress, "find_spec", lambda name: None)


def without(monkeypatch, *modules):
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)


def test_nothing_is_written_unless_asked(noise, capfd):
    fit(noise, 0)
    assert capfd.readouterr() == ("", "")


def test_a_log_gets_the_end_alone(noise, capsys):
    clf = fit(noise, 1)
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and "\r" not in err
    assert f"objective {clf.objective_:.6f}" in err and err.endswith("time-limit\n")


def test_a_terminal_gets_a_line_that_is_rewritten(noise, capsys, monkeypatch):
    pretend_terminal(monkeypatch)
    without(monkeypatch, "tqdm", "rich.progress")
    fit(noise, 1)
    err = capsys.readouterr().err
    assert err.count("\r") >= 2 and err.count("\n") == 1


@pytest.mark.parametrize("module", ["tqdm", "rich"])
def test_a_terminal_gets_the_bar_of_a_package_that_is_installed(noise, capsys, monkeypatch, module):
    pytest.importorskip(module)
    pretend_terminal(monkeypatch)
    without(monkeypatch, *({"tqdm", "rich.progress"} - {module, f"{module}.progress"}))
    shown = {"tqdm": _progress.Tqdm, "rich": _progress.Rich}[module]
    assert isinstance(_progress._display(notebook=False, keep=True), shown)
    clf = fit(noise, 1)
    err = capsys.readouterr().err
    assert "GOSDT" in err and f"objective {clf.objective_:.6f}" in err


@pytest.mark.parametrize("module", ["tqdm", "neither"])
def test_a_notebook_shows_a_bar_after_a_while_and_removes_it(
    noise, capsys, monkeypatch, notebook, module
):
    if module == "tqdm":
        pytest.importorskip(module)
    else:
        without(monkeypatch, "tqdm")
    monkeypatch.setattr(_progress, "_PATIENCE", 0.3)
    fit(noise, 0, seconds=0.2)
    assert capsys.readouterr().err == ""
    fit(noise, 0, seconds=1.5)
    shown = capsys.readouterr()
    assert "nodes" in shown.err + shown.out
    assert not shown.err.endswith("\n")
    fit(noise, -1, seconds=0.6)
    assert capsys.readouterr() == ("", "")


def test_a_search_that_raises_leaves_the_line(noise, capsys, monkeypatch):
    pretend_terminal(monkeypatch)
    without(monkeypatch, "tqdm", "rich.progress")

    def fail(self, share, text):
        self._write("half")
        raise RuntimeError("the display broke")

    monkeypatch.setattr(_progress.Line, "update", fail)
    with pytest.raises(RuntimeError, match="the display broke"):
        fit(noise, 1)
    assert capsys.readouterr().err.endswith("\n")


def test_paths_and_cross_validations_are_followed_too(noise, capsys, monkeypatch):
    pretend_terminal(monkeypatch)
    without(monkeypatch, "tqdm", "rich.progress")
    with pytest.warns(ConvergenceWarning):
        optimal_path(*noise, time_limit=1, verbose=1)
    assert "proven" in capsys.readouterr().err
    with pytest.warns(ConvergenceWarning):
        GOSDTClassifierCV(lambdas=[0.01], cv=2, time_limit=1, verbose=1).fit(*noise)
    assert "choosing λ: " in capsys.readouterr().err


@pytest.mark.parametrize(("lower", "upper", "percent"), [(0, 1, 0), (0.5, 1, 50), (0, 0, 100)])
def test_the_bar_is_the_share_that_is_proven(lower, upper, percent):
    assert f"{percent:3d}%" in _progress.with_bar(_progress.share_proven(lower, upper), "")
