"""The whole trade-off: every tree that is optimal for some price of a leaf."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from . import _gosdt, _model_file
from . import _parameters as parameters
from ._classifier import GOSDTClassifier
from ._classifier_cv import cv_results
from ._constant import constant_model
from ._finder import Finder
from ._folds import folds
from ._measured import measured_rows
from ._path_plot import draw
from ._progress import Progress, progress, shown
from ._thresholds import PROVEN, ROUNDED, among
from ._training_rows import TrainingRows

_COLUMNS = ("lambda_low", "lambda_high", "leaves", "depth", "loss", "accuracy", "proven", "gap")


def optimal_path(
    X,
    y=None,
    sample_weight=None,
    *,
    max_regularization=0.2,
    min_regularization=0.001,
    X_test=None,
    y_test=None,
    sample_weight_test=None,
    cv=None,
    rule="1se",
    random_state=0,
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
    X_test, y_test : data and labels, default=None
        Rows that play no part in the search, to measure the trees on: ``test_losses``.
    sample_weight_test : array-like of shape (n_test_samples,), default=None
        Their weights.
    cv : int, splitter, iterable of (train, test) or None, default=None
        Cross-validate, too: for each tree, at a λ of its range, trees are fitted without a part of
        the rows and measured on it (``cv_losses``). As for :class:`GOSDTClassifierCV`. The path may
        then use half of the time limit, and the folds have the rest.
    rule : {"1se", "min"}, default="1se"
        Which tree ``chosen`` is, as for :class:`GOSDTClassifierCV`.
    random_state : int, RandomState or None, default=0
        What the shuffling of rows into folds starts from.
    **params
        Parameters of :class:`GOSDTClassifier` other than ``regularization``. Limits on time (60
        seconds unless given) and memory are for the whole path.

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

    To choose one of the trees by what is lost on rows that are held out:

    >>> path = optimal_path(X, y, max_regularization=0.4, min_regularization=0.01, cv=5)
    >>> path.leaves[path.chosen].item(), path.best.get_n_leaves()
    (4, 4)
    """
    if "regularization" in params:
        raise TypeError(
            "a path is for a range of λ: give max_regularization and min_regularization in place "
            "of regularization"
        )
    finder = _PathFinder(**params)
    finder.how = (cv, rule, random_state)
    finder.ends = [
        _end("max_regularization", max_regularization),
        _end("min_regularization", min_regularization),
    ]
    finder.fit(X, y, sample_weight)
    if X_test is not None or y_test is not None:
        finder.path._measure(X_test, y_test, sample_weight_test)
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
        Loss of each tree on the training rows.
    test_losses, test_accuracies : ndarray of float or None
        Loss and accuracy of each tree on the test rows, if there were any; NaN where the objective
        is not defined on them.
    cv_losses, cv_errors : ndarray of float or None
        For each tree, the mean loss on rows held out at a λ of its range, and its standard error;
        None unless ``cv`` was given.
    cv_results_ : dict of ndarray
        All that the cross-validation measured, as in :class:`GOSDTClassifierCV`, an entry for each
        tree; empty without.
    chosen : int or None
        The index of the tree that the cross-validation chose.
    best : GOSDTClassifier
        That tree.
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
        self.test_losses: np.ndarray | None = None
        self.test_accuracies: np.ndarray | None = None
        chosen = found.chosen if found else None
        self.cv_results_ = cv_results(chosen) if chosen else {}
        self.cv_losses = self.cv_results_.get("mean_loss")
        self.cv_errors = self.cv_results_.get("loss_error")
        self.chosen = chosen.chosen if chosen else None
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

    @property
    def best(self) -> GOSDTClassifier:
        """The tree that the cross-validation chose."""
        if self.chosen is None:
            raise AttributeError("no tree was chosen: optimal_path(..., cv=5) cross-validates")
        return self.trees[self.chosen]

    def losses_on(self, X, y, sample_weight=None) -> np.ndarray:
        """The loss of each tree on other rows, by the objective that was optimised.

        Parameters
        ----------
        X, y : data and labels
            The rows.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights. Classes weigh what they weighed in the search.

        Returns
        -------
        ndarray of float
            NaN where the objective is not defined on these rows.
        """
        return self._measured(X, y, sample_weight)[0]

    def _measured(self, X, y, sample_weight) -> tuple[np.ndarray, np.ndarray]:
        """Loss and accuracy of each tree on some rows."""
        measured = [
            _gosdt.measure_rows(json.dumps(tree.model_), measured_rows(tree, X, y, sample_weight))
            for tree in self.trees
        ]
        losses = [math.nan if loss is None else loss for loss, _ in measured]
        return np.array(losses), np.array([accuracy for _, accuracy in measured])

    def _measure(self, X, y, sample_weight) -> None:
        if X is None or y is None:
            raise ValueError("X_test and y_test belong together; give both or none")
        self.test_losses, self.test_accuracies = self._measured(X, y, sample_weight)

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
            With columns lambda_low, lambda_high, leaves, depth, loss, accuracy, proven and gap;
            with test rows also test_loss and test_accuracy, with ``cv`` cv_loss, cv_error and
            chosen.
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
        columns = dict(zip(_COLUMNS, values))
        if self.test_losses is not None:
            columns |= {"test_loss": self.test_losses, "test_accuracy": self.test_accuracies}
        if self.cv_losses is not None:
            columns |= {"cv_loss": self.cv_losses, "cv_error": self.cv_errors}
            columns["chosen"] = np.arange(len(self)) == self.chosen
        return pd.DataFrame(columns)

    def plot(self, ax=None):
        """Draws loss against leaves with matplotlib, each tree with its range of λ; and the losses
        on test rows and on rows held out, where there are any.

        Parameters
        ----------
        ax : matplotlib axes, default=None
            Where to draw; the current axes by default.

        Returns
        -------
        matplotlib axes
        """
        return draw(self, ax)


