"""Missing values: refused, dropped, or a question of their own."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from gosdt_rs import GOSDTClassifier

X = pd.DataFrame({"age": [20.0, np.nan, 40.0, 50.0, 60.0], "town": ["a", "b", None, "b", "a"]})
Y = [0, 1, 0, 1, 1]


def test_an_error_names_columns_counts_and_ways_out():
    with pytest.raises(ValueError) as caught:
        GOSDTClassifier().fit(X, Y)
    text = str(caught.value)
    assert "NaN" in text and "'age' (1, first in row 1), 'town' (1, first in row 2)" in text
    assert "missing='drop'" in text and "missing='category'" in text


def test_dropping_leaves_the_rows_out_and_says_so():
    with pytest.warns(UserWarning, match="2 of 5 rows have a missing value and were left out"):
        clf = GOSDTClassifier(missing="drop", regularization=0.1).fit(X, Y)
    assert clf.model_["certificate"]["rows"] == 3
    assert clf.predict(X[["age"]].fillna(30)).tolist() == [0, 0, 0, 1, 1]
    with pytest.raises(ValueError, match="row 1 has no value in column 'age'"):
        clf.predict(X)


def test_dropping_every_row_is_refused():
    with pytest.raises(ValueError, match="every row has a missing value"):
        GOSDTClassifier(missing="drop").fit(pd.DataFrame({"a": [np.nan, np.nan]}), [0, 1])


def test_the_tree_may_ask_whether_a_value_is_missing():
    X = pd.DataFrame({"a": [1.0, np.nan, 2.0, np.nan], "t": ["p", "p", None, "q"]})
    clf = GOSDTClassifier(missing="category", regularization=0.1).fit(X, [0, 1, 0, 1])
    assert clf.export_text().startswith("a is missing?")
    assert clf.predict(X).tolist() == [0, 1, 0, 1]
    assert clf.predict(pl.from_pandas(X)).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(
    "column",
    [
        pd.array([True, None, False], dtype="boolean"),
        pd.array([1, None, 2], dtype="Int64"),
        pd.array([1.5, None, 2.5], dtype="Float64"),
        pd.array(["p", None, "q"], dtype="string"),
        pd.Categorical(["p", None, "q"]),
        np.array(["p", None, "q"], dtype=object),
        np.array([1, None, 2], dtype=object),
        np.array([True, None, False], dtype=object),
    ],
    ids=str,
)
def test_every_type_can_lack_a_value(column):
    X = pd.DataFrame({"a": column})
    for frame in (X, pl.from_pandas(X)):
        clf = GOSDTClassifier(missing="category", regularization=0.1).fit(frame, [0, 1, 0])
        assert clf.predict(frame).tolist() == [0, 1, 0]
        assert "a is missing" in clf.export_text()
        with pytest.raises(ValueError, match="'a' .1, first in row 1."):
            GOSDTClassifier().fit(frame, [0, 1, 0])


def test_a_column_without_any_value_is_no_help():
    X = pd.DataFrame({"a": [None, None, None], "b": [1, 2, 3]})
    clf = GOSDTClassifier(missing="category", regularization=0.1).fit(X, [0, 0, 1])
    assert clf.to_rules()[0].startswith("IF b <= 2.5")
    assert clf.predict(X.assign(a=[1.0, 2.0, 3.0])).tolist() == [0, 0, 1]


def test_another_way_is_refused():
    with pytest.raises(ValueError, match="missing='ignore'; choose"):
        GOSDTClassifier(missing="ignore").fit([[1], [2]], [0, 1])
