"""Provably optimal sparse decision trees.

>>> from gosdt_rs import GOSDTClassifier
>>> clf = GOSDTClassifier(regularization=0.1).fit([[0], [1], [2], [3]], ["no", "no", "yes", "yes"])
>>> clf.optimal_, clf.objective_
(True, 0.2)
>>> clf.predict([[0.5], [2.5]]).tolist()
['no', 'yes']
"""

from ._check import Verdict, check
from ._classifier import GOSDTClassifier
from ._classifier_cv import GOSDTClassifierCV
from ._dates import date_parts
from ._export import export_graphviz, export_png, export_svg, export_text, plot_tree
from ._gosdt import __version__
from ._path import GOSDTPath, optimal_path
from ._plots import plot_roc, plot_trace
from ._rashomon import RashomonSet, rashomon_set
from ._tree import Tree

__all__ = [
    "GOSDTClassifier",
    "GOSDTClassifierCV",
    "GOSDTPath",
    "RashomonSet",
    "Tree",
    "Verdict",
    "__version__",
    "check",
    "date_parts",
    "export_graphviz",
    "export_png",
    "export_svg",
    "export_text",
    "optimal_path",
    "plot_roc",
    "plot_trace",
    "plot_tree",
    "rashomon_set",
]
