"""The proof out: bounds, gap, status; and parameters that cannot be."""

from decimal import Decimal
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics import f1_score, roc_auc_score

from gosdt_rs import GOSDTClassifier, rashomon_set


@pytest.fixture(scope="module")
def monk():
    """The 432 robots of MONK-1: a1 = a2, or a5 = 1."""
    sizes = (3, 3, 2, 3, 4, 2)
    rows = list(product(*(map(str, range(1, size + 1)) for size in sizes)))
    X = pd.DataFrame(rows, columns=[f"a{at}" for at in range(1, 7)])
    return X, ((X["a1"] == X["a2"]) | (X["a5"] == "1")).astype(int)


def test_a_proof_is_handed_over(monk):
    X, y = monk
    clf = GOSDTClassifier(regularization=0.01).fit(X, y)
    assert clf.optimal_ and clf.status_ == "optimal" and clf.gap_ == 0
    assert clf.loss_ == 0 and clf.score(X, y) == 1
    assert clf.lower_bound_ == clf.upper_bound_ == clf.objective_
    assert clf.objective_ == pytest.approx(0.01 * clf.get_n_leaves())
    assert clf.n_nodes_ > 0 and clf.report_["seconds"] > 0


def test_a_limit_gives_a_tree_bounds_and_a_warning(noise):
    X, y = noise
    with pytest.warns(ConvergenceWarning, match=r"time limit.*\(gap 0\.\d+\)"):
        clf = GOSDTClassifier(regularization=0.001, time_limit=0.3).fit(X, y)
    assert clf.status_ == "time-limit" and not clf.optimal_
    assert 0 <= clf.lower_bound_ < clf.upper_bound_ == clf.objective_
    assert clf.gap_ == pytest.approx(clf.upper_bound_ - clf.lower_bound_)
    wrong = np.mean(clf.predict(X) != y)
    assert clf.loss_ == pytest.approx(wrong)


def test_the_trace_closes_in_on_the_optimum(noise):
    X, y = noise
    with pytest.warns(ConvergenceWarning):
        clf = GOSDTClassifier(regularization=0.001, time_limit=0.3).fit(X, y)
    trace = clf.trace_
    assert list(trace) == ["seconds", "lower_bound", "upper_bound", "nodes", "memory"]
    assert len(pd.DataFrame(trace)) > 3
    assert (np.diff(trace["seconds"]) >= 0).all()
    assert (np.diff(trace["lower_bound"]) >= 0).all()
    assert (np.diff(trace["upper_bound"]) <= 0).all()
    assert trace["upper_bound"][-1] == pytest.approx(clf.upper_bound_)


def test_a_huge_price_gives_a_lone_leaf(people):
    X, y = people
    clf = GOSDTClassifier(regularization=1e6).fit(X, y)
    assert clf.optimal_ and clf.get_n_leaves() == 1


def test_limits_on_the_tree_are_kept(people):
    X, y = people
    assert GOSDTClassifier(max_depth=0).fit(X, y).get_depth() == 0
    assert GOSDTClassifier(max_depth=1).fit(X, y).get_depth() == 1
    assert GOSDTClassifier(max_leaves=2, regularization=0).fit(X, y).get_n_leaves() == 2
    for least, rows in ((8, 8), (0.2, 8)):
        clf = GOSDTClassifier(min_samples_leaf=least).fit(X, y)
        assert clf.tree_.n_node_samples[clf.tree_.children_left == -1].min() >= rows


def test_the_price_is_the_decimal_that_is_printed(people):
    X, y = people
    prices = (0.05, "0.05", Decimal("0.05"), Fraction(1, 20), np.float32(0.05), "1/20")
    objectives = {GOSDTClassifier(regularization=price).fit(X, y).objective_ for price in prices}
    assert len(objectives) == 1


