"""Model files: what ``save`` writes and ``load`` reads is what the program ``gosdt`` does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import _gosdt
from ._files import write_file
from ._labels import classes_type
from ._thresholds import parameter


def write(estimator: Any, path: Any) -> None:
    """Writes the model; what only Python needs is under a key that the program passes over."""
    model = json.loads(_gosdt.check_model(json.dumps(estimator.model_)))
    model["python"] = {
        "classes": classes_type(estimator.classes_),
        "class_weights": estimator._class_weights,
        "named": hasattr(estimator, "feature_names_in_"),
        "margins": {str(node): margin for node, margin in estimator._margins.items()},
    }
    write_file(path, json.dumps(model, indent=2) + "\n")


def read(path: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The checked model, and what Python noted with it."""
    text = Path(path).read_text(encoding="utf-8")
    model = json.loads(_gosdt.check_model(text))
    notes = json.loads(text).get("python")
    return model, notes if isinstance(notes, dict) else {}


def in_units(model: dict[str, Any], unit: float) -> dict[str, Any]:
    """The model with its weights times ``unit``."""
    if unit != 1:
        for node in model["tree"]["nodes"]:
            node["weights"] = [weight * unit for weight in node["weights"]]
    return model


def parameters(model: dict[str, Any]) -> dict[str, Any]:
    """The parameters of the estimator that would fit this model."""
    asked = model["objective"]
    given: dict[str, Any] = {
        "objective": asked["name"],
        "regularization": _number(asked["lambda"]),
        "max_depth": asked["max_depth"],
        "max_leaves": asked["max_leaves"],
        "min_samples_leaf": asked["min_leaf"],
        "missing": model["missing"],
        "thresholds": parameter(model["certificate"]),
    }
    if asked["costs"] is not None:
        given["cost_matrix"] = [[_number(cost) for cost in row] for row in asked["costs"]]
    return given


def margins(notes: dict[str, Any]) -> dict[int, tuple[float, float]]:
    """The training values around each threshold, where the file has them."""
    noted = notes.get("margins", {})
    return {int(node): (float(low), float(high)) for node, (low, high) in noted.items()}


def _number(text: str) -> float | str:
    """A float where it is printed alike, else the text itself."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if str(number) == text else text
