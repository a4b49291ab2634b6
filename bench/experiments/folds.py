"""Five folds, in two ways.

The paper's trees reach their stated accuracies on the third of five *contiguous* folds of the files
(`trees.py` shows that), so its folds were cut `in-order`. Several files are sorted, by class or by
attributes: `shuffled` folds, stratified and seeded, tell what a test set of the same kind of rows
would have told.
"""
import random

from racing.table import Source

from .files import write_csv

FOLDS = 5
SCHEMES = ["in-order", "shuffled"]


def folds(labels, scheme):
    """For every fold the set of its test rows."""
    order = list(range(len(labels)))
    if scheme == "shuffled":
        return _stratified(order, labels)
    starts = [0]
    for fold in range(FOLDS):
        starts.append(starts[-1] + len(order) // FOLDS + (fold < len(order) % FOLDS))
    return [set(order[start:end]) for start, end in zip(starts, starts[1:])]


def write_fold(folder, name, header, rows, test_rows):
    """The training table, with its test table, as a source."""
    train = [row for at, row in enumerate(rows) if at not in test_rows]
    test = [row for at, row in enumerate(rows) if at in test_rows]
    paths = [write_csv(f"{folder}/{name}-{part}.csv", header, chosen)
             for part, chosen in (("train", train), ("test", test))]
    return Source(paths[0], False, "category", paths[1])


def _stratified(order, labels):
    """Dealt out class by class, so that every fold has its share of each."""
    random.Random(1).shuffle(order)
    order.sort(key=lambda row: labels[row])
    return [set(order[fold::FOLDS]) for fold in range(FOLDS)]
