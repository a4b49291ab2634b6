"""The parameters as given → the options of a fit. Nothing is checked before ``fit``."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import effective_n_jobs, parallel_config
from joblib.parallel import get_active_backend

MISSING = ("error", "drop", "category")

#: Seconds that no search takes: a longer limit is none.
_ALWAYS = 2**53

#: More threads than any machine has.
_MOST_THREADS = 2**16

#: Objectives that two classes are needed for.
_BINARY = ("weighted", "auc", "pauc", "fscore", "fbeta", "jaccard")

#: Objectives that are sums over rows, so that a lone leaf is optimal where all rows agree.
ADDITIVE = ("accuracy", "balanced", "weighted", "cost")


def family(objective: str) -> str:
    """``weighted`` of ``weighted:2``, however it is written; ``f1`` is another name of ``fscore``.

    >>> family("Weighted:2"), family("F1")
    ('weighted', 'fscore')
    """
    name = str(objective).split(":", 1)[0].strip().lower()
    return "fscore" if name == "f1" else name


def more(estimator: Any, *others: str) -> str:
    """What to do about a search that a limit stopped, in the words of the parameters.

    >>> from gosdt_rs import GOSDTClassifier
    >>> more(GOSDTClassifier(), "a larger regularization")
    'Give it more time (time_limit=60; None is no limit), or a larger regularization.'
    """
    ways = []
    if estimator.time_limit is not None:
        ways.append(f"more time (time_limit={estimator.time_limit}; None is no limit)")
    if estimator.memory_limit is not None:
        ways.append(f"more memory (memory_limit={estimator.memory_limit})")
    ways.extend(others)
    listed = ways[0] if len(ways) == 1 else f"{', '.join(ways[:-1])}, or {ways[-1]}"
    return f"Give it {listed}."


def needs_two_classes(objective: str) -> bool:
    """Whether the objective is defined for two classes only."""
    return family(objective) in _BINARY


def check_classes(estimator: Any, classes: int) -> None:
    """Refuses what the objective cannot be with these classes or class weights."""
    objective = objective_of(estimator)
    if classes > 2 and needs_two_classes(objective):
        raise ValueError(
            f"Only binary classification is supported by objective={objective!r}. The type of the "
            f"target is multiclass."
        )
    if family(objective) == "balanced" and estimator.class_weight is not None:
        raise ValueError(
            "objective='balanced' weighs all classes the same, whatever their class_weight; leave "
            "one of them out"
        )


def objective_of(estimator: Any) -> str:
    """The objective, with ``balance`` and ``cost_matrix`` taken into account."""
    objective = estimator.objective
    if not isinstance(objective, str):
        raise TypeError(f"objective={objective!r}; it must be text such as 'accuracy'")
    if estimator.balance:
        if family(objective) not in ("accuracy", "balanced") or estimator.cost_matrix is not None:
            raise ValueError("balance=True is objective='balanced'; leave the other one out")
        return "balanced"
    if estimator.cost_matrix is not None:
        if family(objective) not in ("accuracy", "cost"):
            raise ValueError(f"a cost_matrix is an objective itself; leave out {objective!r}")
        return "cost"
    if family(objective) == "cost":
        raise ValueError(
            f"objective={objective!r} needs a cost_matrix: the costs themselves, not a file"
        )
    return objective


def fit_options(
    estimator: Any,
    rows: int,
    positive: str | None,
    costs: str | None,
    regularization: str,
    started: float,
) -> dict:
    """The options of the extension module; the time limit counts from ``started``."""
    return {
        "objective": objective_of(estimator),
        "cost_matrix": costs,
        "positive": positive,
        "regularization": regularization,
        "max_depth": max_depth(estimator),
        "max_leaves": _count("max_leaves", estimator.max_leaves, least=1),
        "min_samples_leaf": min_samples_leaf(estimator.min_samples_leaf, rows),
        "time_limit": _seconds_left(estimator.time_limit, started),
        "memory_limit": _count("memory_limit", estimator.memory_limit, least=1),
        "threads": _threads(estimator.n_jobs),
        "missing": missing_policy(estimator.missing),
    }


def _threads(n_jobs: Any) -> int:
    if n_jobs is not None and not isinstance(n_jobs, Integral):
        raise TypeError(f"n_jobs={n_jobs!r}; it must be a whole number or None")
    threads = _effective(n_jobs)
    if threads > _MOST_THREADS:
        raise ValueError(
            f"n_jobs={n_jobs}; it must be at most {_MOST_THREADS}, or -1 for all cores"
        )
    return threads


def _effective(n_jobs: int | None) -> int:
    """The threads of a number of jobs. Where joblib hands jobs to a cluster (Dask, Ray), its number
    of workers says nothing of this machine: None is 1 there, and -1 the cores of this machine."""
    backend, _ = get_active_backend()
    if type(backend).__module__ == "joblib._parallel_backends":
        return effective_n_jobs(n_jobs)
    with parallel_config("threading"):
        return 1 if n_jobs is None else effective_n_jobs(n_jobs)


@contextmanager
def numbers_that_fit() -> Iterator[None]:
    """Calls a number that is too large for the arithmetic a bad value."""
    try:
        yield
    except OverflowError as error:
        raise ValueError(f"a parameter, weight or cost is too large: {error}") from error


def missing_policy(missing: str) -> str:
    """What to do with missing values."""
    if missing not in MISSING:
        raise ValueError(f"missing={missing!r}; choose 'error', 'drop' or 'category'")
    return missing


def decimal_text(name: str, value: Any) -> str:
    """A number as the exact decimal or fraction that it is printed as: 0.01 is one hundredth."""
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal, str, np.floating)):
        raise TypeError(f"{name}={value!r}; it must be a number")
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    return str(value)


def fraction(text: str) -> Fraction:
    """The number that :func:`decimal_text` spells.

    >>> fraction("1/32"), fraction("0.05")
    (Fraction(1, 32), Fraction(1, 20))
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{text!r} is not a decimal number") from None


