"""Rank statistics on FourClass: six objectives, and the ROC of each on training and test rows."""
import json
import random
import tempfile

from racing.record import append_rows, read

from .coarse import all_cuts, spread, write_answers, write_some
from .files import read_complete
from .pictures import draw_tree

NAME = "rank"
LIMIT = 60
PENALTY = "0.01"
OBJECTIVES = ["accuracy", "balanced", "weighted:2", "fscore", "auc", "pauc:0.1"]
SIX = [50.0, 100.0, 150.0]  # the paper's "six categories"
RESOLUTIONS = ["6", "12", "20", "50", "100", "all"]
DRAWN = "6", "accuracy", "auc", "pauc:0.1"  # the trees that the paper shows
POSITIVES, NEGATIVES = 241, 448  # of the training rows, as in the paper; its draw is not known
COLUMNS = ["objective", "thresholds", "status", "value", "lower", "leaves", "seconds", "train_auc",
           "test_auc", "false_positives", "false_negatives", "train_rows", "test_rows", "limit"]
CURVES = "rank-curves"
CURVE_COLUMNS = ["objective", "thresholds", "rows", "false_positive_rate", "true_positive_rate"]


def parts():
    return OBJECTIVES


def run(part, crew, setting):
    """From few thresholds to all, until an optimum is not proven in time."""
    table = read_complete("fourclass", setting.data)
    known = {row["thresholds"]: row for row in read(setting.record(NAME))
             if row["objective"] == part}
    with tempfile.TemporaryDirectory(prefix="paper-") as folder:
        for thresholds in RESOLUTIONS:
            if thresholds not in known:
                paths = write_tables(folder, table, thresholds)
                told = fit(crew.ours(), setting, part, paths, f"{folder}/model.json")
                note(setting, part, thresholds, told)
                known[thresholds] = told
                if thresholds == DRAWN[0] and part in DRAWN[1:]:
                    draw_tree(crew.ours(), setting, f"{folder}/model.json", tree_name(part))
            if known[thresholds]["status"] != "optimal":
                return


def tree_name(objective):
    return "tree-fourclass-" + objective.partition(":")[0]


def write_tables(folder, table, thresholds):
    """The training and the test rows with so many thresholds."""
    places = [f"{folder}/{part}.csv" for part in ("train", "test")]
    train, test = halves(table)
    if thresholds == "all":
        return [write_some(path, table, rows) for path, rows in zip(places, (train, test))]
    cuts = chosen_cuts(table, int(thresholds))
    return [write_answers(path, table, cuts, rows) for path, rows in zip(places, (train, test))]


def halves(table):
    """Rows to train on and rows to test on."""
    order = list(range(table.rows()))
    random.Random(1).shuffle(order)
    train = [[row for row in order if table.labels[row] == label][:count]
             for label, count in ((1, POSITIVES), (0, NEGATIVES))]
    chosen = {row for rows in train for row in rows}
    return sorted(chosen), sorted(set(order) - chosen)


def chosen_cuts(table, count):
    """The paper's six, or as many per column, evenly spaced."""
    if count == 2 * len(SIX):
        return [(name, cut) for name in table.columns for cut in SIX]
    cuts = all_cuts(table)
    by_column = [[cut for cut in cuts if cut[0] == name] for name in table.columns]
    return [cut for own in by_column for cut in spread(own, count // len(by_column))]


def fit(ours, setting, objective, paths, model):
    """The answer of one fit."""
    limit = setting.seconds(LIMIT)
    arguments = ["fit", paths[0], "--test", paths[1], "--objective", objective, "--positive", "1"]
    arguments += ["--lambda", PENALTY, "--time-limit", f"{limit:g}s", "--threads", "1"]
    ran, told, words = ours.execute([*arguments, "--json", "--quiet", "-o", model], limit)
    if ran["status"]:
        raise RuntimeError(f"fit for {objective} ended with {ran['status']}: {words}")
    return json.loads(told)


def note(setting, objective, thresholds, told):
    """A row for the fit, and the points of its curves."""
    asked = {"objective": objective, "thresholds": thresholds}
    (_, false_positives), (false_negatives, _) = told["train"]["confusion"]
    row = {**asked, "status": told["status"], "value": told["objective"], "leaves": told["leaves"]}
    row |= {"lower": told["lower_bound"], "seconds": told["seconds"]}
    for rows in ("train", "test"):
        row |= {f"{rows}_{key}": told[rows][key] for key in ("auc", "rows")}
    row["limit"] = f"{setting.seconds(LIMIT):g}"
    row |= {"false_positives": int(false_positives), "false_negatives": int(false_negatives)}
    curves = [{**asked, "rows": rows, "false_positive_rate": x, "true_positive_rate": y}
              for rows in ("train", "test") for x, y in told[rows]["roc"]]
    append_rows(setting.record(CURVES), CURVE_COLUMNS, curves)
    append_rows(setting.record(NAME), COLUMNS, [row])
    print(f"rank {objective} {thresholds}: {told['status']} {told['objective']:.6f} "
          f"{told['leaves']} leaves {told['seconds']:.2f} s", flush=True)
