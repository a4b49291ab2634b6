"""The tree to look at: text, rules, DOT, a matplotlib plot, HTML."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

from . import _gosdt
from ._layout import Place, as_words, place_nodes
from ._svg import svg

if TYPE_CHECKING:
    from ._classifier import GOSDTClassifier


def export_text(estimator: GOSDTClassifier, *, feature_names: Any = None, class_names: Any = None):
    """The tree as indented text.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator.
    feature_names, class_names : sequence of str, default=None
        Other names than those of the training data.

    Returns
    -------
    str

    Examples
    --------
    >>> from gosdt_rs import GOSDTClassifier, export_text
    >>> tree = GOSDTClassifier(regularization=0.1).fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> print(export_text(tree, feature_names=["size"]), end="")
    size <= 1.5?
      yes: a  (2 rows, 100.0 %)
      no:  b  (2 rows, 100.0 %)
    """
    return _gosdt.export_model(_renamed(estimator, feature_names, class_names), "text")


def to_rules(
    estimator: GOSDTClassifier, *, feature_names: Any = None, class_names: Any = None
) -> list[str]:
    """The tree as if-then rules, one for each leaf.

    Examples
    --------
    >>> from gosdt_rs import GOSDTClassifier
    >>> tree = GOSDTClassifier(regularization=0.1).fit([[0], [1], [2], [3]], ["a", "a", "b", "b"])
    >>> tree.to_rules()[0]
    'IF x0 <= 1.5 THEN a  (2 rows, 100.0 % right)'
    """
    renamed = _renamed(estimator, feature_names, class_names)
    return _gosdt.export_model(renamed, "rules").splitlines()


def export_graphviz(
    estimator: GOSDTClassifier,
    out_file: Any = None,
    *,
    feature_names: Any = None,
    class_names: Any = None,
) -> str | None:
    """The tree in Graphviz's DOT language.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator.
    out_file : str, path or file object, default=None
        Where to write it; None returns it.
    feature_names, class_names : sequence of str, default=None
        Other names than those of the training data.

    Examples
    --------
    >>> from gosdt_rs import GOSDTClassifier, export_graphviz
    >>> tree = GOSDTClassifier().fit([[0], [1]], [0, 1])
    >>> print(export_graphviz(tree).splitlines()[0])
    digraph tree {
    """
    dot = _gosdt.export_model(_renamed(estimator, feature_names, class_names), "dot")
    if out_file is None:
        return dot
    if hasattr(out_file, "write"):
        out_file.write(dot)
    else:
        Path(out_file).write_text(dot, encoding="utf-8")
    return None


def plot_tree(
    estimator: GOSDTClassifier,
    *,
    max_depth: int | None = None,
    feature_names: Any = None,
    class_names: Any = None,
    filled: bool = True,
    proportion: bool = False,
    rounded: bool = True,
    precision: int = 3,
    ax: Any = None,
    fontsize: float | None = None,
) -> list[Any]:
    """Draws the tree with matplotlib, in the manner of :func:`sklearn.tree.plot_tree`.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator.
    max_depth : int, default=None
        Draw no deeper than this.
    feature_names, class_names : sequence of str, default=None
        Other names than those of the training data.
    filled : bool, default=True
        Colour nodes by class, the paler the more mixed.
    proportion : bool, default=False
        Shares of the rows in place of counts.
    rounded : bool, default=True
        Boxes with round corners.
    precision : int, default=3
        Digits of shares; thresholds have three significant ones more.
    ax : matplotlib axes, default=None
        Where to draw; None is the current axes.
    fontsize : float, default=None
        None chooses by the number of leaves.

    Returns
    -------
    list of matplotlib annotations, one for each node drawn
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plot_tree needs matplotlib: pip install 'gosdt-rs[plot]'") from error
    places = _places(
        estimator,
        feature_names,
        class_names,
        max_depth=max_depth,
        proportion=proportion,
        precision=precision,
    )
    ax = plt.gca() if ax is None else ax
    spots = _spread(places)
    size = fontsize or min(12.0, 90.0 / max(1.0, max(place.x for place in places) + 1))
    ax.clear()
    ax.set_axis_off()
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    box = "round" if rounded else "square"
    return [
        _annotate(ax, place, spots, {"fontsize": size}, box, place.colour if filled else "white")
        for place in places
    ]


def html(estimator: GOSDTClassifier) -> str:
    """The drawn tree with its certificate, for a notebook."""
    caption = escape(estimator.certificate_text())
    picture = svg(_places(estimator, None, None))
    return (
        '<div style="overflow:auto;margin-top:0.5em"><div style="font-family:sans-serif;'
        f'font-size:0.85em;margin-bottom:0.3em">{caption}</div>{picture}</div>'
    )


def _annotate(
    ax: Any, place: Place, spots: dict, text: dict[str, Any], box: str, colour: str
) -> Any:
    kwargs = {
        **text,
        "ha": "center",
        "va": "center",
        "bbox": {"boxstyle": box, "facecolor": colour, "edgecolor": "#666666"},
        # A box hides the start of the arrows below it.
        "zorder": 100 - place.y,
        "xycoords": "axes fraction",
    }
    words = "\n".join(place.lines)
    if place.above is None:
        return ax.annotate(words, spots[place.node], **kwargs)
    parent, answer = place.above
    (x0, y0), (x1, y1) = spots[parent], spots[place.node]
    side = "right" if answer == "yes" else "left"
    ax.text((x0 + x1) / 2, (y0 + y1) / 2, f" {answer} ", ha=side, va="center", **text)
    arrow = {"arrowstyle": "<-", "edgecolor": "#666666"}
    return ax.annotate(
        words, xy=spots[parent], xytext=spots[place.node], arrowprops=arrow, **kwargs
    )


def _spread(places: list[Place]) -> dict[int, tuple[float, float]]:
    """The places in the unit square."""
    columns = max(place.x for place in places) + 1
    rows = max(place.y for place in places) + 1
    return {place.node: ((place.x + 0.5) / columns, 1 - (place.y + 0.5) / rows) for place in places}


def _places(
    estimator: GOSDTClassifier,
    feature_names: Any,
    class_names: Any,
    *,
    precision: int = 3,
    **drawing: Any,
) -> list[Place]:
    model = json.loads(_renamed(estimator, feature_names, class_names))
    for node in model["tree"]["nodes"]:
        if "at_most" in node.get("test", ()):
            node["test"]["at_most"] = float(f"{node['test']['at_most']:.{precision + 3}g}")
    words = _gosdt.node_words(json.dumps(model))
    return place_nodes(estimator.tree_, words, precision=precision, **drawing)


def _renamed(estimator: GOSDTClassifier, feature_names: Any, class_names: Any) -> str:
    """The model file under other names."""
    check_is_fitted(estimator)
    model = dict(estimator.model_)
    if feature_names is not None:
        names = _checked("feature_names", as_words(feature_names), len(model["columns"]))
        model["columns"] = [
            {**column, "name": name} for column, name in zip(model["columns"], names)
        ]
    if class_names is not None:
        names = _checked("class_names", as_words(class_names), len(model["classes"]))
        model["classes"] = names
    return json.dumps(model)


def _checked(what: str, names: list[str], expected: int) -> list[str]:
    if len(names) != expected:
        raise ValueError(f"{what} has {len(names)} names, the tree knows {expected}")
    return names
