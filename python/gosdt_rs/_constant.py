"""Where all rows agree there is nothing to search: a lone leaf is optimal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ._columns import Column
from ._labels import Labels
from ._parameters import ADDITIVE, family


def constant_model(
    columns: list[Column], labels: Labels, weight: float, options: dict[str, Any]
) -> dict[str, Any]:
    """The model file of a lone leaf, for rows that all have one class."""
    if family(options["objective"]) not in ADDITIVE:
        raise ValueError(
            f"objective={options['objective']!r} needs two classes, but y has one class only"
        )
    truth, rows = int(labels.codes[0]), len(labels.codes)
    costs = [row.split(",") for row in (options["cost_matrix"] or "").split()]
    label, loss = _cheapest(costs, truth)
    penalty = Fraction(options["regularization"])
    if penalty < 0:
        raise ValueError(f"regularization={options['regularization']}; it must not be negative")
    objective = float(loss + penalty)
    weights = [weight if code == truth else 0.0 for code in range(len(labels.classes))]
    return {
        "format": "gosdt-model",
        "version": 1,
        "target": labels.name,
        "classes": labels.texts,
        "positive": 1 if len(labels.classes) == 2 else None,
        "columns": [_model_column(column) for column in columns],
        "missing": options["missing"],
        "objective": {
            "name": options["objective"],
            "lambda": options["regularization"],
            "costs": costs or None,
            "max_depth": options["max_depth"],
            "max_leaves": options["max_leaves"],
            "min_leaf": options["min_samples_leaf"],
        },
        "certificate": {
            "status": "optimal",
            "objective": objective,
            "loss": float(loss),
            "lower_bound": objective,
            "upper_bound": objective,
            "gap": 0.0,
            "rows": rows,
            "equivalence_classes": 1,
            "binary_features": 0,
        },
        "tree": {"nodes": [{"node": "leaf", "class": label, "rows": rows, "weights": weights}]},
    }


def _cheapest(costs: list[list[str]], truth: int) -> tuple[int, Fraction]:
    """The class to predict, and what that costs."""
    if not costs:
        return truth, Fraction(0)
    column = [Fraction(row[truth]) for row in costs]
    return column.index(min(column)), min(column)


def _model_column(column: Column) -> dict[str, Any]:
    if column.kind == "boolean":
        return {"name": column.name, "kind": "boolean", "spelling": list(column.words)}
    if column.kind == "categorical":
        return {"name": column.name, "kind": "categorical", "categories": list(column.words)}
    reading = {"reading": {"levels": list(column.words)}} if column.words else {}
    return {"name": column.name, "kind": "numeric", **reading}
