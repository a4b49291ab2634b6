"""Reports: the page that `gosdt fit --report` writes, from Python."""

import re
import subprocess
import warnings
from html import unescape

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import accuracy_score, balanced_accuracy_score, roc_auc_score

from gosdt_rs import GOSDTClassifier


def written(clf, path, *args, **options):
    """The text of a report."""
    assert clf.report(path, *args, **options) is None
    return path.read_text(encoding="utf-8")


def metric(page, name):
    """The values of a metric, on training and test rows."""
    row = re.search(rf"<th scope=\"row\">{name}</th>((?:<td>[^<]*</td>)+)", page).group(1)
    return [float(value.replace(",", "")) for value in re.findall(r"<td>([^<]*)</td>", row)]


def command(page):
    return unescape(re.search(r"<code>(.*)</code>", page, re.S).group(1))


def test_a_report_has_all_parts_and_needs_nothing_else(people, tmp_path):
    X, y = people
    page = written(GOSDTClassifier().fit(X, y), tmp_path / "people.html")
    assert page.startswith("<!DOCTYPE html>") and "Proven optimal: no tree" in page
    for heading in (
        "The tree",
        "The same tree as rules",
        "How good it is",
        "ROC curve",
        "How the bounds met",
        "The data",
        "Make it again",
    ):
        assert f">{heading}</h2>" in page
    assert "Confusion matrix, training" in page and "Confusion matrix, test" not in page
    assert not re.search(r"https?://|src=|url\(", page)


def test_the_figures_are_those_of_the_rows(people, tmp_path):
    X, y = people
    flipped = np.where(np.arange(len(y)) % 7 == 0, "well", y)
    clf = GOSDTClassifier(regularization=0.02).fit(X[:25], flipped[:25])
    page = written(clf, tmp_path / "r.html", X[25:], flipped[25:])
    sides = [(X[:25], flipped[:25]), (X[25:], flipped[25:])]
    for name, score in [
        ("accuracy", accuracy_score),
        ("balanced accuracy", balanced_accuracy_score),
    ]:
        expected = [score(truth, clf.predict(rows)) for rows, truth in sides]
        assert metric(page, name) == pytest.approx(expected, abs=5e-5)
    auc = [roc_auc_score(t == "well", clf.predict_proba(rows)[:, 1]) for rows, t in sides]
    assert metric(page, "AUC") == pytest.approx(auc, abs=5e-5)
    assert metric(page, "rows") == [25, 15]
    assert f"test: AUC {auc[1]:.4f}" in page


def test_the_page_is_the_one_of_the_program(people, tmp_path, program):
    X, y = people
    X.assign(state=y).to_csv(tmp_path / "people.csv", index=False)
    args = ["fit", "people.csv", "--lambda", "0.02", "--report", "rust.html", "-q"]
    args += ["--ordered", "size=S,M,L"]
    subprocess.run([program, *args], cwd=tmp_path, check=True, capture_output=True)
    ours = written(GOSDTClassifier(regularization=0.02).fit(X, y), tmp_path / "python.html")
    theirs = (tmp_path / "rust.html").read_text(encoding="utf-8")

    def parts(page):
        """Head, verdict, tree, rules, metrics: all before what took how long. The program has the
        rows at hand and shows greedy trees, too."""
        before = page[: page.index('aria-labelledby="bounds"')]
        return before.split('aria-labelledby="bought"')[0].splitlines()

    assert parts(ours) == parts(theirs)


def test_the_call_makes_the_same_page_again(people, tmp_path, monkeypatch):
    X, y = people
    monkeypatch.chdir(tmp_path)
    weights = np.arange(1, len(y) + 1)
    clf = GOSDTClassifier(
        cost_matrix=np.array([[0, 2], [1, 0]]), max_leaves=np.int64(4), class_weight={"ill": 2}
    )
    clf.fit(X, y, sample_weight=weights)
    names = {"class_names": ["sick", "fine"]}
    clf.report("a.html", X[:9], y[:9], sample_weight_test=weights[:9], **names)
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert command(page) == (
        "GOSDTClassifier(class_weight={'ill': 2}, cost_matrix=[[0, 2], [1, 0]], max_leaves=4)"
        ".fit(X, y, sample_weight=sample_weight).report('a.html', X_test=X_test, y_test=y_test, "
        "sample_weight_test=sample_weight_test, class_names=['sick', 'fine'])"
    )
    (tmp_path / "a.html").unlink()
    given = {"X": X, "y": y, "sample_weight": weights, "X_test": X[:9], "y_test": y[:9]}
    eval(
        command(page),
        {"GOSDTClassifier": GOSDTClassifier, "sample_weight_test": weights[:9], **given},
    )
    again = (tmp_path / "a.html").read_text(encoding="utf-8")
    rules = slice(page.index("The same tree as rules"), page.index("ROC curve"))
    assert again[rules] == page[rules] and "sick" in page


def test_parameters_that_are_changed_later_do_not_change_what_was_called(people, tmp_path):
    X, y = people
    clf = GOSDTClassifier(regularization=0.02).fit(X, y).set_params(regularization=0.5)
    assert "(regularization=0.02)" in command(written(clf, tmp_path / "r.html"))


