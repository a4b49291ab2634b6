"""The yes/no splits of a table as matrices: those that `gosdt fit` makes of it."""
from dataclasses import dataclass

import numpy as np

from .table import Column, Table


@dataclass
class Splits:
    """`binary` has a column per split. `floats` has the same splits as thresholds, for solvers
    that cut numbers themselves. `distinct` counts splits that are neither constant nor equal or
    contrary to another."""

    binary: np.ndarray
    floats: np.ndarray
    labels: np.ndarray
    distinct: int


def split(table, only_distinct):
    """All splits of `table`, or each distinct one once."""
    parts = [_of_column(column) for column in table.columns.values()]
    binary = np.column_stack([part for binary, _ in parts for part in binary])
    floats = np.column_stack([part for _, floats in parts for part in floats])
    kept = distinct_columns(binary)
    if only_distinct:
        binary = binary[:, kept]
    return Splits(binary, floats, np.array(table.labels, np.int32), len(kept))


def split_apart(table, other, only_distinct):
    """The splits of `table`, and the same for the rows of `other`, which has the same columns."""
    whole = split(_joined(table, other), False)
    rows = table.rows()
    kept = distinct_columns(whole.binary[:rows])
    columns = kept if only_distinct else slice(None)
    return [
        Splits(whole.binary[part][:, columns], whole.floats[part], whole.labels[part], len(kept))
        for part in (slice(None, rows), slice(rows, None))
    ]


def _joined(table, other):
    """One table of the rows of both: the splits of either are among its own."""
    columns = {name: Column(column.kind, column.cells + other.columns[name].cells)
               for name, column in table.columns.items()}
    return Table(columns, table.labels + other.labels, table.class_codes)


def distinct_columns(binary):
    """Of equal or contrary columns the first; no constant one."""
    normal = np.packbits((binary ^ binary[0]).T, axis=1)
    varied = np.flatnonzero(normal.any(axis=1))
    if not len(varied):
        return varied
    _, first = np.unique(normal[varied], axis=0, return_index=True)
    return np.sort(varied[first])


def _of_column(column):
    """(splits, columns of floats)."""
    if column.kind == "numeric":
        return _of_numbers(column.cells)
    hot = _of_categories(column)
    return hot, [part.astype(float) for part in hot]


def _of_numbers(cells):
    missing = np.array([cell is None for cell in cells])
    values = np.array([np.nan if cell is None else float(cell) for cell in cells])
    distinct = np.unique(values[~missing])
    thresholds = distinct[:-1] + (distinct[1:] - distinct[:-1]) / 2
    cuts = [values <= (low if cut >= high else cut)
            for cut, low, high in zip(thresholds, distinct[:-1], distinct[1:])]
    if not missing.any():
        return cuts, [values]
    # Above all numbers, missing answers no to each threshold and has one of its own.
    return cuts + [missing], [np.where(missing, distinct[-1] + 1, values)]


def _of_categories(column):
    texts = [None if cell is None else _same_case(cell, column.kind) for cell in column.cells]
    values = sorted(set(texts) - {None})
    missing = None in texts
    asked = values[1:] if len(values) == 2 and not missing else values
    texts = np.array(texts, dtype=object)
    return [texts == value for value in asked] + ([texts == None] if missing else [])  # noqa: E711


def _same_case(cell, kind):
    return cell.lower() if kind == "boolean" else cell
