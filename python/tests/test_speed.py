"""What the way from Python to the search may cost."""

import gc
import time
import weakref

import numpy as np
import pandas as pd

from gosdt_rs import GOSDTClassifier


def overhead(clf, X, y):
    """Seconds of `fit` outside of the search and its preparation in Rust."""
    started = time.perf_counter()
    clf.fit(X, y)
    return time.perf_counter() - started - clf.report_["seconds"]


def test_a_frame_of_12_684_rows_and_26_columns_is_handed_over_in_half_a_second():
    rng = np.random.default_rng(0)
    words = np.array(["never", "less1", "1~3", "4~8", "gt8", "No Urgent Place", "Coffee House"])
    X = pd.DataFrame({f"c{at}": rng.choice(words, 12_684).astype(object) for at in range(26)})
    X = X.mask(rng.random(X.shape) < 0.02)
    y = np.where(rng.random(12_684) < 0.5, "yes", "no")
    clf = GOSDTClassifier(max_depth=1, missing="category")
    clf.fit(X, y)
    assert min(overhead(clf, X, y) for _ in range(3)) < 0.5


def test_small_data_cost_less_than_five_milliseconds():
    X = np.random.default_rng(0).random((100, 5))
    y = (X[:, 0] > 0.5).astype(int)
    clf = GOSDTClassifier(max_depth=2)
    assert min(overhead(clf, X, y) for _ in range(20)) < 0.005


def test_no_copy_of_the_data_is_kept_alive():
    X = np.random.default_rng(0).random((1000, 20))
    y = (X[:, 0] > 0.5).astype(int)
    alive = weakref.ref(X)
    clf = GOSDTClassifier(max_depth=1).fit(X, y)
    kept = sum(value.nbytes for value in vars(clf).values() if isinstance(value, np.ndarray))
    assert kept < 10_000 and clf.optimal_
    del X
    gc.collect()
    assert alive() is None
