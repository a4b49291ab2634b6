"""The label: classes in scikit-learn's order, and a code for each row."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

#: A label with more different numbers than this is a number to predict rather than a class.
MOST_NUMBERS = 50


@dataclass(frozen=True)
class Labels:
    """Codes into ``classes``, which keep the type that the user gave."""

    name: str
    classes: np.ndarray
    codes: np.ndarray

    @property
    def texts(self) -> list[str]:
        """The classes as a model spells them."""
        return [str(label) for label in self.classes]


def read_labels(y: Any, columns: list[str]) -> Labels:
    """Checks ``y``; its name is its own if it has one, and never that of a column."""
    name = getattr(y, "name", None)
    y = column_or_1d(y, warn=True)
    y = check_array(y, ensure_2d=False, dtype=None, input_name="y")
    check_classification_targets(y)
    classes, codes = np.unique(y, return_inverse=True)
    if y.dtype.kind in "iuf" and len(classes) > MOST_NUMBERS:
        raise ValueError(
            f"y has {len(classes)} different numbers, more than a label usually has "
            f"({MOST_NUMBERS}): numbers to predict can be made ranges first, for instance with "
            f"pandas.cut; labels of type str make each a class"
        )
    name = name if isinstance(name, str) and name else "y"
    while name in columns:
        name = f"{name}_"
    return Labels(name, classes, codes.astype(np.uint32))


def classes_type(classes: np.ndarray) -> str:
    """The type that texts in a model file stand for."""
    return {"b": "bool", "i": "int", "u": "int", "f": "float"}.get(classes.dtype.kind, "str")


def classes_from_texts(texts: list[str], kind: str | None) -> np.ndarray:
    """The classes of a model file; without a known type, numbers if all are spelled as numbers."""
    if kind == "bool":
        return np.array([text == "True" for text in texts])
    if kind in ("int", "float"):
        return np.array([json.loads(text) for text in texts], dtype=kind)
    if kind is None and all(_is_number(text) for text in texts):
        return np.array([json.loads(text) for text in texts])
    return np.array(texts, dtype=object)


def _is_number(text: str) -> bool:
    try:
        return type(json.loads(text)) in (int, float)
    except ValueError:
        return False