def test_weights_count_in_the_metrics(tmp_path):
    X, y, weights = [[0], [0], [1]], ["a", "b", "b"], [3, 1, 4]
    clf = GOSDTClassifier(regularization=0.01).fit(X, y, sample_weight=weights)
    page = written(clf, tmp_path / "r.html", X, y, sample_weight_test=[1, 3, 0.5])
    assert metric(page, "accuracy") == [0.875, 0.3333]
    clf = GOSDTClassifier(class_weight={"a": 3}).fit(X, y)
    page = written(clf, tmp_path / "r.html", X, y)
    assert metric(page, "accuracy") == [0.8, 0.8] and "test (classes weighted)" in page
    clf.save(tmp_path / "m.json")
    loaded = GOSDTClassifier.load(tmp_path / "m.json")
    assert metric(written(loaded, tmp_path / "r.html", X, y), "accuracy") == [0.8, 0.8]


@pytest.mark.parametrize("labels", [["no", "yes"], [False, True], [3, 7], [-1.0, 1.0]])
def test_labels_of_any_kind(labels, tmp_path):
    y = np.array(labels)[[0, 0, 1, 1]]
    clf = GOSDTClassifier(regularization=0.1).fit([[0], [1], [2], [3]], y)
    page = written(clf, tmp_path / "r.html", [[0], [9]], y[[0, 1]])
    assert metric(page, "accuracy") == [1.0, 0.5]
    for label in y[[0, 2]]:
        assert f"</span>{label}</span>" in page


@pytest.mark.parametrize(
    "frame", [pd.DataFrame, pl.DataFrame, lambda data: np.array([*data.values()]).T]
)
def test_frames_and_arrays(frame, tmp_path):
    X = frame({"size": [1.0, 2.0, 3.0, 4.0], "age": [5.0, 5.0, 5.0, 6.0]})
    clf = GOSDTClassifier(regularization=0.1).fit(X, [0, 0, 1, 1])
    page = written(clf, tmp_path / "r.html", X, [0, 0, 1, 1], feature_names=["width", "years"])
    assert "width ≤ 2.5" in page and metric(page, "accuracy") == [1.0, 1.0]


def test_three_classes_have_no_curve(tmp_path):
    X, y = [[at] for at in range(6)], [0, 0, 1, 1, 2, 2]
    page = written(GOSDTClassifier().fit(X, y), tmp_path / "r.html", X, y)
    assert "ROC" not in page and metric(page, "accuracy") == [1.0, 1.0]


def test_missing_values_are_told(tmp_path):
    X, y = [[0.0], [1.0], [np.nan], [np.nan]], [0, 1, 1, 1]
    with pytest.warns(UserWarning, match="2 of 4 rows"):
        clf = GOSDTClassifier(missing="drop").fit(X, y)
    assert clf.report_["dropped_rows"] == 2
    assert "2, for missing values" in written(clf, tmp_path / "r.html")
    clf = GOSDTClassifier(missing="category").fit(X, y)
    page = written(clf, tmp_path / "r.html", X, y)
    assert "a value of their own" in page and metric(page, "accuracy") == [1.0, 1.0]


def test_a_search_that_was_stopped_says_how_far_it_came(noise, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        clf = GOSDTClassifier(time_limit=0.3, regularization=0.001).fit(*noise)
    page = written(clf, tmp_path / "r.html")
    assert "Stopped by the time limit after" in page and "How close the bounds came" in page
    assert 'class="chart bounds"' in page


def test_a_loaded_or_constant_model_shows_what_it_knows(people, tmp_path):
    X, y = people
    GOSDTClassifier().fit(X, y).save(tmp_path / "m.json")
    loaded = GOSDTClassifier.load(tmp_path / "m.json")
    page = written(loaded, tmp_path / "r.html", X, y)
    assert "How the bounds met" not in page and metric(page, "accuracy") == [1.0, 1.0]
    assert command(page).startswith("GOSDTClassifier.load(")
    assert "Always 5" in written(GOSDTClassifier().fit([[1], [2]], [5, 5]), tmp_path / "r.html")


def test_what_cannot_be_measured_is_refused(people, tmp_path):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    for data in ((X, None), (None, y)):
        with pytest.raises(ValueError, match="X_test and y_test belong together"):
            clf.report(tmp_path / "r.html", *data)
    with pytest.raises(ValueError, match="y has the label 'odd', which the tree does not know"):
        clf.report(tmp_path / "r.html", X, ["odd"] * len(X))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        clf.report(tmp_path / "r.html", X, y[:3])
    assert not (tmp_path / "r.html").exists()


def test_names_are_text(tmp_path):
    X = pd.DataFrame({"<script>alert(1)</script>": [0, 1]})
    clf = GOSDTClassifier(regularization=0.1, pos_label="<b>").fit(X, ["<b>", "&"])
    page = written(clf, tmp_path / "r.html")
    assert "<script>alert" not in page and "<b>" not in page and "&#60;b&#62;" in page


def test_a_partial_area_has_both_its_values(noise, tmp_path):
    X, y = noise
    clf = GOSDTClassifier("pauc:1/4", regularization=0.005).fit(X[:40, :2].round(1), y[:40])
    page = written(clf, tmp_path / "r.html")
    area = 1 - clf.loss_
    assert metric(page, "area left of 1/4") == [pytest.approx(area, abs=6e-5)]
    assert clf.get_n_leaves() > 1 and f"(/ 1/4: {4 * area:.10g})" in clf.certificate_text()
    assert "θ = 1/4" in page
