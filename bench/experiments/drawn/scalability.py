"""Time and slow-down against the number of binary features and of samples."""
from matplotlib.ticker import LogLocator, NullFormatter, ScalarFormatter

from ..results import ladders
from ..scalability import AXES, SETS
from .style import SOLVERS, legend_below, panels, save

ORDER = ["cart", "pydl85", "pystreed", "gosdt", "fastsmalltree", "ours"]


def draw():
    found = ladders()
    for axis_name in AXES:
        figure, axes = panels(2, 4)
        for at, dataset in enumerate(SETS):
            for solver in ORDER:
                points = found.get((dataset, axis_name), {}).get(solver, [])
                lines(axes[at], axes[at + len(SETS)], solver, points)
            words = "binary features" if axis_name == "features" else "samples"
            axes[at].set(title=dataset, ylabel="seconds")
            axes[at + len(SETS)].set(xlabel=words, ylabel="slow-down")
        for axis in axes:
            scale(axis)
        legend_below(figure, axes)
        save(figure, f"scalability-{axis_name}")


def scale(axis):
    """Logarithmic, with plain numbers along the bottom."""
    axis.set_yscale("log")
    axis.set_xscale("log", base=2)
    axis.xaxis.set_major_locator(LogLocator(base=2, numticks=7))
    axis.xaxis.set_major_formatter(ScalarFormatter())
    for line in (axis.xaxis, axis.yaxis):
        line.set_minor_formatter(NullFormatter())


def lines(time_axis, slow_axis, solver, points):
    if not points:
        return
    name, colour, mark = SOLVERS[solver]
    look = {"color": colour, "marker": mark, "markersize": 4, "linewidth": 1.2, "label": name}
    sizes, seconds = zip(*points)
    time_axis.plot(sizes, seconds, **look)
    slow_axis.plot(sizes, [time / min(seconds) for time in seconds], **look)
