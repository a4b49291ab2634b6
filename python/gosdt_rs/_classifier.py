"""The estimator."""

from __future__ import annotations

import json
import time
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_consistent_length, check_is_fitted

from . import _baseline, _export, _gosdt, _model_file, _page, _plots, _score
from . import _parameters as parameters
from ._answers import ask, conform
from ._call import fit_call, load_call
from ._check import certificate_of, rows_verdict
from ._columns import Column
from ._constant import constant_model
from ._files import write_file
from ._interrupt import note_interrupt
from ._labels import Labels, classes_from_texts, read_labels
from ._parameters import numbers_that_fit
from ._progress import progress, shown
from ._sklearn_tree import Encoding, margin, to_sklearn
from ._looks import examined
from ._source import Source, open_source
from ._thresholds import PROVEN, ROUNDED, among, read_thresholds
from ._training_rows import TrainingRows
from ._tree import Tree
from ._warn import warn_stopped
from ._weights import class_fractions, read_sample_weight

_TRACE = ("seconds", "lower_bound", "upper_bound", "nodes", "memory")

_STOPPED = {
    "time-limit": "the time limit",
    "memory-limit": "the memory limit",
    "interrupted": "an interrupt (Ctrl-C)",
}


class GOSDTClassifier(ClassifierMixin, BaseEstimator):
    """A decision tree that is proven to be the best there is.

    Among *all* trees it finds one that minimises loss + ``regularization`` · leaves, exactly, and
    says so: ``optimal_`` is true when no tree has a smaller objective, and when a limit or Ctrl-C
    stopped the search first, ``lower_bound_`` and ``gap_`` say how far the tree can be from
    the best.

    Data frames (pandas, polars, pyarrow) are taken as they are: numbers, booleans, text and
    categories, each threshold and each category a possible question. Nothing needs encoding, and
    nothing is converted silently.

    Parameters
    ----------
    objective : str, default="accuracy"
        What a wrong prediction costs: ``"accuracy"``, ``"balanced"`` (every class weighs the same),
        ``"weighted:W"`` (two classes: a missed positive costs as much as W false alarms),
        ``"cost"`` (with ``cost_matrix``); and for two classes ``"auc"``, ``"pauc:T"`` (ROC area up
        to a false-positive rate T), ``"fscore"`` or ``"f1"`` (F1 with the best labels of leaves),
        ``"fscore:W"`` (F1, and a leaf is positive if W times its positives exceed its negatives),
        ``"fbeta:B"`` (recall counts B times as much as precision) and ``"jaccard"`` (true positives
        among all rows that are positive or called so). In small or large letters.
    regularization : float, str, Decimal or Fraction, default=0.01
        The price λ of a leaf, in units of the loss. Read as the decimal that is printed: 0.01 is
        exactly one hundredth.
    max_depth : int, default=None
        Most questions on a way to a leaf; a lone leaf has depth 0. None is no limit.
    max_leaves : int, default=None
        Most leaves.
    min_samples_leaf : int or float, default=1
        Least number of rows in a leaf; a float is a share of the rows, rounded up.
    thresholds : str, mapping or ensemble, default="all"
        The thresholds of numeric columns that the tree may ask. ``"all"`` is one between each two
        adjacent values. ``"quantile:K"`` keeps at most K of a column, next to the quantiles of the
        rows' weight; ``"guess"`` (``"guess:TREES"``, ``"guess:TREES,DEPTH"``) those that a built-in
        boosted ensemble asks, 40 trees of depth 2 unless given. A mapping from columns (names or
        places) to lists gives them; a column that is not in it keeps all of its own. An ensemble of
        scikit-learn (boosted trees, a forest, a tree) gives those that it asks; one that is not
        fitted is fitted to the same rows first. Fewer thresholds are faster, and the proof speaks
        of these alone: ``status_`` is then ``"optimal-among-thresholds"``.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes, multiplied with the sample weights.
    cost_matrix : array-like of shape (n_classes, n_classes), default=None
        ``cost_matrix[i][j]`` is the cost of predicting class i where class j is true, in the order
        of ``classes_``. Implies ``objective="cost"``.
    pos_label : label, default=None
        The positive class of two, for the objectives that have one. None is ``classes_[1]``.
    time_limit : float or None, default=60
        Stop so many seconds after ``fit`` was called, with the best tree so far and a
        ``ConvergenceWarning`` that names the gap; None is no limit. The time that reading the data
        and grouping equal rows take is part of it; where it is too short for that, the tree is the
        best lone leaf.
    memory_limit : int, default=None
        Keep the process below so many bytes: store the data the smaller way, search with fewer
        threads, forget what is cheap to find again, then stop with the best tree. What cannot fit
        raises ``MemoryError`` before it is allocated. None is 80 % of the memory that is free.
    n_jobs : int, default=None
        Threads. None is 1 (unless in a ``joblib.parallel_config`` context), -1 is all cores. The
        tree is the same for any number.
    missing : {"error", "drop", "category"}, default="error"
        Missing values are refused; or rows that have one are left out; or the tree may ask whether
        a value is missing (a missing value answers no to every other question).
    verbose : int, default=0
        Above 0, a progress bar follows the search: of ``tqdm`` or ``rich`` if one of them is
        installed, else a line on standard error. 0 shows one in a notebook alone, for a search that
        takes longer than a second, and removes it at the end; below 0 there is none anywhere.
    random_state : ignored
        Accepted for compatibility: the search draws nothing at random.
    depth_budget : int, default=None
        Another name of ``max_depth``, as in the package ``gosdt``.
    balance : bool, default=False
        True is ``objective="balanced"``, as in the package ``gosdt``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels, sorted.
    n_classes_ : int
        How many.
    n_features_in_ : int
        Columns seen during ``fit``.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if all are text.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Normalised total decrease of Gini impurity that each column brings, as in scikit-learn.
    optimal_ : bool
        Whether the tree is proven optimal among all trees.
    status_ : str
        ``"optimal"``, ``"optimal-among-thresholds"``, ``"optimal-up-to-rounding"`` (exact costs
        need more than 64 bits; the bounds hold), ``"time-limit"``, ``"memory-limit"`` or
        ``"interrupted"``.
    thresholds_ : dict or None
        Where ``thresholds`` is not ``"all"``: the ``rule``, how many were ``kept`` of those
        ``offered``, and ``most_per_column``. Bounds and gap then speak of the trees that ask no
        others.
    objective_, loss_ : float
        loss + λ · leaves of the tree, and the loss alone.
    lower_bound_, upper_bound_, gap_ : float
        No tree has an objective below the lower bound; the tree has the upper bound; the gap is
        their difference, exactly 0 when optimal.
    n_nodes_ : int
        Subproblems that the search expanded; 0 for a loaded model.
    trace_ : dict of ndarray
        The course of the search: seconds, lower_bound, upper_bound, nodes, memory, an entry for
        each moment. The upper bound is NaN before there is a tree. ``pandas.DataFrame(clf.trace_)``
        is a table of it.
    report_ : dict
        Seconds, memory, numbers of tests, and what to be wary of.
    tree_ : Tree
        The tree as flat arrays.
    model_ : dict
        The model file, parsed.

    See Also
    --------
    sklearn.tree.DecisionTreeClassifier : A greedy tree.

    Notes
    -----
    Ctrl-C (or a notebook's stop button) ends the search within a second: the estimator is then
    fitted with the best tree so far, with a ``ConvergenceWarning``. A second Ctrl-C within two
    seconds raises ``KeyboardInterrupt``, to leave a loop or a grid search.

    A row of sample weight 0 is as if it were not there. A float weight is the decimal that is
    printed for it; where the common denominator of all weights is beyond 64 bits, weights are
    rounded to one part in 2**36 of their total (2**28 if the objective needs the room).

    ``predict`` minimises the objective. With unequal costs that need not be the class with the
    largest ``predict_proba``, which are the shares of the training weight in the leaf.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from gosdt_rs import GOSDTClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    >>> clf.optimal_, clf.get_n_leaves()
    (True, 3)
    >>> print(clf.export_text(class_names=["setosa", "versicolor", "virginica"]), end="")
    petal length (cm) <= 2.5?
      yes: setosa  (50 rows, 100.0 %)
      no:  petal width (cm) <= 1.65?
        yes: versicolor  (52 rows, 92.3 %)
        no:  virginica  (48 rows, 95.8 %)
    """

    def __init__(
        self,
        objective="accuracy",
        *,
        regularization=0.01,
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
        random_state=None,
        depth_budget=None,
        balance=False,
    ):
        self.objective = objective
        self.regularization = regularization
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

    def fit(self, X, y, sample_weight=None):
        """Finds the best tree.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            Numbers, booleans, text, categories.
        y : array-like of shape (n_samples,)
            Labels of any kind; two or more classes (one gives a lone leaf).
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, at least 0.

        Returns
        -------
        self : GOSDTClassifier
            The fitted estimator.
        """
        started = time.monotonic()
        parameters.missing_policy(self.missing)
        with numbers_that_fit():
            source = open_source(self, X, y, fitting=True)
            names = source.names or [f"x{at}" for at in range(source.width)]
            columns = [source.read(at, name) for at, name in enumerate(names)]
            columns = examined(columns, keep_numbers=not isinstance(self.thresholds, str))
            rows = self._training_rows(columns, names, y, sample_weight)
            self.classes_ = rows.labels.classes
            self._call = fit_call(self, weighted=rows.sample is not None)
            self._search(rows, started)
        return self

    def baseline(self, X, y, sample_weight=None):
        """Greedy trees beside this one: how much did optimality buy?

        They are grown as CART grows its trees, from the root down by Gini impurity, on the same
        splits, with the same costs and within the same limits. ``greedy_pruned`` is pruned for the
        same λ, exactly; ``greedy_same_leaves`` is stopped at as many leaves as this tree has.

        Parameters
        ----------
        X, y, sample_weight
            The training data, as given to :meth:`fit`.

        Returns
        -------
        dict of dict
            Under ``gosdt``, ``greedy_pruned`` and ``greedy_same_leaves``: ``objective``, ``loss``,
            ``leaves``, ``depth`` and ``accuracy`` (on the training rows), and what was optimised
            where that is another measure: ``balanced_accuracy``, ``auc``, ``partial_auc``, ``f1``,
            ``fbeta`` or ``jaccard``.
            ``pandas.DataFrame(...).T`` is a table of it.

        Examples
        --------
        >>> from gosdt_rs import GOSDTClassifier
        >>> X = [[0, 0], [0, 0], [0, 1], [0, 1], [1, 0], [1, 0], [1, 1], [1, 1], [1, 1]]
        >>> y = [0, 0, 1, 1, 1, 1, 0, 0, 0]
        >>> clf = GOSDTClassifier(regularization=0.02).fit(X, y)
        >>> clf.baseline(X, y)["greedy_pruned"]["leaves"]
        4
        """
        return _baseline.figures(self, self._training_rows_of(X, y, sample_weight))

    def certify(self, path, X, y, sample_weight=None, *, time_limit=None):
        """Writes a certificate: a proof that no tree is better.

        The tree is fitted again, with a search whose proof is written down. :func:`gosdt_rs.check`
        and the program ``gosdt-check`` check it from the data alone, with code that shares nothing
        with the search. It is checked before it is written; a :meth:`report` then says so.

        Objectives that are sums over leaves can be certified: ``"accuracy"``, ``"balanced"``,
        ``"weighted:W"`` and ``"cost"``.

        Parameters
        ----------
        path : str or path
            Where to write it.
        X, y, sample_weight
            The training data, as given to :meth:`fit`.
        time_limit : float, default=None
            Give up after so many seconds of search, and so many of writing.

        Raises
        ------
        RuntimeError
            If there is no certificate: the objective has none, a limit was reached, or it was
            interrupted.
        """
        rows = self._training_rows_of(X, y, sample_weight)
        if rows.have_one_class():
            raise RuntimeError("there is one class only, and nothing to prove")
        certificate = certificate_of(self, rows, time_limit)
        verdict = rows_verdict(self, rows, certificate)
        if not verdict:
            raise RuntimeError(f"the certificate does not hold: {verdict.text}")
        write_file(path, certificate)
        self._checked_lemmas = verdict.lemmas

    def predict(self, X):
        """The class of each row.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            Of a data frame, the columns that the tree asks about are found by name; others may be
            there or not. An array has the columns of ``fit`` in their order.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        leaves = self.apply(X)
        return self.classes_[self.tree_.leaf_class[leaves]]

    def predict_proba(self, X):
        """The share of each class in the training weight of each row's leaf.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            As for :meth:`predict`.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        leaves = self.apply(X)
        return self.tree_.shares[leaves]

    def predict_log_proba(self, X):
        """The logarithm of :meth:`predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def apply(self, X):
        """The leaf of each row, as an index into the nodes of ``tree_``.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            As for :meth:`predict`.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        check_is_fitted(self)
        source = open_source(self, X, fitting=False)
        columns = self._columns(source, self.tree_.asked())
        lacking = None if self.model_["missing"] == "category" else self._lacking
        return self.tree_.apply(
            source.rows, lambda column, test, rows: ask(columns[column], test, rows), lacking
        )

    def decision_path(self, X):
        """The nodes on each row's way.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            As for :meth:`predict`.

        Returns
        -------
        csr_matrix of shape (n_samples, n_nodes)
            1 where a row passes a node.
        """
        leaves = self.apply(X)
        return self.tree_.decision_path(leaves)

    def get_depth(self):
        """Questions on the longest way; 0 for a lone leaf."""
        check_is_fitted(self)
        return self.tree_.max_depth

    def get_n_leaves(self):
        """Number of leaves."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    @property
    def feature_importances_(self):
        """Normalised total decrease of Gini impurity that each column brings."""
        check_is_fitted(self)
        return self.tree_.feature_importances(self.n_features_in_)

    def export_text(self, *, feature_names=None, class_names=None):
        """The tree as indented text; see :func:`gosdt_rs.export_text`."""
        return _export.export_text(self, feature_names=feature_names, class_names=class_names)

    def to_rules(self, *, feature_names=None, class_names=None):
        """The tree as a list of if-then rules, one for each leaf."""
        return _export.to_rules(self, feature_names=feature_names, class_names=class_names)

    def export_graphviz(self, out_file=None, *, feature_names=None, class_names=None):
        """The tree in Graphviz's DOT language; see :func:`gosdt_rs.export_graphviz`."""
        return _export.export_graphviz(
            self, out_file, feature_names=feature_names, class_names=class_names
        )

    def export_svg(self, path=None, *, feature_names=None, class_names=None):
        """The tree as an SVG picture; see :func:`gosdt_rs.export_svg`."""
        return _export.export_svg(self, path, feature_names=feature_names, class_names=class_names)

    def export_png(self, path, *, feature_names=None, class_names=None):
        """Writes the tree as a PNG image; see :func:`gosdt_rs.export_png`."""
        _export.export_png(self, path, feature_names=feature_names, class_names=class_names)

    def report(
        self,
        path,
        X_test=None,
        y_test=None,
        *,
        sample_weight_test=None,
        feature_names=None,
        class_names=None,
    ):
        """Writes a report: one HTML page that needs no other file and no network.

        It shows the verdict, the tree, its rules, metrics, the confusion matrix, the ROC curve of
        two classes, how the bounds met, the data, and the call that makes it again; the same page
        as ``gosdt fit --report`` writes. Of a loaded model it shows what the model knows.

        Training rows count as they weighed in the fit. Classes of test rows weigh the same as
        there, so that the figures can be compared.

        Parameters
        ----------
        path : str or path
            Where to write it.
        X_test, y_test : data and labels, default=None
            Rows that played no part in the fit, to measure the tree on.
        sample_weight_test : array-like of shape (n_test_samples,), default=None
            Their weights.
        feature_names, class_names : sequence of str, default=None
            Other names than those of the training data.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from sklearn.model_selection import train_test_split
        >>> from gosdt_rs import GOSDTClassifier
        >>> X, y = load_iris(return_X_y=True, as_frame=True)
        >>> X, X_test, y, y_test = train_test_split(X, y, random_state=0)
        >>> clf = GOSDTClassifier(regularization=0.02).fit(X, y)
        >>> clf.report("iris.html", X_test, y_test)  # doctest: +SKIP
        """
        check_is_fitted(self)
        names = {"feature_names": feature_names, "class_names": class_names}
        text = _page.page(self, path, X_test, y_test, sample_weight_test, **names)
        write_file(path, text)

    def plot_roc(self, X=None, y=None, ax=None, *, sample_weight=None):
        """Draws the ROC curve with matplotlib; see :func:`gosdt_rs.plot_roc`."""
        return _plots.plot_roc(self, X, y, ax, sample_weight=sample_weight)

    def plot_trace(self, ax=None):
        """Draws how the bounds met, with matplotlib; see :func:`gosdt_rs.plot_trace`."""
        return _plots.plot_trace(self, ax)

    def plot_tree(self, **options):
        """Draws the tree with matplotlib; see :func:`gosdt_rs.plot_tree`."""
        return _export.plot_tree(self, **options)

    def to_sql(self, dialect="duckdb", *, feature_names=None):
        """The tree as an SQL expression, to score rows where they are stored.

        Its value is what :meth:`predict` says of a row. ``NULL`` and NaN are missing: where the tree
        was fitted without missing values, a row that lacks what the tree asks of it has the value
        ``NULL``; with ``missing="category"`` it goes its way. Columns are cast, so that their
        types need not be those of the training data.

        Parameters
        ----------
        dialect : {"duckdb", "spark", "postgres", "bigquery"}, default="duckdb"
            The spelling; SQLite reads that of DuckDB.
        feature_names : sequence of str, default=None
            Other names of columns than those of the training data.

        Returns
        -------
        str

        Examples
        --------
        >>> from gosdt_rs import GOSDTClassifier
        >>> X, y = [[0], [1], [2], [3]], ["no", "no", "yes", "yes"]
        >>> clf = GOSDTClassifier(missing="category", regularization=0.1).fit(X, y)
        >>> print(clf.to_sql(), end="")
        CASE WHEN CAST("x0" AS DOUBLE) <= 1.5e0 THEN
          'no'
        ELSE
          'yes'
        END
        """
        return _score.to_sql(self, dialect, feature_names)

    def to_expression(self, *, feature_names=None):
        """The tree as an expression of narwhals, for any data frame, lazy or not.

        Its value is what :meth:`predict` says of a row, or null, as :meth:`to_sql` says. Columns are
        found by name.

        Parameters
        ----------
        feature_names : sequence of str, default=None
            Other names of columns than those of the training data.

        Returns
        -------
        narwhals.Expr

        Examples
        --------
        >>> import narwhals as nw
        >>> import pandas as pd
        >>> from gosdt_rs import GOSDTClassifier
        >>> X = pd.DataFrame({"size": [0, 1, 2, 3]})
        >>> clf = GOSDTClassifier(regularization=0.1).fit(X, ["no", "no", "yes", "yes"])
        >>> scored = nw.from_native(X).with_columns(class_=clf.to_expression())
        >>> scored["class_"].to_list()
        ['no', 'no', 'yes', 'yes']
        """
        return _score.to_expression(self, feature_names)

    def to_sklearn(self):
        """The tree as a real :class:`sklearn.tree.DecisionTreeClassifier`.

        Its parameters are what the tree itself keeps to: its depth and its number of leaves. It
        predicts as this tree does on ``encode(X)``, which for numeric and boolean columns is the
        data itself. scikit-learn compares in float32; thresholds are placed so that every training
        row goes the same way, and where float32 cannot tell two training values apart that the tree
        does, there is a ``ValueError``. A leaf whose class has not its largest share (unequal
        costs, ties) has that class lifted just above it.

        Returns
        -------
        DecisionTreeClassifier

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from gosdt_rs import GOSDTClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> clf = GOSDTClassifier(regularization=0.02).fit(X, y)
        >>> bool((clf.to_sklearn().predict(X) == clf.predict(X)).all())
        True
        """
        check_is_fitted(self)
        encoding = Encoding.of(self.model_, self.tree_)
        tree = to_sklearn(self.tree_, self.model_, encoding, self.classes_, self._margins)
        if hasattr(self, "feature_names_in_"):
            tree.feature_names_in_ = np.array(encoding.names, dtype=object)
        return tree

    def encode(self, X):
        """The matrix of numbers that :meth:`to_sklearn`'s tree takes.

        Numeric columns are themselves, booleans 0 and 1, missing values NaN; each question of the
        tree about a category or about missing values has a column of its own, 1 for yes.

        Parameters
        ----------
        X : data frame or array-like of shape (n_samples, n_features)
            As for :meth:`predict`.

        Returns
        -------
        ndarray or data frame of shape (n_samples, n_columns)
            A frame of the same library if X is one; columns as named by :meth:`get_encoded_names`.
        """
        check_is_fitted(self)
        encoding = Encoding.of(self.model_, self.tree_)
        source = open_source(self, X, fitting=False)
        matrix = encoding.matrix(self._columns(source, encoding.columns()), source.rows)
        return source.like(matrix, encoding.names)

    def get_encoded_names(self):
        """The names of the columns of :meth:`encode`."""
        check_is_fitted(self)
        return Encoding.of(self.model_, self.tree_).names

    def save(self, path):
        """Writes the model as JSON, which the program ``gosdt`` reads as well.

        Parameters
        ----------
        path : str or path
        """
        check_is_fitted(self)
        _model_file.write(self, path)

    @classmethod
    def load(cls, path):
        """Reads a model that :meth:`save` or the program ``gosdt`` wrote.

        Labels that the program wrote are numbers if all are spelled as numbers, else text.

        Parameters
        ----------
        path : str or path

        Returns
        -------
        GOSDTClassifier
            A fitted estimator; ``n_nodes_`` is 0 and ``trace_`` empty.
        """
        model, notes = _model_file.read(path)
        loaded = cls(**_model_file.parameters(model))
        loaded.classes_ = classes_from_texts(model["classes"], notes.get("classes"))
        if loaded.objective != "accuracy" and model["positive"] not in (None, 1):
            loaded.pos_label = loaded.classes_[model["positive"]]
        loaded.n_features_in_ = len(model["columns"])
        if notes.get("named", True):
            names = [column["name"] for column in model["columns"]]
            loaded.feature_names_in_ = np.array(names, dtype=object)
        loaded._class_weights = notes.get("class_weights")
        loaded._call = load_call(loaded, path)
        loaded._adopt(model, _model_file.margins(notes))
        loaded._report(None)
        return loaded

    def certificate_text(self):
        """The certificate in a sentence.

        Examples
        --------
        >>> from gosdt_rs import GOSDTClassifier
        >>> GOSDTClassifier(regularization=0.1).fit([[0], [1]], [0, 1]).certificate_text()
        'proven optimal: objective 0.2 = loss 0 + 0.1 · 2 leaves'
        """
        check_is_fitted(self)
        leaves = self.get_n_leaves()
        sum_ = (
            f"objective {self.objective_:.10g} = loss {self.loss_:.10g} + "
            f"{self.model_['objective']['lambda']} · {leaves} {'leaf' if leaves == 1 else 'leaves'}"
            f"{self._partial_area()}"
        )
        kept = among(self.model_["certificate"])
        if self.status_ in PROVEN:
            return f"proven optimal{kept}: {sum_}"
        if self.status_ == ROUNDED:
            return f"optimal{kept} up to {self.gap_:.2g} by the rounding of costs: {sum_}"
        return (
            f"stopped by {_STOPPED.get(self.status_, self.status_)}: {sum_}; no tree{kept} is "
            f"below {self.lower_bound_:.10g} (gap {self.gap_:.10g})"
        )

    def _partial_area(self) -> str:
        """For a partial ROC area, which the loss is 1 minus of: that area, and its share."""
        objective = self.model_["objective"]["name"]
        if parameters.family(objective) != "pauc":
            return ""
        end, area = objective.split(":", 1)[1], 1 - self.loss_
        return f", area left of {end} {area:.10g} (/ {end}: {area / float(Fraction(end)):.10g})"

    def _training_rows_of(self, X, y, sample_weight=None) -> TrainingRows:
        """The training rows, read once more in the kinds that the model knows."""
        check_is_fitted(self)
        names = [column["name"] for column in self.model_["columns"]]
        columns = self._columns(open_source(self, X, fitting=False), list(range(len(names))))
        columns = examined(list(columns.values()), keep_numbers=True, quietly=True)
        return self._training_rows(columns, names, y, sample_weight)

    def _rows_to_keep(
        self, columns: list[Column], sample: np.ndarray | None
    ) -> tuple[np.ndarray, int]:
        """Rows that have weight and, where missing values are dropped, no missing value; and how
        many have one and are left out for it."""
        rows = len(columns[0].values)
        kept = np.ones(rows, dtype=bool) if sample is None else sample > 0
        if self.missing == "category":
            return kept, 0
        gaps = [(column, missing) for column in columns if (missing := column.missing).any()]
        if not gaps:
            return kept, 0
        if self.missing == "error":
            raise ValueError(_explain_missing(gaps))
        complete = ~np.any([missing for _, missing in gaps], axis=0)
        if not (kept & complete).any():
            raise ValueError("every row has a missing value, and missing='drop' leaves them out")
        dropped = int(rows - complete.sum())
        warnings.warn(
            f"{dropped} of {rows} rows have a missing value and were left out",
            UserWarning,
            stacklevel=4,
        )
        return kept & complete, dropped

    def _training_rows(self, columns: list[Column], names, y, sample_weight) -> TrainingRows:
        """The rows to fit: those that have weight and no missing value that is not allowed."""
        labels = read_labels(y, names)
        rows = len(columns[0].values)
        check_consistent_length(labels.codes, np.empty(rows))
        sample = read_sample_weight(sample_weight, rows)
        kept, dropped = self._rows_to_keep(columns, sample)
        if not kept.all():
            columns = [column.keep(kept) for column in columns]
            labels = Labels(labels.name, labels.classes, labels.codes[kept])
            sample = None if sample is None else sample[kept]
        by_class = class_fractions(self.class_weight, labels.classes, labels.codes, sample)
        return TrainingRows(columns, labels, sample, by_class, kept, dropped)

    def _options(self, rows: TrainingRows, started: float) -> dict[str, Any]:
        """The options of the extension module, checked."""
        labels = rows.labels
        parameters.check_classes(self, len(labels.classes))
        costs = parameters.cost_text(self.cost_matrix, len(labels.classes))
        options = parameters.fit_options(
            self, len(labels.codes), self._positive(labels), costs, self._regularization(), started
        )
        options["thresholds"] = read_thresholds(self.thresholds, rows)
        return options

    def _search(self, rows: TrainingRows, started: float) -> None:
        options = self._options(rows, started)
        self._class_weights = rows.class_weights()
        if rows.have_one_class():
            model = constant_model(rows.columns, rows.labels, rows.weight(), options)
            self._adopt(json.loads(_gosdt.check_model(json.dumps(model))), {})
            self._report(None)
            return
        fitted, unit = self._fit_weighted(rows, options)
        model = _model_file.in_units(json.loads(fitted.model), unit)
        self._adopt(model, _margins(model, rows.columns))
        self._report(fitted, rows.dropped)
        self._warn_if_stopped()

    def _regularization(self) -> str:
        """λ as an exact decimal."""
        return parameters.decimal_text("regularization", self.regularization)

    def _run(self, rows: TrainingRows, options, line):
        """Fits with exact weights, or with the finest that the costs leave room for."""
        return rows.hand_to(lambda *table: _gosdt.fit(*table, options, line))

    def _fit_weighted(self, rows: TrainingRows, options):
        line = progress(self.verbose)
        with shown(line):
            fitted, unit = self._run(rows, options, line)
        if line is not None:
            last = fitted.trace[-1] if fitted.trace else (fitted.seconds, 0.0, 0.0, 0, 0)
            line.close(last, json.loads(fitted.model)["certificate"]["status"])
        return fitted, unit

    def _positive(self, labels: Labels) -> str | None:
        if self.pos_label is None:
            return None
        if self.pos_label not in labels.classes.tolist():
            raise ValueError(
                f"pos_label={self.pos_label!r} is not a class; y has {labels.classes.tolist()}"
            )
        return str(self.pos_label)

    def _adopt(self, model: dict[str, Any], margins: dict[int, tuple[float, float]]) -> None:
        """Takes over a model and its certificate."""
        certificate = model["certificate"]
        self.n_classes_ = len(self.classes_)
        self.model_ = model
        self.tree_ = Tree.from_model(model)
        self._margins = margins
        self._checked_lemmas = None
        self.status_ = certificate["status"]
        self.optimal_ = self.status_ == "optimal"
        self.thresholds_ = certificate.get("thresholds")
        for name in ("objective", "loss", "lower_bound", "upper_bound", "gap"):
            setattr(self, f"{name}_", certificate[name])

    def _report(self, fitted: _gosdt.Fitted | None, dropped: int = 0) -> None:
        """What the search took; nothing where there was none."""
        self.n_nodes_ = 0 if fitted is None else fitted.nodes
        events = list(zip(*fitted.trace)) if fitted and fitted.trace else [()] * len(_TRACE)
        self.trace_ = {name: np.array(values) for name, values in zip(_TRACE, events)}
        names = "seconds search_seconds peak_memory candidates constant merged warnings".split()
        self.report_ = {} if fitted is None else {name: getattr(fitted, name) for name in names}
        if fitted is not None:
            self.report_["dropped_rows"] = dropped

    #: What makes a search easier.
    _larger = "a larger regularization"

    def _warn_if_stopped(self) -> None:
        if self.status_ in (*PROVEN, ROUNDED):
            return
        ways = (self._larger, "a limit on depth or leaves (max_depth, max_leaves)")
        warn_stopped(
            f"the search was {self.certificate_text()}. The tree is the best found, at most "
            f"{self.gap_:.4g} above the best there is. {parameters.more(self, *ways)}"
        )
        if self.status_ == "interrupted":
            note_interrupt()

    def _columns(self, source: Source, wanted: list[int]) -> dict[int, Column]:
        """Columns of new data by the model's indices, in the kinds that the model knows."""
        known = self.model_["columns"]
        names = {at: known[at]["name"] for at in wanted}
        if source.names is None or not hasattr(self, "feature_names_in_"):
            positions = {at: at for at in wanted}
        else:
            positions = _find(names, source.names)
        return {at: conform(source.read(positions[at], names[at]), known[at]) for at in wanted}

    def _lacking(self, column: int, row: int) -> ValueError:
        name = self.model_["columns"][column]["name"]
        return ValueError(
            f"Input X contains NaN: row {row} has no value in column {name!r}, which the tree asks "
            f"about. Fill it in, or fit with missing='category'."
        )

    def _repr_html_inner(self):
        return super()._repr_html_inner() + self._drawing()

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle:
            bundle["text/html"] += self._drawing()
        return bundle

    def _drawing(self) -> str:
        return _export.html(self) if hasattr(self, "tree_") else ""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = not parameters.needs_two_classes(self.objective)
        tags.input_tags.allow_nan = self.missing == "category"
        # Not input_tags.string and .categorical, though both are taken: scikit-learn's checks read
        # the one as "takes any object" (a dictionary in a cell is refused here), and the other as
        # "takes nothing but small whole numbers".
        return tags