def test_a_cost_matrix_of_two_classes_is_a_weighted_objective():
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 4, (80, 3)), rng.integers(0, 2, 80)
    costs = GOSDTClassifier(cost_matrix=[[0, 3], [1, 0]], regularization=0.02).fit(X, y)
    share = len(y) / (3 * (y == 1).sum() + (y == 0).sum())
    weighted = GOSDTClassifier("weighted:3", regularization=Fraction(1, 50) * Fraction(share))
    weighted.fit(X, y)
    assert costs.objective_ * share == pytest.approx(weighted.objective_)
    assert (costs.predict(X) == weighted.predict(X)).all()
    assert costs.model_["objective"]["name"] == "cost"
    frame = pd.DataFrame([[0, 3], [1, 0]], index=[0, 1], columns=[0, 1])
    assert (
        GOSDTClassifier("cost", cost_matrix=frame, regularization=0.02).fit(X, y).objective_
        == costs.objective_
    )


@pytest.mark.parametrize("weighted", [False, True])
def test_objectives_that_rank_are_what_scikit_learn_measures(weighted):
    rng = np.random.default_rng(2)
    X = rng.integers(0, 5, (150, 3))
    y = (rng.random(150) < 0.1 + 0.15 * X[:, 0]).astype(int)
    weights = rng.random(150) if weighted else np.ones(150)
    auc = GOSDTClassifier("auc").fit(X, y, sample_weight=weights)
    area = roc_auc_score(y, auc.predict_proba(X)[:, 1], sample_weight=weights)
    assert auc.optimal_ and auc.loss_ == pytest.approx(1 - area, abs=1e-6)
    best = GOSDTClassifier("fscore").fit(X, y, sample_weight=weights)
    score = f1_score(y, best.predict(X), sample_weight=weights)
    assert best.optimal_ and best.loss_ == pytest.approx(1 - score, abs=1e-6)
    other = GOSDTClassifier("fscore", pos_label=0).fit(X, y, sample_weight=weights)
    score = f1_score(y, other.predict(X), sample_weight=weights, pos_label=0)
    assert other.loss_ == pytest.approx(1 - score, abs=1e-6)


@pytest.mark.parametrize("objective", ["auc", "pauc:0.2", "fscore", "fbeta:2", "weighted:2"])
def test_objectives_of_two_classes_refuse_three(objective):
    X, y = [[0], [1], [2]], ["a", "b", "c"]
    with pytest.raises(ValueError, match="Only binary classification is supported"):
        GOSDTClassifier(objective).fit(X, y)
    tags = GOSDTClassifier(objective).__sklearn_tags__()
    assert not tags.classifier_tags.multi_class
    assert GOSDTClassifier().__sklearn_tags__().classifier_tags.multi_class


def test_a_constant_label_cannot_be_ranked():
    with pytest.raises(ValueError, match="'auc' needs two classes"):
        GOSDTClassifier("auc").fit([[0], [1]], [1, 1])


def test_the_names_of_the_package_gosdt_mean_the_same(people):
    X, y = people
    assert GOSDTClassifier(depth_budget=1).fit(X, y).get_depth() == 1
    balanced = GOSDTClassifier(balance=True).fit(X, y)
    assert balanced.model_["objective"]["name"] == "balanced"
    with pytest.raises(ValueError, match="max_depth=1 and depth_budget=2 disagree"):
        GOSDTClassifier(max_depth=1, depth_budget=2).fit(X, y)
    with pytest.raises(ValueError, match="balance=True is objective='balanced'"):
        GOSDTClassifier("weighted:2", balance=True).fit(X, y)


@pytest.mark.parametrize(
    ("parameters", "error", "match"),
    [
        ({"objective": "accuraccy"}, ValueError, "'accuraccy' is not an objective"),
        ({"objective": "balanced_accuracy"}, ValueError, "did you mean balanced?"),
        ({"objective": "F2"}, ValueError, "did you mean fbeta:2?"),
        ({"objective": "COST:costs.csv"}, ValueError, "needs a cost_matrix"),
        ({"objective": 3}, TypeError, "objective=3"),
        ({"objective": "cost"}, ValueError, "needs a cost_matrix"),
        ({"objective": "balanced", "cost_matrix": [[0, 1], [1, 0]]}, ValueError, "leave out"),
        ({"cost_matrix": [[0, 1]]}, ValueError, "cost_matrix must be 2 × 2"),
        ({"cost_matrix": [[0, -1], [1, 0]]}, ValueError, "'-1' is not a cost"),
        ({"regularization": -0.1}, ValueError, "regularization is -0.1; it must not be negative"),
        ({"regularization": float("nan")}, ValueError, "not a decimal number"),
        ({"regularization": None}, TypeError, "regularization=None"),
        ({"max_depth": -1}, ValueError, "max_depth=-1"),
        ({"max_depth": 2.5}, TypeError, "max_depth=2.5"),
        ({"max_leaves": 0}, ValueError, "max_leaves=0"),
        ({"min_samples_leaf": 0}, ValueError, "min_samples_leaf=0"),
        ({"min_samples_leaf": 1.5}, TypeError, "min_samples_leaf=1.5"),
        ({"min_samples_leaf": None}, TypeError, "min_samples_leaf=None"),
        ({"time_limit": 0}, ValueError, "time_limit=0"),
        ({"time_limit": "60s"}, TypeError, "time_limit='60s'"),
        ({"memory_limit": 0}, ValueError, "memory_limit=0"),
    ],
    ids=str,
)
def test_parameters_that_cannot_be_are_refused_by_fit(people, parameters, error, match):
    X, y = people
    clf = GOSDTClassifier(**parameters)
    with pytest.raises(error, match=match):
        clf.fit(X, y)


