"""The tree as a real ``DecisionTreeClassifier``.

scikit-learn's trees take a matrix of numbers, which they compare as float32. A numeric or boolean
column stays one column; each question about a category or a missing value gets a column of its own
that holds the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from ._answers import ask
from ._columns import Column
from ._tree import Tree

#: By how much a leaf's class is lifted above an equal or larger share.
_LIFT = 1e-9


@dataclass(frozen=True)
class Encoding:
    """The columns of the matrix: a model's column as numbers, or the answer to a test about it."""

    #: (column, None) or (column, test); none for a lone leaf over categories.
    parts: list[tuple[int, Any]]
    names: list[str]

    @classmethod
    def of(cls, model: dict[str, Any], tree: Tree) -> Encoding:
        """What the tree needs, in the order of the columns."""
        parts: list[tuple[int, Any]] = []
        names = []
        for at, column in enumerate(model["columns"]):
            if column["kind"] != "categorical":
                parts.append((at, None))
                names.append(column["name"])
            for test in _questions(tree, at, column["kind"]):
                parts.append((at, test))
                names.append(_name(column["name"], test))
        return cls(parts, names or ["nothing"])

    def columns(self) -> list[int]:
        """The model's columns that are looked at."""
        return sorted({column for column, _ in self.parts})

    def matrix(self, columns: dict[int, Column], rows: int) -> np.ndarray:
        """The matrix of some rows."""
        matrix = np.zeros((rows, len(self.names)))
        everyone = np.arange(rows)
        for at, (column, test) in enumerate(self.parts):
            values = columns[column].values
            if test is not None:
                matrix[:, at] = ask(columns[column], test, everyone)[0]
            elif columns[column].kind == "numeric":
                matrix[:, at] = values
            else:
                matrix[:, at] = np.where(values < 0, np.nan, values)
        return matrix


def to_sklearn(
    tree: Tree,
    model: dict[str, Any],
    encoding: Encoding,
    classes: np.ndarray,
    margins: dict[int, tuple[float, float]],
) -> DecisionTreeClassifier:
    """A fitted ``DecisionTreeClassifier`` over the encoding's matrix."""
    stub = _stub(len(encoding.names), len(classes))
    make, shape, state = stub.tree_.__reduce__()
    nodes = np.zeros(tree.node_count, dtype=state["nodes"].dtype)
    for node in range(tree.node_count):
        for key, value in _node(tree, model, encoding, margins, node).items():
            nodes[key][node] = value
    nodes["impurity"] = tree.impurity
    nodes["n_node_samples"] = tree.n_node_samples
    nodes["weighted_n_node_samples"] = tree.weighted_n_node_samples
    values = np.array([_value(tree, node) for node in range(tree.node_count)])
    state |= {
        "max_depth": tree.max_depth,
        "node_count": tree.node_count,
        "nodes": nodes,
        "values": np.ascontiguousarray(values[:, np.newaxis, :]),
    }
    # A new one: an old one would write the larger state into the memory of its own.
    stub.tree_ = make(*shape)
    stub.tree_.__setstate__(state)
    stub.classes_ = classes.copy()
    # scikit-learn knows no limits below these; a lone leaf keeps to its own.
    depth, leaves = max(tree.max_depth, 1), max(tree.n_leaves, 2)
    return stub.set_params(max_depth=depth, max_leaf_nodes=leaves)


def margin(values: np.ndarray, threshold: float) -> tuple[float, float]:
    """The largest training value up to a threshold and the smallest above it."""
    below, above = values[values <= threshold], values[values > threshold]
    return float(below.max(initial=-np.inf)), float(above.min(initial=np.inf))


def _stub(width: int, classes: int) -> DecisionTreeClassifier:
    """A fitted tree of the right shape; scikit-learn knows best what it consists of."""
    rows = np.zeros((max(classes, 2), width))
    return DecisionTreeClassifier(max_depth=1).fit(rows, np.arange(max(classes, 2)) % classes)


def _questions(tree: Tree, column: int, kind: str) -> list[Any]:
    """The tests about a column that need a column of their own, each once."""
    tests: list[Any] = []
    for node in np.flatnonzero(tree.feature == column):
        test = tree.tests[node]
        own = test == "is_missing" or (kind == "categorical" and "is" in test)
        if own and test not in tests:
            tests.append(test)
    return tests


def _name(column: str, test: Any) -> str:
    return f"{column} is missing" if test == "is_missing" else f"{column} is {test['is']}"


def _node(
    tree: Tree, model: dict[str, Any], encoding: Encoding, margins: dict, node: int
) -> dict[str, Any]:
    """Children, column, threshold and the way of missing values of one node."""
    if tree.is_leaf(node):
        return {"left_child": -1, "right_child": -1, "feature": -2, "threshold": -2.0}
    column, test = int(tree.feature[node]), tree.tests[node]
    yes, no = int(tree.children_left[node]), int(tree.children_right[node])
    if test != "is_missing" and "at_most" in test:
        at = encoding.parts.index((column, None))
        threshold = _threshold32(test["at_most"], margins.get(node), model["columns"][column])
        return _split(yes, no, at, threshold, missing_left=False)
    if (column, test) in encoding.parts:
        return _split(no, yes, encoding.parts.index((column, test)), 0.5, missing_left=True)
    at, spelling = encoding.parts.index((column, None)), model["columns"][column]["spelling"]
    if test["is"] == spelling[0]:
        return _split(yes, no, at, 0.5, missing_left=False)
    return _split(no, yes, at, 0.5, missing_left=True)


def _split(left: int, right: int, at: int, threshold: float, missing_left: bool) -> dict[str, Any]:
    return {
        "left_child": left,
        "right_child": right,
        "feature": at,
        "threshold": threshold,
        "missing_go_to_left": missing_left,
    }


def _threshold32(
    threshold: float, known: tuple[float, float] | None, column: dict[str, Any]
) -> float:
    """A threshold that splits the training values as the tree does after both are float32."""
    if known is None:
        return threshold
    with np.errstate(over="ignore"):
        low, high = float(np.float32(known[0])), float(np.float32(known[1]))
    if low == high or not np.isfinite(low):
        raise ValueError(
            f"column {column['name']!r} is split at {threshold!r}, between {known[0]!r} and "
            f"{known[1]!r}, which are not apart (or not finite) as float32, in which scikit-learn "
            f"compares; scale or shift the column before fitting"
        )
    return threshold if low <= threshold < high else low


def _value(tree: Tree, node: int) -> np.ndarray:
    """The shares of a node, with a leaf's class on top: scikit-learn predicts the largest."""
    shares = tree.shares[node]
    label = int(tree.leaf_class[node])
    if label < 0 or int(shares.argmax()) == label:
        return shares
    shares = shares.copy()
    shares[label] = shares.max() * (1 + _LIFT)
    return shares / shares.sum()