def _margins(model: dict[str, Any], columns: list[Column]) -> dict[int, tuple[float, float]]:
    """The training values around each threshold."""
    return {
        at: margin(columns[node["column"]].values, node["test"]["at_most"])
        for at, node in enumerate(model["tree"]["nodes"])
        if node["node"] == "split" and "at_most" in node["test"]
    }


def _explain_missing(gaps: list[tuple[Column, np.ndarray]]) -> str:
    listed = ", ".join(
        f"{column.name!r} ({missing.sum()}, first in row {missing.argmax()})"
        for column, missing in gaps[:10]
    )
    more = f" and {len(gaps) - 10} more columns" if len(gaps) > 10 else ""
    return (
        f"Input X contains NaN: values are missing in {listed}{more}. Leave those rows out with "
        f"missing='drop', or let the tree ask whether a value is missing with missing='category'."
    )


def _find(names: dict[int, str], there: list[str]) -> dict[int, int]:
    """Where each column of the model is; the error lists those that are not."""
    places = {name: at for at, name in enumerate(there)}
    absent = sorted(name for name in names.values() if name not in places)
    if absent:
        listed = "".join(f"- {name}\n" for name in absent)
        raise ValueError(
            "The feature names should match those that were passed during fit.\n"
            f"Feature names seen at fit time, yet now missing:\n{listed}"
        )
    return {at: places[name] for at, name in names.items()}
