"""Where the nodes of a drawn tree stand, and what is written in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _gosdt
from ._tree import LEAF, Tree


@dataclass(frozen=True)
class Place:
    """A node of a drawing."""

    node: int
    #: Left to right in leaves, and down in questions.
    x: float
    y: int
    #: The node above and the answer that leads here.
    above: tuple[int, str] | None
    lines: tuple[str, ...]
    #: Background, as #rrggbb.
    colour: str


def place_nodes(
    tree: Tree,
    words: list[str],
    *,
    max_depth: int | None = None,
    proportion: bool = False,
    precision: int = 3,
) -> list[Place]:
    """Leaves side by side, every split above the middle of what is below it."""
    shown = _shown(tree, max_depth)
    xs = _positions(tree, shown)
    above = {
        int(child): (node, answer)
        for node in shown
        for child, answer in (
            (tree.children_left[node], "yes"),
            (tree.children_right[node], "no"),
        )
        if child != LEAF
    }
    shares = tree.shares
    return [
        Place(
            node=node,
            x=xs[node],
            y=int(tree.depths[node]),
            above=above.get(node),
            lines=_lines(
                tree, node, words[node], node in _ends(tree, shown), proportion, precision
            ),
            colour=_colour(tree, shares, node),
        )
        for node in shown
    ]


def _shown(tree: Tree, max_depth: int | None) -> list[int]:
    deepest = tree.max_depth if max_depth is None else max_depth
    return [node for node in range(tree.node_count) if tree.depths[node] <= deepest]


def _ends(tree: Tree, shown: list[int]) -> set[int]:
    """Splits whose children are not shown."""
    visible = set(shown)
    return {n for n in shown if not tree.is_leaf(n) and int(tree.children_left[n]) not in visible}


def _positions(tree: Tree, shown: list[int]) -> dict[int, float]:
    visible, xs, column = set(shown), {}, 0
    ahead = [0]
    order = []
    while ahead:
        node = ahead.pop()
        order.append(node)
        if not tree.is_leaf(node) and int(tree.children_left[node]) in visible:
            ahead += [int(tree.children_right[node]), int(tree.children_left[node])]
        else:
            xs[node] = float(column)
            column += 1
    for node in reversed(order):
        if node not in xs:
            xs[node] = (xs[tree.children_left[node]] + xs[tree.children_right[node]]) / 2
    return xs


def _lines(
    tree: Tree, node: int, words: str, cut: bool, proportion: bool, precision: int
) -> tuple[str, ...]:
    rows = int(tree.n_node_samples[node])
    if proportion:
        count = f"{100 * rows / tree.n_node_samples[0]:.{max(precision - 2, 0)}f} % of rows"
    else:
        count = f"{rows:,} row{'' if rows == 1 else 's'}"
    if tree.is_leaf(node):
        share = tree.shares[node][tree.leaf_class[node]]
        return (words, count, f"{100 * share:.{max(precision - 2, 0)}f} %")
    return (f"{words}?", count, "(…)") if cut else (f"{words}?", count)


def _colour(tree: Tree, shares: np.ndarray, node: int) -> str:
    """The hue of the class, the paler the more mixed."""
    leaf = int(tree.leaf_class[node])
    winner = leaf if leaf >= 0 else int(shares[node].argmax())
    classes = shares.shape[1]
    purity = (
        1.0 if classes == 1 else max((shares[node][winner] - 1 / classes) / (1 - 1 / classes), 0)
    )
    return blend(_gosdt.class_colours(classes)[winner], 0.1 + 0.4 * purity)


def blend(colour: str, strength: float) -> str:
    """A colour on white.

    >>> blend("#000000", 0.5)
    '#808080'
    """
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * strength):02x}" for part in parts)


def as_words(value: Any) -> list[str]:
    """A list of names from any sequence."""
    return [str(name) for name in value]
