"""Accuracy against the number of leaves: medians and quartiles over five folds."""
from racing.problems import SPARSITY

from ..folds import FOLDS
from ..results import quartiles, sparsity_runs, test_accuracy, train_accuracy
from .style import SOLVERS, legend_below, panels, save

# What is drawn last lies on top: ours below, and larger, since others often meet it.
ORDER = ["ours", "cart", "pydl85", "pystreed", "gosdt", "fastsmalltree"]
MOST_LEAVES = 32
FIGURES = [
    ("sparsity-train", "in-order", train_accuracy, "training accuracy"),
    ("sparsity-test", "in-order", test_accuracy, "test accuracy"),
    ("sparsity-test-shuffled", "shuffled", test_accuracy, "test accuracy, shuffled folds"),
]


def draw():
    runs = sparsity_runs()
    for name, scheme, accuracy, label in FIGURES:
        figure, axes = panels(2, 3, height=2.9, width=3.5)
        for axis, dataset in zip(axes, SPARSITY):
            for solver in ORDER:
                points(axis, solver, runs.get((dataset, scheme), {}).get(solver, {}), accuracy)
            axis.set(title=dataset, xlabel="leaves", ylabel=label, xlim=(0, MOST_LEAVES + 1))
        legend_below(figure, axes)
        save(figure, name)


def points(axis, solver, configurations, accuracy):
    """A point per configuration, with quartiles in both directions. One that did not end on every
    fold has none: the folds on which it did are the easy ones, and would show it as too good."""
    spots = {}
    for folds in configurations.values():
        leaves = quartiles([int(run["leaves"]) for run in folds.values()])
        if leaves[1] <= MOST_LEAVES and len(folds) == FOLDS:
            spots[leaves, quartiles([accuracy(run) for run in folds.values()])] = None
    if not spots:
        return
    name, colour, mark = SOLVERS[solver]
    x, y = zip(*sorted(spots, key=lambda spot: spot[0][1]))
    axis.errorbar(
        [middle for _, middle, _ in x], [middle for _, middle, _ in y],
        xerr=arms(x), yerr=arms(y), color=colour, marker=mark, linestyle="none", elinewidth=0.5,
        markersize=7 if solver == "ours" else 3, alpha=0.85, label=name,
    )


def arms(triples):
    """Lengths of error bars, below and above."""
    below = [middle - low for low, middle, _ in triples]
    return [below, [high - middle for _, middle, high in triples]]
