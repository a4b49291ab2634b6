"""The peers' own fits: each is asked the same, times `fit()` alone, and tells how to predict."""
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass
class Fitted:
    """What a peer found; `predict` takes splits and is None when it has no tree."""

    seconds: float
    cpu: float
    status: str
    predict: Callable | None = None
    leaves: int | None = None
    depth: int | None = None
    note: str = ""


def timed(fit, *data):
    """(elapsed seconds, processor seconds) of one call."""
    wall, cpu = time.perf_counter(), time.process_time()
    fit(*data)
    return time.perf_counter() - wall, time.process_time() - cpu


def claim(optimal):
    return "optimal" if optimal else "timeout"


def whole_seconds(limit):
    return max(1, int(np.ceil(limit)))


@dataclass(frozen=True)
class Branches:
    """A tree of dictionaries, and the names of their entries."""

    root: dict
    leaf: str
    feature: str
    yes: str
    no: str

    def predict(self, splits):
        predictions = np.zeros(len(splits.binary), int)
        self._visit(self.root, np.arange(len(predictions)), splits.binary, predictions)
        return predictions

    def size(self):
        """(leaves, depth)."""
        depths = list(self._depths(self.root, 0))
        return len(depths), max(depths)

    def _visit(self, node, rows, binary, predictions):
        if self.leaf in node:
            predictions[rows] = node[self.leaf]
            return
        side = binary[rows, node[self.feature]]
        self._visit(node[self.yes], rows[side], binary, predictions)
        self._visit(node[self.no], rows[~side], binary, predictions)

    def _depths(self, node, depth):
        if self.leaf in node:
            yield depth
            return
        yield from self._depths(node[self.yes], depth + 1)
        yield from self._depths(node[self.no], depth + 1)


def fit_fastsmalltree(splits, ask):
    from imodels.tree.optimal_tree.fast_small_tree import FastSmallTreeClassifier

    model = FastSmallTreeClassifier(regularization=ask.penalty, time_limit=ask.limit)
    times = timed(model.fit, splits.floats, splits.labels)
    note = f"search={model.time_:.6f} lb={model.lowerbound_:.9f}"
    size = model.n_leaves_, int(model.estimator_.tree_.max_depth)
    predict = lambda asked: model.predict(asked.floats)  # noqa: E731
    return Fitted(*times, claim(model.optimal_), predict, *size, note)


def fit_gosdt(splits, ask):
    from gosdt import GOSDTClassifier, Status

    if ask.trace:
        _have_gosdt_write(ask.trace)
    options = {"allow_small_reg": True, "depth_budget": ask.depth}
    options["time_limit"] = whole_seconds(ask.limit)
    model = GOSDTClassifier(regularization=ask.penalty, **options)
    times = timed(model.fit, splits.binary, splits.labels)
    result = model.get_result()
    root = json.loads(result["models_string"])[0]
    tree = Branches(root, "prediction", "feature", "true", "false")
    note = f"lb={result['lower_bound']:.9f}"
    status = claim(result["status"] == Status.CONVERGED)
    return Fitted(*times, status, tree.predict, *tree.size(), note)


def _have_gosdt_write(path):
    """Its library can write its bounds over time; its estimator has no option for that."""
    from gosdt import _classifier

    class Tracing(_classifier.Configuration):
        def __init__(self):
            super().__init__()
            self.profile = os.fspath(path)

    _classifier.Configuration = Tracing


def fit_pystreed(splits, ask):
    from pystreed import STreeDClassifier

    task = "cost-complex-accuracy" if ask.penalty else "accuracy"
    options = {"max_depth": ask.depth, "cost_complexity": ask.penalty, "time_limit": ask.limit}
    if ask.leaves is not None:
        options["max_num_nodes"] = ask.leaves - 1
    model = STreeDClassifier(task, **options)
    times = timed(model.fit, splits.binary.astype(np.int32), splits.labels)
    if not model.is_fitted():
        return Fitted(*times, "timeout")
    size = model.get_n_leaves(), model.get_depth()
    predict = lambda asked: model.predict(asked.binary.astype(np.int32))  # noqa: E731
    return Fitted(*times, claim(model.fit_result.is_optimal()), predict, *size)


def fit_pydl85(splits, ask):
    from pydl85 import DL85Classifier

    model = DL85Classifier(max_depth=ask.depth, time_limit=whole_seconds(ask.limit))
    times = timed(model.fit, splits.binary.astype(np.int32), splits.labels)
    if model.tree_ is None:
        return Fitted(*times, "timeout")
    tree = Branches(model.tree_, "value", "feat", "left", "right")
    return Fitted(*times, claim(not model.timeout_), tree.predict, *tree.size())


def fit_pycontree(splits, ask):
    from pycontree import ConTree

    options = {"complexity_cost": ask.penalty, "time_limit": ask.limit}
    model = ConTree(max_depth=ask.depth, **options)
    times = timed(model.fit, splits.floats, splits.labels)
    size = model.get_num_leaf_nodes(), model.get_depth()
    predict = lambda asked: model.predict(asked.floats)  # noqa: E731
    return Fitted(*times, claim(model._config.is_within_time_limit()), predict, *size)


def fit_treefarms(splits, ask):
    """Enumerates all trees near the optimum: the nearest that it has to finding one."""
    import pandas
    from treefarms import TREEFARMS

    options = {"regularization": ask.penalty, "rashomon_bound_multiplier": 0.001}
    options |= {"worker_limit": 1, "time_limit": whole_seconds(ask.limit)}
    if ask.depth is not None:
        options["depth_budget"] = ask.depth + 1
    model = TREEFARMS(options)
    names = [f"x{at}" for at in range(splits.binary.shape[1])]
    frame = pandas.DataFrame(splits.binary.astype(int), columns=names)
    times = timed(model.fit, frame, pandas.Series(splits.labels, name="y"))
    note, count = f"trees={model.get_tree_count()}", min(100, model.get_tree_count())
    roots = [model[at].source for at in range(count)]
    trees = [Branches(root, "prediction", "feature", "true", "false") for root in roots]
    if not trees:
        return Fitted(*times, "timeout", note=note)
    cost = lambda tree: (  # noqa: E731
        np.mean(tree.predict(splits) != splits.labels) + ask.penalty * tree.size()[0]
    )
    best = min(trees, key=cost)
    return Fitted(*times, claim(not model.timeout), best.predict, *best.size(), note)


def fit_cart(splits, ask):
    """Greedy: it claims no optimum. The price is that of its pruning, in impurity."""
    from sklearn.tree import DecisionTreeClassifier

    limits = {"max_depth": ask.depth, "max_leaf_nodes": ask.leaves}
    model = DecisionTreeClassifier(ccp_alpha=ask.penalty, random_state=1, **limits)
    times = timed(model.fit, splits.binary, splits.labels)
    size = model.get_n_leaves(), model.get_depth()
    return Fitted(*times, "greedy", lambda asked: model.predict(asked.binary), *size)


FITS = {
    "fastsmalltree": fit_fastsmalltree,
    "gosdt": fit_gosdt,
    "pystreed": fit_pystreed,
    "pystreed-10": fit_pystreed,
    "pydl85": fit_pydl85,
    "pycontree": fit_pycontree,
    "treefarms": fit_treefarms,
    "cart": fit_cart,
}