class _PathFinder(Finder):
    """Finds a path in place of a tree."""

    ends: list[Fraction]
    how: tuple[Any, str, Any]
    path: GOSDTPath

    def _search(self, rows: TrainingRows, started: float) -> None:
        options = self._options(rows, started)
        if self.ends[0] < self.ends[1] or self.ends[1] < 0:
            raise ValueError(
                f"λ is to go from {float(self.ends[0]):g} down to {float(self.ends[1]):g}; the "
                f"first must not be the smaller, and none may be negative"
            )
        if rows.have_one_class():
            self._find_constant(rows, options)
            return
        self._find(rows, options)
        warning = self._unproven() or self._unselected()
        if warning is not None:
            self._warn_stopped(*warning)

    def _find_constant(self, rows: TrainingRows, options) -> None:
        options = {**options, "regularization": str(self.ends[0])}
        model = constant_model(rows, options)
        model = json.loads(_gosdt.check_model(json.dumps(model)))
        tree = self._tree(model, rows, **_lambda(model))
        right = float(tree.tree_.leaf_class[0] == rows.labels.codes[0])
        self.path = GOSDTPath([tree], [self.ends[::-1]], [0.0], [right], None)

    def _find(self, rows: TrainingRows, options) -> None:
        ends = tuple(str(end) for end in self.ends)
        cv, rule, random_state = self.how
        how = None if cv is None else folds(cv, rule, random_state, rows)
        line = progress(self.verbose, partial(_PathProgress, self.ends))
        with shown(line):
            found, unit = rows.hand_to(lambda *table: _gosdt.path(*table, options, ends, how, line))
        if line is not None:
            line.end(
                1.0,
                f"{len(found.trees)} trees, {found.nodes:,} nodes, {found.seconds:.1f} s, "
                f"{found.status}",
            )
        models = [_model_file.in_units(json.loads(tree.model), unit) for tree in found.trees]
        self.path = GOSDTPath(
            [self._tree(model, rows, **_lambda(model)) for model in models],
            [(Fraction(tree.low), Fraction(tree.high)) for tree in found.trees],
            [tree.gap for tree in found.trees],
            [tree.accuracy for tree in found.trees],
            found,
        )

    def _unproven(self) -> tuple[str, str] | None:
        """What to say of a path that is not proven, and what stopped it."""
        status = self.path.status
        if status in (*PROVEN, ROUNDED):
            return None
        open_ = ", ".join(
            f"from {float(high):g} to {float(low):g} (gap up to {gap:.4g})"
            for high, low, gap in self.path.unproven
        )
        return (
            f"the path was stopped ({status}); not proven for λ {open_}. The trees are the best "
            f"found. {parameters.more(self, 'a larger min_regularization')}",
            status,
        )

    def _unselected(self) -> tuple[str, str] | None:
        """What to say of a cross-validation that was not done, or rests on trees that are not
        proven."""
        if self.how[0] is None:
            return None
        results = self.path.cv_results_
        if not results:
            return "interrupted before the cross-validation was done: no tree is chosen", (
                "interrupted"
            )
        stopped = results["leaves"].size - int(results["proven"].sum())
        if stopped == 0:
            return None
        return (
            f"{stopped} of the {results['leaves'].size} trees of the cross-validation were stopped "
            f"by a limit: the choice rests on the best trees found. "
            f"{parameters.more(self, 'fewer folds', 'a larger min_regularization')}",
            "time-limit",
        )


class _PathProgress(Progress):
    """Says which part of a path is proven."""

    def __init__(self, ends: list[Fraction], display: Any, patience: float) -> None:
        super().__init__(display, patience)
        self._high, self._low = (float(end) for end in ends)

    def __call__(self, seconds, proven_to, trees, price, gap, nodes) -> None:
        """Shows a moment."""
        proven = (
            "nothing proven yet" if proven_to is None else f"proven down to λ = {proven_to:.6g}"
        )
        gap_or_none = "no tree yet" if math.isnan(gap) else f"gap {gap:.6f}"
        self.show(
            self._share(proven_to),
            f"{proven}, {trees} trees found; now λ = {price:.6g}, {gap_or_none}, "
            f"{nodes:,} nodes, {seconds:.1f} s",
        )

    def _share(self, proven_to: float | None) -> float:
        """The share of the range that is proven, by ratio: small λ take the longest."""
        if proven_to is None or self._high <= self._low:
            return 0.0
        least = max(self._low, self._high / 1000)
        share = math.log(self._high / max(proven_to, least)) / math.log(self._high / least)
        return min(max(share, 0.0), 1.0)


def _end(name: str, value: Any) -> Fraction:
    """An end of the range, as the decimal that is printed."""
    text = parameters.decimal_text(name, value)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{name}={value!r}; it must be a number") from error


def _lambda(model: dict[str, Any]) -> dict[str, Any]:
    return {"regularization": _model_file.parameters(model)["regularization"]}
