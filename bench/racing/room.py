"""What every entrant is given: cores, memory, and how long after the limit it is ended."""
import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """`core` is the one for single-threaded runs."""

    core: int
    memory: int = 14 << 30
    grace: float = 5

    def cores(self, threads):
        """The cores for a number of threads: the chosen one first."""
        others = sorted(os.sched_getaffinity(0) - {self.core}, reverse=True)
        return [self.core, *others][:threads]


def default_core():
    """The last: the first has most of the interrupts."""
    return max(os.sched_getaffinity(0))
