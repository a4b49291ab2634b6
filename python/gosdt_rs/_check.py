"""Certificates: proofs that no tree is better, which are checked from the data alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from . import _gosdt


@dataclass(frozen=True)
class Verdict:
    """What a check came to. It is true if the claim is proven."""

    #: Whether the claim is proven.
    proven: bool
    #: What is proven in words, or why it is not.
    text: str
    #: No tree has an objective below this.
    bound: Fraction | None
    #: The objective of the tree.
    objective: Fraction | None
    #: How many lemmas were checked.
    lemmas: int

    def __bool__(self) -> bool:
        return self.proven


def check(model: Any, data: Any, proof: Any) -> Verdict:
    """Checks a certificate, by code that shares nothing with the search.

    Parameters
    ----------
    model : GOSDTClassifier, str or path
        A fitted estimator, or a model file.
    data : str, path or tuple
        The file that the model was fitted to; or, for an estimator, its training data: ``(X, y)`` or
        ``(X, y, sample_weight)``.
    proof : str or path
        The certificate, as :meth:`GOSDTClassifier.certify` or ``gosdt fit --certificate`` wrote it.

    Returns
    -------
    Verdict
        True if the claim is proven.

    Raises
    ------
    ValueError
        If model, data and certificate are not about the same thing, or cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from sklearn.datasets import load_iris
    >>> from gosdt_rs import GOSDTClassifier, check
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     clf.certify(Path(folder) / "iris.proof", X, y)
    ...     verdict = check(clf, (X, y), Path(folder) / "iris.proof")
    >>> bool(verdict), verdict.bound == verdict.objective
    (True, True)
    """
    certificate = Path(proof).read_bytes()
    if isinstance(data, tuple):
        if isinstance(model, (str, Path)):
            raise TypeError("data in memory need the estimator that was fitted to them")
        return rows_verdict(model, model._training_rows_of(*data), certificate)
    text = _model_text(model)
    return _verdict(_gosdt.check_text(Path(data).read_text("utf-8"), text, certificate))


def rows_verdict(estimator: Any, rows: Any, certificate: bytes) -> Verdict:
    """Checks a certificate on training rows."""
    missing, model = estimator.model_["missing"], _model_text(estimator)
    checked, _ = rows.hand_to(lambda *table: _gosdt.check_rows(*table, missing, model, certificate))
    return _verdict(checked)


def certificate_of(estimator: Any, rows: Any, time_limit: float | None) -> bytes:
    """Writes a certificate of an estimator's tree."""
    missing, model = estimator.model_["missing"], _model_text(estimator)
    written, _ = rows.hand_to(lambda *table: _gosdt.certify(*table, missing, model, time_limit))
    return bytes(written)


def _model_text(model: Any) -> str:
    is_file = isinstance(model, (str, Path))
    return Path(model).read_text("utf-8") if is_file else json.dumps(model.model_)


def _verdict(checked: tuple[bool, str, str, str, int]) -> Verdict:
    proven, text, bound, objective, lemmas = checked
    bounds = (Fraction(bound), Fraction(objective)) if proven else (None, None)
    return Verdict(proven, text, *bounds, lemmas)
