"""A table compressed to its distinct rows."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ._columns import Column
from ._files import write_file
from ._labels import Labels, classes_from_texts, classes_type

#: The entry of a Parquet file's metadata that says what its codes stand for.
_KEY = b"gosdt-compressed"
_VERSION = 1


@dataclass(frozen=True)
class ColumnCuts:
    """The thresholds of a column, ascending, with the values of the data next to each."""

    column: str
    at: list[float]
    below: list[float]
    above: list[float]

    def representatives(self) -> np.ndarray:
        """A value of the data for each interval between the thresholds."""
        last = self.above[-1:] or [0.0]
        return np.array([*self.below, *last], dtype=np.float64)


@dataclass(frozen=True)
class Cuts:
    """Thresholds that were chosen before rows were merged: the rule (or lists by column), how many
    there were and were kept, and those of each column that was cut."""

    rule: str | list[tuple[str, list[float]]]
    offered: int
    kept: int
    most: int
    columns: list[ColumnCuts]


@dataclass(frozen=True, eq=False)
class CompressedTable:
    """The distinct rows of a table, with what they stand for. Made by :func:`gosdt_rs.compress`.

    A row here is a class of equal rows that have one label. ``GOSDTClassifier.fit`` takes it in place
    of the data, as do ``optimal_path`` and ``rashomon_set``: the tree, its objective and its bounds
    are those of the data.

    Attributes
    ----------
    columns : list
        The columns of features, a value for each class.
    labels : object
        Name, ``classes`` and ``codes`` of the label.
    counts : ndarray of uint32
        How many rows of the data each class has.
    weights : ndarray of uint64
        Their weight, in units of 1 / ``denominator``.
    exact : bool
        Whether no threshold was left out; otherwise trees are optimal among those that were kept.
    codes : ndarray of shape (n_classes, n_columns)
        The rank of each value among those of its column; -1 is missing.
    n_rows : int
        How many rows of the data all classes have.
    readings : dict
        How ``gosdt compress`` read the cells of columns that are not plain numbers.
    left_out : list
        The columns that ``gosdt compress`` left out because they name rows.
    """

    columns: list[Column]
    labels: Labels
    counts: np.ndarray
    weights: np.ndarray
    denominator: int
    heaviest: np.ndarray
    weighted: bool
    cuts: Cuts | None
    missing: str
    dropped: int
    readings: dict[str, Any] = field(default_factory=dict)
    left_out: list[dict[str, Any]] = field(default_factory=list)

    @property
    def exact(self) -> bool:
        """Whether no threshold was left out."""
        return self.cuts is None or self.cuts.kept == self.cuts.offered

    @property
    def n_rows(self) -> int:
        """Rows of the data."""
        return int(self.counts.sum(dtype=np.int64))

    def __len__(self) -> int:
        return len(self.counts)

    def __repr__(self) -> str:
        kind = "exact" if self.exact else f"not exact: {_rule_text(self.cuts)}"
        return (
            f"<CompressedTable: {self.n_rows} rows of {len(self.columns)} columns in {len(self)} "
            f"classes, {kind}>"
        )

    @property
    def codes(self) -> np.ndarray:
        """The rank of each value among those of its column; -1 is missing."""
        return np.column_stack([_codes(column) for column in self.columns])

    def sorted(self) -> CompressedTable:
        """The same classes, merged where they are equal, in the order of their values: whatever
        engine made them, they are the same."""
        keys = [_order(column) for column in self.columns]
        order = np.lexsort([self.labels.codes, *reversed(keys)])
        changes = np.zeros(len(order), dtype=bool)
        for key in [*keys, self.labels.codes]:
            ranked = key[order]
            changes[1:] |= ranked[1:] != ranked[:-1]
        starts = np.flatnonzero(np.concatenate([[True], changes[1:]]))
        first = order[starts]
        return replace(
            self,
            columns=[replace_values(column, column.values[first]) for column in self.columns],
            labels=Labels(self.labels.name, self.labels.classes, self.labels.codes[first]),
            counts=np.add.reduceat(self.counts[order], starts).astype(np.uint32),
            weights=np.add.reduceat(self.weights[order], starts).astype(np.uint64),
        )

    def save(self, path: Any) -> None:
        """Writes it as the Parquet file that ``gosdt compress`` writes and ``gosdt fit`` reads.

        Parameters
        ----------
        path : str or path
        """
        pa, pq = _arrow()
        names = [column.name for column in self.columns] + [self.labels.name]
        for name in ("rows", "weight"):
            while name in names:
                name += "_"
            names.append(name)
        codes = [pa.array(_codes(column), pa.int32()) for column in self.columns]
        codes.append(pa.array(self.labels.codes.astype(np.int32)))
        sums = [pa.array(values.astype(np.int64)) for values in (self.counts, self.weights)]
        fields = [pa.field(name, array.type, False) for name, array in zip(names, codes + sums)]
        schema = pa.schema(fields, {_KEY: json.dumps(self._meaning())})
        sink = pa.BufferOutputStream()
        table = pa.Table.from_arrays(codes + sums, schema=schema)
        pq.write_table(table, sink, compression="snappy")
        write_file(path, sink.getvalue().to_pybytes())

    @classmethod
    def load(cls, path: Any) -> CompressedTable:
        """Reads a file that :meth:`save` or ``gosdt compress`` wrote.

        Parameters
        ----------
        path : str or path

        Returns
        -------
        CompressedTable
        """
        _, pq = _arrow()
        table = pq.read_table(path)
        if _KEY not in (table.schema.metadata or {}):
            raise ValueError(f"{path} is not a compressed table; make one with gosdt compress")
        meaning = json.loads(table.schema.metadata[_KEY])
        if meaning["version"] > _VERSION:
            raise ValueError(f"{path} was made by a newer gosdt; update gosdt_rs")
        arrays = [column.to_numpy() for column in table.columns]
        *codes, labels, counts, weights = arrays
        classes = classes_from_texts(meaning["classes"], meaning.get("classes_type"))
        readings = meaning.get("readings", {})
        return cls(
            columns=[
                _column(what, array, readings.get(what["name"], {}))
                for what, array in zip(meaning["columns"], codes)
            ],
            labels=Labels(meaning["target"], classes, labels.astype(np.uint32)),
            counts=counts.astype(np.uint32),
            weights=weights.astype(np.uint64),
            denominator=meaning["denominator"],
            heaviest=np.array(meaning["heaviest"], dtype=np.uint64),
            weighted=meaning["weights"] is not None,
            cuts=_cuts(meaning["thresholds"]),
            missing=meaning["missing"],
            dropped=meaning["dropped_rows"],
            readings=readings,
            left_out=meaning.get("left_out", []),
        )

    def _meaning(self) -> dict[str, Any]:
        cuts = self.cuts
        return {
            "version": _VERSION,
            "columns": [_column_meaning(column) for column in self.columns],
            "target": self.labels.name,
            "classes": self.labels.texts,
            "classes_type": classes_type(self.labels.classes),
            "weights": "sample_weight" if self.weighted else None,
            "denominator": self.denominator,
            "heaviest": self.heaviest.tolist(),
            "rows": self.n_rows,
            "dropped_rows": self.dropped,
            "missing": self.missing,
            "exact": self.exact,
            "thresholds": None if cuts is None else _cuts_meaning(cuts),
            "readings": self.readings | _orders(self.columns),
            "left_out": self.left_out,
        }


def replace_values(column: Column, values: np.ndarray) -> Column:
    """The column with other values."""
    return Column(column.name, column.kind, values, column.words)


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ImportError("a compressed table is a Parquet file: install pyarrow") from error
    return pyarrow, pyarrow.parquet


def _order(column: Column) -> np.ndarray:
    """A key in the order of a column's values, missing ones last."""
    if column.kind == "numeric":
        return np.where(column.missing, np.inf, column.values + 0.0)
    return np.where(column.missing, np.iinfo(np.int32).max, column.values.astype(np.int32))


