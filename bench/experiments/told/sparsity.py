"""What the experiment on accuracy and leaves told. Exact: shares are compared as fractions."""
from fractions import Fraction
from math import ceil
from statistics import mean, median

from racing.claims import refuted
from racing.problems import SPARSITY
from racing.markdown import table
from racing.standing import OURS

from ..folds import FOLDS
from ..results import rows_of, sparsity_runs, test_accuracy
from .words import percent, points, solver_name

PEERS = ["gosdt", "fastsmalltree", "pystreed", "pydl85", "cart"]


def facts():
    runs = rows_of("sparsity")
    found = sparsity_runs()
    ours = [run for run in runs if run["solver"] == OURS]
    frontiers = {key: frontier(solvers.get(OURS, {})) for key, solvers in found.items()}
    judged = {key: {solver: judge(found[key].get(solver, {}), frontiers[key]) for solver in PEERS}
              for key in found}
    return {
        "sparsity_ours": sum(run.claims_optimum() for run in ours),
        "sparsity_asked": len(ours),
        "sparsity_slowest": f"{max(float(run['seconds']) for run in ours):.2f}",
        "sparsity_gosdt": certified(runs, "gosdt"),
        "sparsity_fastsmalltree": certified(runs, "fastsmalltree"),
        "sparsity_below": sum(one.below for solvers in judged.values() for one in solvers.values()),
        "sparsity_trees": sum(one.count for solvers in judged.values() for one in solvers.values()),
        "sparsity_shortfalls": shortfalls(judged),
        "sparsity_test_in_order": best_tests(found, "in-order"),
        "sparsity_test_shuffled": best_tests(found, "shuffled"),
        "sparsity_refuted": refutations(runs),
    }


def certified(runs, solver):
    """Of the penalties asked, how many were certified; those after a failure were left out."""
    own = [run for run in runs if run["solver"] == solver]
    return sum(run.claims_optimum() for run in own)


def frontier(configurations):
    """For each fold the proven optima: (penalty, objective)."""
    found = {}
    for folds in configurations.values():
        for fold, run in folds.items():
            found.setdefault(fold, []).append((Fraction(run["lambda"]), run.exact_objective()))
    return found


class Judged:
    """The trees of one solver beside the proven optima."""

    def __init__(self):
        self.count = self.below = self.on = 0
        self.shortfalls = []


def judge(configurations, optima):
    """A tree of h leaves has at least N·(R(λ) − λh) errors for every λ; how many more has it?"""
    judged = Judged()
    for folds in configurations.values():
        for fold, run in folds.items():
            rows, errors, leaves = (int(run[key]) for key in ("rows", "errors", "leaves"))
            share = Fraction(errors, rows)
            gaps = [share + price * leaves - best for price, best in optima[fold]]
            judged.count += 1
            judged.below += min(gaps) < 0
            judged.on += min(gaps) == 0
            least = max(0, *(ceil(rows * (best - price * leaves)) for price, best in optima[fold]))
            judged.shortfalls.append((errors - least) / rows)
    return judged


def shortfalls(judged):
    """Mean and largest shortfall of training accuracy, in points; the share on the frontier."""
    lines = []
    for dataset in SPARSITY:
        line = [dataset]
        for solver in PEERS:
            one = judged.get((dataset, "in-order"), {}).get(solver)
            line.append(shortfall(one) if one and one.count else "none ended")
        lines.append(line)
    return table(["set", *map(solver_name, PEERS)], lines)


def shortfall(one):
    worst, usual = max(one.shortfalls), mean(one.shortfalls)
    return f"{points(usual)} / {points(worst)} / {one.on} of {one.count}"


def best_tests(found, scheme):
    """The best median test accuracy of each solver, and with how many leaves."""
    solvers = [OURS, *PEERS]
    lines = [[dataset, *(best_test(found[dataset, scheme].get(solver, {})) for solver in solvers)]
             for dataset in SPARSITY if (dataset, scheme) in found]
    return table(["set", *map(solver_name, solvers)], lines)


def best_test(configurations):
    """Of configurations that ended on every fold; ties go to the fewer leaves."""
    spots = []
    for folds in configurations.values():
        if len(folds) == FOLDS:
            accuracy = median(map(test_accuracy, folds.values()))
            spots.append((accuracy, -median(int(run["leaves"]) for run in folds.values())))
    if not spots:
        return "none ended"
    accuracy, leaves = max(spots)
    return f"{percent(accuracy)} ({-leaves:g} leaves)"


def refutations(runs):
    """Claims to an optimum that a better tree refutes, by solver."""
    claims = refuted(runs)
    false = [run["solver"] for run in runs if run.run() in claims]
    counts = {solver: false.count(solver) for solver in sorted(set(false))}
    named = [f"{solver_name(solver)} {count}" for solver, count in counts.items()]
    return ", ".join(named) or "none"


