"""The record of a race: a CSV with a row per run."""
import csv
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

    def run(self):
        """What tells this run from all others."""
        return self.problem(), self["solver"], self["version"], float(self["limit"]), self["repeat"]

    def claims_optimum(self):
        return self["status"] == "optimal"

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
    """The rows of a record, none if there is no such file."""
    if not os.path.exists(path):
        return []
    with open(path, newline="") as file:
        return [Row(row) for row in csv.DictReader(file)]


def append(path, row):
    """Adds a row to a record, at once: a race that is stopped loses nothing."""
    new = not os.path.exists(path)
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "a", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(row)
