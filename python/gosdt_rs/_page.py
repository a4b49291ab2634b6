"""The report: one HTML page that needs nothing else."""

from __future__ import annotations

from typing import Any

from . import _gosdt
from ._call import arguments
from ._export import renamed
from ._measured import Rows, measured_rows


def page(
    estimator: Any, path: Any, X_test: Any, y_test: Any, sample_weight_test: Any, **names: Any
) -> str:
    """The page; ``path`` is only for the call that it shows."""
    model = renamed(estimator, **names)
    test = _test(estimator, X_test, y_test, sample_weight_test)
    known = {**estimator.report_, "nodes": estimator.n_nodes_} if estimator.report_ else None
    trace = list(zip(*(values.tolist() for values in estimator.trace_.values())))
    call = f"{estimator._call}.report({_arguments(path, test, sample_weight_test, names)})"
    checked = estimator._checked_lemmas
    return _gosdt.report_page(model, known, trace, test, call, checked)


def _test(estimator: Any, X: Any, y: Any, sample_weight: Any) -> Rows | None:
    if X is None and y is None and sample_weight is None:
        return None
    if X is None or y is None:
        raise ValueError("X_test and y_test belong together; give both or none")
    return measured_rows(estimator, X, y, sample_weight)


def _arguments(path: Any, test: Rows | None, weights: Any, names: dict[str, Any]) -> str:
    """As they can be typed again; data goes by the names of the arguments."""
    data = [] if test is None else ["X_test", "y_test"]
    data += [] if weights is None else ["sample_weight_test"]
    parts = [repr(str(path)), *(f"{name}={name}" for name in data)]
    others = arguments(_as_lists(names), dict.fromkeys(names))
    return ", ".join([*parts, *([others] if others else [])])


def _as_lists(names: dict[str, Any]) -> dict[str, list[str] | None]:
    return {key: None if value is None else list(map(str, value)) for key, value in names.items()}
