"""The records read back, as the figures and the page need them."""
from statistics import median

from racing import record

from . import rank, scalability, sparsity
from .setting import record_path


def rows_of(name):
    """The rows of a record; none if there is no such record."""
    return record.read(str(record_path(name)))


def quartiles(values):
    """(lower quartile, median, upper quartile), between neighbours where need be."""
    ordered = sorted(values)
    at = lambda share: _between(ordered, share * (len(ordered) - 1))  # noqa: E731
    return at(0.25), at(0.5), at(0.75)


def _between(ordered, place):
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


# ---- Rank statistics.


def finest_proven():
    """For each objective the row with the most thresholds whose optimum is proven."""
    found = {}
    for row in rows_of(rank.NAME):
        if row["status"] == "optimal":
            best = found.setdefault(row["objective"], row)
            place = rank.RESOLUTIONS.index
            if place(row["thresholds"]) > place(best["thresholds"]):
                found[row["objective"]] = row
    return {name: found[name] for name in rank.OBJECTIVES if name in found}


def finest_common():
    """The same at the most thresholds for which every objective is proven."""
    proven = [row for row in rows_of(rank.NAME) if row["status"] == "optimal"]
    for thresholds in reversed(rank.RESOLUTIONS):
        found = {row["objective"]: row for row in proven if row["thresholds"] == thresholds}
        if set(found) == set(rank.OBJECTIVES):
            return {name: found[name] for name in rank.OBJECTIVES}
    return {}


def curve(objective, thresholds, rows):
    """The points of a ROC curve."""
    asked = {"objective": objective, "thresholds": thresholds, "rows": rows}
    return [(float(row["false_positive_rate"]), float(row["true_positive_rate"]))
            for row in rows_of(rank.CURVES) if asked.items() <= row.items()]


# ---- Accuracy against leaves.


def sparsity_runs():
    """By data set, scheme and solver: by configuration the runs that ended, one for each fold."""
    found = {}
    for run in rows_of(sparsity.NAME):
        if run.failed() or not run["leaves"]:
            continue
        dataset, scheme, fold = run["dataset"].split(":")
        asked = run["lambda"], run["depth"], run.max_leaves()
        by_solver = found.setdefault((dataset, scheme), {}).setdefault(run["solver"], {})
        by_solver.setdefault(asked, {})[int(fold)] = run
    return found


def train_accuracy(run):
    return 1 - int(run["errors"]) / int(run["rows"])


def test_accuracy(run):
    return 1 - int(run.noted("test_errors")) / int(run.noted("test_rows"))


# ---- Scalability.


def ladders():
    """By data set and axis: by solver [(size, median seconds)] of what ended in time."""
    times = {}
    for run in rows_of(scalability.NAME):
        ladder, size = scalability.split_name(run["dataset"])
        by_size = times.setdefault(tuple(ladder.split(":")), {}).setdefault(run["solver"], {})
        by_size.setdefault(size, []).append(None if run.failed() else float(run["seconds"]))
    return {
        ladder: {solver: _medians(by_size) for solver, by_size in solvers.items()}
        for ladder, solvers in times.items()
    }


def _medians(by_size):
    return [(size, median(seconds)) for size, seconds in sorted(by_size.items())
            if None not in seconds]
