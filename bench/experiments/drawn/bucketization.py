"""The points on which bucketization loses the optimum, with the best trees as regions."""
import json

from matplotlib.patches import Rectangle

from ..bucketization import FEW, NAME, OPTIMA
from ..results import rows_of
from .style import panels, save

CLASSES = {"0": ("#D55E00", "s"), "1": ("#0072B2", "o")}
TITLES = {"all": "all splits", "bucketized": "after bucketization"}


def draw():
    points = next(json.loads(row["example"]) for row in rows_of(NAME) if row["example"])
    side = len(points) + 1
    figure, axes = panels(1, 2, height=3.1, width=3.3)
    for axis, row in zip(axes, [row for row in rows_of(OPTIMA) if row["most_leaves"] == FEW]):
        regions(axis, json.loads(row["tree"]), [[0, side], [0, side]])
        for x, y, label in points:
            colour, mark = CLASSES[str(label)]
            axis.plot(x, y, color=colour, marker=mark, markersize=8, markeredgecolor="white")
        errors = f"{row['errors']} error{'' if row['errors'] == '1' else 's'}"
        title = f"{TITLES[row['splits']]}: {row['leaves']} leaves, {errors}"
        axis.set(title=title, xlim=(0, side), ylim=(0, side), xlabel="x1", ylabel="x2")
        axis.grid(False)
    save(figure, "bucketization")


def regions(axis, tree, box):
    """Fills the box with the classes that the tree gives its parts."""
    if isinstance(tree, str):
        (left, right), (bottom, top) = box
        colour = CLASSES[tree][0]
        axis.add_patch(Rectangle((left, bottom), right - left, top - bottom, facecolor=colour,
                                 alpha=0.18, edgecolor="#555555", linewidth=1))
        return
    question, yes, no = tree
    name, cut = question.split(" <= ")
    feature = int(name[1:]) - 1
    for branch, side in ((yes, 1), (no, 0)):
        part = [list(range_) for range_ in box]
        part[feature][side] = float(cut)
        regions(axis, branch, part)
