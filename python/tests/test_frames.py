"""Raw data in: frames and arrays of every kind, found by name, never cast silently."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from gosdt_rs import GOSDTClassifier


def kinds(clf):
    return {column["name"]: column["kind"] for column in clf.model_["columns"]}


def test_a_pandas_frame_is_taken_as_it_is(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    assert kinds(clf) == {
        "age": "numeric",
        "height": "numeric",
        "smoker": "boolean",
        "colour": "categorical",
        "size": "numeric",
    }
    assert clf.optimal_ and clf.loss_ == 0 and clf.get_n_leaves() == 3
    assert (clf.predict(X) == y).all()
    assert clf.feature_names_in_.tolist() == X.columns.tolist()
    assert clf.model_["target"] == "state"


def test_polars_and_pyarrow_give_the_tree_of_pandas(people):
    X, y = people
    expected = GOSDTClassifier().fit(X, y)
    for frame in (pl.from_pandas(X), pa.Table.from_pandas(X)):
        clf = GOSDTClassifier().fit(frame, y.to_numpy())
        assert clf.model_["tree"] == expected.model_["tree"]
        assert clf.feature_names_in_.tolist() == X.columns.tolist()
        assert (clf.predict(frame) == y.to_numpy()).all()
        assert (expected.predict(frame) == y.to_numpy()).all()
    assert (GOSDTClassifier().fit(pl.from_pandas(X), pl.Series(y.tolist())).predict(X) == y).all()


def test_columns_are_found_by_name(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    expected = clf.predict(X)
    assert (clf.predict(X[X.columns[::-1]]) == expected).all()
    assert (clf.predict(X.assign(state=y, id=range(40))) == expected).all()
    assert (clf.predict(X[["colour", "smoker"]]) == expected).all()
    with pytest.raises(ValueError, match="yet now missing:\n- smoker"):
        clf.predict(X.drop(columns="smoker"))


def test_without_names_columns_are_found_by_place(people):
    X, y = people
    numbers = X[["age", "height"]].to_numpy()
    clf = GOSDTClassifier(max_depth=2).fit(numbers, y)
    assert not hasattr(clf, "feature_names_in_")
    with pytest.raises(ValueError, match="X has 1 features, but GOSDTClassifier is expecting 2"):
        clf.predict(numbers[:, :1])
    with pytest.warns(UserWarning, match="X has feature names"):
        assert (clf.predict(X[["age", "height"]]) == clf.predict(numbers)).all()
    unnamed = GOSDTClassifier(max_depth=2).fit(pd.DataFrame(numbers), y)
    assert not hasattr(unnamed, "feature_names_in_")
    assert (unnamed.predict(pd.DataFrame(numbers)) == clf.predict(numbers)).all()


def test_an_array_in_place_of_a_named_frame_is_warned_about(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert (clf.predict(X.to_numpy(dtype=object)) == clf.predict(X)).all()


def test_numbers_among_text_in_a_list_stay_numbers():
    rows = [[1, "a"], [2, "a"], [3, "b"], [4, "b"]]
    clf = GOSDTClassifier().fit(rows, [0, 0, 1, 1])
    assert kinds(clf) == {"x0": "numeric", "x1": "categorical"}


def test_a_category_that_was_not_seen_is_none_of_those_seen(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    new = X.assign(colour="violet", smoker=True)
    assert set(clf.predict(new)) == {"ill"}


@pytest.mark.parametrize(
    ("column", "values", "error", "match"),
    [
        ("smoker", ["yes"] * 40, TypeError, "'smoker' held 'False' and 'True' when"),
        ("smoker", range(40), TypeError, "'smoker' held booleans when .* now it holds numbers"),
        ("colour", range(40), TypeError, "'colour' held text or categories .* holds numbers"),
    ],
)
def test_another_kind_than_in_training_is_refused(people, column, values, error, match):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    with pytest.raises(error, match=match):
        clf.predict(X.assign(**{column: list(values)}))


def test_text_in_place_of_numbers_is_refused():
    X = pd.DataFrame({"a": [1.0, 2.0, 3.0]})
    clf = GOSDTClassifier().fit(X, [0, 0, 1])
    with pytest.raises(TypeError, match="'a' held numbers .* now it holds text"):
        clf.predict(pd.DataFrame({"a": ["1", "2", "3"]}))


def test_zeros_and_ones_answer_for_booleans(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    assert (clf.predict(X.assign(smoker=X["smoker"].astype(int))) == y).all()


@pytest.mark.parametrize(
    ("values", "error", "match"),
    [
        ([1, "a"], TypeError, "column 'c' mixes numbers and text"),
        ([True, 1], TypeError, "column 'c' mixes booleans and numbers"),
        ([{}, {}], TypeError, "argument must be a string or a real number, not 'dict'"),
        ([1.0, np.inf], ValueError, "contains infinity: column 'c', row 1"),
        ([1, 2**53 + 1], ValueError, r"column 'c', row 1: .* beyond 2\*\*53"),
        (pd.to_datetime(["2020-01-01", "2020-01-02"]), TypeError, "column 'c' has dates"),
    ],
)
def test_what_would_need_a_guess_is_refused(values, error, match):
    with pytest.raises(error, match=match):
        GOSDTClassifier().fit(pd.DataFrame({"c": values}), [0, 1])


def test_large_whole_numbers_with_gaps_are_refused():
    with pytest.raises(ValueError, match=r"beyond 2\*\*53"):
        GOSDTClassifier(missing="category").fit(pl.DataFrame({"c": [1, None, 2**60]}), [0, 1, 1])


def test_two_columns_of_one_name_are_refused():
    X = pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"])
    with pytest.raises(ValueError, match="'a'"):
        GOSDTClassifier().fit(X, [0, 1])


def test_intervals_are_categories_by_their_text():
    ages = pd.cut(pd.Series([5, 15, 25, 35]), [0, 20, 40])
    clf = GOSDTClassifier(regularization=0.1).fit(pd.DataFrame({"age": ages}), [0, 0, 1, 1])
    assert clf.model_["columns"][0]["reading"]["levels"] == ["(0, 20]", "(20, 40]"]
    assert clf.predict(pd.DataFrame({"age": ages})).tolist() == [0, 0, 1, 1]
