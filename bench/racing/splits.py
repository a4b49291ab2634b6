"""The yes/no splits of a table as matrices: those that `gosdt fit` makes of it."""
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain

import numpy as np

from .table import Column, Table


@dataclass
class Splits:
    """`binary` has a column per split; it is None for solvers that cut numbers themselves, which
    take `floats`: the same splits as thresholds. `splits` counts all, `distinct` those that are
    neither constant nor equal or contrary to another."""

    binary: np.ndarray | None
    floats: np.ndarray
    labels: np.ndarray
    splits: int
    distinct: int


def split(table, only_distinct):
    """All splits of `table`, or each distinct one once."""
    cuts, floats = _of_table(table)
    binary = np.column_stack(list(cuts))
    kept, count = distinct_columns(binary.T)
    if only_distinct:
        binary = binary[:, kept]
    return Splits(binary, floats, _labels(table), count, len(kept))


def count_splits(table):
    """The splits of `table` as numbers alone. A matrix of all thresholds of many numbers would take
    gigabytes: they are counted one by one."""
    cuts, floats = _of_table(table)
    kept, count = distinct_columns(cuts)
    return Splits(None, floats, _labels(table), count, len(kept))


def split_apart(table, other, only_distinct):
    """The splits of `table`, and the same for the rows of `other`, which has the same columns."""
    whole = split(_joined(table, other), False)
    rows = table.rows()
    kept, _ = distinct_columns(whole.binary[:rows].T)
    binary = whole.binary[:, kept] if only_distinct else whole.binary
    counts = whole.splits, len(kept)
    return [
        Splits(binary[part], whole.floats[part], whole.labels[part], *counts)
        for part in (slice(None, rows), slice(rows, None))
    ]


def _joined(table, other):
    """One table of the rows of both: the splits of either are among its own."""
    columns = {name: Column(column.kind, column.cells + other.columns[name].cells)
               for name, column in table.columns.items()}
    return Table(columns, table.labels + other.labels, table.class_codes)


def distinct_columns(columns):
    """(places of the distinct columns, number of all): of equal or contrary columns the first is
    kept, and no constant one."""
    first, count = {}, 0
    for count, column in enumerate(columns, 1):
        varied = np.packbits(column ^ column[0])
        if varied.any():
            first.setdefault(blake2b(varied, digest_size=16).digest(), count - 1)
    return np.array(list(first.values()), int), count


def _of_table(table):
    """(the splits one after the other, matrix of floats)."""
    parts = [_of_column(column) for column in table.columns.values()]
    cuts = (cut for cuts, _ in parts for cut in cuts)
    return cuts, np.column_stack([part for _, floats in parts for part in floats])


def _labels(table):
    return np.array(table.labels, np.int32)


def _of_column(column):
    """(splits, columns of floats); the splits can be gone through once."""
    if column.kind == "numeric":
        return _of_numbers(column.cells)
    hot = _of_categories(column)
    return hot, [part.astype(float) for part in hot]


def _of_numbers(cells):
    missing = np.array([cell is None for cell in cells])
    values = np.array([np.nan if cell is None else float(cell) for cell in cells])
    distinct = np.unique(values[~missing])
    thresholds = distinct[:-1] + (distinct[1:] - distinct[:-1]) / 2
    cuts = (values <= (low if cut >= high else cut)
            for cut, low, high in zip(thresholds, distinct[:-1], distinct[1:]))
    if not missing.any():
        return cuts, [values]
    # Above all numbers, missing answers no to each threshold and has one of its own.
    return chain(cuts, [missing]), [np.where(missing, distinct[-1] + 1, values)]


def _of_categories(column):
    texts = [None if cell is None else _same_case(cell, column.kind) for cell in column.cells]
    values = sorted(set(texts) - {None})
    missing = None in texts
    asked = values[1:] if len(values) == 2 and not missing else values
    texts = np.array(texts, dtype=object)
    return [texts == value for value in asked] + ([texts == None] if missing else [])  # noqa: E711


def _same_case(cell, kind):
    return cell.lower() if kind == "boolean" else cell
