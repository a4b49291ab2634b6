"""A smallest set of points on which bucketization loses the optimum.

Bucketization, as the paper defines it: order the rows by a feature; no split is considered between
two neighbours of one label. Points have two features, in which no two points are equal, so that
the order is never in doubt. All sets of three points are tried, then all of four, and so on until
one is found. Trees are compared by the least number of errors for each number of leaves, so that no
penalty is left out.
"""
import json
import tempfile
from functools import cache
from itertools import count, permutations, product

from racing.record import append_rows, read

from .files import write_csv
from .trees import PENALTY as NEARLY_NONE
from .trees import answer

NAME = "bucketization"
COLUMNS = ["points", "tried", "found", "example"]
LIMIT = 60
OPTIMA = "bucketization-optima"
OPTIMA_COLUMNS = ["splits", "features", "penalty", "most_leaves", "objective", "leaves", "errors",
                  "status", "tree"]
FEW = "4"  # leaves: with so many, all splits make no error


def parts():
    return ["search"]


def run(_part, crew, setting):
    """Searches, then has the program fit what was found."""
    if read(setting.record(OPTIMA)):
        return
    example = None
    for size in count(3):
        tried, example = search(size)
        found = "" if example is None else json.dumps(example)
        row = {"points": size, "tried": tried, "found": int(example is not None), "example": found}
        append_rows(setting.record(NAME), COLUMNS, [row])
        print(f"bucketization: {size} points, {tried} sets, {found or 'none'}", flush=True)
        if example is not None:
            break
    append_rows(setting.record(OPTIMA), OPTIMA_COLUMNS, fit_both(crew.ours(), example))


def search(size):
    """(sets tried, the first that bucketization harms)."""
    tried = 0
    for points in every_set(size):
        tried += 1
        if is_harmed(points):
            return tried, points
    return tried, None


def every_set(size):
    """All orders and labels; the first point is negative, as exchanging labels changes nothing."""
    for order in permutations(range(1, size + 1)):
        for labels in product((0, 1), repeat=size - 1):
            yield list(zip(range(1, size + 1), order, (0, *labels)))


def is_harmed(points):
    return least_errors(points, cuts(points, True)) != least_errors(points, cuts(points, False))


def cuts(points, bucketized):
    """(feature, threshold) of every split that may be considered."""
    found = []
    for feature in (0, 1):
        ordered = sorted(points, key=lambda point: point[feature])
        for low, high in zip(ordered, ordered[1:]):
            if not bucketized or low[2] != high[2]:
                found.append((feature, low[feature] + 0.5))
    return found


def least_errors(points, allowed):
    """The least number of errors with 1, 2, … leaves, down to none."""

    @cache
    def errors(rows, leaves):
        positive = sum(point[2] for point in rows)
        best = min(positive, len(rows) - positive)
        if best == 0 or leaves == 1:
            return best
        for feature, cut in allowed:
            low = frozenset(point for point in rows if point[feature] <= cut)
            if 0 < len(low) < len(rows):
                for left in range(1, leaves):
                    best = min(best, errors(low, left) + errors(rows - low, leaves - left))
        return best

    rows = frozenset(points)
    found = [errors(rows, 1)]
    while found[-1]:
        found.append(errors(rows, len(found) + 1))
    return found


def fit_both(ours, points):
    """Both optima, at a penalty of half a row's share and with few leaves."""
    for penalty, most in ((f"1/{2 * len(points)}", ""), (NEARLY_NONE, FEW)):
        for name, bucketized in (("all", False), ("bucketized", True)):
            allowed = cuts(points, bucketized)
            told = fit(ours, points, allowed, penalty, most)
            row = {"splits": name, "features": len(allowed), "penalty": penalty}
            row |= {"most_leaves": most, "errors": round(told["loss"] * len(points))}
            row |= {key: told[key] for key in ("objective", "leaves", "status")}
            yield {**row, "tree": json.dumps(nested(told["tree"]["nodes"], 0))}


def fit(ours, points, allowed, penalty, most):
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        path = write_points(f"{folder}/points.csv", points, allowed)
        limits = ["--max-leaves", most] if most else []
        arguments = ["fit", path, "--lambda", penalty, *limits, "--json", "--quiet"]
        return answer(ours, arguments, LIMIT)


def nested(nodes, at):
    """A class, or [question, tree if yes, tree if no]."""
    node = nodes[at]
    if node["node"] == "leaf":
        return node["class"]
    yes, no = nested(nodes, node["yes"]), nested(nodes, node["no"])
    is_yes = node["test"]["is"] == "1"
    return [node["column"], *((yes, no) if is_yes else (no, yes))]


def write_points(path, points, allowed):
    header = [f"x{feature + 1} <= {cut:g}" for feature, cut in allowed]
    rows = [[*(int(point[feature] <= cut) for feature, cut in allowed), point[2]]
            for point in points]
    return write_csv(path, [*header, "class"], rows)
