"""Sweeps on a cluster: joblib hands fits to the workers of Dask and Ray."""

import json
import os
import time

import joblib
import pytest
from engine import need
from sklearn.model_selection import GridSearchCV
from test_compress import model_of, people, plain

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, optimal_path, rashomon_set
from gosdt_rs._parameters import _threads

X, Y = plain(people(300))
GRID = {"regularization": [0.1, 0.05, 0.02, 0.01], "max_depth": [2, 3]}


def search():
    return GridSearchCV(GOSDTClassifier(), GRID, cv=3).fit(X, Y)


#: A machine with much else to do starts workers slowly.
DASK = {"backend": "dask", "wait_for_workers_timeout": 60}


@pytest.fixture(params=["dask", "ray"])
def backend(request):
    """The options of joblib for a cluster."""
    if request.param == "dask":
        request.getfixturevalue("dask_client")
        return DASK
    request.getfixturevalue("ray_cluster")
    need("ray.util.joblib").register_ray()
    return {"backend": "ray"}


def test_a_grid_search_is_the_same_on_a_cluster(backend):
    alone = search()
    with joblib.parallel_config(**backend):
        found = search()
    assert found.best_params_ == alone.best_params_
    assert (found.cv_results_["mean_test_score"] == alone.cv_results_["mean_test_score"]).all()
    assert model_of(found.best_estimator_) == model_of(alone.best_estimator_)


def tasks():
    """What workers run. Functions within a function are sent whole: a worker cannot import a test."""

    def chosen(cv):
        return GOSDTClassifierCV(cv=cv, max_depth=2).fit(X, Y).lambda_

    def path_of(depth):
        return optimal_path(X, Y, min_regularization=0.02, max_depth=depth)

    def near(depth):
        trees = rashomon_set(X, Y, regularization=0.03, max_depth=depth)
        return len(trees), trees[0]

    return chosen, path_of, near


def test_cross_validations_paths_and_sets_run_on_a_cluster(backend):
    chosen, path_of, near = tasks()
    with joblib.parallel_config(**backend):
        lambdas = joblib.Parallel()(joblib.delayed(chosen)(cv) for cv in (2, 3))
        paths = joblib.Parallel()(joblib.delayed(path_of)(depth) for depth in (1, 2))
        sets = joblib.Parallel()(joblib.delayed(near)(depth) for depth in (1, 2))
    assert lambdas == [chosen(2), chosen(3)]
    assert [path.leaves.tolist() for path in paths] == [
        path_of(1).leaves.tolist(),
        path_of(2).leaves.tolist(),
    ]
    for (count, best), depth in zip(sets, (1, 2)):
        assert (count, model_of(best)) == (near(depth)[0], model_of(near(depth)[1]))


def test_threads_are_one_unless_asked_for_on_a_cluster(backend):
    with joblib.parallel_config(**backend):
        there = joblib.Parallel()(joblib.delayed(_threads)(None) for _ in range(2))
        all_cores = joblib.Parallel()(joblib.delayed(_threads)(-1) for _ in range(1))
        assert _threads(None) == 1
    assert there == [1, 1]
    assert all_cores[0] >= 1


def slow_task():
    def slow_model(at, marker):
        """A fit, after a while; the third that comes ends its worker, once."""
        time.sleep(0.3)
        if at == 2 and not os.path.exists(marker):
            with open(marker, "w") as file:
                file.write("once")
            os._exit(1)
        clf = GOSDTClassifier(regularization=0.01 * (at + 1)).fit(X, Y)
        return json.dumps(clf.model_, sort_keys=True)

    return slow_model


def test_a_sweep_outlives_a_worker(dask_client, tmp_path):
    marker, slow_model = str(tmp_path / "killed"), slow_task()
    with joblib.parallel_config(**DASK):
        found = joblib.Parallel()(joblib.delayed(slow_model)(at, marker) for at in range(6))
    assert os.path.exists(marker)
    assert found == [slow_model(at, marker) for at in range(6)]
