"""Fewer thresholds than all: faster, and never more claimed than was proven."""

import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    GradientBoostingClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, optimal_path


@pytest.fixture
def bands():
    """A column whose label changes three times, and a column of noise."""
    rng = np.random.default_rng(3)
    frame = pd.DataFrame({"x": rng.permutation(120) / 4, "noise": rng.normal(size=120)})
    y = np.searchsorted([6.1, 14.1, 22.1], frame["x"]) % 2
    return frame, y


def fitted(data, **parameters):
    return GOSDTClassifier(regularization=0.01, **parameters).fit(*data)


@pytest.mark.parametrize(
    ("rule", "spelled"), [("quantile:7", "quantile:7"), ("guess", "guess:40,2"), ("guess:9,1",) * 2]
)
def test_a_rule_keeps_some_and_says_so(bands, rule, spelled):
    clf = fitted(bands, thresholds=rule)
    assert (clf.status_, clf.optimal_, clf.gap_) == ("optimal-among-thresholds", False, 0)
    kept = clf.thresholds_
    assert (kept["rule"], kept["offered"]) == (spelled, 238)
    assert 0 < kept["most_per_column"] <= kept["kept"] < kept["offered"]
    words = f"proven optimal among at most {kept['most_per_column']} threshold"
    assert clf.certificate_text().startswith(words)
    assert f"({kept['kept']} of 238, {spelled}): objective" in clf.certificate_text()
    wrong = (clf.predict(bands[0]) != bands[1]).mean()
    assert clf.loss_ == pytest.approx(wrong)


def test_all_is_the_default_and_plainly_optimal(bands):
    clf = fitted(bands)
    assert (clf.status_, clf.optimal_, clf.thresholds_) == ("optimal", True, None)
    assert clf.certificate_text().startswith("proven optimal: ")
    assert "thresholds" not in clf.model_["certificate"]


def test_the_guess_finds_the_changes_of_the_label(bands):
    assert fitted(bands, thresholds="guess").objective_ == fitted(bands).objective_


def asked(clf):
    """The thresholds of the first column that the tree asks."""
    return sorted(clf.tree_.threshold[clf.tree_.feature == 0].tolist())


@pytest.mark.parametrize("key", ["x", 0, np.int64(0)])
def test_a_mapping_lists_them_by_name_or_place(bands, key):
    clf = fitted(bands, thresholds={key: [6.1, 14.05, 22], "noise": []})
    assert clf.thresholds_["rule"] == "given"
    assert clf.thresholds_["kept"] == 3
    assert set(asked(clf)) <= {6.1, 14.05, 22.0}


def test_columns_that_a_mapping_leaves_out_keep_theirs(bands):
    clf = fitted(bands, thresholds={"noise": [0.0]})
    assert clf.thresholds_["kept"] == 120
    assert clf.objective_ == fitted(bands).objective_


@pytest.mark.parametrize(
    "ensemble",
    [
        GradientBoostingClassifier(n_estimators=20, max_depth=1, random_state=0),
        RandomForestClassifier(n_estimators=10, random_state=0),
        HistGradientBoostingClassifier(max_iter=10, random_state=0),
        AdaBoostClassifier(n_estimators=10, random_state=0),
        DecisionTreeClassifier(random_state=0),
    ],
)
def test_an_ensemble_gives_those_that_it_asks(bands, ensemble):
    X, y = bands
    ready = clone(ensemble).fit(X, y)
    clf = fitted(bands, thresholds=ready)
    assert clf.status_ == "optimal-among-thresholds"
    assert clf.loss_ == pytest.approx((clf.predict(X) != y).mean())
    assert clf.objective_ <= 0.1
    ensemble_by_place = clone(ensemble).fit(X.to_numpy(), y)
    assert fitted((X.to_numpy(), y), thresholds=ensemble_by_place).objective_ == clf.objective_
    unfitted = fitted(bands, thresholds=ensemble)
    assert unfitted.objective_ == clf.objective_
    assert not hasattr(ensemble, "classes_")


