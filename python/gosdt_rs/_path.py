"""The whole trade-off: every tree that is optimal for some price of a leaf."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from . import _gosdt, _model_file
from . import _parameters as parameters
from ._call import fit_call
from ._classifier import GOSDTClassifier, _margins
from ._constant import constant_model
from ._interrupt import note_interrupt
from ._path_plot import draw
from ._progress import ProgressLine
from ._thresholds import PROVEN, ROUNDED, among, own_thresholds
from ._training_rows import TrainingRows

_COLUMNS = ("lambda_low", "lambda_high", "leaves", "depth", "loss", "accuracy", "proven", "gap")


def optimal_path(
    X,
    y=None,
    sample_weight=None,
    *,
    max_regularization=0.2,
    min_regularization=0.001,
    **params,
):
    """Finds every tree that is optimal for some price of a leaf between two.

    Not a grid: all breakpoints, exactly. For each λ between the two, one of the trees has the least
    loss + λ · leaves there is, and neighbouring trees tie at the λ between them.

    Parameters
    ----------
    X : data frame, array-like of shape (n_samples, n_features), or CompressedTable
        As for :meth:`GOSDTClassifier.fit`.
    y : array-like of shape (n_samples,), default=None
        Labels; a compressed table has its own.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, at least 0.
    max_regularization, min_regularization : float, str, Decimal or Fraction
        The ends of the range of λ, 0.2 and 0.001 by default; read as the decimals that are printed.
    **params
        Parameters of :class:`GOSDTClassifier` other than ``regularization``. Limits on time and
        memory are for the whole path.

    Returns
    -------
    GOSDTPath
        The trees, as fitted classifiers, and where each is optimal.

    See Also
    --------
    GOSDTClassifier : One tree, for one λ.

    Notes
    -----
    When a limit or Ctrl-C ends the path, there is a ``ConvergenceWarning``; what was found is
    returned, with ``unproven`` saying for which λ there may be better trees, and how much better.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from gosdt_rs import optimal_path
    >>> X, y = load_iris(return_X_y=True)
    >>> path = optimal_path(X, y, max_regularization=0.4, min_regularization=0.03)
    >>> path.leaves.tolist(), path.optimal
    ([1, 2, 3], True)
    >>> path.breakpoints_exact[1:-1]
    [Fraction(1, 3), Fraction(22, 75)]
    >>> path.at(0.05).score(X, y)
    0.96
    """
    if "regularization" in params:
        raise TypeError(
            "a path is for a range of λ: give max_regularization and min_regularization in place "
            "of regularization"
        )
    finder = _Finder(**params)
    finder.ends = [
        _end("max_regularization", max_regularization),
        _end("min_regularization", min_regularization),
    ]
    finder.fit(X, y, sample_weight)
    return finder.path


class GOSDTPath(Sequence):
    """The trees of a path, from the largest price λ of a leaf to the smallest; so from the fewest
    leaves to the most. Made by :func:`optimal_path`.

    Attributes
    ----------
    trees : list of GOSDTClassifier
        Fitted classifiers; ``regularization`` of each is a λ of its range with few digits.
        Iterating over the path, and indexing it, gives these.
    breakpoints : ndarray of shape (n_trees + 1,)
        Tree i is the best for λ from ``breakpoints[i]`` down to ``breakpoints[i + 1]``.
    breakpoints_exact : list of Fraction
        The same, exactly.
    leaves, depths : ndarray of int
        Size of each tree.
    losses : ndarray of float
        Loss of each tree.
    accuracies : ndarray of float
        Training accuracy of each tree.
    gaps : ndarray of float
        The most that each tree may be above the optimum for any λ of its range; 0 where proven.
    optimal : bool
        Whether all of it is proven, among all trees.
    status : str
        ``"optimal"``, ``"optimal-among-thresholds"``, ``"optimal-up-to-rounding"``,
        ``"time-limit"``, ``"memory-limit"`` or
        ``"interrupted"``.
    unproven : list of tuple
        Ranges of λ that are not proven: largest, smallest, and the gap.
    seconds : float
        What it took.
    n_nodes : int
        Subproblems expanded.
    warnings : list of str
        What to be wary of.
    """

    def __init__(self, trees, ranges, gaps, accuracies, found):
        self.trees = trees
        self.breakpoints_exact = [high for _, high in ranges] + [ranges[-1][0]]
        self.breakpoints = np.array([float(end) for end in self.breakpoints_exact])
        self.leaves = np.array([tree.get_n_leaves() for tree in trees])
        self.depths = np.array([tree.get_depth() for tree in trees])
        self.losses = np.array([tree.loss_ for tree in trees])
        self.gaps = np.array(gaps)
        self.accuracies = np.array(accuracies)
        self.status = found.status if found else "optimal"
        self.optimal = self.status == "optimal"
        open_ = found.unproven if found else []
        self.unproven = [(Fraction(high), Fraction(low), gap) for low, high, gap in open_]
        self.seconds = found.seconds if found else 0.0
        self.n_nodes = found.nodes if found else 0
        self.warnings = found.warnings if found else []

    def __len__(self) -> int:
        return len(self.trees)

    def __getitem__(self, at):
        return self.trees[at]

    def __iter__(self) -> Iterator[GOSDTClassifier]:
        return iter(self.trees)

    def __repr__(self) -> str:
        kept = among(self.trees[0].model_["certificate"])
        proven = self.status in PROVEN
        proof = f"proven optimal{kept}" if proven else f"stopped ({self.status})"
        if self.status == ROUNDED:
            proof = f"optimal{kept} up to the rounding of costs"
        trees = "1 tree" if len(self) == 1 else f"{len(self)} trees"
        high, low = self.breakpoints[0], self.breakpoints[-1]
        return f"GOSDTPath({trees} for λ from {high:g} to {low:g}, {proof})"

    def at(self, regularization: Any) -> GOSDTClassifier:
        """The tree for a λ; where two tie, the one with fewer leaves.

        Parameters
        ----------
        regularization : float, str, Decimal or Fraction
            A λ of the range.

        Returns
        -------
        GOSDTClassifier
        """
        price = _end("regularization", regularization)
        ends = self.breakpoints_exact
        if not ends[-1] <= price <= ends[0]:
            raise ValueError(
                f"regularization={regularization} is outside the path, which goes from "
                f"{float(ends[0]):g} down to {float(ends[-1]):g}"
            )
        return next(tree for tree, low in zip(self.trees, ends[1:]) if low <= price)

    def to_frame(self):
        """The path as a :class:`pandas.DataFrame`, a row for each tree.

        Returns
        -------
        pandas.DataFrame
            With columns lambda_low, lambda_high, leaves, depth, loss, accuracy, proven and gap.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError("to_frame needs pandas: pip install pandas") from error
        values = (
            self.breakpoints[1:],
            self.breakpoints[:-1],
            self.leaves,
            self.depths,
            self.losses,
            self.accuracies,
            self.gaps == 0,
            self.gaps,
        )
        return pd.DataFrame(dict(zip(_COLUMNS, values)))

    def plot(self, ax=None):
        """Draws loss against leaves with matplotlib, each tree with its range of λ.

        Parameters
        ----------
        ax : matplotlib axes, default=None
            Where to draw; the current axes by default.

        Returns
        -------
        matplotlib axes
        """
        return draw(self, ax)


