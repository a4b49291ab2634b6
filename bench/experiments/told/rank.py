"""What the ROC experiment told."""
from racing.markdown import table

from ..rank import OBJECTIVES, RESOLUTIONS
from ..results import curve, finest_common, finest_proven, rows_of
from .words import seconds

THETA = 0.1


def facts():
    common = finest_common()
    auc, partial = common["auc"], common["pauc:0.1"]
    return {
        "rank_train": auc["train_rows"],
        "rank_test": auc["test_rows"],
        "rank_limit": auc["limit"],
        "rank_table": by_objective(common),
        "rank_finest": by_objective(finest_proven()),
        "rank_resolutions": by_resolution(),
        "rank_common": auc["thresholds"],
        "auc_leaves": auc["leaves"],
        "pauc_leaves": partial["leaves"],
        "auc_left": f"{left_area(auc):.4f}",
        "pauc_left": f"{left_area(partial):.4f}",
        "auc_area": f"{float(auc['train_auc']):.3f}",
        "pauc_area": f"{float(partial['train_auc']):.3f}",
        "different_confusions": different_confusions(common),
        "fewest_leaves": min(int(row["leaves"]) for row in at("6").values()),
    }


def at(thresholds):
    return {row["objective"]: row for row in rows_of("rank") if row["thresholds"] == thresholds}


def left_area(row):
    """The area under the training curve left of θ."""
    points = curve(row["objective"], row["thresholds"], "train")
    area = 0.0
    for (x, y), (next_x, next_y) in zip(points, points[1:]):
        end = min(next_x, THETA)
        if end > x:
            end_y = y + (next_y - y) * (end - x) / (next_x - x)
            area += (end - x) * (y + end_y) / 2
    return area


def different_confusions(found):
    """How many different (false positives, false negatives) the objectives lead to."""
    return len({(row["false_positives"], row["false_negatives"]) for row in found.values()})


def by_objective(found):
    head = ["objective", "thresholds", "leaves", "false positives", "false negatives",
            "training area", "test area", "time"]
    lines = [[name, row["thresholds"], row["leaves"], row["false_positives"],
              row["false_negatives"], f"{float(row['train_auc']):.3f}",
              f"{float(row['test_auc']):.3f}", seconds(float(row["seconds"]))]
             for name, row in found.items()]
    return table(head, lines)


def by_resolution():
    """Objective and leaves at every number of thresholds; open ones with their gap."""
    rows = {name: {row["thresholds"]: row for row in rows_of("rank") if row["objective"] == name}
            for name in OBJECTIVES}
    lines = [[name, *(cell(rows[name].get(thresholds)) for thresholds in RESOLUTIONS)]
             for name in OBJECTIVES]
    return table(["objective", *(f"{count} thresholds" for count in RESOLUTIONS)], lines)


def cell(row):
    if row is None:
        return "not tried"
    value = f"{float(row['value']):.4f} / {row['leaves']}"
    if row["status"] == "optimal":
        return value
    return f"{value}, gap {float(row['value']) - float(row['lower']):.4f}"
