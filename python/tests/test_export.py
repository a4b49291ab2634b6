"""Looking at the tree."""

import io
import re
from xml.etree import ElementTree

import matplotlib
import pandas as pd
import pytest
import sklearn

from gosdt_rs import (
    GOSDTClassifier,
    export_graphviz,
    export_png,
    export_svg,
    export_text,
    plot_tree,
)

matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402


@pytest.fixture
def clf(people):
    X, y = people
    return GOSDTClassifier().fit(X, y)


def test_text_rules_and_dot_name_columns_and_classes(clf, tmp_path):
    text = clf.export_text()
    assert text == export_text(clf) and "smoker = " in text and "ill" in text
    rules = clf.to_rules()
    assert len(rules) == clf.get_n_leaves() and all(rule.startswith("IF ") for rule in rules)
    dot = clf.export_graphviz()
    assert dot.startswith("digraph") and "smoker" in dot
    assert export_graphviz(clf, tmp_path / "tree.dot") is None
    assert (tmp_path / "tree.dot").read_text() == dot
    file = io.StringIO()
    clf.export_graphviz(file)
    assert file.getvalue() == dot


def test_other_names_may_be_given(clf):
    text = clf.export_text(feature_names="abcde", class_names=["sick", "fine"])
    assert "c = " in text and "sick" in text and "smoker" not in text
    with pytest.raises(ValueError, match="feature_names has 2 names, the tree knows 5"):
        clf.export_text(feature_names=["a", "b"])


def test_a_plot_has_a_box_for_each_node(clf):
    _, ax = plt.subplots()
    boxes = plot_tree(clf, ax=ax)
    assert len(boxes) == clf.tree_.node_count
    assert {"ill", "well"} == {box.get_text().split("\n")[0] for box in boxes} - {
        box.get_text().split("\n")[0] for box in boxes if "?" in box.get_text()
    }
    fitting = boxes[0].get_fontsize()
    _, narrow = plt.subplots(figsize=(2, 2))
    assert plot_tree(clf, ax=narrow)[0].get_fontsize() < fitting <= 12
    assert len(clf.plot_tree(max_depth=0, proportion=True, filled=False, rounded=False)) == 1
    plt.close("all")


def test_a_tree_of_many_leaves_lies():
    values = [[value] for value in range(40)]
    clf = GOSDTClassifier(regularization=0.001, max_depth=6).fit(values, [value % 2 for (value,) in values])
    assert clf.get_n_leaves() == 40
    figure, ax = plt.subplots(figsize=(30, 14))
    boxes = plot_tree(clf, ax=ax)
    root, leaves = boxes[0], [box for box in boxes if "?" not in box.get_text()]
    assert all(box.get_position()[0] > root.get_position()[0] for box in leaves)
    figure.canvas.draw()
    extents = [box.get_bbox_patch().get_window_extent() for box in boxes]
    for at, one in enumerate(extents):
        assert not any(one.overlaps(other) for other in extents[:at])
    plt.close("all")


def test_a_notebook_shows_the_tree_and_its_proof(clf):
    page = clf._repr_mimebundle_()["text/html"]
    assert clf.certificate_text() in page and clf.certificate_text() in clf._repr_html_()
    picture = clf.export_svg().split("<svg ", 1)[1]
    assert picture in page and "prefers-color-scheme: dark" in picture
    # It is no wider than itself, and shrinks with the notebook.
    width = re.search(r'\bwidth="([0-9]+)"', picture)[1]
    assert re.search(rf"<svg style=\"width:clamp\([0-9]+px,100%,{width}px\)", page)
    assert "gosdt-tree" not in GOSDTClassifier()._repr_mimebundle_()["text/html"]


def test_the_picture_has_a_card_for_each_node(clf, tmp_path):
    picture = clf.export_svg(class_names=["<sick>", "fine"])
    cards = ElementTree.fromstring(picture).findall(".//{*}g[@class='card leaf']")
    assert len(cards) == clf.get_n_leaves()
    words = {card.find("{*}text[@class='headline']").text for card in cards}
    assert words == {"<sick>", "fine"}
    assert export_svg(clf, tmp_path / "tree.svg") is None
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == clf.export_svg()


def test_an_image_has_two_pixels_for_each_unit_of_the_picture(clf, tmp_path):
    file = io.BytesIO()
    clf.export_png(tmp_path / "tree.png")
    export_png(clf, file)
    assert (tmp_path / "tree.png").read_bytes() == file.getvalue()
    image = plt.imread(tmp_path / "tree.png")
    drawn = ElementTree.fromstring(clf.export_svg())
    expected = [2 * int(drawn.get(side)) for side in ("height", "width")]
    assert abs(image.shape[0] - expected[0]) <= 2 and abs(image.shape[1] - expected[1]) <= 2


def test_names_cannot_break_out_of_the_page():
    X = pd.DataFrame({"<script>alert(1)</script>": [0, 1]})
    clf = GOSDTClassifier(regularization=0.1).fit(X, ["<b>", "&"])
    drawing = clf._drawing()
    assert "<script>" not in drawing and "<b>" not in drawing


def test_plain_text_where_that_is_asked_for(clf):
    with sklearn.config_context(display="text"):
        assert "text/html" not in clf._repr_mimebundle_()
