"""Training and test accuracy against the number of leaves."""
import tempfile
from fractions import Fraction

from racing.course import Course
from racing.problems import SPARSITY, SPARSITY_PENALTIES, Problem
from racing.standing import OURS

from .files import read_rows
from .folds import SCHEMES, folds, write_fold

NAME = "sparsity"
LIMIT = 3
DEPTHS = range(1, 7)
# STreeD is asked for trees by their number of leaves, within the depth of the deepest tree that the
# paper shows for these sets.
STREED_DEPTH, STREED_LEAVES = 5, range(2, 17)
CART_LEAVES = range(2, 33)


def parts():
    return [f"{name}:{scheme}" for name in SPARSITY for scheme in SCHEMES]


def run(part, crew, setting):
    """All folds of one data set."""
    name, scheme = part.split(":")
    header, rows = read_rows(name, setting.data)
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        for fold, test_rows in enumerate(folds([row[-1] for row in rows], scheme), start=1):
            source = write_fold(folder, f"fold-{fold}", header, rows, test_rows)
            run_fold(f"{part}:{fold}", source, crew, setting)


def run_fold(dataset, source, crew, setting):
    find = {dataset: source}.get
    course = Course([], find, setting.record(NAME), is_no_easier, keep_going=True, prefix=dataset)
    for solver, problems in configurations(dataset, setting.seconds(LIMIT)).items():
        for problem in problems:
            course.run_once(crew.solver(solver), problem, 1)
    course.check()


def configurations(dataset, limit):
    """What each solver is asked, the easier first; after a failure what is harder is left out."""
    ask = lambda penalty, depth=None, leaves=None: (  # noqa: E731
        Problem(dataset, penalty, depth, limit, leaves=leaves)
    )
    priced = [ask(penalty) for penalty in SPARSITY_PENALTIES]
    cart = [ask("0", depth, 2**depth) for depth in DEPTHS]
    cart += [ask("0", leaves=leaves) for leaves in CART_LEAVES]
    return {
        OURS: priced,
        "gosdt": priced,
        "fastsmalltree": priced,
        "pystreed": [ask("0", STREED_DEPTH, leaves) for leaves in STREED_LEAVES],
        "pydl85": [ask("0", depth) for depth in DEPTHS],
        "cart": cart + priced,
    }


def is_no_easier(problem, row):
    """Whether a problem allows all that `row` allowed, at no higher price."""
    if problem.dataset != row["dataset"] or problem.exact_penalty() > Fraction(row["lambda"]):
        return False
    depth = None if row["depth"] == "none" else int(row["depth"])
    pairs = (problem.depth, depth), (problem.leaves, row.max_leaves())
    return all(now is None or (before is not None and now >= before) for now, before in pairs)
