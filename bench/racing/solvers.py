"""What the peers can do, and which of their distributions holds them."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Peer:
    """`depth`: "never", "always" or "may"; `deepest` is its limit when the problem has none;
    `leaves`: whether their number can be limited; `cuts_numbers`: whether it is given numbers and
    finds thresholds itself."""

    distribution: str
    depth: str = "may"
    penalty: str = "may"
    deepest: int | None = None
    leaves: bool = False
    cuts_numbers: bool = False

    def takes(self, problem):
        """Whether it can be asked this problem."""
        fits = {"never": problem.depth is None, "always": problem.depth is not None, "may": True}
        if problem.leaves is not None and not self.leaves:
            return False
        if self.penalty == "never" and problem.exact_penalty() > 0:
            return False
        return fits[self.depth] and problem.threads == 1


DISTINCT = ":distinct"  # after a name: given each distinct split once

PEERS = {
    "fastsmalltree": Peer("imodels", depth="never", cuts_numbers=True),
    "gosdt": Peer("gosdt"),
    "pystreed": Peer("pystreed", deepest=20, leaves=True),
    "pystreed-10": Peer("pystreed", depth="never", deepest=10),
    "pydl85": Peer("pydl8.5", depth="always", penalty="never"),
    "pycontree": Peer("pycontree", depth="always", cuts_numbers=True),
    "treefarms": Peer("treefarms"),
    "cart": Peer("scikit-learn", leaves=True),
}


def peer_of(solver):
    """The peer of a name in a record; None for builds of ours."""
    return PEERS.get(solver.removesuffix(DISTINCT))