class _Finder(GOSDTClassifier):
    """Reads the data as the classifier does, and finds a path in place of a tree."""

    ends: list[Fraction]
    path: GOSDTPath

    def _search(self, rows: TrainingRows, started: float) -> None:
        labels = rows.labels
        parameters.check_classes(self, len(labels.classes))
        costs = parameters.cost_text(self.cost_matrix, len(labels.classes))
        options = parameters.fit_options(
            self, rows.count(), self._positive(labels), costs, self._regularization(), started
        )
        options["missing"] = rows.missing_policy(self.missing)
        options["thresholds"] = own_thresholds(self.thresholds, rows)
        if self.ends[0] < self.ends[1] or self.ends[1] < 0:
            raise ValueError(
                f"λ is to go from {float(self.ends[0]):g} down to {float(self.ends[1]):g}; the "
                f"first must not be the smaller, and none may be negative"
            )
        if rows.have_one_class():
            self._find_constant(rows, options)
        else:
            self._find(rows, options)

    def _find_constant(self, rows: TrainingRows, options) -> None:
        options = {**options, "regularization": str(self.ends[0])}
        model = constant_model(rows, options)
        tree = self._tree(json.loads(_gosdt.check_model(json.dumps(model))), rows)
        right = float(tree.tree_.leaf_class[0] == rows.labels.codes[0])
        self.path = GOSDTPath([tree], [self.ends[::-1]], [0.0], [right], None)

    def _find(self, rows: TrainingRows, options) -> None:
        ends = tuple(str(end) for end in self.ends)
        line = _PathLine() if self.verbose else None
        found, unit = rows.hand_to(lambda *table: _gosdt.path(*table, options, ends, line))
        if line is not None:
            line.end(
                f"{len(found.trees)} trees, {found.nodes:,} nodes, {found.seconds:.1f} s, "
                f"{found.status}"
            )
        trees = [
            self._tree(_model_file.in_units(json.loads(tree.model), unit), rows)
            for tree in found.trees
        ]
        self.path = GOSDTPath(
            trees,
            [(Fraction(tree.low), Fraction(tree.high)) for tree in found.trees],
            [tree.gap for tree in found.trees],
            [tree.accuracy for tree in found.trees],
            found,
        )
        self._warn_if_unproven()

    def _tree(self, model: dict[str, Any], rows: TrainingRows) -> GOSDTClassifier:
        """A fitted classifier with this model."""
        given = {**self.get_params(deep=False), **_lambda(model)}
        tree = GOSDTClassifier(**given)
        for name in ("classes_", "n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(tree, name, getattr(self, name))
        tree._call = fit_call(tree, weighted=rows.sample is not None)
        tree._class_weights = rows.class_weights()
        tree._adopt(model, _margins(model, rows))
        tree._report(None)
        return tree

    def _warn_if_unproven(self) -> None:
        if self.path.status in (*PROVEN, ROUNDED):
            return
        open_ = ", ".join(
            f"from {float(high):g} to {float(low):g} (gap up to {gap:.4g})"
            for high, low, gap in self.path.unproven
        )
        warnings.warn(
            f"the path was stopped ({self.path.status}); not proven for λ {open_}. The trees are "
            f"the best found; give it more time or memory, or a larger min_regularization.",
            ConvergenceWarning,
            stacklevel=5,
        )
        if self.path.status == "interrupted":
            note_interrupt()


class _PathLine(ProgressLine):
    """A line that says which part of the path is proven."""

    def __call__(self, seconds, proven_to, trees, price, gap, nodes) -> None:
        """Shows a moment."""
        proven = (
            "nothing proven yet" if proven_to is None else f"proven down to λ = {proven_to:.6g}"
        )
        gap_or_none = "no tree yet" if math.isnan(gap) else f"gap {gap:.6f}"
        if self._live:
            self._write(
                f"GOSDT {proven}, {trees} trees found; now λ = {price:.6g}, {gap_or_none}, "
                f"{nodes:,} nodes, {seconds:.1f} s"
            )


def _end(name: str, value: Any) -> Fraction:
    """An end of the range, as the decimal that is printed."""
    text = parameters.decimal_text(name, value)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{name}={value!r}; it must be a number") from error


def _lambda(model: dict[str, Any]) -> dict[str, Any]:
    return {"regularization": _model_file.parameters(model)["regularization"]}
