"""Limits of time and memory count from the call of fit, and end in a tree or an exception."""

import time

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, optimal_path
from gosdt_rs import _parameters as parameters


@pytest.fixture(scope="module")
def many_rows():
    random = np.random.default_rng(0)
    X = random.normal(size=(200_000, 10))
    return X, (X[:, 0] + random.normal(size=200_000) > 0).astype(int)


def test_time_ends_before_there_is_a_tree(many_rows):
    started = time.monotonic()
    with pytest.warns(ConvergenceWarning):
        fitted = GOSDTClassifier(time_limit=0.001).fit(*many_rows)
    assert time.monotonic() - started < 5
    assert (fitted.status_, fitted.tree_.n_leaves) == ("time-limit", 1)
    assert fitted.lower_bound_ <= fitted.objective_


def test_time_ends_before_a_path_has_a_tree(many_rows):
    with pytest.warns(ConvergenceWarning):
        path = optimal_path(*many_rows, time_limit=0.001)
    assert len(path.trees) == 1


def test_what_does_not_fit_into_memory_is_an_exception(many_rows):
    X, y = many_rows
    with pytest.raises(MemoryError, match="memory limit"):
        GOSDTClassifier(memory_limit=1_000_000).fit(X, y)
    with pytest.raises(MemoryError, match="a bit for every row and threshold"):
        GOSDTClassifier(objective="fscore:2", memory_limit=2_000_000_000).fit(X[:20_000], y[:20_000])


def test_a_minute_is_the_usual_limit_and_none_is_no_limit(noise):
    assert GOSDTClassifier().time_limit == GOSDTClassifierCV().time_limit == 60
    X, y = noise
    free = GOSDTClassifier(max_depth=1, time_limit=None).fit(X, y)
    assert (
        free.optimal_
        and parameters.fit_options(free, 300, None, None, "1", 0)["time_limit"] is None
    )
    usual = parameters.fit_options(GOSDTClassifier(), 300, None, None, "1", time.monotonic())
    assert 59 < usual["time_limit"] <= 60


def test_the_warning_names_the_gap_and_what_to_do(noise):
    with pytest.warns(ConvergenceWarning) as said:
        clf = GOSDTClassifier(regularization=0.001, time_limit=0.3).fit(*noise)
    text = str(said[0].message)
    assert f"at most {clf.gap_:.4g} above the best there is" in text
    assert "more time (time_limit=0.3; None is no limit)" in text
    assert "a larger regularization" in text and "max_depth, max_leaves" in text
    assert said[0].filename == __file__
