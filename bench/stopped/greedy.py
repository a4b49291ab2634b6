"""Greedy trees of other packages, measured by errors per row + penalty · leaves."""
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from sklearn.tree import DecisionTreeClassifier

# LicketySPLIT takes yes/no columns: all splits where they are few, else quantiles of every column.
MOST_SPLITS = 1000
QUANTILES = 10
DEPTH = 10


@dataclass
class Measured:
    """A tree's objective and leaves; of LicketySPLIT also the number of splits that it was given."""

    objective: float
    leaves: int
    splits: int | None = None


def pruned_cart(splits, penalty):
    """CART grown to the end, then pruned: of all that can be made of it by cutting off, the best."""
    tree = DecisionTreeClassifier(random_state=0).fit(splits.floats, splits.labels).tree_
    counts = tree.value[:, 0, :] * tree.n_node_samples[:, None]
    errors = counts.sum(axis=1) - counts.max(axis=1)
    rows = len(splits.labels)
    best = [(error / rows + penalty, 1) for error in errors]
    for node in reversed(range(tree.node_count)):
        yes, no = tree.children_left[node], tree.children_right[node]
        if yes >= 0:
            below = best[yes][0] + best[no][0], best[yes][1] + best[no][1]
            best[node] = min(best[node], below)
    return Measured(*best[0])


def cart_with_leaves(splits, penalty, leaves):
    """CART with as many leaves, the best split first."""
    rows, labels = len(splits.labels), splits.labels
    if leaves < 2:
        return Measured(1 - np.bincount(labels).max() / rows + penalty, 1)
    tree = DecisionTreeClassifier(random_state=0, max_leaf_nodes=leaves).fit(splits.floats, labels)
    errors = np.count_nonzero(tree.predict(splits.floats) != labels)
    return Measured(errors / rows + penalty * tree.get_n_leaves(), tree.get_n_leaves())


def lickety_split(splits, penalty, seconds):
    """LicketySPLIT; None if it takes longer than `seconds`."""
    binary = few_splits(splits)
    context = get_context("fork")
    told, tell = context.Pipe(duplex=False)
    process = context.Process(target=_lickety_split, args=(binary, splits.labels, penalty, tell))
    process.start()
    found = told.recv() if told.poll(seconds) else None
    process.kill()
    process.join()
    return found


def _lickety_split(binary, labels, penalty, tell):
    from licketysplit import LicketySPLITClassifier

    model = LicketySPLITClassifier(lambda_leaf=penalty, depth_budget=DEPTH).fit(binary, labels)
    errors = np.count_nonzero(np.asarray(model.predict(binary)) != labels)
    leaves = len(model.leaf_paths())
    objective = errors / len(labels) + penalty * leaves
    tell.send(Measured(objective, leaves, binary.shape[1]))


def few_splits(splits):
    """All splits as yes/no columns, or those at quantiles of each column."""
    columns = [np.unique(column, return_inverse=True) for column in splits.floats.T]
    if sum(len(values) - 1 for values, _ in columns) > MOST_SPLITS:
        columns = [_at_quantiles(values, codes) for values, codes in columns]
    parts = [codes <= cut for values, codes in columns for cut in range(len(values) - 1)]
    return np.column_stack(parts).astype(np.uint8)


def _at_quantiles(values, codes):
    shares = np.arange(1, QUANTILES) / QUANTILES
    cuts = np.unique(np.quantile(codes, shares, method="lower"))
    cuts = cuts[cuts < len(values) - 1]
    return np.arange(len(cuts) + 1), np.searchsorted(cuts, codes)
