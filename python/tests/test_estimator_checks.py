"""scikit-learn's own checks, for every additive objective and every way with missing values."""

import pytest
import sklearn
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV
from gosdt_rs import _parameters as parameters

# Some checks fit pure noise, on which a proof without any limit takes forever.
ESTIMATORS = [
    GOSDTClassifier(max_depth=3),
    GOSDTClassifier(regularization=0.1),
    GOSDTClassifier(objective="balanced", max_depth=3),
    GOSDTClassifier(objective="weighted:2", max_depth=3),
    GOSDTClassifier(class_weight="balanced", max_depth=3),
    GOSDTClassifier(max_depth=2, max_leaves=3, n_jobs=2),
    GOSDTClassifier(missing="category", max_depth=3),
    GOSDTClassifier(missing="drop", max_depth=3),
    GOSDTClassifier(objective="auc", max_depth=2),
    GOSDTClassifier(objective="fscore", max_depth=2),
    GOSDTClassifierCV(lambdas=[0.1, 0.02], cv=2, max_depth=2),
    GOSDTClassifierCV(objective="auc", lambdas=[0.1, 0.02], cv=2, max_depth=2, rule="min"),
]


def expected_failures(estimator):
    failures = {}
    if estimator.missing == "drop":
        failures["check_estimators_nan_inf"] = (
            "the check wants a missing value refused; the user asked to leave those rows out"
        )
    if estimator.objective == "balanced":
        failures["check_class_weight_classifiers"] = (
            "class weights cancel out where every class weighs the same, and are refused"
        )
    if estimator.objective == "fscore":
        failures["check_class_weight_classifiers"] = (
            "the F-score is about the positive class: however light it is, to find none is worst"
        )
    if (
        not estimator.__sklearn_tags__().classifier_tags.multi_class
        and sklearn.__version__.startswith("1.6.")
    ):
        failures["check_sample_weight_equivalence_on_dense_data"] = (
            "scikit-learn 1.6 shuffles one of the two data sets before it makes their labels "
            "binary by the first label, so that the labels differ"
        )
    return failures


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore:.*rows have a missing value:UserWarning")
def test_check(estimator, check):
    check(estimator)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_the_estimator_as_it_comes_passes_all_checks(monkeypatch):
    """One of them fits noise and ends at the limit of a minute, which is shortened here."""
    seconds = parameters._seconds
    monkeypatch.setattr(parameters, "_seconds", lambda value: min(seconds(value), 1.0))
    stopped = "two fits that the clock stops need not have the same tree"
    check_estimator(
        GOSDTClassifier(), expected_failed_checks={"check_fit_idempotent": stopped}
    )
