"""All near-optimal trees: the Rashomon set."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import _gosdt, _model_file
from . import _parameters as parameters
from ._classifier import GOSDTClassifier
from ._files import write_file
from ._finder import Finder
from ._progress import progress, shown
from ._thresholds import PROVEN
from ._training_rows import TrainingRows

#: The most trees that are looked at one by one; of larger sets, so many are drawn at random.
MOST_COMPARED = 10_000


def rashomon_set(
    X,
    y=None,
    sample_weight=None,
    *,
    within=None,
    slack=None,
    below=None,
    **params,
):
    """Finds all trees whose objective, loss + λ · leaves, is at most a threshold near the least.

    Two trees are the same if they ask the same splits in the same places. The trees are counted
    exactly, without being listed.

    Parameters
    ----------
    X : data frame, array-like of shape (n_samples, n_features), or CompressedTable
        As for :meth:`GOSDTClassifier.fit`.
    y : array-like of shape (n_samples,), default=None
        Labels, of two classes at least; a compressed table has its own.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, at least 0.
    within : float, str, Decimal or Fraction, default=0.05
        All trees with an objective of at most (1 + ``within``) times the least.
    slack : float, str, Decimal or Fraction, default=None
        All trees with an objective of at most the least and this, in place of ``within``.
    below : float, str, Decimal or Fraction, default=None
        All trees with an objective of at most this, in place of ``within``.
    **params
        Parameters of :class:`GOSDTClassifier`. The objective must be a sum over leaves.

    Returns
    -------
    RashomonSet
        The trees.

    Notes
    -----
    When a limit or Ctrl-C ends the search, there is a ``ConvergenceWarning``; all trees of what is
    returned belong to the set, but there may be more.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from gosdt_rs import rashomon_set
    >>> X, y = load_iris(return_X_y=True)
    >>> trees = rashomon_set(X, y, within=0.1, regularization=0.03)
    >>> len(trees), trees.optimal
    (36, True)
    >>> trees[0].objective_ == trees.optimum
    True
    >>> len(trees.filter(avoids=["x3"])) < len(trees)
    True
    """
    given = {"within": within, "slack": slack, "below": below}
    asked = {name: value for name, value in given.items() if value is not None}
    if len(asked) > 1:
        raise TypeError(f"give one of within, slack and below, not {' and '.join(asked)}")
    name, value = next(iter(asked.items()), ("within", "0.05"))
    finder = _SetFinder(**params)
    finder.threshold = (name, parameters.decimal_text(name, value))
    finder.fit(X, y, sample_weight)
    return finder.set


class RashomonSet:
    """All near-optimal trees, by objective. Made by :func:`rashomon_set`.

    Iterating over the set gives its trees as fitted classifiers, the best first, each found when it
    is asked for; indexing it gives the tree of a number. ``len`` is their number, and for more than
    ``sys.maxsize`` trees an ``OverflowError``: ``count`` is always exact.

    Attributes
    ----------
    count : int
        The number of trees; a lower bound if ``status`` says that the search was stopped.
    optimum : float
        The least objective.
    threshold : float
        The largest objective of a tree of the set.
    optimal : bool
        Whether the set is proven to have all its trees.
    status : str
        ``"optimal"``, ``"optimal-among-thresholds"``, ``"time-limit"``, ``"memory-limit"`` or
        ``"interrupted"``.
    seconds : float
        What it took to find the set.
    warnings : list of str
        What to be wary of.
    """

    def __init__(self, found: Any, make: Callable[[str], GOSDTClassifier], rows: TrainingRows):
        self._found, self._make, self._rows = found, make, rows
        self.count = int(found.count)
        self.optimum, self.threshold = found.optimum, found.threshold
        self.status = found.status
        self.optimal = self.status == "optimal"
        self.seconds, self.warnings = found.seconds, found.warnings

    def __reduce__(self):
        raise TypeError(
            "a set of near-optimal trees lives in the process that found it, and cannot be pickled; "
            "hand over its trees, which can, or figures of it"
        )

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> GOSDTClassifier:
        number = operator.index(number)
        number = number + self.count if number < 0 else number
        if not 0 <= number < self.count:
            raise IndexError(f"the set has {self.count} trees")
        return self._make(self._found.model(str(number)))

    def __iter__(self) -> Iterator[GOSDTClassifier]:
        number = 0
        while number < self.count:
            yield self[number]
            number += 1

    def __repr__(self) -> str:
        whole = "proven" if self.status in PROVEN else f"stopped ({self.status}), at least"
        trees = "1 tree" if self.count == 1 else f"{self.count} trees"
        return f"RashomonSet({whole} {trees} with an objective of at most {self.threshold:g})"

    @property
    def histogram(self) -> dict[float, int]:
        """The number of trees of each objective, ascending."""
        return {objective: int(trees) for objective, trees in self._found.histogram()}

    @property
    def count_without_trivial(self) -> int | None:
        """The number of trees without two sibling leaves of the same class, which is what TreeFARMS
        counts unless told otherwise; None where a filter by monotone columns chose the trees."""
        count = self._found.count_without_trivial()
        return None if count is None else int(count)

    def distinct_partitions(self, most: int = 100_000) -> int | None:
        """The number of ways to part the rows that the trees have: trees with the same leaves count
        once.

        Parameters
        ----------
        most : int, default=100_000
            None is returned if there are more, or a filter chose the trees.

        Returns
        -------
        int or None
        """
        return self._found.distinct_partitions(most)

    def sample(self, size: int = 1, seed: int = 0) -> list[GOSDTClassifier]:
        """Different trees, all samples of that size equally likely; the same for the same seed.

        Parameters
        ----------
        size : int, default=1
            How many; all trees if there are no more.
        seed : int, default=0
            A number from 0 to 2**64 - 1.

        Returns
        -------
        list of GOSDTClassifier
            By objective.
        """
        return [self[int(number)] for number in self._found.sample(size, seed)]

    def filter(
        self,
        *,
        min_leaves=None,
        max_leaves=None,
        max_depth=None,
        avoids=(),
        uses=(),
        top=None,
        no_trivial=False,
        below=None,
        rising=(),
        falling=(),
    ) -> RashomonSet:
        """The trees that keep every one of these; they are counted anew, most without listing.

        Parameters
        ----------
        min_leaves, max_leaves, max_depth : int, default=None
            Sizes.
        avoids, uses : sequence of str, default=()
            Names of features that no split asks; that some split asks.
        top : str, default=None
            The feature that the first split asks.
        no_trivial : bool, default=False
            Leave out trees with two sibling leaves of the same class.
        below : float, str, Decimal or Fraction, default=None
            The largest objective.
        rising, falling : sequence of str, default=()
            Numeric features: when one rises and all else stays, the predicted class, by its place in
            ``classes_``, never falls; never rises. Such filters look at each of up to 200,000 trees.

        Returns
        -------
        RashomonSet
        """
        asked = {
            "min_leaves": min_leaves,
            "max_leaves": max_leaves,
            "max_depth": max_depth,
            "avoids": _names(avoids),
            "uses": _names(uses),
            "top": None if top is None else str(top),
            "no_trivial": bool(no_trivial),
            "below": None if below is None else parameters.decimal_text("below", below),
            "rising": _names(rising),
            "falling": _names(falling),
        }
        return RashomonSet(self._found.filter(asked), self._make, self._rows)

    def best_by(self, criterion, most: int = MOST_COMPARED, seed: int = 0) -> GOSDTClassifier:
        """The best tree of the set by something other than its objective; of several, the first.

        Parameters
        ----------
        criterion : {"accuracy", "balanced_accuracy", "auc", "fewest_features"} or callable
            A measure on the training rows, or a function of a fitted classifier that returns a
            number, such as its score on other rows: more is better.
        most : int, default=10_000
            Of more trees, so many are drawn at random and compared.
        seed : int, default=0
            The seed of that.

        Returns
        -------
        GOSDTClassifier
        """
        if self.count == 0:
            raise ValueError("the set has no tree")
        if callable(criterion):
            return max(self._compared(most, seed), key=criterion)
        number, _ = self._found.best_by(criterion, most, seed)
        return self[int(number)]

    def _compared(self, most: int, seed: int) -> Iterator[GOSDTClassifier]:
        return iter(self) if self.count <= most else iter(self.sample(most, seed))

    def importance_ranges(self, most: int = MOST_COMPARED, seed: int = 0) -> dict[str, dict]:
        """How much the trees rely on each feature: the loss that a tree adds on average when the
        feature's values are shuffled, from the least to the most over the set (model class
        reliance).

        Parameters
        ----------
        most : int, default=10_000
            Of more trees, so many are drawn at random and compared.
        seed : int, default=0
            The seed of that.

        Returns
        -------
        dict
            By feature: ``least``, ``most``, ``mean``, and ``used_by``, the share of the trees that ask
            it.
        """
        _, ranges = self._found.importance_ranges(most, seed)
        keys = ("least", "most", "mean", "used_by")
        return {name: dict(zip(keys, values)) for name, *values in ranges}

    def multiplicity(self, most: int = MOST_COMPARED, seed: int = 0) -> dict[str, Any]:
        """How much the trees disagree on the training rows.

        Parameters
        ----------
        most : int, default=10_000
            Of more trees, so many are drawn at random and compared.
        seed : int, default=0
            The seed of that.

        Returns
        -------
        dict
            ``shares``, an array of shape (n_rows, n_classes): the share of the trees that say each
            class; ``ambiguity``, the share of the rows on which some tree differs from the first one;
            ``discrepancy``, the largest share of the rows on which one tree does.
        """
        shares, ambiguity, discrepancy = self._found.multiplicity(most, seed)
        return {
            "shares": np.array(shares),
            "ambiguity": ambiguity,
            "discrepancy": discrepancy,
        }

    def report(self, path, seed: int = 0) -> None:
        """Writes a page to explore the trees: one HTML file that needs nothing else.

        Parameters
        ----------
        path : str or path-like
            The file.
        seed : int, default=0
            Of more than 10,000 trees, so many are drawn at random with this seed.
        """
        write_file(path, self._found.page(seed))

    def to_timbertrek(self, most: int = MOST_COMPARED) -> dict[str, Any]:
        """What ``timbertrek.visualize`` takes: up to ``most`` trees, the best first (two classes).

        Parameters
        ----------
        most : int, default=10_000
            The most trees.

        Returns
        -------
        dict
            With ``trie``, ``featureMap`` and ``treeMap``.
        """
        return json.loads(self._found.timbertrek(most))


class _SetFinder(Finder):
    """Finds a set in place of a tree."""

    threshold: tuple[str, str]
    set: RashomonSet

    def _search(self, rows: TrainingRows, started: float) -> None:
        options = self._options(rows, started)
        if rows.have_one_class():
            raise ValueError("all rows have one class: there is one tree, a leaf, and none near it")
        line = progress(self.verbose)
        with shown(line):
            found, unit = rows.hand_to(
                lambda *table: _gosdt.rashomon(*table, options, self.threshold, line)
            )
        if line is not None:
            line.end(1.0, f"{found.count} trees, {found.seconds:.1f} s, {found.status}")

        def make(model: str) -> GOSDTClassifier:
            return self._tree(_model_file.in_units(json.loads(model), unit), rows)

        self.set = RashomonSet(found, make, rows)
        if self.set.status not in PROVEN:
            self._warn_stopped(
                f"the search was stopped ({self.set.status}); the set has at least "
                f"{self.set.count} trees, and there may be more. "
                f"{parameters.more(self, 'a smaller threshold')}",
                self.set.status,
            )


def _names(names: Any) -> list[str]:
    return [names] if isinstance(names, str) else [str(name) for name in names]
