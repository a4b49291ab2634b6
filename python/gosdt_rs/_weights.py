"""Row weights as exact integers over a common denominator.

A float weight stands for the decimal that Python prints for it: 0.1 is one tenth, as it would be in
a file. Class weights multiply exactly, and ``"balanced"`` is the exact fraction. Where the common
denominator would not fit 64 bits (17-digit floats), weights are rounded to one part in 2**36 of
their total, or in 2**28 if the objective needs the room.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.utils.validation import _check_sample_weight

from ._parameters import numbers_that_fit

#: What exact weights may add up to, in units of the common denominator.
_LARGEST_TOTAL = 2**62

#: Resolutions of rounded weights, in bits of their total; the first that fits the costs is taken.
_RESOLUTIONS = (36, 28)


@dataclass(frozen=True)
class FixedWeights:
    """The weight of row i is ``values[i] / denominator * unit``."""

    values: np.ndarray
    denominator: int
    unit: float = 1.0
    #: For each class the largest weight of one row, where rows are several rows each.
    heaviest: list[int] | None = None


class RowWeights:
    """Sample weights times class weights, as fractions of each distinct pair."""

    def __init__(self, sample: np.ndarray, by_class: list[Fraction], codes: np.ndarray) -> None:
        distinct, self._which = np.unique(sample, return_inverse=True)
        self._distinct = [_fraction(weight) for weight in distinct.tolist()]
        self._by_class = by_class
        self._codes = codes

    def forms(self) -> Iterator[FixedWeights]:
        """Exact weights if they fit, then rounded ones, ever coarser."""
        exact = self._exact()
        if exact is not None:
            yield exact
        for bits in _RESOLUTIONS:
            yield self._rounded(bits)

    def _exact(self) -> FixedWeights | None:
        denominator = 1
        for weight in self._distinct:
            denominator = math.lcm(denominator, weight.denominator)
            if denominator > _LARGEST_TOTAL:
                return None
        denominator *= math.lcm(*(weight.denominator for weight in self._by_class))
        table = [
            [int(sample * weight * denominator) for weight in self._by_class]
            for sample in self._distinct
        ]
        # In Python's integers: numpy's would overflow without a word.
        pairs, counts = np.unique(
            self._which * len(self._by_class) + self._codes, return_counts=True
        )
        flat = [weight for row in table for weight in row]
        total = sum(flat[pair] * count for pair, count in zip(pairs.tolist(), counts.tolist()))
        if total > _LARGEST_TOTAL or denominator > _LARGEST_TOTAL or max(flat) > _LARGEST_TOTAL:
            return None
        return FixedWeights(np.array(table, dtype=np.uint64)[self._which, self._codes], denominator)

    def _rounded(self, bits: int) -> FixedWeights:
        sample = np.array([float(weight) for weight in self._distinct])[self._which]
        floats = sample * np.array([float(weight) for weight in self._by_class])[self._codes]
        scale = 2.0 ** (bits - math.ceil(math.log2(floats.sum())))
        values = np.maximum(np.rint(floats * scale), 1).astype(np.uint64)
        if scale < 1:
            return FixedWeights(values, 1, 1 / scale)
        return FixedWeights(values, int(scale))


def merged_weights(table: Any, by_class: list[Fraction] | None) -> Iterator[FixedWeights]:
    """The weights of the classes of a compressed table, times those of their labels: exact if they
    fit, then rounded ones, ever coarser."""
    fractions = by_class or [Fraction(1)] * len(table.labels.classes)
    common = math.lcm(*(weight.denominator for weight in fractions))
    factors = [int(weight * common) for weight in fractions]
    codes, heaviest = table.labels.codes, table.heaviest.tolist()
    values = [weight * factors[code] for weight, code in zip(table.weights.tolist(), codes.tolist())]
    denominator, total = table.denominator * common, sum(values)
    most = [weight * factor for weight, factor in zip(heaviest, factors)]
    if max(total, denominator) <= _LARGEST_TOTAL:
        yield FixedWeights(np.array(values, dtype=np.uint64), denominator, 1.0, most)
    for bits in _RESOLUTIONS:
        scale = Fraction(2) ** (bits - math.ceil(math.log2(total / denominator)))
        rounded = [max(round(value * scale / denominator), 1) for value in values]
        largest = [max(round(value * scale / denominator), 1) for value in most]
        unit = 1.0 if scale >= 1 else float(1 / scale)
        array = np.array(rounded, dtype=np.uint64)
        yield FixedWeights(array, max(int(scale), 1), unit, largest)


def read_sample_weight(sample_weight: Any, rows: int) -> np.ndarray | None:
    """Checks the sample weights; ``None`` is 1 each."""
    if sample_weight is None:
        return None
    rows_like = np.empty((rows, 1))
    with numbers_that_fit():
        weights = _check_sample_weight(sample_weight, rows_like, dtype=np.float64)
    if (weights < 0).any():
        raise ValueError("Negative values in data passed to `sample_weight`")
    if not weights.any():
        raise ValueError("all sample weights are zero")
    return weights


def class_fractions(
    class_weight: Any, classes: np.ndarray, codes: np.ndarray, sample: np.ndarray | None
) -> list[Fraction] | None:
    """The weight of each class; ``None`` when all are 1."""
    if class_weight is None:
        return None
    if class_weight == "balanced":
        return _balanced(len(classes), codes, sample)
    if not isinstance(class_weight, dict):
        raise ValueError(
            f"class_weight={class_weight!r}; choose 'balanced', a dictionary with a weight per "
            f"class, or None"
        )
    unknown = set(class_weight) - set(classes.tolist())
    if unknown:
        raise ValueError(f"class_weight names {sorted(map(str, unknown))}, which y does not have")
    return [_class_fraction(class_weight.get(label, 1), label) for label in classes.tolist()]


def _balanced(classes: int, codes: np.ndarray, sample: np.ndarray | None) -> list[Fraction]:
    totals = [Fraction(float(total)) for total in np.bincount(codes, sample, minlength=classes)]
    everything = sum(totals)
    return [everything / (classes * total) if total else Fraction(1) for total in totals]


def _class_fraction(weight: Any, label: Any) -> Fraction:
    fraction = _fraction(weight)
    if fraction <= 0:
        raise ValueError(f"class_weight of class {label!r} is {weight}; it must be positive")
    return fraction


def _fraction(weight: Any) -> Fraction:
    return Fraction(weight) if isinstance(weight, (int, Fraction)) else Fraction(str(weight))
