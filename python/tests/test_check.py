"""Certificates, written and checked."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from gosdt_rs import GOSDTClassifier, check


@pytest.mark.parametrize("objective", ["accuracy", "balanced", "weighted:2"])
def test_what_is_certified_is_accepted(objective, tmp_path):
    rng = np.random.default_rng(5)
    X = rng.integers(0, 3, (80, 5))
    y = (X[:, 0] ^ X[:, 1]) & 1 | (rng.random(80) < 0.1)
    weights = rng.integers(0, 4, 80)
    clf = GOSDTClassifier(objective, regularization=0.03, max_depth=3).fit(X, y, weights)
    clf.certify(tmp_path / "a.proof", X, y, weights)
    verdict = check(clf, (X, y, weights), tmp_path / "a.proof")
    assert verdict and verdict.proven and verdict.lemmas > 0
    assert float(verdict.bound) == clf.objective_ and verdict.bound == verdict.objective
    assert "it is optimal" in verdict.text


def test_a_certificate_is_checked_on_a_file(tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    frame = pd.concat([X, y], axis=1)
    clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    frame.to_csv(tmp_path / "iris.csv", index=False)
    clf.save(tmp_path / "iris.json")
    clf.certify(tmp_path / "iris.proof", X, y)
    verdict = check(tmp_path / "iris.json", tmp_path / "iris.csv", tmp_path / "iris.proof")
    assert verdict
    frame.iloc[1:].to_csv(tmp_path / "fewer.csv", index=False)
    with pytest.raises(ValueError, match="other data"):
        check(clf, tmp_path / "fewer.csv", tmp_path / "iris.proof")


def test_a_changed_certificate_proves_nothing_false(tmp_path):
    X, y = load_iris(return_X_y=True)
    clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    clf.certify(tmp_path / "iris.proof", X, y)
    whole = (tmp_path / "iris.proof").read_bytes()
    (tmp_path / "short.proof").write_bytes(whole[:-1])
    verdict = check(clf, (X, y), tmp_path / "short.proof")
    assert not verdict and verdict.bound is None and "too early" in verdict.text


def test_a_report_says_that_it_was_checked_only_if_it_was(tmp_path):
    X, y = load_iris(return_X_y=True)
    clf = GOSDTClassifier(regularization=0.02).fit(X, y)
    page = tmp_path / "page.html"
    clf.report(page)
    assert "checked by gosdt-check" not in page.read_text("utf-8")
    clf.certify(tmp_path / "iris.proof", X, y)
    clf.report(page)
    assert "checked by gosdt-check" in page.read_text("utf-8")
    clf.fit(X, y).report(page)
    assert "checked by gosdt-check" not in page.read_text("utf-8")


def test_what_has_no_certificate_is_refused(tmp_path):
    X, y = load_iris(return_X_y=True)
    clf = GOSDTClassifier("auc", regularization=0.05).fit(X[:100], y[:100])
    with pytest.raises(RuntimeError, match="auc"):
        clf.certify(tmp_path / "a.proof", X[:100], y[:100])
    one = GOSDTClassifier().fit([[1], [2]], ["a", "a"])
    with pytest.raises(RuntimeError, match="one class"):
        one.certify(tmp_path / "a.proof", [[1], [2]], ["a", "a"])
    with pytest.raises(TypeError, match="estimator"):
        check(str(tmp_path / "a.json"), (X, y), __file__)
