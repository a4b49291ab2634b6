"""One peer, warmed up, that answers problems: each in a forked, pinned, limited process.

Run in the environment of the peers: `python -m racing.peers NAME`, with jobs on standard input.
"""
import json
import os
import resource
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from .deadline import wait_until
from .solvers import PEERS
from .splits import Splits, split
from .table import Source, read_table


@dataclass
class Fitted:
    """What a peer found; `predictions` is None when it has no tree."""

    seconds: float
    cpu: float
    optimal: bool
    predictions: np.ndarray | None = None
    leaves: int | None = None
    depth: int | None = None
    note: str = ""


# ---- The peers: each fits, times `fit()` alone, and predicts the rows it was fitted to.


def timed(fit, *data):
    """(elapsed seconds, processor seconds) of one call."""
    wall, cpu = time.perf_counter(), time.process_time()
    fit(*data)
    return time.perf_counter() - wall, time.process_time() - cpu


def whole_seconds(limit):
    return max(1, int(np.ceil(limit)))


def descend(tree, binary, leaf, feature, yes, no):
    """(predictions, leaves, depth) of a tree of dictionaries."""
    predictions, depths = np.zeros(len(binary), int), []

    def visit(node, rows, depth):
        if leaf in node:
            predictions[rows] = node[leaf]
            depths.append(depth)
            return
        side = binary[rows, node[feature]]
        visit(node[yes], rows[side], depth + 1)
        visit(node[no], rows[~side], depth + 1)

    visit(tree, np.arange(len(binary)), 0)
    return predictions, len(depths), max(depths)


def fit_fastsmalltree(splits, penalty, depth, limit):
    from imodels.tree.optimal_tree.fast_small_tree import FastSmallTreeClassifier

    model = FastSmallTreeClassifier(regularization=penalty, time_limit=limit)
    times = timed(model.fit, splits.floats, splits.labels)
    note = f"search={model.time_:.6f} lb={model.lowerbound_:.9f}"
    size = model.n_leaves_, int(model.estimator_.tree_.max_depth)
    return Fitted(*times, model.optimal_, model.predict(splits.floats), *size, note)


def fit_gosdt(splits, penalty, depth, limit):
    from gosdt import GOSDTClassifier, Status

    options = {"allow_small_reg": True, "depth_budget": depth, "time_limit": whole_seconds(limit)}
    model = GOSDTClassifier(regularization=penalty, **options)
    times = timed(model.fit, splits.binary, splits.labels)
    result = model.get_result()
    tree = json.loads(result["models_string"])[0]
    found = descend(tree, splits.binary, "prediction", "feature", "true", "false")
    note = f"lb={result['lower_bound']:.9f}"
    return Fitted(*times, result["status"] == Status.CONVERGED, *found, note)


def fit_pystreed(splits, penalty, depth, limit):
    from pystreed import STreeDClassifier

    task = "cost-complex-accuracy" if penalty else "accuracy"
    options = {"max_depth": depth, "cost_complexity": penalty, "time_limit": limit}
    model = STreeDClassifier(task, **options)
    binary = splits.binary.astype(np.int32)
    times = timed(model.fit, binary, splits.labels)
    if not model.is_fitted():
        return Fitted(*times, False)
    size = model.get_n_leaves(), model.get_depth()
    return Fitted(*times, model.fit_result.is_optimal(), model.predict(binary), *size)


def fit_pydl85(splits, penalty, depth, limit):
    from pydl85 import DL85Classifier

    model = DL85Classifier(max_depth=depth, time_limit=whole_seconds(limit))
    times = timed(model.fit, splits.binary.astype(np.int32), splits.labels)
    if model.tree_ is None:
        return Fitted(*times, False)
    found = descend(model.tree_, splits.binary, "value", "feat", "left", "right")
    return Fitted(*times, not model.timeout_, *found)


def fit_pycontree(splits, penalty, depth, limit):
    from pycontree import ConTree

    model = ConTree(max_depth=depth, complexity_cost=penalty, time_limit=limit)
    times = timed(model.fit, splits.floats, splits.labels)
    size = model.get_num_leaf_nodes(), model.get_depth()
    optimal = model._config.is_within_time_limit()
    return Fitted(*times, optimal, model.predict(splits.floats), *size)


