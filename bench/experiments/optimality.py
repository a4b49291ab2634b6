"""The best objective and the bounds over time, at a penalty of 0.005."""
import csv
import tempfile

from racing.problems import Problem
from racing.record import append_rows, make_row, read
from racing.standing import OURS
from racing.table import Source

from .files import read_rows, write_csv

NAME = "optimality"
LIMIT = 20
PENALTY = "0.005"
SETS = ["bar-7", "tic-tac-toe", "car-evaluation", "compas-binary", "fico-binary", "monk-1",
        "monk-2", "monk-3"]
COLUMNS = ["dataset", "solver", "version", "limit", "seconds", "lower", "upper", "status"]
TRACED = {OURS: ("time", "lower", "upper"), "gosdt": ("time", "lower_bound", "upper_bound")}
# These say nothing on the way: they are run again and again, with more time each.
UNTRACED = ["fastsmalltree", "pystreed-10"]
SHARES = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1]


def parts():
    return SETS


def run(part, crew, setting):
    """The course of every solver on one data set."""
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        path = write_csv(f"{folder}/table.csv", *read_rows(part, setting.data))
        done = {(row["dataset"], row["solver"]) for row in read(setting.record(NAME))}
        for name in (*TRACED, *UNTRACED):
            if (part, name) not in done:
                follow(crew.solver(name), part, Source(path, False, "category"), setting)


def follow(solver, dataset, source, setting):
    """Records the course of one solver."""
    course = traced if solver.name in TRACED else in_growing_time
    limit = setting.seconds(LIMIT)
    points = course(solver, dataset, limit, source)
    about = {"dataset": dataset, "solver": solver.name, "version": solver.version}
    about["limit"] = f"{limit:g}"
    append_rows(setting.record(NAME), COLUMNS, [{**about, **point} for point in points])


def traced(solver, dataset, limit, source):
    """The points of a solver that writes its bounds while it searches, and how it ended."""
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        trace = f"{folder}/trace.csv"
        problem = Problem(dataset, PENALTY, limit=limit)
        measured = solver.run(problem, source, trace)
        columns = TRACED[solver.name]
        with open(trace, newline="") as file:
            rows = [[row[column] for column in columns] for row in csv.DictReader(file)]
    points = [point(*row, "searching") for row in rows]
    return thinned(points) + [last(solver, problem, measured)]


def in_growing_time(solver, dataset, limit, source):
    """The trees that a solver hands over when it is stopped ever later."""
    points = []
    for share in SHARES:
        problem = Problem(dataset, PENALTY, limit=limit * share)
        measured = solver.run(problem, source)
        points.append(last(solver, problem, measured))
        if measured["status"] == "optimal":
            break
    return points


def thinned(points):
    """Without points between two that say the same."""
    same = lambda one, other: (one["lower"], one["upper"]) == (other["lower"], other["upper"])  # noqa: E731
    return [at for place, at in enumerate(points)
            if place in (0, len(points) - 1)
            or not (same(at, points[place - 1]) and same(at, points[place + 1]))]


def last(solver, problem, measured):
    """The end of a run: the objective of its tree is counted, never taken from the solver."""
    row = make_row(problem, solver.name, solver.version, 1, measured)
    proven = row.claims_optimum()
    lower = row["objective"] if proven else row.noted("lb", "")
    return point(row["seconds"] or problem.limit, lower, row["objective"], row["status"])


def point(seconds, lower, upper, status):
    return {"seconds": seconds, "lower": lower, "upper": upper, "status": status}
