"""The runs of one entrant on one problem, taken together."""
from statistics import median

from .claims import refuted
from .record import Row

OURS = "ours"


class Standing:
    """Median over the repeats; certified if every repeat certified and no claim was refuted."""

    def __init__(self, rows, is_refuted):
        self.rows, self.is_refuted = rows, is_refuted

    def certified(self):
        return all(row.claims_optimum() for row in self.rows) and not self.is_refuted

    def status(self):
        failed = [row["status"] for row in self.rows if not row.claims_optimum()]
        return "refuted" if self.is_refuted else (failed or ["optimal"])[0]

    def seconds(self):
        return self.median_of("seconds")

    def search_seconds(self):
        """Of the search alone, where the solver tells it; else of the whole fit."""
        told = [row.noted("search") for row in self.rows]
        return self.seconds() if None in told else median(map(float, told))

    def processor_seconds(self):
        """Of the fit. The time told in the note is that of the whole process for ours, which reads
        the file too: on one thread the fit's own is neither more than that nor than its duration."""
        known = [row for row in self.rows if row["seconds"]]
        times = [min(float(row["seconds"]), float(row.noted("cpu", "inf"))) for row in known]
        return median(times) if times else None

    def median_of(self, column):
        known = [float(row[column]) for row in self.rows if row[column]]
        return median(known) if known else None

    def memory(self):
        return max(int(row["peak_rss_mb"]) for row in self.rows)

    def best(self):
        """The row with the best tree, None without a tree."""
        trees = [row for row in self.rows if row.exact_objective() is not None]
        return min(trees, key=Row.exact_objective, default=None)

    def gap(self):
        """Between the best tree and the bound told with it, where one was told."""
        best = self.best()
        bound = best.noted("lb") if best else None
        return None if bound is None else max(0.0, float(best["objective"]) - float(bound))


def standings(rows):
    """By problem, in the order of the record: by solver."""
    false_claims = refuted(rows)
    grouped = {}
    for row in rows:
        grouped.setdefault(row.problem(), {}).setdefault(row["solver"], []).append(row)
    return {
        problem: {
            solver: Standing(runs, any(run.run() in false_claims for run in runs))
            for solver, runs in by_solver.items()
        }
        for problem, by_solver in grouped.items()
    }
