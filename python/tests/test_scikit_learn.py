"""At home in scikit-learn: pipelines, searches, routing."""

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.base import clone
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from gosdt_rs import GOSDTClassifier


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


def test_cross_validation_and_grid_search(iris):
    X, y = iris
    assert cross_val_score(GOSDTClassifier(), X, y).mean() > 0.9
    grid = GridSearchCV(GOSDTClassifier(), {"regularization": [0.01, 0.02, 0.5]}, n_jobs=2)
    grid.fit(X, y)
    assert grid.best_params_["regularization"] < 0.5 and grid.best_estimator_.optimal_


def test_a_pipeline_with_frames_all_the_way(iris):
    X, y = iris
    pipe = make_pipeline(StandardScaler(), GOSDTClassifier()).set_output(transform="pandas")
    pipe.fit(X, y)
    assert pipe[-1].feature_names_in_.tolist() == X.columns.tolist()
    assert pipe.score(X, y) > 0.95


def test_a_column_transformer_before_it(people):
    X, y = people
    columns = make_column_transformer(
        (StandardScaler(), make_column_selector(dtype_include=np.number)), remainder="passthrough"
    )
    pipe = make_pipeline(columns.set_output(transform="pandas"), GOSDTClassifier())
    assert pipe.fit(X, y).score(X, y) == 1


def test_weights_are_routed(iris):
    X, y = iris
    weights = np.where(y == 0, 3.0, 1.0)
    with config_context(enable_metadata_routing=True):
        clf = GOSDTClassifier().set_fit_request(sample_weight=True)
        clf = clf.set_score_request(sample_weight=True)
        result = cross_validate(clf, X, y, params={"sample_weight": weights}, return_estimator=True)
    totals = [fold.tree_.weighted_n_node_samples[0] for fold in result["estimator"]]
    assert totals == [200.0] * 5


def test_a_clone_has_the_parameters_and_nothing_else(iris):
    X, y = iris
    clf = GOSDTClassifier("balanced", regularization="1/32", max_leaves=4).fit(X, y)
    copy = clone(clf)
    assert copy.get_params() == clf.get_params() and not hasattr(copy, "tree_")
    assert repr(copy).replace("\n", "").replace(" ", "") == (
        "GOSDTClassifier(max_leaves=4,objective='balanced',regularization='1/32')"
    )


def test_fitting_again_forgets_the_names(iris):
    X, y = iris
    clf = GOSDTClassifier().fit(X, y)
    assert not hasattr(clf.fit(X.to_numpy(), y), "feature_names_in_")


def test_raw_text_needs_no_encoder():
    X = pd.DataFrame({"town": ["a", "b", "a", "c"] * 10})
    y = (X["town"] == "a").astype(int)
    assert cross_val_score(GOSDTClassifier(), X, y).tolist() == [1.0] * 5
