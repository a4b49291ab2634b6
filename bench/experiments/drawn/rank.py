"""ROC curves of six objectives."""
from ..results import curve, finest_common
from .style import panels, save

COLOURS = ["#777777", "#56B4E9", "#E69F00", "#009E73", "#0072B2", "#D55E00"]


def draw():
    found = finest_common()
    figure, axes = panels(1, 2, height=4.2, width=4.6)
    for axis, rows in zip(axes, ("train", "test")):
        for colour, (objective, row) in zip(COLOURS, found.items()):
            points = curve(objective, row["thresholds"], rows)
            label = f"{objective} / {float(row[f'{rows}_auc']):.3f}"
            look = {"color": colour, "marker": ".", "markersize": 4, "linewidth": 1.3}
            axis.plot(*zip(*points), label=label, **look)
        axis.plot([0, 1], [0, 1], color="#bbbbbb", linestyle=":")
        names = {"train": "training rows", "test": "test rows"}
        axis.set(title=f"ROC, {names[rows]}", xlabel="false positive rate",
                 ylabel="true positive rate")
        axis.legend(loc="lower right", title="objective / area")
    save(figure, "roc")
