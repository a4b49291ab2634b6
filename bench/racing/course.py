"""The race itself: every problem, every repeat, one entrant after the other."""
from fractions import Fraction
from math import inf

from . import record
from .claims import contradictions


class Disagreement(Exception):
    """Two runs that cannot both be right."""


def is_the_same(problem, row):
    """Whether `row` is a run of `problem`."""
    return _is_alike(problem, row) and problem.exact_penalty() == Fraction(row["lambda"])


def is_the_same_or_has_a_smaller_penalty(problem, row):
    """Whether `problem` is that of `row`, or would be with a larger penalty."""
    return _is_alike(problem, row) and problem.exact_penalty() <= Fraction(row["lambda"])


def _is_alike(problem, row):
    depth = "none" if problem.depth is None else str(problem.depth)
    asked = problem.dataset, depth, str(problem.threads), problem.leaves
    return asked == (
        row["dataset"], row["depth"], row.noted("threads", "1"), row.max_leaves()
    )


class Course:
    """Runs entrants over problems, records each run and checks it against all before it."""

    def __init__(self, entrants, find, path, is_as_hard, keep_going=False, patience=1, prefix="",
                 once_from=inf):
        """`find` gives the source of a data set; `is_as_hard` tells whether a problem is as hard as
        that of a row: after `patience` failures at no harder ones it is pointless. Of the record
        only data sets that start with `prefix` are looked at. What took `once_from` seconds is not
        run again."""
        self.entrants, self.find, self.path = entrants, find, path
        self.is_as_hard, self.keep_going, self.patience = is_as_hard, keep_going, patience
        self.once_from = once_from
        self.rows = [row for row in record.read(path) if row["dataset"].startswith(prefix)]
        self.done = {row.run(): row for row in self.rows}
        self.reported = set()

    def race(self, problems, repeats):
        """Interleaved, so that what slows the machine down slows all entrants."""
        self.check()
        for problem in problems:
            for repeat in range(1, repeats + 1):
                for entrant in self.entrants:
                    self.run_once(entrant, problem, repeat)
            self.check()

    def run_once(self, entrant, problem, repeat):
        """Runs what is neither beyond the entrant nor pointless nor in the record."""
        if not entrant.takes(problem) or self._is_pointless(entrant, problem):
            return
        if self._took_long(entrant, problem):
            return
        asked = record.make_row(problem, entrant.name, entrant.version, repeat, {"notes": {}})
        if asked.run() in self.done:
            return
        measured = entrant.run(problem, self.find(problem.dataset))
        row = record.make_row(problem, entrant.name, entrant.version, repeat, measured)
        self.rows.append(row)
        self.done[row.run()] = row
        record.append(self.path, row)
        print(_line(row), flush=True)

    def _is_pointless(self, entrant, problem):
        """After failures with no less time: at the same, or often enough at what is no harder."""
        failed = [row for row in self._runs_of(entrant) if row.failed()
                  and problem.limit <= float(row["limit"])]
        no_harder = {row.problem() for row in failed if self.is_as_hard(problem, row)}
        return len(no_harder) >= self.patience or any(is_the_same(problem, row) for row in failed)

    def _took_long(self, entrant, problem):
        """Whether one run is enough."""
        same = [row for row in self._runs_of(entrant) if is_the_same(problem, row)]
        return any(float(row["seconds"] or 0) >= self.once_from for row in same)

    def _runs_of(self, entrant):
        who = entrant.name, entrant.version
        return [row for row in self.rows if (row["solver"], row["version"]) == who]

    def check(self):
        """Compares all runs so far; a contradiction ends the race, unless it is to keep going."""
        for found in contradictions(self.rows):
            if found.claim.run() in self.reported:
                continue
            self.reported.add(found.claim.run())
            if not self.keep_going:
                raise Disagreement(str(found))
            print(f"DISAGREEMENT: {found}", flush=True)


def _line(row):
    asked = f"{row['dataset']:18} λ={row['lambda']:7} d={row['depth']:5} #{row['repeat']:3}"
    took = f"{row['status']:8} {row['seconds'] or '-':>10} s {row['peak_rss_mb']:>6} MB"
    tree = f"{row['errors']} errors {row['leaves']} leaves {row['objective']}"
    return f"{asked} {row['solver']:14} {took}  {tree}  {row['note']}"
