"""Every tree that is optimal for some price of a leaf."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, GOSDTPath, optimal_path


@pytest.fixture
def table():
    """Three yes/no columns and noise: a path of several trees."""
    rng = np.random.default_rng(3)
    X = rng.integers(0, 2, (200, 6))
    y = (X[:, 0] & X[:, 1]) ^ (X[:, 2] & (rng.random(200) < 0.8)) ^ (rng.random(200) < 0.1)
    return X, y


def test_every_price_has_the_objective_of_a_single_fit(table):
    path = optimal_path(*table, min_regularization=0.002)
    assert path.optimal and path.unproven == [] and len(path) > 3
    for price in ["0.2", "0.1", "0.05", "0.02", "0.01", "0.005", "0.0033", "0.002"]:
        single = GOSDTClassifier(regularization=price).fit(*table)
        tree = path.at(price)
        assert tree.loss_ + float(price) * tree.get_n_leaves() == pytest.approx(single.objective_)


def test_neighbours_tie_at_the_breakpoint_between_them(table):
    path = optimal_path(*table)
    ends = path.breakpoints_exact
    assert (ends[0], ends[-1]) == (Fraction("0.2"), Fraction("0.001"))
    assert (np.diff(path.breakpoints) < 0).all() and (np.diff(path.leaves) > 0).all()
    for one, other, tie in zip(path, path[1:], ends[1:]):
        errors = [round(tree.loss_ * 200) for tree in (one, other)]
        assert Fraction(errors[0] - errors[1], 200) == tie * (
            other.get_n_leaves() - one.get_n_leaves()
        )


def test_the_trees_are_fitted_classifiers(table, tmp_path):
    X, y = pd.DataFrame(table[0], columns=list("abcdef")), np.where(table[1], "yes", "no")
    path = optimal_path(X, y, max_depth=2, class_weight="balanced")
    assert isinstance(path, GOSDTPath)
    for tree, accuracy in zip(path, path.accuracies):
        assert type(tree) is GOSDTClassifier and tree.optimal_ and tree.get_depth() <= 2
        assert tree.get_params()["class_weight"] == "balanced"
        assert tree.feature_names_in_.tolist() == list("abcdef")
        assert path.at(str(tree.regularization)) is tree
        tree.save(tmp_path / "tree.json")
        again = GOSDTClassifier.load(tmp_path / "tree.json")
        assert (again.predict(X) == tree.predict(X)).all()
        assert tree.report(tmp_path / "tree.html", X, y) is None
        assert "GOSDTClassifier(" in (tmp_path / "tree.html").read_text(encoding="utf-8")
        again = GOSDTClassifier(**tree.get_params()).fit(X, y)
        assert again.objective_ == pytest.approx(tree.objective_)
        assert 0 <= accuracy <= 1
    assert (path[-1].to_sklearn().predict(path[-1].encode(X)) == path[-1].predict(X)).all()


@pytest.mark.parametrize("objective", ["balanced", "weighted:2", "auc", "fscore"])
def test_objectives(table, objective):
    path = optimal_path(*table, objective=objective, min_regularization=0.02)
    assert path.optimal
    for tree in path:
        single = GOSDTClassifier(objective, regularization=tree.regularization).fit(*table)
        assert single.objective_ == pytest.approx(tree.objective_)


def test_weights_count(table):
    X, y = table
    weights = np.where(y == 1, 3.0, 1.0)
    path = optimal_path(X, y, weights, min_regularization=0.01)
    repeated = np.repeat(np.arange(len(y)), weights.astype(int))
    again = optimal_path(X[repeated], y[repeated], min_regularization=0.01)
    assert path.breakpoints_exact == again.breakpoints_exact
    assert path.leaves.tolist() == again.leaves.tolist()
    random = optimal_path(X, y, np.random.default_rng(0).random(200), min_regularization=0.01)
    assert random.optimal


def test_the_frame_has_a_row_for_each_tree(table):
    path = optimal_path(*table)
    frame = path.to_frame()
    assert len(frame) == len(path)
    assert frame["leaves"].tolist() == path.leaves.tolist()
    assert (frame["lambda_low"] < frame["lambda_high"]).all() and frame["proven"].all()


def test_the_plot_has_a_point_for_each_tree(table):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    path = optimal_path(*table)
    ax = Figure().subplots()
    assert path.plot(ax) is ax
    assert len(ax.collections[0].get_offsets()) == len(path)
    assert len(ax.lines) == len(path) - 1
    places = [text.get_window_extent() for text in ax.texts]
    assert 1 < len(places) <= len(path)
    for at, one in enumerate(places):
        assert not any(one.overlaps(other) for other in places[:at])
    assert all(tick == int(tick) for tick in ax.get_xticks())
    assert {line.get_linestyle() for line in ax.lines} <= {"-"}


def test_a_limit_leaves_what_is_proven(noise):
    with pytest.warns(ConvergenceWarning, match="not proven for λ from"):
        path = optimal_path(*noise, time_limit=1)
    assert path.status == "time-limit" and not path.optimal
    assert path.unproven and path.unproven[-1][1] == Fraction("0.001")
    assert (path.gaps > 0).any()
    assert "stopped (time-limit)" in repr(path)


def test_progress_is_shown(table, capfd):
    optimal_path(*table, verbose=1)
    assert "trees" in capfd.readouterr().err


def test_one_class_is_a_lone_leaf():
    path = optimal_path([[0], [1]], ["a", "a"])
    assert path.leaves.tolist() == [1] and path.optimal and path.accuracies.tolist() == [1.0]
    assert path.at(0.05).predict([[3]]).tolist() == ["a"]


def test_bad_ranges_are_refused(table):
    with pytest.raises(ValueError, match="must not be the smaller"):
        optimal_path(*table, max_regularization=0.01, min_regularization=0.1)
    with pytest.raises(ValueError, match="negative"):
        optimal_path(*table, min_regularization=-1)
    with pytest.raises(ValueError, match="must be a number"):
        optimal_path(*table, min_regularization="little")
    with pytest.raises(TypeError, match="max_regularization"):
        optimal_path(*table, regularization=0.1)
    with pytest.raises(ValueError, match="outside the path"):
        optimal_path(*table).at(0.5)
