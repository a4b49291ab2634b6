"""The greedy trees beside the optimal one."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from gosdt_rs import GOSDTClassifier

TREES = ["gosdt", "greedy_pruned", "greedy_same_leaves"]


@pytest.mark.parametrize("objective", ["accuracy", "balanced", "weighted:2", "auc", "fscore"])
def test_no_greedy_tree_is_better(objective):
    rng = np.random.default_rng(5)
    X = rng.integers(0, 3, (80, 5))
    y = (X[:, 0] ^ X[:, 1]) & 1 | (rng.random(80) < 0.1)
    weights = rng.integers(0, 4, 80)
    clf = GOSDTClassifier(objective, regularization=0.03, max_depth=3).fit(X, y, weights)
    trees = clf.baseline(X, y, weights)
    assert list(trees) == TREES
    best = trees["gosdt"]
    assert best["objective"] == clf.objective_ and best["leaves"] == clf.get_n_leaves()
    right = clf.predict(X) == y
    assert best["accuracy"] == pytest.approx(np.average(right, weights=weights))
    for tree in trees.values():
        assert tree["objective"] >= best["objective"]
        assert tree["objective"] == pytest.approx(tree["loss"] + 0.03 * tree["leaves"])
    assert trees["greedy_same_leaves"]["leaves"] <= best["leaves"]


def test_any_kind_of_column_in_any_order(people):
    frame, state = people
    clf = GOSDTClassifier(regularization=0.02).fit(frame, state)
    trees = clf.baseline(frame[frame.columns[::-1]], state)
    assert trees == clf.baseline(frame, state)
    assert pd.DataFrame(trees).T.loc["gosdt", "loss"] == 0


def test_three_classes_class_weights_and_costs():
    X, y = load_iris(return_X_y=True)
    costs = [[0, 1, 9], [1, 0, 1], [1, 1, 0]]
    for parameters in ({"class_weight": {0: 2}}, {"cost_matrix": costs}):
        clf = GOSDTClassifier(regularization=0.02, **parameters).fit(X, y)
        trees = clf.baseline(X, y)
        assert trees["greedy_pruned"]["objective"] >= clf.objective_


def test_one_class_leaves_nothing_to_be_greedy_about():
    clf = GOSDTClassifier().fit([[1], [2]], ["a", "a"])
    trees = clf.baseline([[1], [2]], ["a", "a"])
    assert (
        trees["greedy_pruned"]
        == trees["gosdt"]
        == {"objective": 0.01, "loss": 0.0, "leaves": 1, "depth": 0, "accuracy": 1.0}
    )


def test_other_data_are_refused():
    X, y = load_iris(return_X_y=True)
    with pytest.raises(NotFittedError):
        GOSDTClassifier().baseline(X, y)
    clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    with pytest.raises(ValueError, match="number of rows is 149, the model's 150"):
        clf.baseline(X[1:], y[1:])


@pytest.mark.parametrize(
    ("objective", "measure"),
    [("auc", "auc"), ("balanced", "balanced_accuracy"), ("F1", "f1"), ("pauc:0.5", "partial_auc")],
)
def test_trees_are_compared_by_what_was_optimised(objective, measure):
    rng = np.random.default_rng(5)
    X = rng.integers(0, 3, (80, 3))
    y = (X[:, 0] ^ X[:, 1]) & 1
    trees = GOSDTClassifier(objective, max_depth=2).fit(X, y).baseline(X, y)
    for tree in trees.values():
        assert tree[measure] == pytest.approx(1 - tree["loss"])
    assert measure not in GOSDTClassifier(max_depth=2).fit(X, y).baseline(X, y)["gosdt"]
