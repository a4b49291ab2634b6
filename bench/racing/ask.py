"""What a peer is asked, beside the data."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Ask:
    """What a peer is asked; None is no limit. `trace` is a file for its bounds over time."""

    penalty: float
    depth: int | None
    leaves: int | None
    limit: float
    trace: str | None = None
