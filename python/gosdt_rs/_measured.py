"""Rows with known classes, for measuring a fitted tree on them."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import column_or_1d
from sklearn.utils.validation import check_consistent_length

from ._weights import read_sample_weight

#: What the rows are called, each one's leaf, true class and weight; arrays as bytes.
Rows = tuple[str, bytes, bytes, "bytes | None"]


def measured_rows(estimator: Any, X: Any, y: Any, sample_weight: Any = None) -> Rows:
    """The rows as the extension module takes them.

    Classes weigh what they weighed in training, so that the two can be compared.
    """
    if X is None or y is None:
        raise ValueError("rows to measure the tree on need both X and y")
    leaves = estimator.apply(X)
    codes = _codes(column_or_1d(y), estimator.classes_)
    check_consistent_length(leaves, codes)
    weights = _weights(estimator._class_weights, codes, sample_weight)
    return (
        "test" if estimator._class_weights is None else "test (classes weighted)",
        leaves.astype(np.uint64).tobytes(),
        codes.tobytes(),
        None if weights is None else weights.tobytes(),
    )


def _codes(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    known = {label: code for code, label in enumerate(classes.tolist())}
    labels = y.tolist()
    strangers = sorted({repr(label) for label in labels if label not in known})
    if strangers:
        raise ValueError(
            f"y has the label {strangers[0]}, which the tree does not know; it knows {list(known)}"
        )
    return np.array([known[label] for label in labels], dtype=np.uint32)


def _weights(
    by_class: list[float] | None, codes: np.ndarray, sample_weight: Any
) -> np.ndarray | None:
    sample = read_sample_weight(sample_weight, len(codes))
    if by_class is None:
        return sample
    weights = np.array(by_class)[codes]
    return weights if sample is None else weights * sample
