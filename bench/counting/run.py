"""One count, ours or the peer's."""
import json
import resource
import subprocess
import sys

PEER = """
import json, sys, time
import pandas as pd
from treefarms.model.treefarms import TREEFARMS
path, penalty, within, plain = sys.argv[1:]
table = pd.read_csv(path)
# Where classes tie, the peer's leaf says the last and ours the first: the classes change places.
X, y = table.iloc[:, :-1], 1 - table.iloc[:, -1]
model = TREEFARMS({
    "regularization": float(penalty),
    "rashomon_bound_multiplier": float(within),
    "rashomon_ignore_trivial_extensions": plain == "yes",
})
started = time.process_time()
model.fit(X, y)
print("FOUND", json.dumps([model.get_tree_count(), time.process_time() - started]))
"""


def ours(program, path, case, repeats):
    """Our count and its seconds, the least of several runs: the machine may have other work."""
    command = [program, "rashomon", str(path), "--lambda", case.penalty, "--within", case.within]
    found = [timed([*command, "--limit", "0", "--json", "-q"]) for _ in range(repeats)]
    one = found[0]
    return {
        "rows": one["rows"],
        "splits": one["binary_features"],
        "count": one["count"] if one["status"] == "optimal" else f"≥ {one['count']}",
        "without_trivial": one["count_without_trivial"],
        "seconds": round(min(each["seconds"] for each in found), 6),
        "memory_mb": round(one["memory"] / 1e6, 1),
    }


def timed(command):
    """What the program prints, with `seconds` at most the processor time of the whole process: on one
    thread the count takes no more than either."""
    before = processor()
    found = json.loads(subprocess.check_output(command))
    found["seconds"] = min(found["seconds"], processor() - before)
    return found


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def theirs(python, path, case, limit):
    """The peer's counts, with and without trees that have two sibling leaves of one class, and the seconds
    of its default, which is without."""
    plain = peer(python, path, case, "yes", limit)
    every = peer(python, path, case, "no", limit) if plain else None
    return {
        "treefarms_count": every[0] if every else "",
        "treefarms_without_trivial": plain[0] if plain else "",
        "treefarms_seconds": round(plain[1], 3) if plain else f"> {limit:g}",
    }


def peer(python, path, case, plain, limit):
    command = [python, "-c", PEER, str(path), case.penalty, case.within, plain]
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=limit).stdout
    except subprocess.TimeoutExpired:
        return None
    found = [line for line in out.splitlines() if line.startswith("FOUND ")]
    if not found:
        print(f"treefarms failed on {path}", file=sys.stderr)
        return None
    return json.loads(found[0].removeprefix("FOUND "))
