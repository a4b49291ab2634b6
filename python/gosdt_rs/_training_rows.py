"""The rows of a fit, on their way to the extension module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import _gosdt
from ._columns import Column
from ._labels import Labels
from ._weights import RowWeights, class_fractions


@dataclass(frozen=True)
class TrainingRows:
    """Columns, labels, and what makes up the weights: those of the rows and those of the classes
    (``None`` is 1 each); which of the rows that were given these are; and how many were left out
    for missing values."""

    columns: list[Column]
    labels: Labels
    sample: np.ndarray | None
    by_class: list[Fraction] | None
    kept: np.ndarray
    dropped: int

    def have_one_class(self) -> bool:
        """Whether there is nothing to tell apart."""
        return bool((self.labels.codes == self.labels.codes[0]).all())

    def weight(self) -> float:
        """The weight of all rows, that of their classes left aside."""
        return float(len(self.labels.codes) if self.sample is None else self.sample.sum())

    def class_weights(self) -> list[float] | None:
        """The weights of the classes as floats."""
        return None if self.by_class is None else [float(weight) for weight in self.by_class]

    def hand_to(self, call: Callable[..., Any]) -> tuple[Any, float]:
        """Calls with columns, labels and weights: exact ones, or the finest that the costs leave
        room for. Returns the result, and what a unit of weight stands for."""
        columns = [_handover(column) for column in self.columns]
        labels = (self.labels.name, self.labels.texts, self.labels.codes.tobytes())
        for weights in self._weight_forms():
            pair = weights and (weights.values.tobytes(), weights.denominator)
            try:
                return call(columns, labels, pair), weights.unit if weights else 1
            except _gosdt.TooWide as error:
                too_wide = error
        raise too_wide

    def _weight_forms(self):
        """The weights in the forms to try; None is weight 1 each."""
        if self.sample is None and self.by_class is None:
            return [None]
        labels = self.labels
        sample = np.ones(len(labels.codes)) if self.sample is None else self.sample
        ones = class_fractions({}, labels.classes, labels.codes, None)
        return RowWeights(sample, self.by_class or ones, labels.codes).forms()


def _handover(column: Column) -> tuple[str, str, bytes, list[str]]:
    return column.name, column.kind, column.values.tobytes(), list(column.words)
