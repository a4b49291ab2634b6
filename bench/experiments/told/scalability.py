"""What the experiment on scalability told."""
from racing.claims import refuted
from racing.markdown import significant, table
from racing.standing import OURS

from ..results import ladders, rows_of
from ..scalability import AXES, SETS
from .words import solver_name

SOLVERS = [OURS, "gosdt", "fastsmalltree", "pystreed", "pydl85", "cart"]


def facts():
    found = ladders()
    return {
        "scalability_features": reached(found, "features"),
        "scalability_samples": reached(found, "samples"),
        "scalability_slowdowns": slowdowns(found),
        "scalability_refuted": len(refuted(rows_of("scalability"))),
    }


def reached(found, axis):
    """The largest size that each solver finished, and how long that took."""
    lines = []
    for dataset in SETS:
        solvers = found.get((dataset, axis), {})
        whole = max((size for points in solvers.values() for size, _ in points), default=0)
        lines.append([dataset, whole, *(largest(solvers.get(solver, [])) for solver in SOLVERS)])
    return table(["set", f"all {axis}", *map(solver_name, SOLVERS)], lines)


def largest(points):
    if not points:
        return "none"
    size, time = points[-1]
    return f"{size} in {significant(time)} s"


def slowdowns(found):
    """Time at the largest finished size over the fastest time."""
    lines = []
    for dataset in SETS:
        for axis in AXES:
            solvers = found.get((dataset, axis), {})
            lines.append([dataset, axis, *(slowdown(solvers.get(name, [])) for name in SOLVERS)])
    return table(["set", "along", *map(solver_name, SOLVERS)], lines)


def slowdown(points):
    if not points:
        return "none"
    fastest = min(time for _, time in points)
    return f"{significant(points[-1][1] / fastest)} at {points[-1][0]}"
