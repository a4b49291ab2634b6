"""The tree to look at: text, rules, DOT, SVG, PNG, a matplotlib plot, HTML."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

from . import _gosdt
from ._files import write_file
from ._layout import Place, as_words, place_nodes
from ._matplotlib import axes

if TYPE_CHECKING:
    from ._classifier import GOSDTClassifier


#: Trees with more leaves than this are drawn with the root at the left.
_WIDEST_STANDING = 16


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
    return _gosdt.export_model(renamed(estimator, feature_names, class_names), "text")


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
    rules = _gosdt.export_model(renamed(estimator, feature_names, class_names), "rules")
    return rules.splitlines()


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
    dot = _gosdt.export_model(renamed(estimator, feature_names, class_names), "dot")
    return _handed_over(dot, out_file)


def export_svg(
    estimator: GOSDTClassifier,
    path: Any = None,
    *,
    feature_names: Any = None,
    class_names: Any = None,
) -> str | None:
    """The tree as an SVG picture, the same as in a report and in a notebook.

    It needs nothing else, follows the reader's light or dark setting, and shows full names and
    counts on hover.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator.
    path : str, path or file object, default=None
        Where to write it; None returns it.
    feature_names, class_names : sequence of str, default=None
        Other names than those of the training data.

    Examples
    --------
    >>> from gosdt_rs import GOSDTClassifier, export_svg
    >>> export_svg(GOSDTClassifier().fit([[0], [1]], [0, 1])).startswith("<svg xmlns=")
    True
    """
    picture = _gosdt.export_model(renamed(estimator, feature_names, class_names), "svg")
    return _handed_over(picture, path)


def export_png(
    estimator: GOSDTClassifier,
    path: Any,
    *,
    feature_names: Any = None,
    class_names: Any = None,
) -> None:
    """Writes the tree as a PNG image, with the fonts of the machine.

    Parameters
    ----------
    estimator : GOSDTClassifier
        A fitted estimator.
    path : str, path or binary file object
        Where to write it.
    feature_names, class_names : sequence of str, default=None
        Other names than those of the training data.
    """
    image = _gosdt.export_png(renamed(estimator, feature_names, class_names))
    if hasattr(path, "write"):
        path.write(image)
    else:
        write_file(path, image)


def _handed_over(text: str, file: Any) -> str | None:
    """Returns the text, or writes it where there is a file."""
    if file is None:
        return text
    if hasattr(file, "write"):
        file.write(text)
    else:
        write_file(file, text)
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

    A tree of more than 16 leaves, and more than twice its levels, lies: its root is at the left, and
    its leaves are below each other.

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
        Digits of shares. Thresholds are written as everywhere else.
    ax : matplotlib axes, default=None
        Where to draw; None is the current axes.
    fontsize : float, default=None
        None is as large as fits.

    Returns
    -------
    list of matplotlib annotations, one for each node drawn
    """
    ax = axes("plot_tree", ax)
    places = _places(
        estimator,
        feature_names,
        class_names,
        max_depth=max_depth,
        proportion=proportion,
        precision=precision,
    )
    lies = _lies(places)
    places = [_in_a_line(place) for place in places] if lies else places
    spots = _spread(places, lies)
    size = fontsize or (_lying_font_size if lies else _font_size)(ax, places)
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
    """The drawn tree with its certificate, for a notebook.

    A picture that is wider than the notebook shrinks to it, to 70 % at most, and then scrolls.
    """
    caption = escape(estimator.certificate_text())
    picture = export_svg(estimator)
    width = float(re.search(r'\bwidth="([0-9.]+)"', picture)[1])
    style = f"width:clamp({0.7 * width:.0f}px,100%,{width:.0f}px);height:auto"
    picture = picture.replace("<svg ", f'<svg style="{style}" ', 1)
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


def _font_size(ax: Any, places: list[Place]) -> float:
    """At which no box covers its neighbour: a letter is about 0.6 of its size wide."""
    column = 72 * ax.get_window_extent().width / ax.figure.dpi / (max(p.x for p in places) + 1)
    row = sorted(places, key=lambda place: (place.y, place.x))
    letters = {place.node: max(map(len, place.lines)) for place in places}
    sizes = [
        column * (right.x - left.x) / (0.3 * (letters[left.node] + letters[right.node]) + 1.5)
        for left, right in zip(row, row[1:])
        if left.y == right.y
    ]
    return min([12.0, *sizes])


def _lies(places: list[Place]) -> bool:
    """Whether there are many leaves side by side, and not as many levels."""
    leaves, levels = (max(axis) + 1 for axis in zip(*((place.x, place.y) for place in places)))
    return leaves > max(_WIDEST_STANDING, 2 * levels)


def _in_a_line(place: Place) -> Place:
    """What is written in the node in one line."""
    return replace(place, lines=(" · ".join(place.lines),))


def _lying_font_size(ax: Any, places: list[Place]) -> float:
    """At which no box covers the one below it, nor one of the next level."""
    extent = ax.get_window_extent()
    height = 72 * extent.height / ax.figure.dpi / (max(p.x for p in places) + 1)
    width = 72 * extent.width / ax.figure.dpi / (max(p.y for p in places) + 1)
    letters = max(len(place.lines[0]) for place in places)
    return min(12.0, height / 2.2, width / (0.55 * letters + 3))


def _spread(places: list[Place], lies: bool = False) -> dict[int, tuple[float, float]]:
    """The places in the unit square; a tree that lies has its root at the left."""
    columns = max(place.x for place in places) + 1
    rows = max(place.y for place in places) + 1
    if lies:
        return {
            place.node: ((place.y + 0.5) / rows, 1 - (place.x + 0.5) / columns) for place in places
        }
    return {place.node: ((place.x + 0.5) / columns, 1 - (place.y + 0.5) / rows) for place in places}


def _places(
    estimator: GOSDTClassifier,
    feature_names: Any,
    class_names: Any,
    *,
    precision: int = 3,
    **drawing: Any,
) -> list[Place]:
    words = _gosdt.node_words(renamed(estimator, feature_names, class_names))
    return place_nodes(estimator.tree_, words, precision=precision, **drawing)


def renamed(estimator: GOSDTClassifier, feature_names: Any = None, class_names: Any = None) -> str:
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
