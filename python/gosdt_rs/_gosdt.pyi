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

class Roc:
    """A ROC curve."""

    segments: Final[list[tuple[list[int], list[float], list[float]]]]
    hull: Final[list[list[float]]]
    decisions: Final[list[float]]
    auc: Final[float]
    partial: Final[tuple[float, float, float] | None]
    left: Final[list[list[float]]]

#: What rows are called, each one's leaf (uint64), true class (uint32) and weight (float64).
Rows = tuple[str, bytes, bytes, bytes | None]

def fit(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    options: dict[str, Any],
    show: Callable[[float, float, float, int, int], None] | None = None,
) -> Fitted: ...

class TreeFound:
    """A tree of a path."""

    model: Final[str]
    low: Final[str]
    high: Final[str]
    gap: Final[float]
    accuracy: Final[float]

class PathFound:
    """What a path hands over."""

    status: Final[str]
    trees: Final[list[TreeFound]]
    unproven: Final[list[tuple[str, str, float]]]
    seconds: Final[float]
    nodes: Final[int]
    peak_memory: Final[int]
    warnings: Final[list[str]]
    chosen: Final[Chosen | None]

def path(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    options: dict[str, Any],
    ends: tuple[str, str],
    how: dict[str, Any] | None = None,
    show: Callable[[float, float | None, int, float, float, int], None] | None = None,
) -> PathFound: ...

class SetFound:
    """A set of near-optimal trees."""

    status: Final[str]
    optimum: Final[float]
    threshold: Final[float]
    count: Final[str]
    seconds: Final[float]
    warnings: Final[list[str]]

    def count_without_trivial(self) -> str | None: ...
    def distinct_partitions(self, most: int) -> int | None: ...
    def histogram(self) -> list[tuple[float, str]]: ...
    def model(self, number: str) -> str | None: ...
    def sample(self, size: int, seed: int) -> list[str]: ...
    def filter(self, filter: dict[str, Any]) -> SetFound: ...
    def importance_ranges(
        self, most: int, seed: int
    ) -> tuple[bool, list[tuple[str, float, float, float, float]]]: ...
    def multiplicity(self, most: int, seed: int) -> tuple[list[list[float]], float, float]: ...
    def best_by(self, criterion: str, most: int, seed: int) -> tuple[str, float] | None: ...
    def page(self, seed: int) -> str: ...
    def timbertrek(self, most: int) -> str: ...

def rashomon(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    options: dict[str, Any],
    threshold: tuple[str, str],
    show: Callable[[float, float, float, int, int], None] | None = None,
) -> SetFound: ...

class Chosen:
    """What a cross-validation came to."""

    lambdas: Final[list[str]]
    mean_loss: Final[list[float]]
    loss_error: Final[list[float]]
    mean_accuracy: Final[list[float]]
    accuracy_error: Final[list[float]]
    mean_leaves: Final[list[float]]
    proven: Final[list[int]]
    losses: Final[list[list[float]]]
    accuracies: Final[list[list[float]]]
    leaves: Final[list[list[int]]]
    min: Final[int]
    one_se: Final[int]
    chosen: Final[int]
    seconds: Final[float]

def select(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    options: dict[str, Any],
    how: dict[str, Any],
    show: Any = None,
) -> tuple[Fitted, Chosen]: ...
def baseline(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    missing: str,
    model: str,
) -> list[tuple[float, float, int, int, float]]: ...
def certify(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    missing: str,
    model: str,
    time_limit: float | None = None,
) -> bytes: ...
def check_text(data: str, model: str, proof: bytes) -> tuple[bool, str, str, str, int]: ...
def check_rows(
    columns: list[tuple[str, str, bytes, list[str]]],
    labels: tuple[str, list[str], bytes],
    weights: tuple[bytes, int] | None,
    missing: str,
    model: str,
    proof: bytes,
) -> tuple[bool, str, str, str, int]: ...
def look(name: str, words: list[tuple[str, int]]) -> tuple[str, str] | None: ...
def look_at_whole_numbers(
    name: str, distinct: int, rows: int
) -> tuple[str, str] | None: ...
def check_model(json: str) -> str: ...
def export_model(json: str, form: str) -> str: ...
def export_sql(json: str, dialect: str, labels: str) -> str: ...
def export_png(json: str) -> bytes: ...
def node_words(json: str) -> list[str]: ...
def report_page(
    json: str,
    report: dict[str, Any] | None,
    trace: list[tuple[float, float, float, int, int]],
    test: Rows | None,
    command: str,
    checked_lemmas: int | None = None,
) -> str: ...
def measure_rows(json: str, rows: Rows) -> tuple[float | None, float]: ...
def roc_curve(json: str, rows: Rows | None = None) -> Roc | None: ...
def class_colours(classes: int) -> list[str]: ...
