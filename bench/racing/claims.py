"""Whether the runs of a race contradict each other. Exact: integers and fractions, no tolerance."""
from dataclasses import dataclass

from .record import Row
from .solvers import peer_of

# Bounds are printed as decimals; a true one may exceed the optimum by this much.
PRINTED = 1e-8


@dataclass
class Contradiction:
    """`claim` cannot be true, since the tree of `witness` exists (None: it contradicts itself)."""

    claim: Row
    witness: Row | None
    reason: str

    def __str__(self):
        shown = [_show(row) for row in (self.claim, self.witness) if row is not None]
        return "\n  ".join([self.reason, *shown])


def contradictions(rows):
    """All contradictions among rows."""
    by_table = {}
    for row in rows:
        by_table.setdefault((row["dataset"], row["lambda"]), []).append(row)
    found = []
    for same in by_table.values():
        for row in same:
            found += _against_itself(row) + _against_others(row, same)
    return found


def refuted(rows):
    """The runs whose claim to an optimum is false."""
    return {found.claim.run() for found in contradictions(rows)}


def _against_itself(row):
    said, counted = row.noted("said"), row.exact_objective()
    if said is None or counted is None or abs(float(said) - float(counted)) <= PRINTED:
        return []
    return [Contradiction(row, None, f"its tree costs {float(counted)}, not {said} as it says")]


def _against_others(row, others):
    """The best witness against a row, or one whose table is not the same."""
    found = [Contradiction(row, other, "not the same number of rows or distinct splits")
             for other in others if not _same_table(row, other)]
    allowed = [other for other in others if _allowed(other, row)]
    best = min(allowed, key=Row.exact_objective, default=None)
    if best is None:
        return found[:1]
    if row.claims_optimum() and best.exact_objective() < row.exact_objective():
        found.append(Contradiction(row, best, "a claimed optimum is not one: a better tree exists"))
    if _bound_fails(row, best):
        found.append(Contradiction(row, best, "a lower bound is false: a better tree exists"))
    return found[:1]


def _same_table(row, other):
    """As far as rows and splits tell. Builds of ours may differ in which equal splits they merge."""
    if row["rows"] != other["rows"]:
        return False
    ranges = _split_counts(row), _split_counts(other)
    if None in ranges or not (peer_of(row["solver"]) or peer_of(other["solver"])):
        return True
    return max(least for least, _ in ranges) <= min(most for _, most in ranges)


def _split_counts(row):
    """(least, most) splits that its table can be said to have: a solver that ranks numbers does not
    merge equal splits of two columns. None if it tells nothing."""
    distinct = row.noted("distinct")
    return distinct and (int(distinct), int(row.noted("splits", distinct)))


def _allowed(other, row):
    """Whether the tree of `other` is within the limits that `row` had."""
    if other.exact_objective() is None:
        return False
    sizes = (other.noted("tree_depth"), _depth_limit(row)), (other["leaves"], row.max_leaves())
    return all(limit is None or int(size) <= limit for size, limit in sizes)


def _depth_limit(row):
    if row["depth"] != "none":
        return int(row["depth"])
    peer = peer_of(row["solver"])
    return peer.deepest if peer else None


def _bound_fails(row, best):
    """Of ours alone: the peers' bounds are in single precision."""
    if peer_of(row["solver"]) or row.noted("lb") is None:
        return False
    return float(row.noted("lb")) > float(best.exact_objective()) + PRINTED


def _show(row):
    words = [f"{key} {row[key]}" for key in ("dataset", "lambda", "depth", "status")]
    counts = f"{row['errors']} errors of {row['rows']}, {row['leaves']} leaves"
    cost = f"objective {row.exact_objective()} = {row['objective']}"
    name = f"{row['solver']} {row['version']}"
    return f"{name}: {', '.join(words)}: {counts}, {cost} ({row['note']})"
