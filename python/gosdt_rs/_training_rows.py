"""The rows of a fit, on their way to the extension module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import _gosdt
from ._columns import Column
from ._compressed import CompressedTable
from ._labels import Labels
from ._weights import FixedWeights, RowWeights, class_fractions, merged_weights


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
    #: The compressed table that the rows are the classes of, if they are.
    table: CompressedTable | None = None

    def count(self) -> int:
        """How many rows of the data these are."""
        return len(self.labels.codes) if self.table is None else self.table.n_rows

    def missing_policy(self, own: str) -> str:
        """How missing values are treated: as a compressed table was made, or as asked for."""
        return own if self.table is None else self.table.missing

    def have_one_class(self) -> bool:
        """Whether there is nothing to tell apart."""
        return bool((self.labels.codes == self.labels.codes[0]).all())

    def weight(self) -> float:
        """The weight of all rows, that of their classes left aside."""
        return float(self.count() if self.sample is None else self.sample.sum())

    def class_weights(self) -> list[float] | None:
        """The weights of the classes as floats."""
        return None if self.by_class is None else [float(weight) for weight in self.by_class]

    def hand_to(self, call: Callable[..., Any]) -> tuple[Any, float]:
        """Calls with columns, labels and weights: exact ones, or the finest that the costs leave
        room for. Returns the result, and what a unit of weight stands for."""
        columns = [_handover(column) for column in self.columns]
        labels = (self.labels.name, self.labels.texts, self.labels.codes.tobytes())
        for weights in self._weight_forms():
            try:
                return call(columns, labels, self._handed(weights)), weights.unit if weights else 1
            except _gosdt.TooWide as error:
                too_wide = error
        raise too_wide

    def _handed(self, weights: FixedWeights | None) -> Any:
        """Weights as the extension module wants them."""
        if weights is None:
            return None
        if self.table is None:
            return weights.values.tobytes(), weights.denominator
        cuts = self.table.cuts
        return {
            "weights": weights.values.tobytes(),
            "denominator": weights.denominator,
            "counts": self.table.counts.tobytes(),
            "heaviest": weights.heaviest,
            "weighted": self.table.weighted,
            "cuts": cuts and {
                "rule": cuts.rule,
                "offered": cuts.offered,
                "kept": cuts.kept,
                "most": cuts.most,
                "columns": [(cut.column, cut.at, cut.below, cut.above) for cut in cuts.columns],
            },
        }

    def _weight_forms(self):
        """The weights in the forms to try; None is weight 1 each."""
        if self.table is not None:
            return merged_weights(self.table, self.by_class)
        if self.sample is None and self.by_class is None:
            return [None]
        labels = self.labels
        sample = np.ones(len(labels.codes)) if self.sample is None else self.sample
        ones = class_fractions({}, labels.classes, labels.codes, None)
        return RowWeights(sample, self.by_class or ones, labels.codes).forms()


def _handover(column: Column) -> tuple[str, str, bytes, list[str]]:
    return column.name, column.kind, column.values.tobytes(), list(column.words)
