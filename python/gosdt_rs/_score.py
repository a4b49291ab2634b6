"""The model where the rows are: as an SQL expression, and as an expression of narwhals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import narwhals as nw
from sklearn.utils.validation import check_is_fitted

from . import _gosdt
from ._export import renamed
from ._labels import classes_type

if TYPE_CHECKING:
    from ._classifier import GOSDTClassifier

#: Every finite number is at most this, and NaN is not.
_LARGEST = 1.7976931348623157e308

#: What false and true may be spelled like, in lower case, beside the model's own spelling.
_SPELLINGS = (("0", "0.0", "false", "no", "f", "n"), ("1", "1.0", "true", "yes", "t", "y"))

_LABELS = {"int": "number", "float": "number", "bool": "boolean"}


def to_sql(estimator: GOSDTClassifier, dialect: str, feature_names: Any) -> str:
    """The model as an SQL expression."""
    labels = _LABELS.get(classes_type(estimator.classes_), "text")
    return _gosdt.export_sql(renamed(estimator, feature_names), dialect, labels)


def to_expression(estimator: GOSDTClassifier, feature_names: Any) -> nw.Expr:
    """The model as an expression of narwhals."""
    check_is_fitted(estimator)
    model = estimator.model_
    names = [column["name"] for column in model["columns"]]
    if feature_names is not None:
        names = list(feature_names)
    goes = model["missing"] == "category"
    answers = estimator.classes_.tolist()

    def leaf(node: dict[str, Any]) -> nw.Expr:
        return nw.lit(answers[node["class"]])

    def split(node: dict[str, Any], yes: nw.Expr, no: nw.Expr) -> nw.Expr:
        column, value = model["columns"][node["column"]], nw.col(names[node["column"]])
        if node["test"] == "is_missing":
            return nw.when(_known(column, value)).then(no).otherwise(yes)
        is_yes = _answers_yes(column, value, node["test"])
        rest = no if goes else nw.when(_known(column, value)).then(no)
        return nw.when(is_yes).then(yes).otherwise(rest)

    return _fold(model["tree"]["nodes"], leaf, split)


def _fold(nodes: list[dict], leaf: Callable, split: Callable) -> nw.Expr:
    """Puts the tree together from its leaves up: children come after their parents."""
    made: dict[int, nw.Expr] = {}
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        if node["node"] == "leaf":
            made[at] = leaf(node)
        else:
            made[at] = split(node, made.pop(node["yes"]), made.pop(node["no"]))
    return made[0].alias("prediction")


def _answers_yes(column: dict[str, Any], value: nw.Expr, test: dict[str, Any]) -> nw.Expr:
    levels = column.get("reading", {}).get("levels")
    if levels is not None and "at_most" in test:
        below = [level for place, level in enumerate(levels) if place <= test["at_most"]]
        return _certain(value.cast(nw.String).is_in(below))
    if "at_most" in test:
        return _certain(value.cast(nw.Float64) <= test["at_most"])
    if column["kind"] == "boolean":
        return _on_side(column["spelling"], column["spelling"].index(test["is"]), value)
    return _certain(value.cast(nw.String) == test["is"])


def _known(column: dict[str, Any], value: nw.Expr) -> nw.Expr:
    """Whether the value is there."""
    levels = column.get("reading", {}).get("levels")
    if levels is not None:
        return _certain(value.cast(nw.String).is_in(levels))
    if column["kind"] == "numeric":
        return _certain(value.cast(nw.Float64) <= _LARGEST)
    if column["kind"] == "boolean":
        spelling = column["spelling"]
        return _on_side(spelling, 0, value) | _on_side(spelling, 1, value)
    return ~value.is_null()


def _on_side(spelling: list[str], side: int, value: nw.Expr) -> nw.Expr:
    """Whether a boolean says false (0) or true (1), whatever type it is stored as."""
    own = [word.lower() for word in spelling]
    words = [own[side], *_SPELLINGS[_truth(own, side)]]
    return _certain(value.cast(nw.String).str.to_lowercase().is_in(words))


def _truth(own: list[str], side: int) -> int:
    """Which of the usual spellings a side of a pair stands for."""
    return next((truth for truth in (0, 1) if own[side] in _SPELLINGS[truth]), side)


def _certain(answer: nw.Expr) -> nw.Expr:
    """No where a missing value leaves the answer open."""
    return answer.fill_null(False)
