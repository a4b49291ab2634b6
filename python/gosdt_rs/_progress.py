"""A bar that follows the search, in a terminal or a notebook.

A :class:`Progress` turns moments of a search into a share that is done and a text; a display shows
them: a bar of ``tqdm`` or of ``rich`` if one is installed, else a line of our own.
"""

from __future__ import annotations

import importlib
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

_WIDTH = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"

#: Seconds before a bar appears that nobody asked for.
_PATIENCE = 1.0


def progress(verbose: int, make: Callable[..., Progress] | None = None) -> Progress | None:
    """What follows a search: above 0 a bar, at 0 one in a notebook after a while, below 0 nothing.
    ``make`` makes it of a display and a patience."""
    notebook = in_notebook()
    if verbose < 0 or (not verbose and not notebook):
        return None
    display = _display(notebook, keep=bool(verbose))
    return (make or Progress)(display, 0.0 if verbose else _PATIENCE)


@contextmanager
def shown(line: Progress | None) -> Iterator[None]:
    """Takes the bar away if the search raises."""
    try:
        yield
    except BaseException:
        if line is not None:
            line.abandon()
        raise


def in_notebook() -> bool:
    """Whether a notebook shows what is written."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if hasattr(module, "get_ipython") else None
    return getattr(shell, "kernel", None) is not None


class Progress:
    """Shows the moments of a search."""

    def __init__(self, display: Any, patience: float = 0.0) -> None:
        self._display = display
        self._patience = patience
        self._started = time.monotonic()

    def __call__(self, seconds: float, lower: float, upper: float, nodes: int, memory: int) -> None:
        """Shows a moment of a search."""
        self.show(share_proven(lower, upper), describe(seconds, lower, upper, nodes, memory))

    def selecting(
        self, seconds: float, trees: int, all_trees: int, folds: int, all_folds: int
    ) -> None:
        """Shows a moment of a cross-validation."""
        self.show(
            trees / all_trees if all_trees else 0.0,
            f"choosing λ: {trees} of {all_trees} trees, {folds} of {all_folds} folds, "
            f"{seconds:.1f} s",
        )

    def show(self, share: float, text: str) -> None:
        """Shows what share is done, unless it is too early for that."""
        if time.monotonic() - self._started >= self._patience:
            self._display.update(share, text)

    def close(self, last: tuple[float, float, float, int, int], status: str) -> None:
        """Shows the end of a search."""
        _, lower, upper, _, _ = last
        self.end(share_proven(lower, upper), f"{describe(*last)}, {status}")

    def end(self, share: float, text: str) -> None:
        """Shows a last text."""
        self._display.finish(share, text)

    def abandon(self) -> None:
        """Ends without a last text."""
        self._display.leave()


class Line:
    """One line on standard error that is rewritten; elsewhere than on a terminal or in a notebook
    only its last state is written. One that is not kept is wiped out at the end."""

    def __init__(self, live: bool, keep: bool) -> None:
        self._live = live
        self._keep = keep
        self._length = 0

    def update(self, share: float, text: str) -> None:
        """Shows a state."""
        if self._live:
            self._write(with_bar(share, text))

    def finish(self, share: float, text: str) -> None:
        """Shows the last state and leaves the line."""
        if self._keep:
            self._write(with_bar(share, text))
        elif self._length:
            self._write("")
        self.leave()

    def leave(self) -> None:
        """Leaves the line."""
        if self._length:
            sys.stderr.write("\n" if self._keep else "\r")
            sys.stderr.flush()
            self._length = 0

    def _write(self, line: str) -> None:
        start = "\r" if self._length else ""
        sys.stderr.write(start + line.ljust(self._length))
        sys.stderr.flush()
        self._length = max(len(line), 1)


class Tqdm:
    """A bar of tqdm; as a widget where a notebook has widgets."""

    def __init__(self, widget: bool, keep: bool) -> None:
        self._make = importlib.import_module("tqdm.notebook" if widget else "tqdm").tqdm
        # A widget has a width of its own.
        self._format = f"GOSDT {{percentage:3.0f}}%|{'{bar}' if widget else '{bar:20}'}| {{desc}}"
        self._keep = keep
        self._bar: Any = None

    def update(self, share: float, text: str) -> None:
        """Shows a state; the bar appears with the first."""
        if self._bar is None:
            self._bar = self._make(total=100, bar_format=self._format, leave=self._keep)
        self._bar.n = int(100 * share)
        self._bar.set_description_str(text, refresh=True)

    def finish(self, share: float, text: str) -> None:
        """Shows the last state."""
        if self._keep or self._bar is not None:
            self.update(share, text)
        self.leave()

    def leave(self) -> None:
        """Leaves the bar."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


