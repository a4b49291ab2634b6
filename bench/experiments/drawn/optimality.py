"""Best objective (solid) and lower bound (dashed) over time."""
from ..optimality import NAME, SETS
from ..results import rows_of
from .style import SOLVERS, legend_below, panels, save

FIRST = 5e-4  # seconds: a logarithmic axis has no zero


def draw():
    rows = rows_of(NAME)
    figure, axes = panels(2, 4)
    for axis, dataset in zip(axes, SETS):
        own = [row for row in rows if row["dataset"] == dataset]
        for solver in dict.fromkeys(row["solver"] for row in own):
            course(axis, solver, [row for row in own if row["solver"] == solver])
        axis.set(title=dataset, xscale="log", xlabel="seconds", ylabel="objective", ylim=(0, None))
    legend_below(figure, axes)
    save(figure, "optimality")


def course(axis, solver, rows):
    """Steps: what is known holds until something better is."""
    name, colour, mark = SOLVERS[solver]
    for key, line, label in (("upper", "-", name), ("lower", "--", None)):
        points = [(max(float(row["seconds"]), FIRST), float(row[key])) for row in rows if row[key]]
        if points:
            axis.step(*zip(*points), where="post", color=colour, linestyle=line, linewidth=1.2,
                      label=label)
    last = rows[-1]
    if last["status"] == "optimal":
        axis.plot(max(float(last["seconds"]), FIRST), float(last["upper"]), color=colour,
                  marker=mark, markersize=5)
