"""Trees of a path on rows that they were not fitted to, to choose one by."""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold

from gosdt_rs import GOSDTClassifierCV, _path, optimal_path


def rows(seed, count=200):
    """Two columns say it, four are noise, and one label in ten is wrong."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (count, 6))
    return X, ((X[:, 0] & X[:, 1]) ^ (rng.random(count) < 0.1)).astype(int)


@pytest.mark.parametrize(
    ("objective", "loss"),
    [
        ("accuracy", lambda tree, X, y: 1 - tree.score(X, y)),
        ("balanced", lambda tree, X, y: 1 - balanced_accuracy_score(y, tree.predict(X))),
        ("auc", lambda tree, X, y: 1 - roc_auc_score(y, tree.predict_proba(X)[:, 1])),
        ("F1", lambda tree, X, y: 1 - f1_score(y, tree.predict(X))),
    ],
)
def test_test_losses_are_those_of_the_objective(objective, loss):
    X_test, y_test = rows(1)
    path = optimal_path(
        *rows(0), objective=objective, min_regularization=0.01, X_test=X_test, y_test=y_test
    )
    expected = [loss(tree, X_test, y_test) for tree in path]
    assert path.test_losses == pytest.approx(expected)
    assert path.test_accuracies == pytest.approx([tree.score(X_test, y_test) for tree in path])
    assert path.losses_on(X_test, y_test) == pytest.approx(expected)
    assert path.losses_on(*rows(0)) == pytest.approx(path.losses)


def test_weights_of_other_rows_count():
    X, y = rows(1)
    weights = np.where(y == 1, 3, 1)
    repeated = np.repeat(np.arange(len(y)), weights)
    path = optimal_path(*rows(0), min_regularization=0.01)
    assert path.losses_on(X, y, weights) == pytest.approx(path.losses_on(X[repeated], y[repeated]))


def test_an_objective_that_is_not_defined_on_the_rows_is_not_a_number():
    X, y = rows(1)
    path = optimal_path(*rows(0), objective="auc", min_regularization=0.05)
    assert np.isnan(path.losses_on(X, np.ones_like(y))).all()
    assert not np.isnan(path.losses_on(X, y)).any()


def test_a_cross_validation_has_an_entry_for_each_tree_and_chooses_one():
    X, y = rows(0)
    path = optimal_path(X, y, min_regularization=0.003, cv=4, random_state=3)
    results = path.cv_results_
    assert len(path) == len(path.cv_losses) == len(path.cv_errors) == len(results["lambda"])
    assert (path.breakpoints[1:] <= results["lambda"]).all()
    assert (results["lambda"] <= path.breakpoints[:-1]).all()
    assert path.best is path[path.chosen] and path.best.get_n_leaves() == 3
    again = GOSDTClassifierCV(lambdas=results["lambda"].tolist(), cv=4, random_state=3).fit(X, y)
    assert again.cv_results_["losses"] == pytest.approx(results["losses"])
    assert again.get_n_leaves() == 3
    least = optimal_path(X, y, min_regularization=0.003, cv=StratifiedKFold(4), rule="min")
    assert least.chosen == least.cv_losses.argmin()


def test_the_frame_and_the_plot_have_them():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    X_test, y_test = rows(1)
    path = optimal_path(*rows(0), min_regularization=0.003, X_test=X_test, y_test=y_test, cv=3)
    frame = path.to_frame()
    assert frame["test_loss"].tolist() == path.test_losses.tolist()
    assert frame["cv_loss"].tolist() == path.cv_losses.tolist()
    assert frame.index[frame["chosen"]].tolist() == [path.chosen]
    ax = path.plot(Figure().subplots())
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["test", "chosen", "held out, mean ± standard error"]
    alone = optimal_path(*rows(0))
    assert alone.test_losses is None and alone.chosen is None and alone.cv_results_ == {}
    assert "test_loss" not in alone.to_frame() and alone.plot(Figure().subplots()).legend_ is None
    with pytest.raises(AttributeError, match="no tree was chosen"):
        alone.best  # noqa: B018


def test_the_program_measures_alike(program, tmp_path):
    for name, seed in [("train", 0), ("test", 1)]:
        X, y = rows(seed)
        frame = pd.DataFrame(X, columns=list("abcdef")).assign(y=y)
        frame.to_csv(tmp_path / f"{name}.csv", index=False)
    command = [program, "path", "train.csv", "--test", "test.csv", "--select", "cv:3", "--json"]
    command += ["--seed", "5", "--to", "0.01", "-q"]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    trees = json.loads(out.stdout)["trees"]
    train, test = (pd.read_csv(tmp_path / f"{name}.csv") for name in ("train", "test"))
    path = optimal_path(
        train[list("abcdef")].astype(bool),
        train["y"],
        min_regularization=0.01,
        X_test=test[list("abcdef")].astype(bool),
        y_test=test["y"],
        cv=3,
        random_state=5,
    )
    assert [tree["test_loss"] for tree in trees] == pytest.approx(path.test_losses)
    assert [tree["chosen"] for tree in trees].index(True) == path.chosen


def test_what_cannot_be_is_refused():
    X, y = rows(0)
    with pytest.raises(ValueError, match="X_test and y_test belong together"):
        optimal_path(X, y, X_test=X)
    with pytest.raises(ValueError, match="cv=1; it must be at least 2 folds"):
        optimal_path(X, y, cv=1)
    with pytest.raises(ValueError, match="y has the label 'x'"):
        optimal_path(X, y).losses_on(X, ["x"] * len(y))


def test_folds_that_were_stopped_are_said(noise):
    with pytest.warns(ConvergenceWarning, match=r"more time \(time_limit=0.5; None is no limit\)"):
        path = optimal_path(*noise, cv=2, time_limit=0.5)
    assert path.cv_losses is not None
    finder = _path._PathFinder(time_limit=7)
    finder.how, finder.path = (2, "1se", 0), optimal_path(*rows(0), cv=2)
    assert finder._unselected() is None
    finder.path.cv_results_["proven"][0] -= 1
    said, _ = finder._unselected()
    assert said.startswith("1 of the ") and "time_limit=7" in said
