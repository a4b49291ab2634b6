"""Weights are exact: as decimals, as repeated rows, as class weights."""

from fractions import Fraction

import numpy as np
import pytest

from gosdt_rs import GOSDTClassifier
from gosdt_rs._weights import RowWeights

RNG = np.random.default_rng(3)
X = RNG.integers(0, 6, (60, 4)).astype(float)
Y = (X[:, 0] + RNG.integers(0, 3, 60) > 4).astype(int)


def same_tree(a, b):
    return a.model_["tree"]["nodes"] == b.model_["tree"]["nodes"]


@pytest.mark.parametrize("objective", ["accuracy", "balanced", "weighted:2"])
def test_whole_weights_are_repeated_rows_in_any_order(objective):
    weights = RNG.integers(0, 4, 60)
    order = RNG.permutation(60)
    weighted = GOSDTClassifier(objective).fit(X[order], Y[order], sample_weight=weights[order])
    repeated = GOSDTClassifier(objective).fit(X.repeat(weights, axis=0), Y.repeat(weights))
    assert weighted.objective_ == repeated.objective_
    assert (weighted.predict(X) == repeated.predict(X)).all()
    assert (weighted.tree_.value == repeated.tree_.value).all()


def test_a_row_of_weight_zero_is_not_there():
    weights = np.ones(60)
    weights[:20] = 0
    assert same_tree(
        GOSDTClassifier().fit(X, Y, sample_weight=weights), GOSDTClassifier().fit(X[20:], Y[20:])
    )


def test_a_tenth_is_a_tenth():
    a = GOSDTClassifier().fit(X, Y, sample_weight=np.where(Y, 0.1, 0.3))
    b = GOSDTClassifier().fit(X, Y, sample_weight=np.where(Y, 1, 3))
    assert a.objective_ == b.objective_ and (a.predict(X) == b.predict(X)).all()
    assert a.tree_.value[0].sum() == pytest.approx(0.1 * b.tree_.value[0].sum(), rel=1e-15)


def test_decimals_are_exact_and_long_ones_are_rounded():
    codes = np.array([0, 1, 0])
    one = [Fraction(1)] * 2
    exact = next(RowWeights(np.array([0.1, 0.25, 3.0]), one, codes).forms())
    assert (exact.values.tolist(), exact.denominator) == ([2, 5, 60], 20)
    long = np.array([0.1234567890123456, 0.7654321098765432, 1 / 3])
    rounded = list(RowWeights(long * 1e6, one, codes).forms())[-2:]
    for form, bits in zip(rounded, (36, 28)):
        back = form.values / form.denominator * form.unit
        assert back == pytest.approx(long * 1e6, rel=2.0 ** (4 - bits))


def test_weights_beyond_any_integer_are_scaled_back():
    weights = RNG.random(60) * 1e25
    clf = GOSDTClassifier(max_depth=2).fit(X, Y, sample_weight=weights)
    assert clf.tree_.value[0].sum() == pytest.approx(weights.sum(), rel=1e-6)
    small = GOSDTClassifier(max_depth=2).fit(X, Y, sample_weight=weights / 1e25)
    assert clf.objective_ == pytest.approx(small.objective_, rel=1e-6)


def test_random_weights_give_the_loss_that_they_add_up_to():
    weights = RNG.random(60)
    for objective in ("accuracy", "balanced"):
        clf = GOSDTClassifier(objective, max_depth=2).fit(X, Y, sample_weight=weights)
        wrong = clf.predict(X) != Y
        shares = [weights[wrong & (Y == k)].sum() / weights[Y == k].sum() for k in (0, 1)]
        loss = np.average(wrong, weights=weights) if objective == "accuracy" else np.mean(shares)
        assert clf.loss_ == pytest.approx(loss, abs=1e-7)


def test_balanced_class_weights_are_the_balanced_objective():
    by_weight = GOSDTClassifier(class_weight="balanced").fit(X, Y)
    by_objective = GOSDTClassifier("balanced").fit(X, Y)
    assert by_weight.objective_ == by_objective.objective_
    assert (by_weight.predict(X) == by_objective.predict(X)).all()


def test_class_weights_multiply_sample_weights():
    sample = RNG.integers(1, 4, 60)
    both = GOSDTClassifier(class_weight={1: 2.5}).fit(X, Y, sample_weight=sample)
    product = GOSDTClassifier().fit(X, Y, sample_weight=np.where(Y == 1, 2.5, 1.0) * sample)
    assert same_tree(both, product)


@pytest.mark.parametrize(
    ("class_weight", "match"),
    [
        ("heavy", "class_weight='heavy'; choose"),
        ({5: 1}, "class_weight names"),
        ({0: 0}, "class_weight of class 0 is 0"),
    ],
)
def test_bad_class_weights_are_refused(class_weight, match):
    with pytest.raises(ValueError, match=match):
        GOSDTClassifier(class_weight=class_weight).fit(X, Y)


def test_bad_sample_weights_are_refused():
    for weights, match in ((np.zeros(60), "zero"), (-np.ones(60), "Negative"), ([1, 2], "shape")):
        with pytest.raises(ValueError, match=match):
            GOSDTClassifier().fit(X, Y, sample_weight=weights)


def test_class_weights_beside_the_balanced_objective_are_refused():
    with pytest.raises(ValueError, match="whatever their class_weight"):
        GOSDTClassifier("balanced", class_weight={0: 2}).fit(X, Y)
