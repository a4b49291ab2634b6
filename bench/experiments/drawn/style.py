"""How the figures look, and where they go."""
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: E402

from ..setting import DOCS  # noqa: E402

# Names, colours that are told apart by all readers (Okabe and Ito), and marks.
SOLVERS = {
    "ours": ("this project", "#0072B2", "o"),
    "gosdt": ("gosdt", "#D55E00", "s"),
    "fastsmalltree": ("FastSmallTree", "#009E73", "^"),
    "pystreed": ("STreeD", "#CC79A7", "v"),
    "pystreed-10": ("STreeD (depth 10)", "#CC79A7", "v"),
    "pydl85": ("DL8.5", "#E69F00", "D"),
    "cart": ("CART", "#777777", "x"),
}
plt.rcParams.update({
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e6e6e6",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "gosdt",
})


def panels(rows, columns, height=2.4, width=2.9, **options):
    """(figure, axes in reading order)."""
    size = columns * width, rows * height + 0.4
    figure, axes = plt.subplots(rows, columns, figsize=size, squeeze=False, **options)
    return figure, list(axes.flat)


def legend_below(figure, axes):
    """One legend for all panels."""
    entries = {}
    for axis in axes:
        for handle, label in zip(*axis.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    figure.legend(entries.values(), entries.keys(), loc="lower center", ncols=len(entries))


def save(figure, name):
    """Writes PNG and SVG, the same for the same records."""
    folder = Path(DOCS) / "paper"
    folder.mkdir(parents=True, exist_ok=True)
    below = 0.35 / figure.get_figheight() if figure.legends else 0
    figure.tight_layout(rect=(0, below, 1, 1))
    figure.savefig(folder / f"{name}.png", dpi=130, metadata={"Software": None})
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    plt.close(figure)
