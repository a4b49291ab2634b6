"""The Python that makes an estimator again."""

from __future__ import annotations

from inspect import signature
from typing import Any

import numpy as np


def fit_call(estimator: Any, *, weighted: bool) -> str:
    """The estimator with the parameters that are not defaults, and its fit.

    >>> from gosdt_rs import GOSDTClassifier
    >>> fit_call(GOSDTClassifier(max_depth=3, regularization=0.02), weighted=True)
    'GOSDTClassifier(max_depth=3, regularization=0.02).fit(X, y, sample_weight=sample_weight)'
    """
    given = estimator.get_params(deep=False)
    defaults = {name: one.default for name, one in signature(type(estimator)).parameters.items()}
    weights = ", sample_weight=sample_weight" if weighted else ""
    return f"{type(estimator).__name__}({arguments(given, defaults)}).fit(X, y{weights})"


def load_call(estimator: Any, path: Any) -> str:
    """The estimator read from a file."""
    return f"{type(estimator).__name__}.load({str(path)!r})"


def arguments(given: dict[str, Any], defaults: dict[str, Any]) -> str:
    """Keyword arguments, without those that are spelled as their default is.

    >>> arguments({"a": 1, "b": None}, {"a": 2, "b": None})
    'a=1'
    """
    spelled = {name: _spelled(value) for name, value in given.items()}
    return ", ".join(
        f"{name}={text}" for name, text in spelled.items() if text != _spelled(defaults[name])
    )


def _spelled(value: Any) -> str:
    """A value as it can be typed: arrays and frames as lists."""
    value = getattr(value, "values", value) if hasattr(value, "columns") else value
    return repr(value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value)
