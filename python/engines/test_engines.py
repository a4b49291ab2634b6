"""The same frame in every engine: bit-identical classes, the same tree, the same predictions."""

import narwhals as nw
import pytest
from engine import need
from test_compress import FRAMES, model_of, people, plain
from test_score import HOSTILE, fitted

from gosdt_rs import GOSDTClassifier, compress

ENGINES = [*FRAMES, "duckdb", "ibis", "dask", "dask cluster", "pyspark"]


@pytest.fixture
def made(request, tmp_path):
    """A function that makes the frame of an engine of a pandas frame."""

    def make(engine, frame):
        if engine in FRAMES:
            return FRAMES[engine](frame)
        path = str(tmp_path / "frame.parquet")
        frame.to_parquet(path)
        if engine == "duckdb":
            return need("duckdb").connect().read_parquet(path)
        if engine == "ibis":
            return need("ibis").duckdb.connect().read_parquet(path)
        if engine.startswith("dask"):
            if engine == "dask cluster":
                request.getfixturevalue("dask_client")
            need("dask.dataframe")
            import dask.dataframe

            return dask.dataframe.from_pandas(frame, npartitions=3)
        return request.getfixturevalue("spark").read.parquet(path)

    return make


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("thresholds", ["all", "quantile:5"])
def test_classes_and_trees_are_the_same_in_every_engine(engine, thresholds, made):
    frame = people(3000)
    first = compress(frame, "ill", "weight", thresholds)
    table = compress(made(engine, frame), "ill", "weight", thresholds)
    assert table.codes.tobytes() == first.codes.tobytes()
    for name in ("weights", "counts", "heaviest"):
        assert getattr(table, name).tobytes() == getattr(first, name).tobytes()
    assert table.labels.codes.tobytes() == first.labels.codes.tobytes()
    raw = GOSDTClassifier(regularization=0.01, thresholds=thresholds)
    raw.fit(*plain(frame), frame["weight"])
    clf = GOSDTClassifier(regularization=0.01).fit(table)
    assert model_of(clf) == model_of(raw) and raw.gap_ == 0


@pytest.mark.parametrize("engine", [name for name in ENGINES if name not in ("pandas", "pyarrow")])
def test_a_lazy_frame_is_fitted_in_every_engine(engine, made):
    frame = people(800).drop(columns="weight")
    lazy = made(engine, frame)
    if isinstance(nw.from_native(lazy), nw.DataFrame):
        pytest.skip(f"{engine} is not lazy")
    clf = GOSDTClassifier(regularization=0.02).fit(lazy, "ill")
    assert model_of(clf) == model_of(GOSDTClassifier(regularization=0.02).fit(*plain(frame)))


@pytest.mark.parametrize("missing", ["drop", "category"])
@pytest.mark.parametrize("engine", ENGINES)
def test_missing_values_are_the_same_in_every_engine(engine, missing, made):
    frame = people(800).drop(columns="weight")
    frame.loc[::7, "dose"] = None
    frame.loc[::5, "town"] = None
    first = compress(frame, "ill", missing=missing)
    table = compress(made(engine, frame), "ill", missing=missing)
    assert table.codes.tobytes() == first.codes.tobytes()
    assert table.counts.tobytes() == first.counts.tobytes() and table.dropped == first.dropped


@pytest.mark.parametrize("missing", [None, "category"])
def test_duckdb_says_what_predict_says(missing, tmp_path):
    duckdb = need("duckdb")
    clf, frame = fitted(missing)
    base = duckdb.connect()
    base.register("rows", frame)
    said = base.sql(f"SELECT {clf.to_sql('duckdb')} AS said FROM rows").df()["said"]
    assert said.tolist() == clf.predict(frame).tolist()


@pytest.mark.parametrize("missing", [None, "category"])
def test_spark_says_what_predict_says(missing, spark, tmp_path):
    clf, frame = fitted(missing)
    frame.to_parquet(tmp_path / "rows.parquet")
    # Spark's own names for columns may hold neither line ends nor, in some calls, dots.
    spark.read.parquet(str(tmp_path / "rows.parquet")).createOrReplaceTempView("rows")
    said = spark.sql(f"SELECT {clf.to_sql('spark')} AS said FROM rows").toPandas()["said"]
    assert said.tolist() == clf.predict(frame).tolist()
    assert any(name in clf.to_sql("spark") for name in HOSTILE)


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "dask cluster"])
def test_the_expression_says_what_predict_says_in_every_engine(engine, made):
    frame = people(500).drop(columns="weight")
    X, y = plain(frame)
    clf = GOSDTClassifier(regularization=0.01).fit(X, y)
    scored = nw.from_native(made(engine, X)).lazy().select(clf.to_expression())
    said = scored.collect()["prediction"].to_list()
    assert sorted(said) == sorted(clf.predict(X).tolist())
