"""The ROC curve and the course of the search, drawn with matplotlib."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _gosdt
from ._matplotlib import axes
from ._measured import measured_rows

if TYPE_CHECKING:
    from ._classifier import GOSDTClassifier

_GREY = "#7f8896"
#: Upper and lower bound, as in the report.
_UPPER, _LOWER = "#d55e00", "#0072b2"
#: A search of more seconds than this has its time drawn in powers of ten.
_LONG = 10.0


def plot_roc(
    estimator: GOSDTClassifier,
    X: Any = None,
    y: Any = None,
    ax: Any = None,
    *,
    sample_weight: Any = None,
) -> Any:
    """Draws the ROC curve with matplotlib.

    Every segment is a leaf (or several that rank alike) in the colour of its class, ranked by the
    share of positives that training found in it. The dashed line is the convex hull, the ring what
    the tree itself decides. For ``objective="pauc:T"`` the part left of T is shaded.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator of two classes.
    X, y : data and labels, default=None
        The rows to draw it for; None is the training rows, which the leaves have counted.
    ax : matplotlib axes, default=None
        Where to draw; None is the current axes.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    matplotlib axes
    """
    check_is_fitted(estimator)
    trained = X is None and y is None and sample_weight is None
    rows = None if trained else measured_rows(estimator, X, y, sample_weight)
    roc = _gosdt.roc_curve(json.dumps(estimator.model_), rows)
    if roc is None:
        raise ValueError("a ROC curve needs two classes that both occur")
    ax = axes("plot_roc", ax)
    _draw_segments(ax, roc, estimator.tree_.leaf_class)
    ax.plot(*roc.decisions, "o", mfc="none", mec="black", ms=10, label="the tree's decisions")
    _draw_part(ax, roc)
    ax.plot(*zip(*roc.hull), "--", color=_GREY, linewidth=1, zorder=1.5, label="convex hull")
    ax.plot([0, 1], [0, 1], ":", color=_GREY, linewidth=1, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate", aspect="equal")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    ax.legend(loc="lower right", fontsize="small")
    return ax


def plot_trace(estimator: GOSDTClassifier, ax: Any = None) -> Any:
    """Draws how the bounds met, with matplotlib.

    Above, the objective of the best tree found so far; below, what no tree goes below. The time of
    a search of more than ten seconds is drawn in powers of ten.

    Parameters
    ----------
    estimator : GOSDTClassifier
        An estimator that was fitted here: a loaded model has no trace.
    ax : matplotlib axes, default=None
        Where to draw; None is the current axes.

    Returns
    -------
    matplotlib axes
    """
    check_is_fitted(estimator)
    seconds, lower, upper = (
        estimator.trace_[name] for name in ("seconds", "lower_bound", "upper_bound")
    )
    if not len(seconds):
        raise ValueError("there is no trace: the model was loaded, or there was nothing to search")
    ax = axes("plot_trace", ax)
    marker = "o" if len(seconds) == 1 else None
    ax.step(seconds, upper, where="post", color=_UPPER, marker=marker, label="best tree found")
    ax.step(seconds, lower, where="post", color=_LOWER, marker=marker, label="no tree is below")
    ax.fill_between(seconds, lower, upper, step="post", color=_LOWER, alpha=0.12, linewidth=0)
    if seconds[-1] > _LONG:
        ax.set_xscale("log")
        ax.set_xlim(left=max(seconds[seconds > 0][0], 1e-3))
    ax.set(xlabel="seconds", ylabel="objective")
    ax.legend()
    return ax


def _draw_part(ax: Any, roc: _gosdt.Roc) -> None:
    if roc.partial is None:
        return
    theta, area, normalised = roc.partial
    label = f"left of {theta:g}: {area:.4f} (/ {theta:g}: {normalised:.4f})"
    ax.fill_between(*zip(*roc.left), color=_LOWER, alpha=0.2, linewidth=0, label=label)
    ax.axvline(theta, color=_LOWER, linewidth=1)


def _draw_segments(ax: Any, roc: _gosdt.Roc, leaf_class: np.ndarray) -> None:
    colours = _gosdt.class_colours(2)
    for at, (leaves, start, end) in enumerate(roc.segments):
        ax.plot(
            *zip(start, end),
            color=colours[leaf_class[leaves[0]]],
            marker=".",
            markerfacecolor="black",
            markeredgecolor="black",
            linewidth=2.5,
            label="_leaf" if at else f"AUC {roc.auc:.4f}",
        )