def fit_treefarms(splits, penalty, depth, limit):
    """Enumerates all trees near the optimum: the nearest that it has to finding one."""
    import pandas
    from treefarms import TREEFARMS

    options = {"regularization": penalty, "rashomon_bound_multiplier": 0.001, "worker_limit": 1}
    options["time_limit"] = whole_seconds(limit)
    if depth is not None:
        options["depth_budget"] = depth + 1
    model = TREEFARMS(options)
    names = [f"x{at}" for at in range(splits.binary.shape[1])]
    frame = pandas.DataFrame(splits.binary.astype(int), columns=names)
    times = timed(model.fit, frame, pandas.Series(splits.labels, name="y"))
    note, count = f"trees={model.get_tree_count()}", min(100, model.get_tree_count())
    trees = [model[at].source for at in range(count)]
    found = [descend(tree, splits.binary, "prediction", "feature", "true", "false") for tree in trees]
    if not found:
        return Fitted(*times, False, note=note)
    cost = lambda one: np.mean(one[0] != splits.labels) + penalty * one[1]  # noqa: E731
    return Fitted(*times, not model.timeout, *min(found, key=cost), note)


FITS = {
    "fastsmalltree": fit_fastsmalltree,
    "gosdt": fit_gosdt,
    "pystreed": fit_pystreed,
    "pystreed-10": fit_pystreed,
    "pydl85": fit_pydl85,
    "pycontree": fit_pycontree,
    "treefarms": fit_treefarms,
}


# ---- A job: in a forked process, so that nothing of one run is left for the next.


def answer(name, job, splits):
    """Runs one job in a forked process and reports on it."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as log:
        started = time.perf_counter()
        pid = os.fork()
        if pid == 0:
            compete(name, job, splits, writing, log.fileno())
        os.close(writing)
        status, usage, killed = wait_until(pid, job["limit"] + job["grace"])
        wall = time.perf_counter() - started
        log.seek(0)
        printed = log.read().decode(errors="replace")
    with os.fdopen(reading) as pipe:
        told = json.loads(pipe.read() or "null")
    outcome = told or failure(status, killed, printed, job)
    return {**facts(splits), "wall": wall, "peak_rss_mb": usage.ru_maxrss / 1024, **outcome}


def facts(splits):
    rows, columns = splits.binary.shape
    return {"rows": rows, "columns": columns, "distinct": splits.distinct}


def compete(name, job, splits, writing, log):
    """The life of the forked process."""
    try:
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.sched_setaffinity(0, job["cores"])
        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        fitted = FITS[name](splits, job["penalty"], job["depth"], job["limit"])
        report = {**describe(fitted, splits.labels), "base": base}
    except MemoryError:
        report = {"outcome": "oom"}
    except Exception as error:
        report = {"outcome": "error", "note": f"{type(error).__name__}: {error}"[:200]}
    with os.fdopen(writing, "w") as pipe:
        pipe.write(json.dumps(report))
    os._exit(0)


def describe(fitted, labels):
    """The errors are counted here: no peer's own account is taken."""
    report = {"outcome": "optimal" if fitted.optimal else "timeout", "note": fitted.note}
    report.update(seconds=fitted.seconds, cpu=fitted.cpu)
    if fitted.predictions is not None:
        errors = int(np.sum(np.asarray(fitted.predictions) != labels))
        report.update(errors=errors, leaves=int(fitted.leaves), tree_depth=int(fitted.depth))
    return report


def failure(status, killed, printed, job):
    """Why a process ended without a word."""
    if "bad_alloc" in printed or "MemoryError" in printed:
        return {"outcome": "oom"}
    if killed:
        return {"outcome": "timeout", "note": "killed"}
    last = " ".join(printed[-200:].split())
    return {"outcome": "error", "note": f"wait status {status}: {last}"}


# ---- The conversation.


def practice(name):
    """Imports the peer, and has compiled what is compiled, before anything is timed."""
    peer = PEERS[name]
    depth = None if peer.depth == "never" and not peer.deepest else 2
    penalty = 0.0 if peer.penalty == "never" else 0.05
    generator = np.random.default_rng(1)
    for classes in (2, 3):
        floats = generator.integers(0, 4, (80, 3)).astype(float)
        labels = (floats.sum(axis=1) % classes).astype(np.int32)
        binary = np.column_stack([floats <= cut for cut in (0, 1, 2)])
        FITS[name](Splits(binary, floats, labels, 9), penalty, depth, 60)


def load(job, cache):
    """The splits of the job's table; those of the last are kept."""
    key = json.dumps([job["source"], job["only_distinct"]])
    if key not in cache:
        cache.clear()
        cache[key] = split(read_table(Source(**job["source"])), job["only_distinct"])
    return cache[key]


def serve(name):
    # Peers print on standard output: what is said there must be ours alone.
    words = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    practice(name)
    print(json.dumps({"version": version(PEERS[name].distribution)}), file=words, flush=True)
    cache = {}
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(answer(name, job, load(job, cache))), file=words, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
