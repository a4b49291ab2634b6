"""The fitted tree as flat arrays, and rows on their way through it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

#: In place of a child or a column where a node has none, as in scikit-learn.
LEAF, UNDEFINED = -1, -2

#: Whether rows answer yes, and whether they lack the value.
Answers = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Tree:
    """A decision tree, node 0 the root; children come after their parent.

    Attributes
    ----------
    node_count, n_leaves, max_depth : int
    children_left, children_right : ndarray of shape (node_count,)
        Where yes and no lead; -1 at leaves.
    feature : ndarray of shape (node_count,)
        The column asked; -2 at leaves.
    threshold : ndarray of shape (node_count,)
        The t of ``x <= t``; NaN where something else is asked.
    tests : list
        What is asked, as in a model file; None at leaves.
    leaf_class : ndarray of shape (node_count,)
        The class predicted, as an index; -1 at splits.
    value : ndarray of shape (node_count, n_classes)
        Training weight of each class.
    n_node_samples, weighted_n_node_samples, impurity : ndarray of shape (node_count,)
        Training rows, their weight, and the Gini impurity of the weights.
    """

    children_left: np.ndarray
    children_right: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    tests: list[Any]
    leaf_class: np.ndarray
    value: np.ndarray
    n_node_samples: np.ndarray
    depths: np.ndarray = field(repr=False)

    @classmethod
    def from_model(cls, model: dict[str, Any]) -> Tree:
        """The tree of a model file."""
        nodes = model["tree"]["nodes"]
        left = [node.get("yes", LEAF) for node in nodes]
        right = [node.get("no", LEAF) for node in nodes]
        tests = [node.get("test") for node in nodes]
        return cls(
            children_left=np.array(left, dtype=np.int64),
            children_right=np.array(right, dtype=np.int64),
            feature=np.array([node.get("column", UNDEFINED) for node in nodes], dtype=np.int64),
            threshold=np.array([threshold(test) for test in tests], dtype=np.float64),
            tests=tests,
            leaf_class=np.array([node.get("class", -1) for node in nodes], dtype=np.int64),
            value=np.array([node["weights"] for node in nodes], dtype=np.float64),
            n_node_samples=np.array([node["rows"] for node in nodes], dtype=np.int64),
            depths=_depths(left, right),
        )

    @property
    def node_count(self) -> int:
        """Number of nodes."""
        return len(self.feature)

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return int((self.children_left == LEAF).sum())

    @property
    def max_depth(self) -> int:
        """Questions on the longest way; 0 for a lone leaf."""
        return int(self.depths.max())

    @property
    def weighted_n_node_samples(self) -> np.ndarray:
        """Training weight at each node."""
        return self.value.sum(axis=1)

    @property
    def shares(self) -> np.ndarray:
        """Share of each class in the weight of each node; where there is none, the leaf's class."""
        total = self.weighted_n_node_samples[:, np.newaxis]
        certain = self.leaf_class[:, np.newaxis] == np.arange(self.value.shape[1])
        return np.divide(self.value, total, out=certain.astype(float), where=total > 0)

    @property
    def impurity(self) -> np.ndarray:
        """Gini impurity at each node."""
        return 1.0 - (self.shares**2).sum(axis=1)

    def is_leaf(self, node: int) -> bool:
        """Whether a node is a leaf."""
        return bool(self.children_left[node] == LEAF)

    def asked(self) -> list[int]:
        """The columns that the tree asks about."""
        return np.unique(self.feature[self.feature >= 0]).tolist()

    def apply(
        self,
        rows: int,
        ask: Callable[[int, Any, np.ndarray], Answers],
        lacking: Callable[[int, int], Exception] | None,
    ) -> np.ndarray:
        """The leaf of each row.

        ``ask`` answers a test about a column for some rows. A missing value answers no, or raises
        ``lacking(column, row)`` if that is given.
        """
        leaves = np.zeros(rows, dtype=np.int64)
        ahead = [(0, np.arange(rows))]
        while ahead:
            node, here = ahead.pop()
            if self.is_leaf(node):
                leaves[here] = node
                continue
            yes, missing = ask(int(self.feature[node]), self.tests[node], here)
            if lacking is not None and missing.any():
                raise lacking(int(self.feature[node]), int(here[np.argmax(missing)]))
            ahead.append((int(self.children_left[node]), here[yes]))
            ahead.append((int(self.children_right[node]), here[~yes]))
        return leaves

    def decision_path(self, leaves: np.ndarray) -> csr_matrix:
        """Which nodes lead to each leaf of ``leaves``, a row each."""
        paths = self._paths()
        lengths = self.depths[leaves] + 1
        indices = np.concatenate([paths[leaf] for leaf in leaves.tolist()] or [[]])
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        ones = np.ones(len(indices), dtype=np.int64)
        return csr_matrix((ones, indices, indptr), shape=(len(leaves), self.node_count))

    def feature_importances(self, columns: int) -> np.ndarray:
        """Normalised total decrease of Gini impurity that each column brings."""
        burden = self.weighted_n_node_samples * self.impurity
        splits = np.flatnonzero(self.children_left != LEAF)
        below = burden[self.children_left[splits]] + burden[self.children_right[splits]]
        gains = np.bincount(self.feature[splits], burden[splits] - below, minlength=columns)
        total = gains.sum()
        return gains / total if total > 0 else gains

    def _paths(self) -> list[list[int]]:
        paths: list[list[int]] = [[0] for _ in range(self.node_count)]
        for node in range(self.node_count):
            for child in (self.children_left[node], self.children_right[node]):
                if child != LEAF:
                    paths[child] = [*paths[node], int(child)]
        return paths


def threshold(test: Any) -> float:
    """The t of ``x <= t``; NaN for another test."""
    return test["at_most"] if isinstance(test, dict) and "at_most" in test else float("nan")


def _depths(left: list[int], right: list[int]) -> np.ndarray:
    depths = np.zeros(len(left), dtype=np.int64)
    for node, children in enumerate(zip(left, right)):
        for child in children:
            if child != LEAF:
                depths[child] = depths[node] + 1
    return depths
