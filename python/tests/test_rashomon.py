"""All near-optimal trees."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, RashomonSet, rashomon_set


@pytest.fixture
def table():
    """Yes/no columns and noise: a set of many trees."""
    rng = np.random.default_rng(3)
    X = pd.DataFrame(rng.integers(0, 2, (200, 5)), columns=list("abcde"))
    y = (X["a"] & X["b"]) ^ (rng.random(200) < 0.1)
    return X, np.where(y, "yes", "no")


def test_the_set_has_the_trees_up_to_the_threshold_by_objective(table):
    found = rashomon_set(*table, within=0.4, regularization=0.02)
    assert isinstance(found, RashomonSet) and found.optimal and found.status == "optimal"
    assert len(found) == found.count == sum(found.histogram.values()) > 10
    trees = list(found)
    objectives = [tree.objective_ for tree in trees]
    assert objectives == sorted(objectives) and objectives[0] == found.optimum
    assert objectives[-1] <= found.threshold <= 1.4 * found.optimum + 1e-12
    assert set(objectives) == set(found.histogram)
    best = GOSDTClassifier(regularization=0.02).fit(*table)
    assert best.objective_ == pytest.approx(found.optimum)
    assert found.distinct_partitions() <= len(found)
    assert found.count_without_trivial <= len(found)


def test_the_trees_are_fitted_classifiers(table, tmp_path):
    X, y = table
    found = rashomon_set(X, y, slack="0.02", regularization="0.02", class_weight="balanced")
    for tree in found.sample(5, seed=1):
        assert type(tree) is GOSDTClassifier
        assert tree.get_params()["class_weight"] == "balanced"
        assert tree.predict(X).shape == y.shape
        tree.save(tmp_path / "tree.json")
        again = GOSDTClassifier.load(tmp_path / "tree.json")
        assert (again.predict(X) == tree.predict(X)).all()
    last = found[-1]
    assert last.status_ == "near-optimal" and not last.optimal_ and last.gap_ > 0
    assert found[0].status_ == "optimal"
    with pytest.raises(IndexError):
        found[found.count]


def test_samples_are_the_same_for_a_seed(table):
    found = rashomon_set(*table, within=0.4, regularization=0.02)
    objectives = [[t.objective_ for t in found.sample(4, seed=seed)] for seed in (1, 1)]
    assert objectives[0] == objectives[1] and len(objectives[0]) == 4
    assert len(found.sample(10**6)) == len(found)


def test_filters_choose_among_the_trees(table):
    found = rashomon_set(*table, within=0.4, regularization=0.02)
    uses, avoids = found.filter(uses="a"), found.filter(avoids=["a"])
    assert uses.count + avoids.count == found.count
    assert all("a" in _asked(tree) for tree in uses.sample(5))
    assert found.filter(max_leaves=3).count + found.filter(min_leaves=4).count == found.count
    top = found.filter(top="b")
    assert all(_asked(tree)[0] == "b" for tree in top.sample(5))
    assert found.filter(below=found.optimum * 1.05).count < found.count
    assert all(tree.get_depth() <= 2 for tree in found.filter(max_depth=2).sample(5))
    assert found.filter(no_trivial=True).count == found.count_without_trivial
    with pytest.raises(ValueError, match="no column 'z'"):
        found.filter(uses=["z"])


def _asked(tree):
    nodes = tree.model_["tree"]["nodes"]
    names = [column["name"] for column in tree.model_["columns"]]
    return [names[node["column"]] for node in nodes if node["node"] == "split"]


def test_monotone_trees_never_fall(table):
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"x": np.arange(60.0), "y": rng.random(60)})
    y = (X["x"] > 20) ^ (rng.random(60) < 0.1)
    found = rashomon_set(X, y, slack=0.04, max_leaves=4, regularization=0.02)
    rising = found.filter(rising=["x"])
    assert 0 < rising.count < found.count
    for tree in rising.sample(20):
        grid = pd.DataFrame({"x": np.arange(-1.0, 62.0), "y": 0.5})
        assert (np.diff(tree.predict(grid).astype(int)) >= 0).all()


def test_trees_are_compared(table):
    X, y = table
    found = rashomon_set(X, y, within=0.4, regularization=0.02)
    ranges = found.importance_ranges()
    assert list(ranges) == list("abcde")
    assert all(one["least"] <= one["mean"] <= one["most"] for one in ranges.values())
    assert ranges["a"]["most"] > ranges["e"]["most"]
    several = found.multiplicity()
    assert several["shares"].shape == (200, 2)
    assert np.allclose(several["shares"].sum(axis=1), 1)
    assert 0 <= several["discrepancy"] <= several["ambiguity"] <= 1
    for criterion in ("accuracy", "balanced_accuracy", "auc", "fewest_features"):
        assert found.best_by(criterion).objective_ <= found.threshold + 1e-12
    best = found.best_by(lambda tree: tree.score(X, y))
    assert best.score(X, y) == found.best_by("accuracy").score(X, y)


def test_pages_and_timbertrek(table, tmp_path):
    found = rashomon_set(*table, within=0.05, regularization=0.02)
    found.report(tmp_path / "set.html")
    assert "Near-optimal decision trees" in (tmp_path / "set.html").read_text(encoding="utf-8")
    paths = found.to_timbertrek(most=7)
    assert set(paths) == {"trie", "featureMap", "treeMap"}
    assert len(paths["treeMap"]) <= 7
    assert "RashomonSet(proven" in repr(found)


def test_what_cannot_be_is_refused(table):
    with pytest.raises(TypeError, match="one of within, slack and below"):
        rashomon_set(*table, within=0.1, slack=0.1)
    with pytest.raises(ValueError, match="negative"):
        rashomon_set(*table, within=-0.1)
    with pytest.raises(ValueError, match="sum over leaves"):
        rashomon_set(*table, objective="auc")


def test_a_limit_warns_and_leaves_trees_of_the_set():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 2, (400, 14)), rng.integers(0, 2, 400)
    with pytest.warns(ConvergenceWarning, match="there may be more"):
        found = rashomon_set(X, y, within=0.5, regularization=0.001, time_limit=0.3)
    assert found.status == "time-limit" and not found.optimal
