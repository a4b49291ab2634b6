"""Columns that are not what they seem: named, refused or left out, as the program does."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np

from . import _gosdt
from ._columns import Column

#: The texts that make a column boolean, false first; the program reads the same.
_PAIRS = (("0", "1"), ("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y"))

#: What to do with a column of text that looks like something else.
_ADVICE = {
    "numbers": "make them numbers, for instance with str.replace and astype(float)",
    "dates": "make them dates and use gosdt_rs.date_parts(X, {name!r}), or leave the column out",
}


def examined(
    columns: list[Column], keep_numbers: bool, quietly: bool = False
) -> list[Column]:
    """The columns of a fit, with 0 and 1 and other pairs as booleans, unless numbers are to stay,
    and with nothing to ask of identifiers. Text that looks like numbers or dates is refused."""
    columns = [_as_pair(column, keep_numbers) for column in columns]
    misread, left_out, found = [], [], []
    for column in columns:
        kind, finding = _look(column)
        if kind == "identifiers":
            left_out.append(f"{column.name!r} has {finding}")
            column = _nothing_to_ask(column)
        elif kind is not None:
            advice = _ADVICE[kind].format(name=column.name)
            misread.append(f"column {column.name!r}: {finding}; {advice}")
        found.append(column)
    if misread:
        raise ValueError("; ".join(misread) + ". Text of type 'category' is taken as it is.")
    if len(left_out) == len(columns):
        return columns
    if left_out and not quietly:
        warnings.warn(
            f"left out of the fit: {', '.join(left_out)}. Text of type 'category' is taken as it "
            f"is; numbers are under another name.",
            UserWarning,
            stacklevel=4,
        )
    return found


def _look(column: Column) -> tuple[str | None, str]:
    if column.is_text and column.kind == "categorical":
        counts = np.bincount(column.values[column.values >= 0], minlength=len(column.words))
        return _gosdt.look(column.name, list(zip(column.words, counts.tolist()))) or (None, "")
    if column.kind == "numeric" and not column.words:
        known = column.values[~np.isnan(column.values)]
        if (known == np.floor(known)).all():
            rows, distinct = len(known), len(np.unique(known))
            return _gosdt.look_at_whole_numbers(column.name, distinct, rows) or (None, "")
    return None, ""


def _nothing_to_ask(column: Column) -> Column:
    """The same column with one value."""
    if column.kind == "numeric":
        return replace(column, values=np.zeros_like(column.values))
    return replace(column, values=np.zeros_like(column.values), words=("left out",))


def _as_pair(column: Column, keep_numbers: bool) -> Column:
    """The column as booleans where all its values are of one pair."""
    if column.kind == "numeric" and not column.words and not keep_numbers:
        known = column.values[~np.isnan(column.values)]
        if len(known) and np.isin(known, (0, 1)).all():
            codes = np.where(np.isnan(column.values), -1, column.values).astype(np.int8)
            return Column(column.name, "boolean", codes, _PAIRS[0])
    if column.kind == "categorical" and column.is_text and column.words:
        for pair in _PAIRS:
            if all(word.lower() in pair for word in column.words):
                return _boolean(column, pair)
    return column


def _boolean(column: Column, pair: tuple[str, str]) -> Column:
    """Texts of one pair as booleans; each side is spelled as the first in text order."""
    sides = [pair.index(word.lower()) for word in column.words]
    spelling = tuple(
        next((word for word, at in zip(column.words, sides) if at == side), pair[side])
        for side in (0, 1)
    )
    codes = np.array([*sides, -1], dtype=np.int8)[column.values]
    return Column(column.name, "boolean", codes, spelling)
