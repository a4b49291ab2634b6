"""The problems of the race: data sets, penalties, depth limits, and the figures made of them."""
import os
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf

from .table import Source

FOLDERS = ["paper", "binary", "continuous", "guesses"]
PENALTIES = ["0.1", "0.05", "0.02", "0.01", "0.005"]
PAPER = (
    "monk-1 monk-2 monk-3 tic-tac-toe balance-scale car-evaluation bar-7 compas-binary fico-binary "
    "compas-2016 iris iris-setosa iris-versicolor iris-virginica fourclass compas fico coupon"
).split()
BINARY = (
    "anneal australian-credit diabetes german-credit heart-cleveland hypothyroid ionosphere "
    "kr-vs-kp mushroom segment splice-1 tic-tac-toe vehicle yeast"
).split()
CONTINUOUS = "bank raisin wilt rice page segment bidding eeg magic".split()
SPARSITY = "car-evaluation compas-binary tic-tac-toe monk-1 monk-2 monk-3".split()
SPARSITY_PENALTIES = (
    "0.2 0.1 0.09 0.08 0.07 0.06 0.05 0.04 0.03 0.02 0.01 0.009 0.008 0.007 0.006 0.005 0.004 0.003 "
    "0.002 0.001 0.0009 0.0008 0.0007 0.0006 0.0005 0.0004 0.0003 0.0002 0.0001"
).split()
# Sets whose incomplete rows are left out; in all others missing is a value of its own.
COMPLETE_ROWS_ONLY = {"compas"}


@dataclass(frozen=True)
class Problem:
    """One question to every solver."""

    dataset: str  # a file name without its ending, `folder/name` or `name*10` (rows repeated)
    penalty: str  # as typed: 0.01 or 1/32
    depth: int | None = None
    limit: float = 30
    threads: int = 1
    leaves: int | None = None  # the most that a tree may have

    def exact_penalty(self):
        return Fraction(self.penalty)


@dataclass
class Figure:
    """A named selection of problems and how it is run: `repeats` times, but what takes an entrant
    `once_from` seconds only once."""

    title: str
    problems: list
    peers: list = field(default_factory=list)
    repeats: int = 3
    skip_harder: bool = False
    once_from: float = inf


def _grid(datasets, penalties, depths=(None,), limit=30):
    return [Problem(d, p, h, limit) for d in datasets for h in depths for p in penalties]


def _wide_problems():
    down = ["0.025", "0.02", "0.0175", "0.015", "0.0125", "0.01"]
    return [
        Problem("compas", "1/32", limit=60),
        *(Problem("compas", penalty, limit=300, threads=2) for penalty in down),
        Problem("fico", "0.05", limit=120),
        Problem("coupon", "1/32", limit=300),
    ]


def _numeric_problems():
    """Within a depth, the largest last; then with a price for leaves, in order of difficulty."""
    names = [f"continuous/{name}" for name in CONTINUOUS]
    within = [Problem(name, "0", depth, limit=300) for depth in (2, 3, 4) for name in names]
    priced = [
        ("bidding", "0.01"), ("wilt", "0.01"), ("bank", "0.02"), ("rice", "0.02"),
        ("bidding", "0.005"), ("bank", "0.01"), ("rice", "0.01"), ("page", "0.01"),
        ("wilt", "0.005"),
    ]
    return within + [Problem(f"continuous/{name}", price, limit=300) for name, price in priced]


FIGURES = {
    1: Figure("FastSmallTree", _grid(PAPER, PENALTIES), ["fastsmalltree"]),
    2: Figure(
        "pystreed within a depth",
        _grid([f"binary/{name}" for name in BINARY], ["0"], depths=(3, 4)),
        ["pystreed"],
    ),
    3: Figure(
        "gosdt and pystreed without a depth limit",
        _grid(PAPER, PENALTIES),
        ["gosdt", "pystreed", "pystreed-10"],
    ),
    4: Figure(
        "accuracy against sparsity", _grid(SPARSITY, SPARSITY_PENALTIES, limit=60), repeats=1
    ),
    5: Figure("many splits", _wide_problems(), repeats=1, skip_harder=True),
    6: Figure(
        "repeated rows",
        _grid([f"compas-2016*{times}" for times in (1, 10, 100)], ["0.01", "0.005"]),
        repeats=5,
    ),
    7: Figure("from process start to tree", [Problem("monk-1", "0.01")], repeats=50),
    8: Figure("ConTree on numbers", _numeric_problems(), ["pycontree"], once_from=10),
}


def find_source(dataset, folder, scratch):
    """The file of a data set under `folder`; a repeated one is written to `scratch` first."""
    name, _, times = dataset.partition("*")
    source = _find_file(name, folder)
    if times:
        source.path = _repeat_rows(source, int(times), os.path.join(scratch, f"{name}-{times}.csv"))
    return source


def _find_file(name, folder):
    places = [name] if "/" in name else [f"{place}/{name}" for place in FOLDERS] + [name]
    for place in places:
        for ending in (".csv", ".txt"):
            path = os.path.join(folder, place + ending)
            if os.path.exists(path):
                missing = "drop" if name in COMPLETE_ROWS_ONLY else "category"
                return Source(path, ending == ".txt", missing)
    raise SystemExit(f"no data set {name} (.csv or .txt) in {folder} or its {', '.join(FOLDERS)}")


def _repeat_rows(source, times, path):
    with open(source.path) as file:
        lines = [line.rstrip("\r\n") + "\n" for line in file if line.strip()]
    header = 0 if source.plain else 1
    with open(path, "w") as file:
        file.writelines(lines[:header])
        for _ in range(times):
            file.writelines(lines[header:])
    return path
