"""What a column of new data answers to the questions of a fitted tree."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._columns import Column
from ._tree import Answers


def conform(column: Column, model_column: dict[str, Any]) -> Column:
    """The column in the kind that the model knows it by; refuses what would be a guess."""
    kind = model_column["kind"]
    levels = model_column.get("reading", {}).get("levels")
    if levels is not None:
        return _as_levels(column, levels)
    if column.missing.all():
        return _nothing(column, kind)
    if kind == "numeric":
        return _as_numbers(column)
    if kind == "boolean":
        return _as_booleans(column, model_column["spelling"])
    return _as_categories(column)


def ask(column: Column, test: Any, rows: np.ndarray) -> Answers:
    """Whether rows answer yes to a test, and whether they lack the value it asks for."""
    values = column.values[rows]
    missing = np.isnan(values) if column.kind == "numeric" else values < 0
    if test == "is_missing":
        return missing, np.zeros(len(rows), dtype=bool)
    if "at_most" in test:
        return values <= test["at_most"], missing
    word = test["is"]
    code = column.words.index(word) if word in column.words else None
    yes = np.zeros(len(rows), dtype=bool) if code is None else values == code
    return yes, missing


def _nothing(column: Column, kind: str) -> Column:
    rows = len(column.values)
    values = np.full(rows, np.nan) if kind == "numeric" else np.full(rows, -1, dtype=np.int32)
    return Column(column.name, kind, values)


def _as_levels(column: Column, levels: list[str]) -> Column:
    """Ordered categories as their places; refuses a category that was not in the order."""
    if column.kind == "numeric" and not column.words and not column.missing.all():
        raise _other_kind(column, "ordered categories")
    places = {level: float(place) for place, level in enumerate(levels)}
    codes = np.where(column.missing, -1, column.values).astype(np.int64)
    for code in np.unique(codes[codes >= 0]):
        if column.words[code] not in places:
            raise ValueError(
                f"column {column.name!r}, row {int(np.argmax(codes == code))}: "
                f"{column.words[code]!r} is not one of {', '.join(levels)}"
            )
    table = np.array([*(places.get(word, np.nan) for word in column.words), np.nan])
    return Column(column.name, "numeric", table[codes], tuple(levels))


def _as_numbers(column: Column) -> Column:
    if column.words and column.kind == "numeric":
        raise _other_kind(column, "numbers")
    if column.kind == "categorical":
        raise _other_kind(column, "numbers")
    if column.kind == "numeric":
        return column
    floats = np.where(column.values < 0, np.nan, column.values.astype(np.float64))
    return Column(column.name, "numeric", floats)


def _as_booleans(column: Column, spelling: list[str]) -> Column:
    if column.kind == "boolean":
        return Column(column.name, "boolean", column.values, tuple(spelling))
    if column.kind == "numeric":
        known = column.values[~np.isnan(column.values)]
        if list(spelling) != ["0", "1"] and not np.isin(known, (0, 1)).all():
            raise _other_kind(column, "booleans")
        # A column of numbers that were 0 and 1 is split at one half.
        codes = np.where(np.isnan(column.values), -1, column.values > 0.5).astype(np.int8)
        return Column(column.name, "boolean", codes, tuple(spelling))
    sides = [_side(word, spelling) for word in column.words]
    if None in sides:
        raise _other_kind(column, f"{spelling[0]!r} and {spelling[1]!r}")
    codes = np.array([*sides, -1], dtype=np.int8)[column.values]
    return Column(column.name, "boolean", codes, tuple(spelling))


def _side(word: str, spelling: list[str]) -> int | None:
    if word in spelling:
        return spelling.index(word)
    lower = [own.lower() for own in spelling]
    return lower.index(word.lower()) if lower.count(word.lower()) == 1 else None


def _as_categories(column: Column) -> Column:
    if column.kind == "numeric" and column.words:
        codes = np.where(column.missing, -1, column.values).astype(np.int32)
        return Column(column.name, "categorical", codes, column.words)
    if column.kind == "numeric":
        raise _other_kind(column, "text or categories")
    return column


def _other_kind(column: Column, expected: str) -> TypeError:
    found = {"numeric": "numbers", "boolean": "booleans", "categorical": "text"}[column.kind]
    return TypeError(
        f"column {column.name!r} held {expected} when the tree was fitted, now it holds {found}; "
        f"convert it as it was then"
    )
