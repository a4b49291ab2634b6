"""How values are written on the page."""
from racing.markdown import significant

from ..drawn.style import SOLVERS


def solver_name(solver):
    return SOLVERS[solver][0]


def seconds(value):
    return f"{significant(value)} s"


def percent(value):
    return f"{100 * value:.1f} %"


def points(value):
    """A difference of shares, in percentage points."""
    return f"{100 * value:.1f}"
