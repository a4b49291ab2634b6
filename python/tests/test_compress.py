"""Tables compressed to their distinct rows: the same classes and the same tree as from the rows."""

import json
import pickle
import subprocess

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from gosdt_rs import (
    CompressedTable,
    GOSDTClassifier,
    GOSDTClassifierCV,
    compress,
    optimal_path,
    rashomon_set,
)


def people(rows=600, seed=0):
    """Numbers, text, booleans, a weight and a label with some noise."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": random.integers(20, 60, rows),
            "dose": np.round(random.normal(size=rows), 1),
            "town": random.choice(["a b", "c'd", 'e"f'], rows),
            "smoker": random.random(rows) < 0.3,
            "weight": random.choice([0.5, 1.0, 2.0, 0.1], rows),
        }
    )
    ill = (frame["age"] > 40) ^ (frame["dose"] > 0.2) ^ (random.random(rows) < 0.1)
    frame["ill"] = np.where(ill, "yes", "no")
    return frame


FRAMES = {
    "pandas": lambda frame: frame,
    "polars": lambda frame: pl.from_pandas(frame),
    "polars lazy": lambda frame: pl.from_pandas(frame).lazy(),
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
}


def model_of(clf):
    return json.dumps(clf.model_, sort_keys=True)


def plain(frame):
    return frame[["age", "dose", "town", "smoker"]], frame["ill"].rename("ill")


@pytest.mark.parametrize("engine", FRAMES)
@pytest.mark.parametrize("thresholds", ["all", "quantile:5", {"age": [30.5, 40.5, 99], "dose": []}])
@pytest.mark.parametrize("weights", [None, "weight"])
def test_a_compressed_table_is_the_table(engine, thresholds, weights):
    frame = people()
    given = frame if weights else frame.drop(columns="weight")
    table = compress(FRAMES[engine](given), "ill", weights, thresholds)
    X, y = plain(frame)
    raw = GOSDTClassifier(regularization=0.02, thresholds=thresholds, min_samples_leaf=0.05)
    raw.fit(X, y, frame["weight"] if weights else None)
    clf = GOSDTClassifier(regularization=0.02, min_samples_leaf=0.05).fit(table)
    assert model_of(clf) == model_of(raw)
    assert table.exact == (thresholds == "all")
    assert clf.status_ == ("optimal" if table.exact else "optimal-among-thresholds")
    assert (clf.predict(X) == raw.predict(X)).all()


@pytest.mark.parametrize("engine", ["pandas", "polars", "polars lazy"])
@pytest.mark.parametrize("thresholds", ["all", "quantile:2"])
@pytest.mark.filterwarnings("ignore:left out of the fit:UserWarning")
def test_columns_are_examined_as_in_a_fit_to_the_rows(engine, thresholds):
    frame = people(400).drop(columns="weight")
    sizes = np.random.default_rng(2).choice(["s", "m", "l", "xl"], 400)
    frame["size"] = pd.Categorical(sizes, ["s", "m", "l", "xl"], ordered=True)
    frame["paid"] = np.arange(400) % 2
    frame["id"] = np.arange(400) + 7
    names = [name for name in frame if name != "ill"]
    given = frame
    if engine != "pandas":
        given = pl.from_pandas(frame).with_columns(pl.col("size").cast(pl.Enum(["s", "m", "l", "xl"])))
        given = given.lazy() if engine == "polars lazy" else given
    with pytest.warns(UserWarning, match="left out of the fit: 'id' has"):
        table = compress(given, "ill", thresholds=thresholds)
    raw = GOSDTClassifier(regularization=0.02, thresholds=thresholds)
    raw.fit(frame[names], frame["ill"])
    assert model_of(GOSDTClassifier(regularization=0.02).fit(table)) == model_of(raw)
    frame["day"] = "2020-01-" + pd.Series(np.arange(400) % 28 + 1).astype(str).str.zfill(2)
    with pytest.raises(ValueError, match="'day'.*look like dates"):
        compress(frame, "ill")


def test_classes_do_not_depend_on_the_engine_or_the_order_of_rows():
    frame = people().drop(columns="weight")
    first = compress(frame, "ill")
    for make in FRAMES.values():
        other = compress(make(frame.sample(frac=1, random_state=1)), "ill")
        assert (other.codes == first.codes).all()
        assert (other.weights == first.weights).all() and (other.counts == first.counts).all()
        assert (other.labels.codes == first.labels.codes).all()


@pytest.mark.parametrize("scale", [1.0, 1e12])
def test_many_different_weights_are_rounded_alike(scale, monkeypatch):
    monkeypatch.setattr("gosdt_rs._compress._MOST_WEIGHTS", 100)
    frame = people(2000)
    frame["weight"] = np.random.default_rng(1).random(2000) * scale
    first = compress(frame, "ill", "weight")
    assert first.weights.sum() / first.denominator == pytest.approx(frame["weight"].sum(), rel=1e-7)
    for make in FRAMES.values():
        other = compress(make(frame.sample(frac=1, random_state=1)), "ill", "weight")
        assert (other.weights == first.weights).all() and (other.heaviest == first.heaviest).all()
    clf = GOSDTClassifier(regularization=0.02).fit(first)
    raw = GOSDTClassifier(regularization=0.02).fit(*plain(frame), frame["weight"])
    assert clf.export_text() == raw.export_text()
    assert clf.objective_ == pytest.approx(raw.objective_, rel=1e-6)
    frame.loc[3, "weight"] = None
    for make in FRAMES.values():
        with pytest.raises(ValueError, match="missing or infinite"):
            compress(make(frame), "ill", "weight")


def test_a_lazy_frame_is_fitted_directly():
    frame = people()
    lazy = pl.from_pandas(frame.drop(columns="weight")).lazy()
    clf = GOSDTClassifier(regularization=0.02).fit(lazy, "ill")
    raw = GOSDTClassifier(regularization=0.02).fit(*plain(frame))
    assert model_of(clf) == model_of(raw)
    weighted = pl.from_pandas(frame).lazy()
    clf = GOSDTClassifier(thresholds="quantile:3").fit(weighted, "ill", "weight")
    assert clf.thresholds_["rule"] == "quantile:3"
    with pytest.raises(TypeError, match="name of its column of labels"):
        GOSDTClassifier().fit(lazy, frame["ill"])
    with pytest.raises(TypeError, match="to_expression"):
        clf.predict(lazy)


@pytest.mark.parametrize("missing", ["drop", "category"])
@pytest.mark.parametrize("engine", FRAMES)
@pytest.mark.filterwarnings("ignore:.*rows have a missing value:UserWarning")
def test_missing_values_are_those_of_the_rows(engine, missing):
    frame = people().drop(columns="weight")
    frame.loc[::7, "dose"] = np.nan
    frame.loc[::5, "town"] = None
    for thresholds in ("all", "quantile:4"):
        table = compress(FRAMES[engine](frame), "ill", thresholds=thresholds, missing=missing)
        clf = GOSDTClassifier(regularization=0.02).fit(table)
        raw = GOSDTClassifier(regularization=0.02, missing=missing, thresholds=thresholds)
        raw.fit(*plain(frame))
        assert model_of(clf) == model_of(raw)
        assert clf.report_["dropped_rows"] == raw.report_["dropped_rows"]
    with pytest.raises(ValueError, match="'dose' .86., 'town' .120."):
        compress(FRAMES[engine](frame), "ill")


def test_class_weights_paths_and_rashomon_sets_take_it():
    frame = people()
    table = compress(frame, "ill", "weight")
    X, y = plain(frame)
    for class_weight in ("balanced", {"yes": 2.5}):
        clf = GOSDTClassifier(class_weight=class_weight, regularization=0.02).fit(table)
        raw = GOSDTClassifier(class_weight=class_weight, regularization=0.02)
        raw.fit(X, y, frame["weight"])
        # Sums over merged rows have fewer digits to round than the weights of single rows.
        assert clf.objective_ == pytest.approx(raw.objective_, abs=1e-9)
        assert clf.export_text() == raw.export_text()
    path = optimal_path(table, min_regularization=0.02)
    assert path.leaves.tolist() == optimal_path(X, y, frame["weight"], min_regularization=0.02).leaves.tolist()
    assert rashomon_set(table, regularization=0.05).count == rashomon_set(
        X, y, frame["weight"], regularization=0.05
    ).count
    with pytest.raises(ValueError, match="folds are made of rows"):
        GOSDTClassifierCV().fit(table)
    with pytest.raises(ValueError, match="folds are made of rows"):
        optimal_path(table, min_regularization=0.02, cv=3)


def test_many_weights_are_rounded_and_the_tree_is_the_same():
    frame = people(6000)
    frame["weight"] = np.random.default_rng(1).random(6000)
    table = compress(frame, "ill", "weight")
    clf = GOSDTClassifier(regularization=0.02).fit(table)
    raw = GOSDTClassifier(regularization=0.02).fit(*plain(frame), frame["weight"])
    assert clf.objective_ == pytest.approx(raw.objective_, abs=1e-8)
    assert clf.tree_.tests == raw.tree_.tests


def test_what_cannot_be_is_refused():
    frame = people()
    for wrong, problem in [
        (lambda: compress(frame, "sick"), "no column 'sick'"),
        (lambda: compress(frame, "ill", thresholds="guess"), "is compressed with"),
        (lambda: compress(frame, "ill", thresholds={"town": [1.0]}), "not numeric"),
        (lambda: compress(frame.assign(weight=-1.0), "ill", "weight"), "negative"),
        (lambda: compress(frame.assign(day=pd.Timestamp(0)), "ill"), "has type"),
        (lambda: GOSDTClassifier().fit(compress(frame, "ill"), frame["ill"]), "give it alone"),
        (
            lambda: GOSDTClassifier(thresholds="quantile:2").fit(
                compress(frame, "ill", thresholds="quantile:3")
            ),
            "only ones that it has",
        ),
    ]:
        with pytest.raises((ValueError, TypeError), match=problem):
            wrong()


def test_a_file_is_read_back_and_by_the_program(tmp_path, program):
    table = compress(people(), "ill", "weight", "quantile:4")
    table.save(tmp_path / "classes.parquet")
    again = CompressedTable.load(tmp_path / "classes.parquet")
    clf = GOSDTClassifier(regularization=0.02).fit(table)
    assert model_of(GOSDTClassifier(regularization=0.02).fit(again)) == model_of(clf)
    if subprocess.run([program, "compress", "--help"], capture_output=True).returncode:
        pytest.skip("the program was built without Parquet")
    model = tmp_path / "model.json"
    fit = [program, "fit", tmp_path / "classes.parquet", "--lambda", "0.02", "-o", model]
    subprocess.run(fit, check=True, capture_output=True)
    assert json.loads(model.read_text()) == clf.model_


def test_estimators_pickle_small():
    frame = people(20_000)
    X, y = plain(frame)
    clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    small = len(pickle.dumps(GOSDTClassifier(regularization=0.02).fit(X[:2000], y[:2000])))
    assert len(pickle.dumps(clf)) < 1.5 * small < 30_000
    assert (pickle.loads(pickle.dumps(clf)).predict(X) == clf.predict(X)).all()
    path = optimal_path(X[:2000], y[:2000], min_regularization=0.02)
    assert len(pickle.dumps(path)) < 30_000 * len(path)
    with pytest.raises(TypeError, match="lives in the process"):
        pickle.dumps(rashomon_set(X[:500], y[:500], regularization=0.05))
