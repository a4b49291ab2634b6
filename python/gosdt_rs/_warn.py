"""Warnings that point to the caller's own line, however deep in the package they arise."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

from sklearn.exceptions import ConvergenceWarning

_PACKAGE = str(Path(__file__).parent)


def warn_stopped(text: str) -> None:
    """Warns that a limit or Ctrl-C stopped a search."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, ConvergenceWarning, stacklevel=level)