def max_depth(estimator: Any) -> int | None:
    """The depth limit, under either of its names."""
    depth = _count("max_depth", estimator.max_depth, least=0)
    budget = _count("depth_budget", estimator.depth_budget, least=0)
    if None not in (depth, budget) and depth != budget:
        raise ValueError(f"max_depth={depth} and depth_budget={budget} disagree; give one")
    return budget if depth is None else depth


def min_samples_leaf(value: Any, rows: int) -> int:
    """A count, or a share of the rows as a float between 0 and 1."""
    if isinstance(value, Real) and not isinstance(value, Integral) and 0 < value < 1:
        return math.ceil(value * rows)
    count = _count("min_samples_leaf", value, least=1)
    if count is None:
        raise TypeError("min_samples_leaf=None; it must be a number")
    return count


def cost_text(cost_matrix: Any, classes: int) -> str | None:
    """The cost matrix as the CSV that the program reads."""
    if cost_matrix is None:
        return None
    rows = [list(row) for row in (getattr(cost_matrix, "values", cost_matrix))]
    if len(rows) != classes or any(len(row) != classes for row in rows):
        raise ValueError(
            f"cost_matrix must be {classes} × {classes}: a row for each predicted class and a "
            f"column for each true class, in the order of classes_"
        )
    return "".join(
        ",".join(decimal_text("cost_matrix entry", cost) for cost in row) + "\n" for row in rows
    )


def _count(name: str, value: Any, least: int) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}={value!r}; it must be a whole number or None")
    if value < least:
        raise ValueError(f"{name}={value}; it must be at least {least}")
    bits = 64 if name == "memory_limit" else 32
    if value >= 2**bits:
        raise ValueError(f"{name}={value}; it must be below 2**{bits}, or None for no limit")
    return int(value)


def _seconds_left(value: Any, started: float) -> float | None:
    """What is left of a time limit that counts from ``started``, as ``time.monotonic`` tells it."""
    limit = _seconds(value)
    return None if limit is None else max(0.0, limit - (time.monotonic() - started))


def _seconds(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"time_limit={value!r}; it must be a number of seconds or None")
    if not value > 0:
        raise ValueError(f"time_limit={value}; it must be more than 0 seconds")
    return None if value >= _ALWAYS else float(value)
