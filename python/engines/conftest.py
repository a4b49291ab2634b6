"""Engines and clusters on this machine; a test of one that is not installed is skipped by name."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent / "tests")]

from engine import need  # noqa: E402


@pytest.fixture(scope="session")
def spark():
    """A local Spark with two cores."""
    need("pyspark")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "2").config("spark.driver.memory", "1g")
    try:
        session = builder.getOrCreate()
    except Exception as error:  # There is no Java, or it does not start.
        pytest.skip(f"pyspark does not start: {error}")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def dask_client():
    """A local Dask cluster with two workers."""
    need("distributed")
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            yield client


@pytest.fixture(scope="session")
def ray_cluster():
    """A local Ray with two workers."""
    ray = need("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    yield ray
    ray.shutdown()
