"""Loss against leaves, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._path import GOSDTPath


def draw(path: GOSDTPath, ax: Any = None) -> Any:
    """The hull, a point for each tree with its range of λ; what is not proven is dashed."""
    try:
        import matplotlib.pyplot as plt
        from matplotlib.ticker import MaxNLocator
    except ImportError as error:
        raise ImportError("plot needs matplotlib: pip install 'gosdt-rs[plot]'") from error
    ax = plt.gca() if ax is None else ax
    for at in range(len(path) - 1):
        ends = slice(at, at + 2)
        style = "-" if _is_proven(path, path.breakpoints_exact[at + 1]) else "--"
        ax.plot(path.leaves[ends], path.losses[ends], style, color="C0", zorder=1)
    faces = ["C0" if gap == 0 else "white" for gap in path.gaps]
    ax.scatter(path.leaves, path.losses, c=faces, edgecolors="C0", zorder=2)
    _draw_others(path, ax)
    ax.set_xlabel("leaves")
    ax.set_ylabel("loss")
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    _write_ranges(path, ax)
    return ax


def _draw_others(path: GOSDTPath, ax: Any) -> None:
    """The losses on test rows and on rows held out, and the tree that was chosen by them."""
    if path.test_losses is not None:
        ax.plot(path.leaves, path.test_losses, "o-", color="C2", mfc="white", lw=1, label="test")
    if path.cv_losses is not None:
        ax.errorbar(
            path.leaves,
            path.cv_losses,
            path.cv_errors,
            fmt="o:",
            color="C4",
            mfc="white",
            lw=1,
            label="held out, mean ± standard error",
        )
        chosen = path.leaves[path.chosen], path.losses[path.chosen]
        ax.plot(*chosen, "o", ms=14, mfc="none", color="C1", label="chosen")
    if path.test_losses is not None or path.cv_losses is not None:
        ax.legend()


def _write_ranges(path: GOSDTPath, ax: Any) -> None:
    """The range of λ of each tree, but of texts that would lie over each other only the first."""
    written: list[Any] = []
    for at, (leaves, loss) in enumerate(zip(path.leaves, path.losses)):
        high, low = path.breakpoints[at : at + 2]
        text = f"λ {low:.3g} – {high:.3g}"
        note = ax.annotate(
            text, (leaves, loss), (5, 5), textcoords="offset points", fontsize="small"
        )
        place = note.get_window_extent()
        if any(place.overlaps(other) for other in written):
            note.remove()
        else:
            written.append(place)


def _is_proven(path: GOSDTPath, price: Any) -> bool:
    return not any(low <= price <= high for high, low, _ in path.unproven)
