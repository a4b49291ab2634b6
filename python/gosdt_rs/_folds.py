"""Cross-validations, as the extension module wants them."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from ._training_rows import TrainingRows


def folds(cv: Any, rule: str, random_state: Any, rows: TrainingRows) -> dict[str, Any]:
    """The folds and the rule, checked."""
    if rows.table is not None:
        raise ValueError(
            "λ cannot be chosen by cross-validation on a compressed table: equal rows were merged, "
            "and folds are made of rows; give the data itself, or a regularization"
        )
    if rule not in ("1se", "min"):
        raise ValueError(f"rule={rule!r}; choose '1se' or 'min'")
    whole = isinstance(cv, Integral) and not isinstance(cv, bool)
    if whole and cv < 2:
        raise ValueError(f"cv={cv}; it must be at least 2 folds")
    if whole and cv > len(rows.labels.codes):
        raise ValueError(f"cv={cv}; there are {len(rows.labels.codes)} rows to fold")
    return {
        "folds": int(cv) if whole else 0,
        "seed": _seed(random_state) if whole else 0,
        "splits": None if whole else _splits(cv, rows),
        "lambdas": None,
        "rule": rule,
    }


def is_list(value: Any) -> bool:
    """Whether a parameter is a list of some kind."""
    return isinstance(value, Iterable) and not isinstance(value, str)


def _seed(random_state: Any) -> int:
    if isinstance(random_state, Integral) and random_state >= 0:
        if random_state >= 2**64:
            raise ValueError(f"random_state={random_state}; it must be below 2**64")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def _splits(cv: Any, rows: TrainingRows) -> list[tuple[list[int], list[int]]]:
    """Pairs of rows to fit and rows to measure on. A splitter sees the rows that are fitted; a
    list counts all rows that were given."""
    if isinstance(cv, str) or not (hasattr(cv, "split") or is_list(cv)):
        raise TypeError(
            f"cv={cv!r}; it must be a number of folds, a splitter, or a list of pairs of "
            f"row indices"
        )
    codes = rows.labels.codes
    if hasattr(cv, "split"):
        pairs = cv.split(np.zeros((len(codes), 1)), codes)
        return [(train.tolist(), test.tolist()) for train, test in pairs]
    place = np.cumsum(rows.kept) - 1
    return [tuple(_kept(part, rows.kept, place) for part in pair) for pair in cv]


def _kept(part: Any, kept: np.ndarray, place: np.ndarray) -> list[int]:
    """Row indices, or a mask, among all rows → indices among those that are kept."""
    part = np.arange(len(kept))[np.asarray(part)]
    return place[part[kept[part]]].tolist()
