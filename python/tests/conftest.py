"""Data that several tests use."""

import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def people():
    """Forty people with every kind of column; who is ill follows from two of them."""
    rng = np.random.default_rng(7)
    frame = pd.DataFrame(
        {
            "age": rng.integers(18, 80, 40),
            "height": rng.normal(1.7, 0.1, 40).round(3),
            "smoker": rng.random(40) < 0.5,
            "colour": rng.choice(["red", "green", "blue"], 40),
            "size": pd.Categorical(rng.choice(["S", "M", "L"], 40), ["S", "M", "L"], ordered=True),
        }
    )
    ill = frame["smoker"] & (frame["colour"] != "red")
    return frame, ill.map({True: "ill", False: "well"}).rename("state")


@pytest.fixture
def noise():
    """Random labels: a proof takes far longer than any test."""
    rng = np.random.default_rng(0)
    return rng.random((300, 12)), rng.integers(0, 2, 300)


@pytest.fixture(scope="session")
def program():
    """The program `gosdt`, as the tests of the workspace built it."""
    for profile in ("debug", "release"):
        path = ROOT / "target" / profile / "gosdt"
        if path.exists():
            return str(path)
    found = shutil.which("gosdt")
    if found is None:
        pytest.skip("the program gosdt is not built; `make test-rust` does")
    return found
