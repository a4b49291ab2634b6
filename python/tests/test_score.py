"""The model as SQL and as an expression: what they say is what predict says."""

import sqlite3

import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from gosdt_rs import GOSDTClassifier

#: Names and values that end texts, begin comments, or mean something to a database.
HOSTILE = ['a"b', "c'd", "e`f", "g\\h", "i;--j", "k\nl", "drop table x", "${m}", "ü%_"]


def hostile(missing=None, rows=400):
    """A frame with such names and values, and its labels."""
    random = np.random.default_rng(0)
    names = random.choice(HOSTILE, rows)
    frame = pd.DataFrame({HOSTILE[0]: random.normal(size=rows), HOSTILE[1]: names})
    frame[HOSTILE[2]] = random.random(rows) < 0.5
    frame[HOSTILE[3]] = random.integers(0, 9, rows).astype(float)
    odd = (frame[HOSTILE[0]] > 0.1) ^ (frame[HOSTILE[1]] == "c'd") ^ (frame[HOSTILE[3]] > 6)
    y = np.where(odd ^ frame[HOSTILE[2]], "it's", 'so"so')
    if missing is not None:
        for name in HOSTILE[:2] + HOSTILE[3:4]:
            frame.loc[random.random(rows) < 0.2, name] = None
    return frame, y


def fitted(missing=None):
    frame, y = hostile(missing)
    clf = GOSDTClassifier(regularization=0.001, max_depth=3, missing=missing or "error")
    return clf.fit(frame, y), frame


@pytest.mark.parametrize("missing", [None, "category"])
def test_sqlite_says_what_predict_says(missing):
    clf, frame = fitted(missing)
    assert clf.get_n_leaves() > 4
    with sqlite3.connect(":memory:") as base:
        frame.to_sql("rows", base, index_label="at")
        said = base.execute(f'SELECT {clf.to_sql()} FROM "rows" ORDER BY "at"').fetchall()
    assert [label for (label,) in said] == clf.predict(frame).tolist()


@pytest.mark.parametrize("missing", [None, "category"])
@pytest.mark.parametrize("make", [lambda x: x, pl.from_pandas, pa.Table.from_pandas])
def test_the_expression_says_what_predict_says(missing, make):
    clf, frame = fitted(missing)
    said = nw.from_native(make(frame)).select(clf.to_expression())
    assert said["prediction"].to_list() == clf.predict(frame).tolist()


def test_a_row_that_lacks_what_is_asked_has_no_prediction():
    clf = GOSDTClassifier(regularization=0.01).fit(pd.DataFrame({"x": [1.0, 2.0]}), [False, True])
    new = pd.DataFrame({"x": [1.0, None, 2.0]})
    said = nw.from_native(pl.from_pandas(new)).select(clf.to_expression())["prediction"]
    assert said.to_list() == [False, None, True]
    with sqlite3.connect(":memory:") as base:
        new.to_sql("rows", base)
        found = base.execute(f"SELECT {clf.to_sql()} FROM rows").fetchall()
    assert found == [(0,), (None,), (1,)]


def test_numbers_are_numbers_and_other_names_are_taken():
    clf = GOSDTClassifier(regularization=0.01).fit([[0], [1]], [7, 8])
    assert "\n  7\n" in clf.to_sql("postgres") and "`size`" in clf.to_sql("spark", feature_names=["size"])
    said = nw.from_native(pd.DataFrame({"size": [0, 1]})).select(clf.to_expression(feature_names=["size"]))
    assert said["prediction"].to_list() == [7, 8]
    with pytest.raises(ValueError, match="not a dialect"):
        clf.to_sql("cobol")
