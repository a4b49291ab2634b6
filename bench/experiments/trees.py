"""The trees of monk-1, monk-2 and tic-tac-toe, beside those printed in the paper."""
import json
import tempfile
from itertools import product

from racing.record import append_rows, read

from .files import MONK, read_in_words, write_csv
from .folds import folds, write_fold
from .pictures import draw_tree
from .printed_trees import NO, PRINTED, YES

NAME = "trees"
LIMIT = 60
SETS = ["monk-1", "monk-2", "tic-tac-toe"]
FOLD = 3  # on which the printed trees are as accurate as stated
# So small that no row is given up for a leaf: the most accurate tree within the number of leaves.
PENALTY = "1/1000000"
COLUMNS = ["dataset", "method", "fold", "leaves", "train_right", "train_rows", "test_right",
           "test_rows", "test_classes", "rule_right", "rule_rows", "status"]


def parts():
    return SETS


def run(part, crew, setting):
    """The printed trees on each fold; ours with as many leaves as the printed one of GOSDT."""
    if any(row["dataset"] == part for row in read(setting.record(NAME))):
        return
    header, rows = read_in_words(part, setting.data)
    rule = rule_of(part)
    printed = [one for one in PRINTED if one.dataset == part]
    leaves = next(one.leaves() for one in printed if one.method == "GOSDT")
    found = []
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        for fold, test_rows in enumerate(folds([row[-1] for row in rows], "in-order"), start=1):
            for one in printed:
                found.append({**counted(one, header, rows, test_rows), "fold": fold})
            source = write_fold(folder, f"fold-{fold}", header, rows, test_rows)
            model = f"{folder}/fold-{fold}.json"
            told = fit(crew.ours(), setting, source, leaves, model)
            checked = check_rule(crew.ours(), folder, model, rule) if rule else {}
            own = {"dataset": part, "method": "ours", "fold": fold, **told, **checked}
            found.append({**own, "test_classes": len({rows[row][-1] for row in test_rows})})
            if fold == FOLD:
                draw_tree(crew.ours(), setting, model, f"tree-{part}")
    append_rows(setting.record(NAME), COLUMNS, found)


def counted(printed, header, rows, test_rows):
    """How often a printed tree is right."""
    right = printed.right(header, rows)
    test = sum(right[row] for row in test_rows)
    return {
        "dataset": printed.dataset,
        "method": printed.method,
        "leaves": printed.leaves(),
        "train_right": sum(right) - test,
        "train_rows": len(rows) - len(test_rows),
        "test_right": test,
        "test_rows": len(test_rows),
    }


def fit(ours, setting, source, leaves, model):
    limit = setting.seconds(LIMIT)
    arguments = ["fit", source.path, "--test", source.test, "--lambda", PENALTY, "--max-leaves"]
    arguments += [str(leaves), "--threads", "1", "--time-limit", f"{limit:g}s", "-o", model]
    told = answer(ours, [*arguments, "--json", "--quiet"], limit)
    counts = {f"{part}_{what}": value for part in ("train", "test")
              for what, value in right_of(told[part]).items()}
    return {"leaves": told["leaves"], "status": told["status"], **counts}


def check_rule(ours, folder, model, rule):
    """How often the tree agrees with the rule that made the data, over all rows there can be."""
    path = write_csv(f"{folder}/rule.csv", [*MONK, "class"], rule)
    told = answer(ours, ["evaluate", model, path, "--json"], 60)
    return {f"rule_{what}": value for what, value in right_of(told).items()}


def right_of(metrics):
    confusion = metrics["confusion"]
    right = sum(int(row[at]) for at, row in enumerate(confusion))
    return {"right": right, "rows": int(sum(map(sum, confusion)))}


def answer(ours, arguments, limit):
    ran, told, words = ours.execute(arguments, limit)
    if ran["status"]:
        raise RuntimeError(f"{' '.join(arguments)} ended with {ran['status']}: {words}")
    return json.loads(told)


def rule_of(part):
    """All 432 robots with the class that the definition gives them; None for other data."""
    rules = {
        "monk-1": lambda values: values[4] == 1 or values[0] == values[1],
        "monk-2": lambda values: values.count(1) == 2,
    }
    if part not in rules:
        return None
    robots = product(*(range(1, count + 1) for count in (3, 3, 2, 3, 4, 2)))
    return [[*answers(robot), YES if rules[part](list(robot)) else NO] for robot in robots]


def answers(robot):
    """The eleven features: one for each value of an attribute but its last."""
    counts = (3, 3, 2, 3, 4, 2)
    return [YES if value == asked else NO
            for value, count in zip(robot, counts) for asked in range(1, count)]
