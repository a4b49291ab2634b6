"""One column of values → numbers, booleans or categories. Nothing is cast silently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

#: From here on, whole numbers are not all exact as floats.
INEXACT = 2**53

#: How booleans are spelled in a model.
BOOLEANS = ("False", "True")


@dataclass(frozen=True)
class Column:
    """A typed column.

    ``values`` are ``float64`` (NaN is missing) for kind ``"numeric"``, and codes into ``words``
    (negative is missing) otherwise: ``int8`` for ``"boolean"``, ``int32`` for ``"categorical"``.
    A numeric column with ``words`` is one of ordered categories: its numbers are their places.
    ``is_text`` tells that categories are texts that were not declared to be categories.
    """

    name: str
    kind: str
    values: np.ndarray
    words: tuple[str, ...] = ()
    is_text: bool = False

    @property
    def missing(self) -> np.ndarray:
        """Where the value is missing."""
        return np.isnan(self.values) if self.kind == "numeric" else self.values < 0

    def keep(self, rows: np.ndarray) -> Column:
        """The column of some rows; categories that occur no more are forgotten."""
        values = self.values[rows]
        if self.kind != "categorical":
            return Column(self.name, self.kind, values, self.words)
        used = np.unique(values[values >= 0])
        rank = np.full(len(self.words) + 1, -1, dtype=np.int32)
        rank[used] = np.arange(len(used), dtype=np.int32)
        words = tuple(self.words[code] for code in used)
        return Column(self.name, self.kind, rank[values], words, self.is_text)


def numeric(name: str, array: np.ndarray) -> Column:
    """A column of numbers; refuses infinite ones and whole ones that a float cannot hold."""
    values = np.array(array, dtype=np.float64)
    if np.isinf(values).any():
        row = int(np.argmax(np.isinf(values)))
        raise ValueError(
            f"Input X contains infinity: column {name!r}, row {row}. Replace it by a finite number."
        )
    if array.dtype.kind in "iu" and (np.abs(values) >= INEXACT).any():
        row = int(np.argmax(np.abs(values) >= INEXACT))
        raise ValueError(
            f"column {name!r}, row {row}: {array[row]} is beyond 2**53, where floats no longer "
            f"hold every whole number. If these are keys, leave the column out or make it text."
        )
    return Column(name, "numeric", values)


def boolean(name: str, array: np.ndarray) -> Column:
    """A column of booleans without a missing value."""
    return Column(name, "boolean", array.astype(np.int8), BOOLEANS)


def categorical(name: str, values: Sequence[Any]) -> Column:
    """A column of categories of any type; each stands for itself by its text."""
    texts = {value: str(value) for value in set(values) if not is_missing(value)}
    words = sorted(set(texts.values()))
    if len(words) < len(texts):
        raise ValueError(f"column {name!r}: two of its categories are both spelled alike")
    codes = {word: code for code, word in enumerate(words)}
    lookup = {value: codes[text] for value, text in texts.items()}
    coded = np.fromiter((lookup.get(value, -1) for value in values), np.int32, len(values))
    return Column(name, "categorical", coded, tuple(words))


def text(name: str, values: Sequence[Any]) -> Column:
    """A column of texts, which may turn out to be something else than categories."""
    return replace(categorical(name, values), is_text=True)


def ordered(name: str, values: Sequence[Any], levels: Iterable[Any]) -> Column:
    """A column of ordered categories, the least first in ``levels``."""
    places = {level: float(place) for place, level in enumerate(levels)}
    words = tuple(map(str, places))
    if len(set(words)) < len(words):
        raise ValueError(f"column {name!r}: two of its categories are both spelled alike")
    floats = (np.nan if is_missing(value) else places[value] for value in values)
    return Column(name, "numeric", np.fromiter(floats, np.float64, len(values)), words)


def of_objects(name: str, values: Sequence[Any]) -> Column:
    """A column of Python objects, all of one kind: text, booleans or numbers."""
    kinds = _kinds(name, values)
    if len(kinds) > 1:
        listed = " and ".join(sorted(kinds))
        raise TypeError(
            f"column {name!r} mixes {listed}; make it one kind, for instance with .astype(str)"
        )
    kind = kinds.pop() if kinds else "text"
    if kind == "text":
        return text(name, values)
    if kind == "booleans":
        codes = (-1 if is_missing(value) else int(value) for value in values)
        return Column(name, "boolean", np.fromiter(codes, np.int8, len(values)), BOOLEANS)
    return _numbers(name, values)


def is_missing(value: Any) -> bool:
    """None, NaN, and the missing values of pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(value != value)


def _numbers(name: str, values: Sequence[Any]) -> Column:
    """Numbers among which some may be missing; whole ones are checked as whole ones."""
    whole = [v for v in values if isinstance(v, (int, np.integer)) and abs(int(v)) >= INEXACT]
    if whole:
        raise ValueError(
            f"column {name!r}: {whole[0]} is beyond 2**53, where floats no longer hold every whole "
            f"number. If these are keys, leave the column out or make it text."
        )
    floats = (np.nan if is_missing(value) else float(value) for value in values)
    return numeric(name, np.fromiter(floats, np.float64, len(values)))


def _kinds(name: str, values: Iterable[Any]) -> set[str]:
    kinds = set()
    for kind in set(map(type, values)):
        if issubclass(kind, str):
            kinds.add("text")
        elif issubclass(kind, (bool, np.bool_)):
            kinds.add("booleans")
        elif issubclass(kind, (int, float, np.integer, np.floating)):
            if any(type(value) is kind and not is_missing(value) for value in values):
                kinds.add("numbers")
        elif kind is not type(None) and kind.__name__ not in ("NAType", "NaTType"):
            raise TypeError(
                f"column {name!r}: argument must be a string or a real number, "
                f"not {kind.__name__!r}; convert the column"
            )
    return kinds
