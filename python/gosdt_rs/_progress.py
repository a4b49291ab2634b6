"""A line that follows the search, in a terminal or a notebook."""

from __future__ import annotations

import math
import sys

_WIDTH = 20
_EIGHTHS = " ▏▎▍▌▋▊▉"


class ProgressLine:
    """Rewrites one line on standard error; elsewhere than on a terminal or in a notebook, only the
    last state is written."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() or "ipykernel" in sys.modules
        self._length = 0

    def __call__(self, seconds: float, lower: float, upper: float, nodes: int, memory: int) -> None:
        """Shows a moment of the search."""
        if self._live:
            self._write(describe(seconds, lower, upper, nodes, memory))

    def selecting(
        self, seconds: float, trees: int, all_trees: int, folds: int, all_folds: int
    ) -> None:
        """Shows a moment of a cross-validation."""
        if self._live:
            self._write(
                f"GOSDT choosing λ: {trees} of {all_trees} trees, {folds} of {all_folds} folds, "
                f"{seconds:.1f} s"
            )

    def close(self, last: tuple[float, float, float, int, int], status: str) -> None:
        """Shows the end of the search and leaves the line."""
        self.end(f"{describe(*last)}, {status}")

    def end(self, text: str) -> None:
        """Shows a last text and leaves the line."""
        self._write(text)
        sys.stderr.write("\n")
        sys.stderr.flush()

    def _write(self, line: str) -> None:
        start = "\r" if self._length else ""
        sys.stderr.write(start + line.ljust(self._length))
        sys.stderr.flush()
        self._length = len(line)


def describe(seconds: float, lower: float, upper: float, nodes: int, memory: int) -> str:
    """How far the lower bound is on its way to the objective, and what it took.

    >>> describe(3.21, 0.12, 0.16, 12345, 5_000_000)
    'GOSDT  75%|███████████████     | objective 0.160000, gap 0.040000, 12,345 nodes, 5 MB, 3.2 s'

    Before there is a tree, the upper bound is not a number:

    >>> describe(0.02, 0.0, math.nan, 0, 0)
    'GOSDT   0%|                    | no tree yet, 0 nodes, 0 MB, 0.0 s'
    """
    took = f"{nodes:,} nodes, {memory / 1e6:.0f} MB, {seconds:.1f} s"
    if math.isnan(upper):
        return f"GOSDT   0%|{_bar(0.0)}| no tree yet, {took}"
    share = min(max(lower / upper, 0.0), 1.0) if upper > 0 else 1.0
    return (
        f"GOSDT {int(share * 100):3d}%|{_bar(share)}| objective {upper:.6f}, "
        f"gap {upper - lower:.6f}, {took}"
    )


def _bar(share: float) -> str:
    full, rest = divmod(int(share * _WIDTH * 8), 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_WIDTH)
