"""One peer, warmed up, that answers problems: each in a forked, pinned, limited process.

Run in the environment of the peers: `python -m racing.peers NAME`, with jobs on standard input.
"""
import json
import os
import resource
import sys
import tempfile
import time
from importlib.metadata import version

import numpy as np

from .ask import Ask
from .deadline import wait_until
from .fits import FITS
from .solvers import PEERS
from .splits import Splits, count_splits, split, split_apart
from .table import Source, read_table, read_test_table

# ---- A job: in a forked process, so that nothing of one run is left for the next.


def answer(name, job, splits, unseen):
    """Runs one job in a forked process and reports on it; `unseen` are splits of other rows."""
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as log:
        started = time.perf_counter()
        pid = os.fork()
        if pid == 0:
            compete(name, job, splits, unseen, writing, log.fileno())
        os.close(writing)
        status, usage, killed = wait_until(pid, job["ask"]["limit"] + job["grace"])
        wall = time.perf_counter() - started
        log.seek(0)
        printed = log.read().decode(errors="replace")
    with os.fdopen(reading) as pipe:
        told = json.loads(pipe.read() or "null")
    outcome = told or failure(status, killed, printed, job)
    return {**facts(splits), "wall": wall, "peak_rss_mb": usage.ru_maxrss / 1024, **outcome}


def facts(splits):
    counts = {"splits": splits.splits, "distinct": splits.distinct}
    columns = splits.splits if splits.binary is None else splits.binary.shape[1]
    return {"rows": len(splits.labels), "columns": columns, **counts}


def compete(name, job, splits, unseen, writing, log):
    """The life of the forked process."""
    try:
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.sched_setaffinity(0, job["cores"])
        resource.setrlimit(resource.RLIMIT_AS, (job["memory"], job["memory"]))
        base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        fitted = FITS[name](splits, Ask(**job["ask"]))
        report = {**describe(fitted, splits, unseen), "base": base}
    except MemoryError:
        report = {"outcome": "oom"}
    except Exception as error:
        report = {"outcome": "error", "note": f"{type(error).__name__}: {error}"[:200]}
    with os.fdopen(writing, "w") as pipe:
        pipe.write(json.dumps(report))
    os._exit(0)


def describe(fitted, splits, unseen):
    """The errors are counted here: no peer's own account is taken."""
    report = {"outcome": fitted.status, "note": fitted.note}
    report.update(seconds=fitted.seconds, cpu=fitted.cpu)
    if fitted.predict is not None:
        report.update(leaves=int(fitted.leaves), tree_depth=int(fitted.depth))
        report["errors"] = count_errors(fitted, splits)
        if unseen is not None:
            report.update(test_errors=count_errors(fitted, unseen), test_rows=len(unseen.labels))
    return report


def count_errors(fitted, splits):
    return int(np.sum(np.asarray(fitted.predict(splits)) != splits.labels))


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
        FITS[name](Splits(binary, floats, labels, 9, 9), Ask(penalty, depth, None, 60))


def load(name, job, cache):
    """The splits of the job's table and of its test table, if any; those of the last are kept."""
    key = json.dumps([job["source"], job["only_distinct"]])
    if key not in cache:
        cache.clear()
        source = Source(**job["source"])
        cache[key] = read_splits(source, job["only_distinct"], PEERS[name].cuts_numbers)
    return cache[key]


def read_splits(source, only_distinct, as_numbers):
    table = read_table(source)
    if source.test is not None:
        return split_apart(table, read_test_table(source, table), only_distinct)
    return count_splits(table) if as_numbers else split(table, only_distinct), None


def serve(name):
    # Peers print on standard output: what is said there must be ours alone.
    words = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    practice(name)
    print(json.dumps({"version": version(PEERS[name].distribution)}), file=words, flush=True)
    cache = {}
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps(answer(name, job, *load(name, job, cache))), file=words, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
