"""What the printed trees and ours do on the folds."""
from racing.markdown import table

from .. import trees
from ..printed_trees import PRINTED
from ..results import rows_of
from .words import percent

FOLD = str(trees.FOLD)


def facts():
    rows = rows_of("trees")
    ours = {row["dataset"]: row for row in rows if row["method"] == "ours" and row["fold"] == FOLD}
    return {
        "trees_table": beside(rows, ours),
        "trees_folds": every_fold(rows),
        "monk1_leaves": ours["monk-1"]["leaves"],
        "monk1_train": share(ours["monk-1"], "train"),
        "monk1_rule": f"{ours['monk-1']['rule_right']} of {ours['monk-1']['rule_rows']}",
        "monk1_recovered": recovered(rows),
        "monk2_rule": share(ours["monk-2"], "rule"),
        "board_train": share(ours["tic-tac-toe"], "train"),
        "board_test": share(ours["tic-tac-toe"], "test"),
        "board_leaves": ours["tic-tac-toe"]["leaves"],
        "board_one_class": sum(row["test_classes"] == "1" for row in rows
                               if row["dataset"] == "tic-tac-toe"),
    }


def beside(rows, ours):
    """Stated accuracies, those counted on the fold, and ours with as many leaves."""
    lines = []
    for one in PRINTED:
        row = next(row for row in rows if row["dataset"] == one.dataset
                   and row["method"] == one.method and row["fold"] == FOLD)
        best = ours[one.dataset]
        lines.append([one.dataset, one.method, row["leaves"], f"{one.train} / {one.test}",
                      f"{share(row, 'train')} / {share(row, 'test')}",
                      f"{best['leaves']}: {share(best, 'train')} / {share(best, 'test')}"])
    head = ["set", "printed tree of", "leaves", "stated train / test %", "counted on fold 3",
            "ours on fold 3, leaves: train / test"]
    return table(head, lines)


def every_fold(rows):
    """Right on training and test rows, fold by fold: the printed tree of GOSDT and ours."""
    lines = []
    for dataset in dict.fromkeys(row["dataset"] for row in rows):
        for method in ("GOSDT", "ours"):
            own = [row for row in rows if (row["dataset"], row["method"]) == (dataset, method)]
            lines.append([dataset, method, *map(counts, own)])
    return table(["set", "tree", *(f"fold {fold}" for fold in range(1, 6))], lines)


def counts(row):
    train = f"{row['train_right']}/{row['train_rows']}"
    return f"{train}, {row['test_right']}/{row['test_rows']} ({row['leaves']})"


def share(row, part):
    return percent(int(row[f"{part}_right"]) / int(row[f"{part}_rows"]))


def recovered(rows):
    """The folds on which our tree of monk-1 is the rule itself."""
    found = [row["fold"] for row in rows if row["dataset"] == "monk-1" and row["method"] == "ours"
             and row["rule_right"] == row["rule_rows"]]
    return ", ".join(found) or "none"
