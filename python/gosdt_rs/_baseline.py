"""The greedy trees beside an optimal one."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from . import _gosdt
from ._parameters import family
from ._training_rows import TrainingRows

_FIGURES = ("objective", "loss", "leaves", "depth", "accuracy")

#: What objectives other than accuracy are about; the loss is 1 minus it.
_MEASURES = {
    "balanced": "balanced_accuracy",
    "auc": "auc",
    "pauc": "partial_auc",
    "fscore": "f1",
    "fbeta": "fbeta",
    "jaccard": "jaccard",
}


def figures(estimator: Any, rows: TrainingRows) -> dict[str, dict[str, float]]:
    """The figures of the estimator's tree and of the greedy ones on its training rows."""
    own = (
        estimator.objective_,
        estimator.loss_,
        estimator.get_n_leaves(),
        estimator.get_depth(),
        _accuracy(estimator),
    )
    greedy = (own, own) if rows.have_one_class() else _greedy(estimator, rows)
    named = zip(("gosdt", "greedy_pruned", "greedy_same_leaves"), (own, *greedy))
    measure = _MEASURES.get(family(estimator.model_["objective"]["name"]))
    trees = {name: dict(zip(_FIGURES, tree)) for name, tree in named}
    for tree in trees.values() if measure else ():
        tree[measure] = 1 - tree["loss"]
    return trees


def _greedy(estimator: Any, rows: TrainingRows):
    missing, model = estimator.model_["missing"], json.dumps(estimator.model_)
    both, _ = rows.hand_to(lambda *table: _gosdt.baseline(*table, missing, model))
    return both


def _accuracy(estimator: Any) -> float:
    """The share of the training weight that the leaves predict right."""
    tree = estimator.tree_
    leaves = np.flatnonzero(tree.children_left < 0)
    right = tree.value[leaves, tree.leaf_class[leaves]].sum()
    return float(right / tree.value[leaves].sum())
