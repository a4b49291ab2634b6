"""matplotlib, only where it is asked for."""

from __future__ import annotations

from typing import Any


def axes(caller: str, ax: Any = None) -> Any:
    """The axes to draw on: those given, or the current ones."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError(f"{caller} needs matplotlib: pip install 'gosdt-rs[plot]'") from error
    return plt.gca() if ax is None else ax
