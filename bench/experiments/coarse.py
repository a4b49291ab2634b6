"""Tables with fewer splits or fewer rows, for the experiment on scalability and for ROC curves."""
import random

from .files import write_csv


def all_cuts(table):
    """Every split as (column, threshold), in the paper's order: by column, then by threshold."""
    return [(name, cut) for name, column in table.columns.items() for cut in _cuts(column)]


def spread(cuts, count):
    """`count` of the cuts, evenly spaced: each stands for a run of neighbours."""
    return [cuts[(2 * at + 1) * len(cuts) // (2 * count)] for at in range(count)]


def write_with_cuts(path, table, cuts):
    """The table with these splits only: a cell becomes the number of its column's cuts below it, so
    that an order of thresholds stays an order."""
    kept = {}
    for name, cut in cuts:
        kept.setdefault(name, []).append(cut)
    columns = [[sum(float(cell) > cut for cut in cuts) for cell in table.columns[name].cells]
               for name, cuts in kept.items()]
    return write_csv(path, [*kept, "class"], zip(*columns, table.labels))


def write_answers(path, table, cuts, rows):
    """The answers of some rows to these splits as 0 and 1, under names that can be read."""
    header = [f"{name} <= {cut:g}" for name, cut in cuts]
    columns = [[int(float(table.columns[name].cells[row]) <= cut) for row in rows]
               for name, cut in cuts]
    return write_csv(path, [*header, "class"], zip(*columns, (table.labels[row] for row in rows)))


def write_sample(path, table, count):
    """The first `count` rows after shuffling."""
    order = list(range(table.rows()))
    random.Random(1).shuffle(order)
    return write_some(path, table, order[:count])


def write_some(path, table, rows):
    columns = [[column.cells[row] for row in rows] for column in table.columns.values()]
    labels = [table.labels[row] for row in rows]
    return write_csv(path, [*table.columns, "class"], zip(*columns, labels))


def _cuts(column):
    values = sorted({float(cell) for cell in column.cells})
    return [low + (high - low) / 2 for low, high in zip(values, values[1:])]