def test_messages_speak_of_the_parameters_of_python(people):
    X, y = people
    with pytest.raises(ValueError) as refused:
        GOSDTClassifier("rmse").fit(X, y)
    assert "cost (with a cost_matrix)" in str(refused.value) and "FILE" not in str(refused.value)
    with pytest.raises(ValueError, match="^within is -1; it must not be negative"):
        rashomon_set(X, y, within=-1)


def test_objectives_are_known_in_large_letters_and_f1_is_one(people):
    X, y = people
    for name, known in [("Accuracy", "accuracy"), ("F1", "fscore"), ("Weighted:2", "weighted:2")]:
        clf = GOSDTClassifier(name, regularization=0.05).fit(X, y)
        assert clf.model_["objective"]["name"] == known
    assert not GOSDTClassifier("F1").__sklearn_tags__().classifier_tags.multi_class


def test_the_docstring_names_every_objective(people):
    X, y = people
    text = GOSDTClassifier.__doc__
    for name in ["balanced", "weighted:W", "cost", "auc", "pauc:T", "fscore", "f1", "fscore:W"]:
        assert f'``"{name}"``' in text
    for name in ["fbeta:B", "jaccard"]:
        assert f'``"{name}"``' in text
        GOSDTClassifier(name.replace("B", "2"), regularization=0.05).fit(X, y)


@pytest.mark.parametrize("frame", [pd.DataFrame({"a": []}), pd.DataFrame(index=range(3))], ids=str)
def test_an_empty_frame_is_refused(frame):
    with pytest.raises(ValueError, match="Found array with 0 (sample|feature)"):
        GOSDTClassifier().fit(frame, [0] * len(frame))


def test_nothing_works_before_fit():
    clf = GOSDTClassifier()
    for call in (clf.get_depth, clf.export_text, clf.to_sklearn, lambda: clf.predict([[1]])):
        with pytest.raises(NotFittedError):
            call()


def test_any_number_of_threads_finds_the_same_tree(people):
    X, y = people
    one = GOSDTClassifier(regularization=0.001, max_depth=3).fit(X, y)
    two = GOSDTClassifier(regularization=0.001, max_depth=3, n_jobs=2).fit(X, y)
    assert one.model_ == two.model_


def test_paths_and_leaves_agree(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    leaves, paths = clf.apply(X), clf.decision_path(X)
    assert paths.shape == (40, clf.tree_.node_count)
    assert all(paths[row, leaf] == 1 for row, leaf in enumerate(leaves))
    assert (np.asarray(paths.sum(axis=1)).ravel() == clf.tree_.depths[leaves] + 1).all()
    assert (clf.tree_.n_node_samples == np.asarray(paths.sum(axis=0)).ravel()).all()
    assert np.exp(clf.predict_log_proba(X)) == pytest.approx(clf.predict_proba(X))


def test_importances_are_those_of_scikit_learn(people):
    X, y = people
    numbers = X[["age", "height"]]
    clf = GOSDTClassifier(regularization=0.001, max_depth=3).fit(numbers, y)
    assert clf.feature_importances_.sum() == pytest.approx(1)
    assert clf.feature_importances_ == pytest.approx(clf.to_sklearn().feature_importances_)
