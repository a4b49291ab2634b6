"""What the search for a harmed set of points told."""
import json

from racing.markdown import table

from ..bucketization import FEW
from ..results import rows_of


def facts():
    rows = rows_of("bucketization")
    last = rows[-1]
    points = json.loads(last["example"])
    return {
        "bucket_points": last["points"],
        "bucket_tried": f"{sum(int(row['tried']) for row in rows):,}",
        "bucket_none": f"{sum(int(row['tried']) for row in rows[:-1]):,}",
        "bucket_example": ", ".join(f"({x}, {y})→{label}" for x, y, label in points),
        "bucket_table": optima(),
        "bucket_few": FEW,
    }


def optima():
    lines = [[row["splits"], row["features"], row["penalty"], row["most_leaves"] or "any",
              f"{float(row['objective']):.6f}", row["leaves"], row["errors"], row["status"]]
             for row in rows_of("bucketization-optima")]
    head = ["splits", "how many", "λ", "most leaves", "objective", "leaves", "errors", "status"]
    return table(head, lines)
