"""The ROC curve and the trace, as matplotlib draws them."""

import sys
import warnings

import matplotlib
import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import roc_auc_score, roc_curve

from gosdt_rs import GOSDTClassifier, plot_roc, plot_trace

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402


@pytest.fixture
def ax():
    _, ax = plt.subplots()
    yield ax
    plt.close("all")


@pytest.fixture
def noisy(noise):
    """Labels that follow a column, but for some."""
    X, y = noise
    X = X[:120, :3].round(1)
    return X, np.where(X[:, 0] + 0.3 * y[:120] > 0.6, "yes", "no")


def lines(ax, label):
    return [line for line in ax.get_lines() if line.get_label() == label]


def curve(ax):
    """The corners of the curve: segments, each beginning where the last ended."""
    drawn = [line.get_xydata() for line in ax.get_lines() if line.get_linewidth() == 2.5]
    assert all((end[1] == begin[0]).all() for end, begin in zip(drawn, drawn[1:]))
    return np.array([drawn[0][0], *(line[1] for line in drawn)])


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def assert_same_curve(corners, y, scores):
    x, height, _ = roc_curve(y, scores, drop_intermediate=False)
    np.testing.assert_allclose(corners, np.column_stack([x, height]), atol=1e-12)


def test_the_curve_on_training_rows_is_known_from_the_leaves(noisy, ax):
    X, y = noisy
    clf = GOSDTClassifier(regularization=0.01).fit(X, y)
    assert clf.plot_roc(ax=ax) is ax
    scores = clf.predict_proba(X)[:, 1]
    assert_same_curve(curve(ax), y == "yes", scores)
    assert f"AUC {roc_auc_score(y == 'yes', scores):.4f}" == legend(ax)[0]
    (ring,) = lines(ax, "the tree's decisions")
    called, positive = clf.predict(X) == "yes", y == "yes"
    expected = [[called[~positive].mean(), called[positive].mean()]]
    np.testing.assert_allclose(ring.get_xydata(), expected)
    np.testing.assert_allclose(lines(ax, "convex hull")[0].get_xydata()[-1], [1, 1])


def test_the_curve_on_other_rows_can_have_dents_which_the_hull_has_not(noisy, ax):
    X, y = noisy
    clf = GOSDTClassifier(regularization=0.01).fit(X, y)
    flipped = np.where(np.arange(120) % 3 == 0, "yes", y)
    weights = np.arange(120) % 4
    plot_roc(clf, X, flipped, ax, sample_weight=weights)
    scores = clf.predict_proba(X)[:, 1]
    auc = roc_auc_score(flipped == "yes", scores, sample_weight=weights)
    assert f"AUC {auc:.4f}" == legend(ax)[0]
    hull = lines(ax, "convex hull")[0].get_xydata()
    slopes = np.diff(hull[:, 1]) / np.maximum(np.diff(hull[:, 0]), 1e-300)
    assert (np.diff(slopes) < 0).all()
    for x, height in curve(ax):
        assert height <= np.interp(x, hull[:, 0], hull[:, 1]) + 1e-12 or x == 0


def test_segments_have_the_colour_of_their_leaf(noisy, ax):
    X, y = noisy
    GOSDTClassifier(regularization=0.05).fit(X, y).plot_roc(ax=ax)
    segments = [line for line in ax.get_lines() if line.get_linewidth() == 2.5]
    assert [segments[0].get_color(), segments[-1].get_color()] == ["#e69f00", "#0072b2"]


def test_a_partial_area_is_shaded_and_named(noisy, ax):
    X, y = noisy
    clf = GOSDTClassifier("pauc:0.25", regularization=0.02).fit(X, y)
    clf.plot_roc(ax=ax)
    area = 1 - clf.loss_
    assert f"left of 0.25: {area:.4f} (/ 0.25: {4 * area:.4f})" in legend(ax)
    (shade,) = ax.collections
    corners = shade.get_paths()[0].vertices
    assert corners[:, 0].max() == 0.25
    closed = np.vstack([corners, corners[:1]])
    (x, height), (to_x, to_height) = closed[:-1].T, closed[1:].T
    assert abs((x * to_height - to_x * height).sum()) / 2 == pytest.approx(area)


def test_a_curve_needs_two_classes_and_whole_rows(noisy, ax):
    X, y = noisy
    three = GOSDTClassifier(max_depth=1).fit(X, np.arange(120) % 3)
    with pytest.raises(ValueError, match="needs two classes"):
        three.plot_roc(ax=ax)
    two = GOSDTClassifier(max_depth=1).fit(X, y)
    with pytest.raises(ValueError, match="two classes that both occur"):
        two.plot_roc(X, ["yes"] * 120, ax)
    with pytest.raises(ValueError, match="need both X and y"):
        two.plot_roc(X, ax=ax)


def test_the_trace_is_drawn_as_steps(noise, ax):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        clf = GOSDTClassifier(time_limit=0.3, regularization=0.001).fit(*noise)
    assert plot_trace(clf, ax) is ax and ax.get_xscale() == "linear"
    for label, bound in [("best tree found", "upper_bound"), ("no tree is below", "lower_bound")]:
        (line,) = lines(ax, label)
        assert line.get_drawstyle() == "steps-post"
        np.testing.assert_array_equal(line.get_xdata(), clf.trace_["seconds"])
        np.testing.assert_array_equal(line.get_ydata(), clf.trace_[bound])
    assert len(clf.trace_["seconds"]) > 1


def test_a_long_search_has_its_time_in_powers_of_ten(noisy, ax):
    clf = GOSDTClassifier(max_depth=1).fit(*noisy)
    clf.trace_ = {
        "seconds": np.array([0.0, 0.02, 1.0, 90.0]),
        "lower_bound": np.array([0.0, 0.1, 0.15, 0.2]),
        "upper_bound": np.array([0.3, 0.25, 0.2, 0.2]),
    }
    clf.plot_trace(ax)
    assert ax.get_xscale() == "log" and ax.get_xlim()[0] == 0.02


def test_a_search_of_a_moment_is_a_point(ax):
    clf = GOSDTClassifier().fit([[0], [1]], [0, 1])
    assert len(clf.trace_["seconds"]) == 1
    assert lines(clf.plot_trace(ax), "best tree found")[0].get_marker() == "o"


def test_a_loaded_model_has_no_trace(noisy, tmp_path, ax):
    clf = GOSDTClassifier(max_depth=1).fit(*noisy)
    clf.save(tmp_path / "m.json")
    loaded = GOSDTClassifier.load(tmp_path / "m.json")
    with pytest.raises(ValueError, match="there is no trace"):
        loaded.plot_trace(ax)
    corners = curve(loaded.plot_roc(ax=ax))
    assert corners[-1].tolist() == [1, 1]


def test_without_matplotlib_the_error_says_what_to_install(noisy, monkeypatch):
    clf = GOSDTClassifier(max_depth=1).fit(*noisy)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    for plot in (clf.plot_roc, clf.plot_trace, clf.plot_tree):
        with pytest.raises(ImportError, match=rf"{plot.__name__} needs matplotlib: pip install"):
            plot()