class Rich:
    """A bar of rich."""

    def __init__(self, keep: bool) -> None:
        module = importlib.import_module("rich.progress")
        console = importlib.import_module("rich.console").Console(stderr=True)
        self._bar = module.Progress(
            module.TextColumn("GOSDT {task.percentage:3.0f}%"),
            module.BarColumn(bar_width=_WIDTH),
            module.TextColumn("{task.description}", markup=False),
            console=console,
            transient=not keep,
            auto_refresh=False,
        )
        self._keep = keep
        self._task: Any = None

    def update(self, share: float, text: str) -> None:
        """Shows a state; the bar appears with the first."""
        if self._task is None:
            self._bar.start()
            self._task = self._bar.add_task("", total=1.0)
        self._bar.update(self._task, completed=share, description=text, refresh=True)

    def finish(self, share: float, text: str) -> None:
        """Shows the last state."""
        if self._keep or self._task is not None:
            self.update(share, text)
        self.leave()

    def leave(self) -> None:
        """Leaves the bar."""
        if self._task is not None:
            self._bar.stop()
            self._task = None


def _display(notebook: bool, keep: bool) -> Any:
    live = notebook or sys.stderr.isatty()
    widgets = find_spec("ipywidgets") is not None
    if live:
        with suppress(ImportError):
            return Tqdm(notebook and widgets, keep)
    # In a notebook, rich wants widgets.
    if live and (widgets or not notebook):
        with suppress(ImportError):
            return Rich(keep)
    return Line(live, keep)


def share_proven(lower: float, upper: float) -> float:
    """How far the lower bound is on its way to the objective; 0 before there is a tree.

    >>> share_proven(0.12, 0.16), share_proven(0.0, math.nan), share_proven(0.0, 0.0)
    (0.75, 0.0, 1.0)
    """
    if math.isnan(upper):
        return 0.0
    return min(max(lower / upper, 0.0), 1.0) if upper > 0 else 1.0


def describe(seconds: float, lower: float, upper: float, nodes: int, memory: int) -> str:
    """The objective, how far it may be from the best, and what it took.

    >>> describe(3.21, 0.12, 0.16, 12345, 5_000_000)
    'objective 0.160000, gap 0.040000, 12,345 nodes, 5 MB, 3.2 s'

    Before there is a tree, the upper bound is not a number:

    >>> describe(0.02, 0.0, math.nan, 0, 0)
    'no tree yet, 0 nodes, 0 MB, 0.0 s'
    """
    took = f"{nodes:,} nodes, {memory / 1e6:.0f} MB, {seconds:.1f} s"
    if math.isnan(upper):
        return f"no tree yet, {took}"
    return f"objective {upper:.6f}, gap {upper - lower:.6f}, {took}"


def with_bar(share: float, text: str) -> str:
    """A line with a bar.

    >>> with_bar(0.75, "gap 0.04")
    'GOSDT  75%|███████████████     | gap 0.04'
    """
    full, rest = divmod(int(share * _WIDTH * 8), 8)
    bar = ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_WIDTH)
    return f"GOSDT {int(share * 100):3d}%|{bar}| {text}"
