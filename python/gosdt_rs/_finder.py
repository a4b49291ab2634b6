"""Finders of more than one tree: they read the data as the classifier does."""

from __future__ import annotations

from typing import Any

from ._call import fit_call
from ._classifier import GOSDTClassifier, _margins
from ._interrupt import note_interrupt
from ._training_rows import TrainingRows
from ._warn import warn_stopped


class Finder(GOSDTClassifier):
    """Reads the data as the classifier does; subclasses find other things than a tree."""

    def _tree(self, model: dict[str, Any], rows: TrainingRows, **given: Any) -> GOSDTClassifier:
        """A fitted classifier with this model, and with the parameters of this one but those that
        are given."""
        tree = GOSDTClassifier(**{**self.get_params(deep=False), **given})
        for name in ("classes_", "n_features_in_", "feature_names_in_"):
            if hasattr(self, name):
                setattr(tree, name, getattr(self, name))
        tree._call = fit_call(tree, weighted=rows.sample is not None)
        tree._class_weights = rows.class_weights()
        tree._adopt(model, _margins(model, rows))
        tree._report(None)
        return tree

    def _warn_stopped(self, text: str, status: str) -> None:
        """Says that a limit or Ctrl-C stopped the search."""
        warn_stopped(text)
        if status == "interrupted":
            note_interrupt()
