"""Ctrl-C ends a search, not the program; pressed again at once, it ends that too."""

from __future__ import annotations

import time

#: Seconds within which a second Ctrl-C means: stop everything (a grid search, a loop).
AT_ONCE = 2.0

_last = -AT_ONCE


def note_interrupt() -> None:
    """Notes that Ctrl-C ended a search; raises if it did so just before as well."""
    global _last
    now = time.monotonic()
    before, _last = _last, now
    if now - before < AT_ONCE:
        raise KeyboardInterrupt
