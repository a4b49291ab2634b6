"""What a tree of `gosdt fit --json` does, found again from the raw cells."""
from dataclasses import dataclass


@dataclass
class Walked:
    """Counts of a tree on its table."""

    errors: int
    leaves: int
    depth: int


def walk(nodes, table):
    """Sends every row of `table` down the tree."""
    walked = Walked(0, 0, 0)
    _visit(nodes, 0, range(table.rows()), 0, table, walked)
    return walked


def _visit(nodes, at, rows, depth, table, walked):
    node = nodes[at]
    if node["node"] == "leaf":
        code = table.class_codes[node["class"]]
        walked.errors += sum(table.labels[row] != code for row in rows)
        walked.leaves += 1
        walked.depth = max(walked.depth, depth)
        return
    answers = table.columns[node["column"]].answers(node["test"])
    _visit(nodes, node["yes"], [row for row in rows if answers[row]], depth + 1, table, walked)
    _visit(nodes, node["no"], [row for row in rows if not answers[row]], depth + 1, table, walked)