def test_an_ensemble_of_many_classes(people):
    X, _ = people
    y = pd.cut(X["age"], [0, 30, 50, 100], labels=["young", "middle", "old"]).astype(str)
    ensemble = GradientBoostingClassifier(n_estimators=5, max_depth=2, random_state=0)
    clf = GOSDTClassifier(regularization=0.01, thresholds=ensemble).fit(X, y)
    assert (clf.loss_, clf.get_n_leaves()) == (0, 3)


def test_an_estimator_with_an_ensemble_can_be_cloned_and_searched_over(bands):
    X, y = bands
    ensemble = GradientBoostingClassifier(n_estimators=20, max_depth=1, random_state=0)
    clf = GOSDTClassifier(thresholds=ensemble.fit(X, y))
    scores = cross_val_score(clf, X, y, cv=3)
    assert scores.mean() > 0.9


@pytest.mark.parametrize(
    ("thresholds", "error", "words"),
    [
        ("quantile:0", ValueError, "K must be a whole number from 1"),
        ("deciles", ValueError, "write all, quantile:K"),
        (7, TypeError, "it must be text such as 'all'"),
        (None, TypeError, "it must be text such as 'all'"),
        ({"y": [1]}, ValueError, "column `y`, which is not in X"),
        ({5: [1]}, ValueError, "thresholds for column 5, but X has 2 columns"),
        ({1.5: [1]}, TypeError, "a column is given by its name or its place"),
        ({"x": 3}, TypeError, "must be a list of numbers"),
        ({"x": ["a"]}, TypeError, "thresholds of column 'x'"),
        ({"x": [np.nan]}, ValueError, "NaN is not a finite number"),
        (BaggingClassifier(), TypeError, "it must be a tree, a forest, or boosted trees"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(bands, thresholds, error, words):
    with pytest.raises(error, match=words.replace("(", r"\(")):
        fitted(bands, thresholds=thresholds)


def test_an_ensemble_of_other_columns_is_refused(bands):
    other = GradientBoostingClassifier(n_estimators=2).fit(bands[0][["x"]].to_numpy(), bands[1])
    with pytest.raises(ValueError, match="was fitted to 1 columns"):
        fitted(bands, thresholds=other)


def test_paths_and_cross_validation_say_it_too(bands):
    path = optimal_path(*bands, thresholds="quantile:9")
    assert (path.status, path.optimal) == ("optimal-among-thresholds", False)
    assert "proven optimal among at most 9 thresholds per column" in repr(path)
    ensemble = GradientBoostingClassifier(n_estimators=5, max_depth=1)
    assert optimal_path(*bands, thresholds=ensemble).status == "optimal-among-thresholds"
    clf = GOSDTClassifierCV(thresholds="guess:20,1", cv=3).fit(*bands)
    assert clf.status_ == "optimal-among-thresholds"
    assert (clf.cv_results_["proven"] == 3).all()


def test_a_model_file_keeps_it(bands, tmp_path, program):
    file = tmp_path / "model.json"
    for thresholds in ["quantile:4", {"x": [6.1, 14.1], "noise": []}]:
        clf = fitted(bands, thresholds=thresholds)
        clf.save(file)
        loaded = GOSDTClassifier.load(file)
        assert loaded.thresholds == thresholds
        assert (loaded.status_, loaded.thresholds_) == (clf.status_, clf.thresholds_)
        assert loaded.baseline(*bands)["greedy_pruned"]["objective"] >= clf.objective_
        shown = subprocess.run(
            [program, "show", file, "--as", "html"], capture_output=True, text=True
        )
        assert "Proven optimal among at most " in shown.stdout


def test_the_report_says_it(bands, tmp_path):
    fitted(bands, thresholds="quantile:4").report(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "Proven optimal among at most 4 thresholds per column" in page
    assert "Proven optimal:" not in page
