"""The data sets: files of a folder, and those that scikit-learn brings."""
import csv
import os

from racing.problems import BINARY, CONTINUOUS, PAPER, find_source
from racing.table import Source

BUNDLED = {"iris": "load_iris", "wine": "load_wine", "cancer": "load_breast_cancer",
           "digits": "load_digits"}
SETS = [
    *(f"paper/{name}" for name in PAPER),
    *(f"binary/{name}" for name in BINARY),
    *(f"continuous/{name}" for name in CONTINUOUS),
    *(f"sklearn/{name}" for name in BUNDLED),
]


def find(name, folder, scratch):
    """The file of a set; one of scikit-learn's is written to `scratch` first."""
    place, _, last = name.partition("/")
    if place != "sklearn":
        source = find_source(name, folder, scratch)
        # The folder is part of the name here.
        source.missing = "drop" if last == "compas" else source.missing
        return source
    path = os.path.join(scratch, f"{last}.csv")
    if not os.path.exists(path):
        _write(path, last)
    return Source(path, False, "category")


def _write(path, name):
    from sklearn import datasets

    data = getattr(datasets, BUNDLED[name])()
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"x{at}" for at in range(data.data.shape[1])), "class"])
        for row, label in zip(data.data, data.target):
            writer.writerow([*map(repr, map(float, row)), f"class {label}"])
