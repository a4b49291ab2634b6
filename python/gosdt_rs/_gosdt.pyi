"""The extension module: the crate `gosdt` with Python's arguments."""

from collections.abc import Callable
from typing import Any, Final

__version__: str

class TooWide(ValueError):
    """Weights and costs span too many digits for exact arithmetic."""

class Fitted:
    """What a fit hands over."""

    model: Final[str]
    seconds: Final[float]
    search_seconds: Final[float]
    nodes: Final[int]
    peak_memory: Final[int]
    candidates: Final[int]
    constant: Final[int]
    merged: Final[int]
    warnings: Final[list[str]]
    trace: Final[list[tuple[float, float, float, int, int]]]

def fit(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    options: dict[str, Any],
    show: Callable[[float, float, float, int, int], None] | None = None,
) -> Fitted: ...
def check_model(json: str) -> str: ...
def export_model(json: str, form: str) -> str: ...
def node_words(json: str) -> list[str]: ...