def _codes(column: Column) -> np.ndarray:
    if column.kind != "numeric":
        return np.where(column.missing, -1, column.values).astype(np.int32)
    values = np.unique(column.values[~column.missing])
    return np.where(column.missing, -1, np.searchsorted(values, column.values)).astype(np.int32)


def _column_meaning(column: Column) -> dict[str, Any]:
    if column.kind == "boolean":
        return {"name": column.name, "kind": "boolean", "spelling": list(column.words)}
    if column.kind == "categorical":
        return {"name": column.name, "kind": "categorical", "categories": list(column.words)}
    values = np.unique(column.values[~column.missing])
    return {"name": column.name, "kind": "numeric", "values": values.tolist()}


def _orders(columns: list[Column]) -> dict[str, Any]:
    """How columns of ordered categories are read: numbers with words."""
    return {
        column.name: {"levels": list(column.words)}
        for column in columns
        if column.kind == "numeric" and column.words
    }


def _column(meaning: dict[str, Any], codes: np.ndarray, reading: dict[str, Any]) -> Column:
    name, kind = meaning["name"], meaning["kind"]
    if kind == "boolean":
        return Column(name, kind, codes.astype(np.int8), tuple(meaning["spelling"]))
    if kind == "categorical":
        return Column(name, kind, codes.astype(np.int32), tuple(meaning["categories"]))
    values = np.array([*meaning["values"], np.nan], dtype=np.float64)
    return Column(name, kind, values[codes], tuple(reading.get("levels", ())))


def _rule_text(cuts: Cuts | None) -> str:
    return cuts.rule if cuts and isinstance(cuts.rule, str) else "given"


def _cuts_meaning(cuts: Cuts) -> dict[str, Any]:
    meaning: dict[str, Any] = {"rule": _rule_text(cuts)}
    if not isinstance(cuts.rule, str):
        meaning["given"] = [{"column": name, "at": at} for name, at in cuts.rule]
    columns = [
        {"column": cut.column, "at": cut.at, "below": cut.below, "above": cut.above}
        for cut in cuts.columns
    ]
    sizes = {"kept": cuts.kept, "offered": cuts.offered, "most_per_column": cuts.most}
    return {**meaning, **sizes, "columns": columns}


def _cuts(meaning: dict[str, Any] | None) -> Cuts | None:
    if meaning is None:
        return None
    rule = meaning["rule"]
    if meaning.get("given") is not None:
        rule = [(column["column"], column["at"]) for column in meaning["given"]]
    columns = [ColumnCuts(**column) for column in meaning["columns"]]
    sizes = meaning["offered"], meaning["kept"], meaning["most_per_column"]
    return Cuts(rule, *sizes, columns)
