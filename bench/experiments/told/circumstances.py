"""Where, with what and within which limits the experiments were run."""
from ..plan import EXPERIMENTS
from ..results import rows_of
from ..setting import record_path
from .words import solver_name


def facts():
    machine = machine_of("sparsity")
    return {
        "processor": machine["processor"],
        "cores": machine["cores"],
        "revision": machine["git revision"],
        "date": machine["date"],
        "versions": versions(),
        "sparsity_limit": limit_of("sparsity"),
        "scalability_limit": limit_of("scalability"),
        "most_load": max(float(machine_of(name)["load at the start"]) for name in EXPERIMENTS),
    }


def machine_of(name):
    lines = record_path(name).with_suffix(".txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def versions():
    found = {}
    for name in ("sparsity", "optimality"):
        for row in rows_of(name):
            if row["solver"] != "ours":
                found.setdefault(row["solver"], row["version"])
    del found["pystreed-10"]
    return ", ".join(f"{solver_name(solver)} {version}" for solver, version in found.items())


def limit_of(name):
    return f"{max(float(row['limit']) for row in rows_of(name)):g}"
