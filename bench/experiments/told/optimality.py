"""What the experiment on time to optimality told."""
from racing.markdown import significant, table
from racing.standing import OURS

from ..optimality import NAME, SETS, TRACED, UNTRACED
from ..results import rows_of
from .words import solver_name

SOLVERS = [*TRACED, *UNTRACED]


def facts():
    rows = rows_of(NAME)
    by_pair = {}
    for row in rows:
        by_pair.setdefault((row["dataset"], row["solver"]), []).append(row)
    ours = [by_pair[dataset, OURS][-1] for dataset in SETS if (dataset, OURS) in by_pair]
    return {
        "optimality_limit": rows[0]["limit"],
        "optimality_table": proofs(by_pair),
        "optimality_ours": sum(row["status"] == "optimal" for row in ours),
        "optimality_slowest": f"{max(float(row['seconds']) for row in ours):.2f}",
        "optimality_gosdt": sum(by_pair[dataset, "gosdt"][-1]["status"] == "optimal"
                                for dataset in SETS if (dataset, "gosdt") in by_pair),
        "optimality_first": first_trees(by_pair),
    }


def proofs(by_pair):
    """When the proof was complete, or what was open at the limit."""
    lines = [[dataset, best_objective(by_pair, dataset),
              *(ending(by_pair.get((dataset, solver), [])) for solver in SOLVERS)]
             for dataset in SETS]
    return table(["set", "optimum", *map(solver_name, SOLVERS)], lines)


def best_objective(by_pair, dataset):
    return f"{float(by_pair[dataset, OURS][-1]['upper']):.6f}"


def ending(rows):
    if not rows:
        return "not run"
    last = rows[-1]
    if last["status"] == "optimal":
        return f"proven in {significant(float(last['seconds']))} s"
    known = [row for row in rows if row["upper"]]
    if not known:
        return f"{last['status']}, no tree"
    lower = f", bound {float(last['lower']):.4f}" if last["lower"] else ""
    return f"{last['status']}: {float(known[-1]['upper']):.4f}{lower}"


def first_trees(by_pair):
    """When a tree with the optimal objective was first held, beside when it was proven."""
    lines = []
    for dataset in SETS:
        rows = by_pair.get((dataset, OURS), [])
        best = rows[-1]["upper"]  # with as many digits as are printed here
        held = [row for row in rows if f"{float(row['upper']):.9f}" == best]
        first = float(held[0]["seconds"])
        lines.append([dataset, significant(first), significant(float(rows[-1]["seconds"]))])
    return table(["set", "held at s", "proven at s"], lines)
