"""The estimator that chooses λ by cross-validation."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _gosdt
from . import _parameters as parameters
from ._classifier import GOSDTClassifier
from ._folds import folds, is_list
from ._training_rows import TrainingRows
from ._warn import warn_stopped

#: λ where there is nothing to choose between.
_LARGEST = "0.1"

_RESULTS = (
    "mean_loss",
    "loss_error",
    "mean_accuracy",
    "accuracy_error",
    "mean_leaves",
    "proven",
    "losses",
    "accuracies",
    "leaves",
)


class GOSDTClassifierCV(GOSDTClassifier):
    """A provably optimal decision tree whose price of a leaf is chosen by cross-validation.

    For each λ of a list, trees are fitted without a part of the rows and measured on that part, by
    the objective's own loss. One λ is chosen, and the tree is fitted to all rows with it: after
    ``fit``, this is a :class:`GOSDTClassifier` with ``regularization=lambda_``.

    Parameters
    ----------
    objective : str, default="accuracy"
        As for :class:`GOSDTClassifier`, with all other parameters that are not listed here.
    lambdas : list of float, str, Decimal or Fraction, default=None
        What to choose λ from. None is one λ for each tree that is optimal for some λ on all rows
        (:func:`optimal_path`), and the smallest: 0.001, or one row's share. For objectives that
        rank, and where a quarter of the time limit is too little for that, it is 13 values from 0.1
        to 0.001.
    cv : int, splitter or iterable of (train, test), default=5
        An int is a number of stratified folds. A splitter of scikit-learn, or a list of pairs of
        arrays of row indices, is taken as well.
    rule : {"1se", "min"}, default="1se"
        Which λ is taken: the largest whose mean loss is at most one standard error above the least,
        or that with the least.
    random_state : int, RandomState or None, default=0
        What the shuffling of rows into folds starts from, if ``cv`` is an int. The same int gives
        the same folds as ``--seed`` of the program.
    max_depth, max_leaves, min_samples_leaf, class_weight, cost_matrix, pos_label
        As for :class:`GOSDTClassifier`.
    thresholds : str, mapping or ensemble, default="all"
        As for :class:`GOSDTClassifier`. A rule chooses for each fold by itself, from its training
        rows; lists and an ensemble are taken as they are, for all folds.
    time_limit : float or None, default=60
        Seconds for all; None is no limit. The choice may use half, each λ of a fold an equal part
        of what the fold has left; all the rest is for the last fit.
    memory_limit, missing, verbose, depth_budget, balance
        As for :class:`GOSDTClassifier`.
    n_jobs : int, default=None
        Threads. The folds run side by side on them. The choice is the same for any number.

    Attributes
    ----------
    lambda_ : float
        The λ that was chosen.
    lambda_min_, lambda_1se_ : float
        What the two rules choose.
    cv_results_ : dict of ndarray
        ``lambda`` (the largest first), ``mean_loss``, ``loss_error`` (its standard error),
        ``mean_accuracy``, ``accuracy_error``, ``mean_leaves``, ``proven`` (the folds in which the
        tree was proven optimal), each of shape (n_lambdas,); and ``losses``, ``accuracies``,
        ``leaves``, of shape (n_lambdas, n_folds). Empty where all rows have one class.

    See Also
    --------
    GOSDTClassifier : A tree for a given λ, and all other attributes.

    Notes
    -----
    Where a limit stopped trees of the folds, or the last fit, there is a ``ConvergenceWarning``.

    Ctrl-C during the cross-validation raises ``KeyboardInterrupt``; during the last fit it ends the
    search as for :class:`GOSDTClassifier`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from gosdt_rs import GOSDTClassifierCV
    >>> X, y = load_iris(return_X_y=True)
    >>> clf = GOSDTClassifierCV(lambdas=[0.2, 0.1, 0.05, 0.02], cv=3).fit(X, y)
    >>> clf.lambda_, clf.get_n_leaves(), clf.optimal_
    (0.2, 3, True)
    """

    def __init__(
        self,
        objective="accuracy",
        *,
        lambdas=None,
        cv=5,
        rule="1se",
        max_depth=None,
        max_leaves=None,
        min_samples_leaf=1,
        thresholds="all",
        class_weight=None,
        cost_matrix=None,
        pos_label=None,
        time_limit=60,
        memory_limit=None,
        n_jobs=None,
        missing="error",
        verbose=0,
        random_state=0,
        depth_budget=None,
        balance=False,
    ):
        self.objective = objective
        self.lambdas = lambdas
        self.cv = cv
        self.rule = rule
        self.max_depth = max_depth
        self.max_leaves = max_leaves
        self.min_samples_leaf = min_samples_leaf
        self.thresholds = thresholds
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.pos_label = pos_label
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.n_jobs = n_jobs
        self.missing = missing
        self.verbose = verbose
        self.random_state = random_state
        self.depth_budget = depth_budget
        self.balance = balance

    @classmethod
    def load(cls, path):
        """Reads a model; it does not say how its λ was chosen.

        Parameters
        ----------
        path : str or path

        Returns
        -------
        GOSDTClassifier
            A fitted estimator with the model's λ.
        """
        return GOSDTClassifier.load(path)

    _larger = "larger lambdas"

    def _regularization(self) -> str:
        """The λ of a tree that has nothing to choose: the largest."""
        lambdas = self._lambda_texts()
        return _LARGEST if lambdas is None else max(lambdas, key=parameters.fraction)

    def _lambda_texts(self) -> list[str] | None:
        if self.lambdas is None:
            return None
        if not is_list(self.lambdas):
            raise TypeError(f"lambdas={self.lambdas!r}; it must be a list of numbers or None")
        texts = [parameters.decimal_text("an entry of lambdas", entry) for entry in self.lambdas]
        if not texts:
            raise ValueError("lambdas is empty; give at least one, or None")
        return texts

    def _search(self, rows: TrainingRows, started: float) -> None:
        if rows.have_one_class():
            self.lambda_ = self.lambda_min_ = self.lambda_1se_ = float(
                parameters.fraction(self._regularization())
            )
            self.cv_results_ = {}
        super()._search(rows, started)

    def _run(self, rows: TrainingRows, options, line):
        how = self._how(rows)
        both, unit = rows.hand_to(lambda *table: _gosdt.select(*table, options, how, line))
        fitted, chosen = both
        self._adopt_choice(chosen)
        self._warn_if_folds_stopped(chosen)
        return fitted, unit

    def _warn_if_folds_stopped(self, chosen: _gosdt.Chosen) -> None:
        """Says how many trees of the folds are not proven, and what to do about it."""
        trees = sum(len(leaves) for leaves in chosen.leaves)
        stopped = trees - sum(chosen.proven)
        if stopped == 0:
            return
        warn_stopped(
            f"{stopped} of the {trees} trees of the cross-validation were stopped by a limit: the "
            f"choice of λ rests on the best trees found. "
            f"{parameters.more(self, 'fewer or larger lambdas', 'fewer folds')}"
        )

    def _how(self, rows: TrainingRows) -> dict[str, Any]:
        """The choice as the extension module wants it."""
        chosen = folds(self.cv, self.rule, self.random_state, rows)
        return {**chosen, "lambdas": self._lambda_texts()}

    def _adopt_choice(self, chosen: _gosdt.Chosen) -> None:
        lambdas = [float(parameters.fraction(text)) for text in chosen.lambdas]
        self.lambda_ = lambdas[chosen.chosen]
        self.lambda_min_ = lambdas[chosen.min]
        self.lambda_1se_ = lambdas[chosen.one_se]
        self.cv_results_ = cv_results(chosen)


def cv_results(chosen: _gosdt.Chosen) -> dict[str, np.ndarray]:
    """What a cross-validation measured, the largest λ first."""
    lambdas = [float(parameters.fraction(text)) for text in chosen.lambdas]
    measured = {name: np.array(getattr(chosen, name)) for name in _RESULTS}
    return {"lambda": np.array(lambdas), **measured}
