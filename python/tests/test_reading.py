"""Columns that are not what they seem are named, as the program names them."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

from gosdt_rs import GOSDTClassifier, date_parts


def fitted(X, y, **parameters):
    return GOSDTClassifier(regularization=0.02, **parameters).fit(X, y)


ROWS = 60
LABELS = np.arange(ROWS) % 2


def test_zero_and_one_read_as_in_the_program():
    X = pd.DataFrame({"prior>3": LABELS, "n": np.arange(ROWS) % 7})
    clf = fitted(X, LABELS)
    assert clf.export_text().startswith("prior>3 = 1?\n")
    floats = fitted(X.astype(float), LABELS)
    assert floats.export_text() == clf.export_text()
    assert clf.predict(X).tolist() == LABELS.tolist()
    # Other numbers are on the side of the nearer one.
    other = pd.DataFrame({"prior>3": [2.0, -1.0, 0.25]})
    assert clf.predict(other).tolist() == [1, 0, 0]
    assert clf.to_sklearn().predict(clf.encode(X)).tolist() == LABELS.tolist()


def test_thresholds_that_are_given_keep_numbers():
    X = pd.DataFrame({"x": LABELS})
    clf = fitted(X, LABELS, thresholds={"x": [0.5]})
    assert clf.export_text().startswith("x <= 0.5?\n")


def test_pairs_of_words_are_booleans():
    X = pd.DataFrame({"smoker": np.where(LABELS == 1, "yes", "No")})
    clf = fitted(X, LABELS)
    assert clf.export_text().startswith("smoker = yes?\n")
    assert clf.predict(pd.DataFrame({"smoker": ["YES", "no"]})).tolist() == [1, 0]
    declared = fitted(X.astype("category"), LABELS)
    assert declared.export_text().startswith("smoker is ")


@pytest.mark.parametrize(
    ("cell", "finding"),
    [
        (lambda at: f"{at},5", "60 of 60 cells are numbers with a decimal comma"),
        (lambda at: f"{at % 9 + 1},{at + 100}.00", "a comma between thousands"),
        (lambda at: f"2024-01-{at % 28 + 1:02}", "60 of 60 cells look like dates"),
    ],
)
def test_text_that_looks_like_something_else_is_refused_by_name(cell, finding):
    X = pd.DataFrame({"price": [cell(at) for at in range(ROWS)], "n": np.arange(ROWS)})
    with pytest.raises(ValueError, match="column 'price'") as error:
        fitted(X, LABELS)
    assert finding in str(error.value)
    fitted(X.astype({"price": "category"}), LABELS, max_depth=1)


def test_identifiers_are_left_out_with_a_warning():
    X = pd.DataFrame(
        {
            "customer_id": np.arange(1000, 1000 + ROWS),
            "name": [f"name {at}" for at in range(ROWS)],
            "n": np.arange(ROWS) % 4,
        }
    )
    with pytest.warns(UserWarning, match="'customer_id' has 60 different values in 60 rows"):
        clf = fitted(X, LABELS)
    assert clf.n_features_in_ == 3
    assert set(clf.tree_.asked()) <= {2}
    assert clf.predict(X).shape == (ROWS,)
    assert clf.baseline(X, LABELS)["gosdt"]["leaves"] == clf.tree_.n_leaves


def test_many_numbers_are_no_label():
    with pytest.raises(ValueError, match="y has 60 different numbers"):
        fitted(np.arange(ROWS).reshape(-1, 1), np.arange(ROWS))
    fitted(np.arange(ROWS).reshape(-1, 1), np.arange(ROWS).astype(str), max_leaves=1)


LEVELS = ["low", "mid", "high", "top"]
SIZES = [LEVELS[at % 4] for at in range(ROWS)]
ABOVE = [int(at % 4 > 1) for at in range(ROWS)]


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"size": pd.Categorical(SIZES, categories=LEVELS, ordered=True)}),
        pl.DataFrame({"size": pl.Series(SIZES, dtype=pl.Enum(LEVELS))}),
    ],
)
def test_ordered_categories_are_split_at_thresholds(frame, tmp_path):
    clf = fitted(frame, ABOVE)
    assert clf.export_text().startswith("size <= mid?\n")
    assert clf.predict(frame).tolist() == ABOVE
    assert clf.predict(pd.DataFrame({"size": ["top", "low"]})).tolist() == [1, 0]
    with pytest.raises(ValueError, match="'huge' is not one of low, mid, high, top"):
        clf.predict(pd.DataFrame({"size": ["low", "huge"]}))
    with pytest.raises(TypeError, match="ordered categories"):
        clf.predict(pd.DataFrame({"size": [1, 2]}))
    clf.save(tmp_path / "m.json")
    assert GOSDTClassifier.load(tmp_path / "m.json").predict(frame).tolist() == ABOVE
    assert "IN ('low', 'mid')" in clf.to_sql()


def test_ordered_categories_may_come_in_another_order():
    X = pd.DataFrame({"size": pd.Categorical(SIZES, categories=LEVELS, ordered=True)})
    turned = pd.Categorical(SIZES, categories=LEVELS[::-1], ordered=True)
    assert fitted(X, ABOVE).predict(pd.DataFrame({"size": turned})).tolist() == ABOVE


def test_unordered_categories_stay_categories():
    X = pd.DataFrame({"size": pd.Categorical(SIZES)})
    assert " is " in fitted(X, ABOVE).export_text()


@pytest.mark.parametrize("library", [pd, pl])
def test_dates_become_numbers_as_in_the_program(library):
    days = ["2024-02-29", "2023-12-31"]
    text = library.DataFrame({"day": days, "n": [1, 2]})
    if library is pd:
        frame = text.assign(day=pd.to_datetime(text["day"]))
    else:
        frame = text.with_columns(pl.col("day").str.to_date())
    for X in (text, frame):
        parts = date_parts(X, "day")
        assert list(parts.columns) == ["n", "day.year", "day.month", "day.weekday"]
        assert [list(parts[name]) for name in parts.columns[1:]] == [[2024, 2023], [2, 12], [4, 7]]
    with pytest.raises(TypeError, match=r"gosdt_rs.date_parts\(X, 'day'\)"):
        fitted(frame, [0, 1])


def test_thresholds_are_short_and_the_same_everywhere():
    x = np.where(LABELS == 1, 0.09, 0.08)
    clf = fitted(x.reshape(-1, 1), LABELS)
    assert clf.tree_.threshold[0] == 0.085
    assert clf.export_text().startswith("x0 <= 0.085?")
    assert "0.085e0" in clf.to_sql()
