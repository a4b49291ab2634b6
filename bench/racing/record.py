"""The record of a race: a CSV with a row per run. A large one may be packed, with .gz at its end."""
import csv
import fcntl
import gzip
import os
from fractions import Fraction

COLUMNS = [
    "dataset", "rows", "binary features", "solver", "version", "lambda", "depth", "limit", "status",
    "seconds", "wall_seconds", "peak_rss_mb", "errors", "leaves", "objective", "repeat", "note",
]


class Row(dict):
    """A row: texts by column. Its note is a list of words, those of the form key=value first."""

    def noted(self, key, default=None):
        """A value from the note."""
        pairs = [word.partition("=") for word in self["note"].split() if "=" in word]
        return dict((name, value) for name, _, value in pairs).get(key, default)

    def problem(self):
        """What was asked, apart from the limit."""
        return self["dataset"], self["lambda"], self["depth"], self.noted("threads", "1")

    def max_leaves(self):
        """The limit on leaves, None if there was none."""
        noted = self.noted("max_leaves")
        return None if noted is None else int(noted)

    def run(self):
        """What tells this run from all others."""
        solver = self["solver"], self["version"]
        return self.problem(), self.max_leaves(), *solver, float(self["limit"]), self["repeat"]

    def claims_optimum(self):
        return self["status"] == "optimal"

    def failed(self):
        """Whether it ended without what it promises: a proof or, of a greedy solver, a tree."""
        return self["status"] not in ("optimal", "greedy")

    def exact_objective(self):
        """Errors per row and penalty per leaf, exactly; None without a tree."""
        if not self["leaves"]:
            return None
        errors = Fraction(int(self["errors"]), int(self["rows"]))
        return errors + Fraction(self["lambda"]) * int(self["leaves"])


def make_row(problem, solver, version, repeat, measured):
    """A row from what an entrant measured: numbers by column, and `notes` by name."""
    notes = {key: value for key, value in measured["notes"].items() if value is not None}
    if problem.threads != 1:
        notes["threads"] = problem.threads
    if problem.leaves is not None:
        notes["max_leaves"] = problem.leaves
    words = [f"{key}={value}" for key, value in notes.items()] + [measured.get("remark", "")]
    row = Row.fromkeys(COLUMNS, "")
    row.update({key: _text(value) for key, value in measured.items() if key in COLUMNS})
    row.update({"dataset": problem.dataset, "solver": solver, "version": version})
    row.update({"lambda": problem.penalty, "depth": _text(problem.depth) or "none"})
    row.update({"limit": f"{problem.limit:g}", "repeat": str(repeat)})
    row["note"] = " ".join(filter(None, words))
    objective = row.exact_objective()
    row["objective"] = "" if objective is None else f"{float(objective):.9f}"
    return row


def _text(value):
    if value is None:
        return ""
    return f"{value:.6f}" if isinstance(value, float) else str(value)


def read(path):
    """The rows of a record, none if there is no such file. Those that are packed beside it come first:
    runs are only ever added to the file that is not."""
    return _rows(f"{path}.gz", gzip.open) + _rows(path, open)


def _rows(path, opened):
    if not os.path.exists(path):
        return []
    with opened(path, "rt", newline="") as file:
        return [Row(row) for row in csv.DictReader(file)]


def append(path, row):
    """Adds a row to a record, at once: a race that is stopped loses nothing."""
    append_rows(path, COLUMNS, [row])


def append_rows(path, columns, rows):
    """Adds rows to a CSV, with a header if it is new. Several processes may do so at once."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "a", newline="") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        if not os.fstat(file.fileno()).st_size:
            writer.writeheader()
        writer.writerows(rows)
