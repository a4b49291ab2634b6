"""The tree as a real DecisionTreeClassifier that predicts alike on every training row."""

import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.tree import DecisionTreeClassifier, export_text

from gosdt_rs import GOSDTClassifier


def check_agreement(clf, X):
    tree = clf.to_sklearn()
    matrix = clf.encode(X)
    assert type(tree) is DecisionTreeClassifier
    assert (tree.predict(matrix) == clf.predict(X)).all()
    assert (tree.apply(matrix) == clf.apply(X)).all()
    assert tree.get_depth() == clf.get_depth() and tree.get_n_leaves() == clf.get_n_leaves()
    return tree


@pytest.mark.parametrize("load", [load_breast_cancer, load_wine])
@pytest.mark.parametrize("objective", ["accuracy", "balanced"])
def test_real_data_agree_on_every_row(load, objective):
    X, y = load(return_X_y=True, as_frame=True)
    clf = GOSDTClassifier(objective, max_depth=2, regularization=0.005).fit(X, y)
    tree = check_agreement(clf, X)
    assert clf.encode(X).equals(X.astype(float))
    assert (tree.predict(X) == clf.predict(X)).all()
    assert tree.feature_names_in_.tolist() == X.columns.tolist()
    assert tree.predict_proba(X) == pytest.approx(clf.predict_proba(X), abs=1e-8)


# scikit-learn 1.6 does not see the names of a new polars' frames.
@pytest.mark.filterwarnings("ignore:X does not have valid feature names")
@pytest.mark.parametrize("missing", ["error", "category"])
def test_every_kind_of_column_agrees(people, missing):
    X, y = people
    rng = np.random.default_rng(5)
    y = pd.Series(rng.choice(["a", "b", "c"], 40))
    if missing == "category":
        X = X.astype({"smoker": "boolean"}).mask(rng.random(X.shape) < 0.2)
    clf = GOSDTClassifier(regularization=0.001, max_depth=4, missing=missing).fit(X, y)
    assert clf.get_n_leaves() > 6
    check_agreement(clf, X)
    assert clf.encode(X).columns.tolist() == clf.get_encoded_names()
    other = pl.from_pandas(X)
    assert isinstance(clf.encode(other), pl.DataFrame)
    check_agreement(clf, other)


def test_a_lone_leaf_agrees():
    X = pd.DataFrame({"a": ["p", "q", "p"]})
    check_agreement(GOSDTClassifier(regularization=1).fit(X, [0, 1, 1]), X)
    check_agreement(GOSDTClassifier().fit(X, ["only"] * 3), X)


def test_thresholds_survive_float32():
    # The midpoint of these two rounds to the upper one as float32.
    low = np.float64(np.float32(1.0))
    high = np.float64(np.nextafter(np.float32(1.0), np.float32(2.0)))
    for values in ([low, high], [low - 1e-9, high], [low, high + 1e-9], [0.1, 0.1 + 1e-8]):
        X = np.array(values)[:, np.newaxis]
        clf = GOSDTClassifier(regularization=0.1).fit(X, [0, 1])
        if np.float32(values[0]) == np.float32(values[1]):
            with pytest.raises(ValueError, match="'x0' is split .* not apart"):
                clf.to_sklearn()
        else:
            check_agreement(clf, X)


def test_random_close_values_agree_or_are_refused():
    rng = np.random.default_rng(11)
    agreed = 0
    for _ in range(50):
        X = 1 + rng.random((30, 2)) * 2.0 ** -rng.integers(10, 22)
        y = rng.integers(0, 2, 30)
        clf = GOSDTClassifier(max_depth=2, regularization=0.001).fit(X, y)
        try:
            check_agreement(clf, X)
            agreed += 1
        except ValueError as error:
            assert "not apart" in str(error)
    assert agreed > 10


def test_a_leaf_against_its_majority_predicts_its_class():
    X = [[0]] * 3 + [[1]] * 3
    y = [0, 0, 1, 0, 0, 0]
    clf = GOSDTClassifier("weighted:10", regularization=0.01).fit(X, y)
    assert clf.predict([[0]]) == [1] and clf.predict_proba([[0]])[0, 1] < 0.5
    check_agreement(clf, X)


def test_it_is_a_tree_like_any_other(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    tree = pickle.loads(pickle.dumps(clf.to_sklearn()))
    assert "smoker" in export_text(tree, feature_names=clf.get_encoded_names())
    assert (tree.predict(clf.encode(X)) == y).all()


def test_the_parameters_are_those_of_the_tree():
    X, y = load_wine(return_X_y=True)
    clf = GOSDTClassifier(max_depth=3, regularization=0.02).fit(X, y)
    depth, leaves = clf.get_depth(), clf.get_n_leaves()
    tree = clf.to_sklearn()
    assert repr(tree) == f"DecisionTreeClassifier(max_depth={depth}, max_leaf_nodes={leaves})"
    assert tree.get_depth() <= tree.max_depth and tree.get_n_leaves() <= tree.max_leaf_nodes
    lone = GOSDTClassifier(max_leaves=1).fit(X, y).to_sklearn()
    assert lone.get_n_leaves() == 1
    DecisionTreeClassifier(**lone.get_params()).fit(X, y)
