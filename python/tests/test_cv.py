"""λ chosen by cross-validation."""

import json
import subprocess
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import balanced_accuracy_score, f1_score, roc_auc_score
from sklearn.model_selection import KFold, StratifiedKFold

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV

RNG = np.random.default_rng(11)
X = RNG.integers(0, 6, (90, 3)).astype(float)
NOISE = RNG.integers(0, 2, 90)
RULE = np.where(X[:, 1] > 2, "high", "low")
MIXED = np.where(RNG.random(90) < 0.15, 1 - (X[:, 0] > 2), X[:, 0] > 2)
LAMBDAS = [0.3, 0.1, 0.05, 0.03]


@pytest.mark.parametrize("objective", ["accuracy", "balanced", "auc", "fscore"])
def test_a_rule_is_chosen(objective):
    clf = GOSDTClassifierCV(objective).fit(X, RULE)
    assert (clf.loss_, clf.get_n_leaves()) == (0, 2)
    assert (clf.predict(X) == RULE).all()
    assert clf.lambda_ == clf.lambda_min_ == clf.lambda_1se_ == 0.1
    results = clf.cv_results_
    assert (results["mean_loss"][results["lambda"] <= 0.1] == 0).all()


def test_of_noise_a_lone_leaf_is_chosen():
    clf = GOSDTClassifierCV(lambdas=LAMBDAS).fit(X, NOISE)
    assert clf.get_n_leaves() == 1
    assert clf.cv_results_["mean_leaves"][-1] > 3


def test_it_is_the_classifier_with_the_chosen_penalty():
    clf = GOSDTClassifierCV(lambdas=LAMBDAS, random_state=3, n_jobs=2).fit(X, MIXED)
    plain = GOSDTClassifier(regularization=clf.lambda_).fit(X, MIXED)
    assert clf.model_ == plain.model_
    assert isinstance(clf, GOSDTClassifier) and clf.optimal_
    assert clf.lambda_ in LAMBDAS
    assert clf.baseline(X, MIXED) == plain.baseline(X, MIXED)


SCORES = {
    "accuracy": lambda y, clf, X: (clf.predict(X) == y).mean(),
    "balanced": lambda y, clf, X: balanced_accuracy_score(y, clf.predict(X)),
    "auc": lambda y, clf, X: roc_auc_score(y, clf.predict_proba(X)[:, 1]),
    "fscore": lambda y, clf, X: f1_score(y, clf.predict(X)),
}


@pytest.mark.parametrize("objective", SCORES)
def test_the_folds_measure_what_scikit_learn_would(objective):
    splitter = StratifiedKFold(4, shuffle=True, random_state=1)
    clf = GOSDTClassifierCV(objective, lambdas=LAMBDAS, cv=splitter).fit(X, MIXED)
    results = clf.cv_results_
    assert results["lambda"].tolist() == LAMBDAS
    for fold, (train, test) in enumerate(splitter.split(X, MIXED)):
        for at, price in enumerate(LAMBDAS):
            tree = GOSDTClassifier(objective, regularization=price).fit(X[train], MIXED[train])
            score = SCORES[objective](MIXED[test], tree, X[test])
            assert results["losses"][at, fold] == pytest.approx(1 - score, abs=1e-12)
            assert results["leaves"][at, fold] == tree.get_n_leaves()
    assert results["mean_loss"] == pytest.approx(results["losses"].mean(axis=1))
    error = results["losses"].std(axis=1, ddof=1) / 2
    assert results["loss_error"] == pytest.approx(error)
    best = results["mean_loss"].argmin()
    enough = results["mean_loss"] <= results["mean_loss"][best] + results["loss_error"][best]
    assert clf.lambda_min_ == LAMBDAS[best]
    assert clf.lambda_1se_ == LAMBDAS[enough.argmax()]
    assert (results["proven"] == 4).all()


def test_the_rule_decides():
    simple, best = (
        GOSDTClassifierCV(lambdas=LAMBDAS, rule=rule).fit(X, MIXED) for rule in ("1se", "min")
    )
    assert simple.lambda_ == best.lambda_1se_ and best.lambda_ == simple.lambda_min_
    with pytest.raises(ValueError, match="rule='max'; choose '1se' or 'min'"):
        GOSDTClassifierCV(rule="max").fit(X, MIXED)


def test_the_seed_decides_and_the_threads_do_not():
    def results(**parameters):
        clf = GOSDTClassifierCV(lambdas=LAMBDAS, cv=3, **parameters).fit(X, MIXED)
        return clf.cv_results_["losses"].tolist()

    assert results(random_state=1) == results(random_state=1, n_jobs=2)
    assert results(random_state=1) != results(random_state=2)
    drawn = np.random.RandomState(0).randint(2**31)
    assert results(random_state=np.random.RandomState(0)) == results(random_state=drawn)


