"""Time against the number of binary features and the number of samples, at a penalty of 1/32."""
import tempfile

from racing.course import Course
from racing.problems import Problem
from racing.standing import OURS
from racing.table import Source

from .coarse import all_cuts, spread, write_sample, write_with_cuts
from .files import read_complete

NAME = "scalability"
LIMIT = 3
SETS = ["bar-7", "compas-2016", "compas", "fico"]
AXES = ["features", "samples"]
REPEATS = 3
PENALTY, DEPTH, LEAVES = "1/32", 5, 32  # the paper's: 32 leaves, or a depth of log2(32)
STEPS = 8
PATIENCE = 3  # as in the paper: fewer samples may be the harder problem


def parts():
    return [f"{name}:{axis}" for name in reversed(SETS) for axis in AXES]


def run(part, crew, setting):
    """From the smallest size to the whole; who failed three times is not asked larger ones."""
    name, axis = part.split(":")
    table = read_complete(name, setting.data)
    cuts = all_cuts(table)
    sources, record = {}, setting.record(NAME)
    course = Course([], sources.get, record, is_no_smaller, True, PATIENCE, part)
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        for size in sizes(len(cuts) if axis == "features" else table.rows()):
            path = write_size(f"{folder}/{size}.csv", table, cuts, axis, size)
            sources[f"{part}:{size}"] = Source(path, False, "category")
            climb(course, crew, configurations(f"{part}:{size}", setting.seconds(LIMIT)))


def write_size(path, table, cuts, axis, size):
    if axis == "features":
        return write_with_cuts(path, table, spread(cuts, size))
    return write_sample(path, table, size)


def climb(course, crew, asked):
    """Every solver at one size, in turn."""
    for repeat in range(1, REPEATS + 1):
        for solver, problem in asked.items():
            course.run_once(crew.solver(solver), problem, repeat)
    course.check()


def sizes(whole):
    """Halves of halves, the smallest first; at least two."""
    return sorted({max(2, whole >> step) for step in range(STEPS)})


def configurations(dataset, limit):
    """As in the paper; STreeD has both the price and the depth."""
    priced = Problem(dataset, PENALTY, limit=limit)
    return {
        OURS: priced,
        "gosdt": priced,
        "fastsmalltree": priced,
        "pystreed": Problem(dataset, PENALTY, DEPTH, limit),
        "pydl85": Problem(dataset, "0", DEPTH, limit),
        "cart": Problem(dataset, "0", DEPTH, limit, leaves=LEAVES),
    }


def is_no_smaller(problem, row):
    """Whether a problem is that of `row` with as many features or samples, or more."""
    (now, size), (before, size_before) = split_name(problem.dataset), split_name(row["dataset"])
    return now == before and size >= size_before


def split_name(dataset):
    """(data set and axis, size)."""
    ladder, _, size = dataset.rpartition(":")
    return ladder, int(size)
