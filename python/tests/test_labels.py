"""Labels of any kind, and what there is to do when all are alike."""

import numpy as np
import pandas as pd
import pytest

from gosdt_rs import GOSDTClassifier

X = [[0], [1], [2], [3]]


@pytest.mark.parametrize(
    "y",
    [
        ["no", "no", "yes", "yes"],
        [False, False, True, True],
        [-1, -1, 7, 7],
        [0.0, 0.0, 1.0, 1.0],
        pd.Series(["a", "a", "b", "b"], dtype="category"),
    ],
    ids=str,
)
def test_labels_come_back_as_they_were(y):
    clf = GOSDTClassifier(regularization=0.1).fit(X, y)
    predicted = clf.predict(X)
    assert predicted.tolist() == list(y)
    assert clf.classes_.tolist() == sorted(set(y))
    assert predicted.dtype == clf.classes_.dtype


def test_a_constant_label_gives_a_lone_leaf():
    clf = GOSDTClassifier().fit(X, ["same"] * 4)
    assert clf.optimal_ and clf.get_n_leaves() == 1 and clf.get_depth() == 0
    assert clf.objective_ == 0.01 and clf.loss_ == 0
    assert clf.predict(X).tolist() == ["same"] * 4
    assert clf.predict_proba(X).tolist() == [[1.0]] * 4
    assert clf.export_text() == "same  (4 rows, 100.0 %)\n"
    assert clf.feature_importances_.tolist() == [0.0]


def test_one_class_left_by_zero_weights_gives_a_lone_leaf_of_all_classes():
    clf = GOSDTClassifier().fit(X, [0, 0, 1, 1], sample_weight=[1, 1, 0, 0])
    assert clf.classes_.tolist() == [0, 1]
    assert clf.predict_proba(X).tolist() == [[1.0, 0.0]] * 4


def test_a_constant_label_under_a_cost_matrix_takes_the_cheapest_class():
    costs = [[1, 5], [0.25, 0]]
    clf = GOSDTClassifier(cost_matrix=costs).fit(X, [0, 0, 1, 1], sample_weight=[1, 1, 0, 0])
    assert clf.predict(X).tolist() == [1] * 4
    assert clf.loss_ == 0.25


def test_the_name_of_the_label_never_meets_that_of_a_column():
    frame = pd.DataFrame({"y": [0, 1], "a": [0, 1]})
    assert GOSDTClassifier().fit(frame, [0, 1]).model_["target"] == "y_"


def test_a_label_that_is_missing_or_a_measurement_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        GOSDTClassifier().fit(X, [0, 1, np.nan, 1])
    with pytest.raises(ValueError, match="Unknown label type"):
        GOSDTClassifier().fit(X, [0.5, 1.5, 2.25, 3.5])


def test_the_positive_label_decides_what_weighs_more():
    X, y = [[0], [0], [0]], ["a", "a", "b"]
    assert GOSDTClassifier("weighted:3").fit(X, y).predict(X[:1]) == ["b"]
    assert GOSDTClassifier("weighted:3", pos_label="a").fit(X, y).predict(X[:1]) == ["a"]
    with pytest.raises(ValueError, match="pos_label='c' is not a class"):
        GOSDTClassifier(pos_label="c").fit(X, y)