def test_folds_can_be_given_as_rows_among_which_some_do_not_count():
    splits = list(KFold(3).split(X))
    weights = np.ones(90)
    weights[::7] = 0
    kept = weights > 0
    place = np.cumsum(kept) - 1
    inner = [tuple(place[part[kept[part]]] for part in pair) for pair in splits]
    masks = [tuple(np.isin(np.arange(90), part) for part in pair) for pair in splits]
    outer = GOSDTClassifierCV(lambdas=LAMBDAS, cv=splits).fit(X, MIXED, weights)
    bare = GOSDTClassifierCV(lambdas=LAMBDAS, cv=inner).fit(X[kept], MIXED[kept])
    masked = GOSDTClassifierCV(lambdas=LAMBDAS, cv=masks).fit(X, MIXED, weights)
    assert (outer.cv_results_["losses"] == bare.cv_results_["losses"]).all()
    assert (outer.cv_results_["losses"] == masked.cv_results_["losses"]).all()


def test_frames_missing_values_class_weights_and_names(people):
    frame, state = people
    frame = frame.assign(age=frame["age"].where(frame.index % 9 > 0))
    parameters = dict(lambdas=[0.1, 0.05], cv=3, max_depth=3, class_weight="balanced")
    clf = GOSDTClassifierCV(missing="category", **parameters).fit(frame, state)
    assert set(clf.predict(frame.sample(5, random_state=1))) <= {"ill", "well"}
    assert clf.feature_names_in_.tolist() == list(frame.columns)
    with pytest.warns(UserWarning, match="5 of 40 rows have a missing value"):
        clf = GOSDTClassifierCV(missing="drop", **parameters).fit(frame, state)
    assert clf.model_["certificate"]["rows"] == 35


def test_exact_decimals_are_kept(tmp_path):
    clf = GOSDTClassifierCV(lambdas=[Fraction(1, 7), "0.050"]).fit(X, RULE)
    assert clf.model_["objective"]["lambda"] == "1/7"
    assert clf.lambda_ == 1 / 7
    clf.save(tmp_path / "m.json")
    loaded = GOSDTClassifierCV.load(tmp_path / "m.json")
    assert type(loaded) is GOSDTClassifier and loaded.regularization == "1/7"


def test_one_class_needs_no_choice():
    clf = GOSDTClassifierCV(lambdas=[0.2, 0.01]).fit(X, np.zeros(90))
    assert (clf.lambda_, clf.cv_results_, clf.get_n_leaves()) == (0.2, {}, 1)
    assert GOSDTClassifierCV().fit(X, np.zeros(90)).lambda_ == 0.1


@pytest.mark.parametrize(
    ("parameters", "error", "match"),
    [
        ({"cv": 1}, ValueError, "cv=1; it must be at least 2"),
        ({"cv": "five"}, TypeError, "cv='five'; it must be a number of folds"),
        ({"cv": 60}, ValueError, "fewer than the 60 folds; use fewer folds"),
        ({"cv": []}, ValueError, "at least 2 folds, not 0"),
        ({"lambdas": []}, ValueError, "lambdas is empty"),
        ({"lambdas": 0.1}, TypeError, "it must be a list of numbers"),
        ({"lambdas": ["a lot"]}, ValueError, "'a lot' is not a decimal number"),
        ({"lambdas": [0.1, -1]}, ValueError, "must not be negative"),
    ],
)
def test_what_cannot_be_is_refused(parameters, error, match):
    with pytest.raises(error, match=match):
        GOSDTClassifierCV(**parameters).fit(X, RULE)


def test_a_time_limit_is_for_all_and_said(noise):
    clf = GOSDTClassifierCV(lambdas=[0.01, 0.005], cv=2, time_limit=0.2)
    with pytest.warns(ConvergenceWarning) as said:
        clf.fit(*noise)
    folds, last = (str(warning.message) for warning in said)
    assert folds.startswith("4 of the 4 trees of the cross-validation were stopped by a limit")
    assert "more time (time_limit=0.2; None is no limit), fewer or larger lambdas" in folds
    assert "stopped by the time limit" in last and "larger lambdas" in last
    assert {warning.filename for warning in said} == {__file__}
    assert (clf.cv_results_["proven"] == 0).all()
    said = clf.report_["warnings"][-1]
    assert said.startswith("4 of the 4 trees of the cross-validation were stopped by a limit")


def test_the_program_chooses_alike(program, tmp_path):
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=MIXED.astype(int))
    frame.to_csv(tmp_path / "data.csv", index=False)
    command = [program, "fit", "data.csv", "--select", "cv:4", "--seed", "9", "--json", "-q"]
    command += ["--lambdas", ",".join(map(str, LAMBDAS))]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    selection = json.loads(out.stdout)["selection"]
    clf = GOSDTClassifierCV(lambdas=LAMBDAS, cv=4, random_state=9)
    clf.fit(frame[["a", "b", "c"]], frame["y"])
    assert selection["lambda"] == clf.lambda_
    losses = [candidate["losses"] for candidate in selection["candidates"]]
    assert losses == clf.cv_results_["losses"].tolist()


def test_progress_is_shown(capfd):
    GOSDTClassifierCV(lambdas=[0.1], verbose=1).fit(X, RULE)
    assert "optimal" in capfd.readouterr().err


def test_clones_keep_the_parameters():
    clf = GOSDTClassifierCV(lambdas=[0.1], cv=3, rule="min", random_state=5)
    assert clone(clf).get_params() == clf.get_params()
    assert "regularization" not in clf.get_params()
