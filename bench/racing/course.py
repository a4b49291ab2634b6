"""The race itself: every problem, every repeat, one entrant after the other."""
from fractions import Fraction

from . import record
from .claims import contradictions
from .problems import find_source


class Disagreement(Exception):
    """Two runs that cannot both be right."""


class Course:
    """Runs entrants over problems, records each run and checks it against all before it."""

    def __init__(self, entrants, data, scratch, path, keep_going=False, skip_harder=False):
        self.entrants, self.data, self.scratch, self.path = entrants, data, scratch, path
        self.keep_going, self.skip_harder = keep_going, skip_harder
        self.rows = record.read(path)
        self.done = {row.run(): row for row in self.rows}
        self.reported = set()

    def race(self, problems, repeats):
        """Interleaved, so that what slows the machine down slows all entrants."""
        self._check()
        for problem in problems:
            source = find_source(problem.dataset, self.data, self.scratch)
            for repeat in range(1, repeats + 1):
                for entrant in self.entrants:
                    self._run_once(entrant, problem, source, repeat)
            self._check()

    def _run_once(self, entrant, problem, source, repeat):
        if not entrant.takes(problem) or self._is_pointless(entrant, problem):
            return
        asked = record.make_row(problem, entrant.name, entrant.version, repeat, {"notes": {}})
        if asked.run() in self.done:
            return
        measured = entrant.run(problem, source)
        row = record.make_row(problem, entrant.name, entrant.version, repeat, measured)
        self.rows.append(row)
        self.done[row.run()] = row
        record.append(self.path, row)
        print(_line(row), flush=True)

    def _is_pointless(self, entrant, problem):
        """After a failure: the same again; and with `skip_harder` a smaller penalty."""
        for row in self.rows:
            same = (row["solver"], row["version"]) == (entrant.name, entrant.version)
            if same and not row.claims_optimum() and self._is_as_hard(problem, row):
                return True
        return False

    def _is_as_hard(self, problem, row):
        """Whether `problem` is at least as hard as that of `row`."""
        depth = "none" if problem.depth is None else str(problem.depth)
        asked = problem.dataset, depth, str(problem.threads)
        if asked != (row["dataset"], row["depth"], row.noted("threads", "1")):
            return False
        if problem.limit > float(row["limit"]):
            return False
        before = Fraction(row["lambda"])
        return problem.exact_penalty() == before or (
            self.skip_harder and problem.exact_penalty() < before
        )

    def _check(self):
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
