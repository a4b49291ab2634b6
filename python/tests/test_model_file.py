"""Models shared with the program `gosdt`, in both directions; pickles."""

import json
import pickle
import subprocess

import pandas as pd
import pytest
from sklearn.base import clone

from gosdt_rs import GOSDTClassifier


def test_what_is_saved_is_loaded(people, tmp_path):
    X, y = people
    for parameters in (
        {"regularization": 0.02, "max_depth": 3},
        {"objective": "weighted:2", "pos_label": "ill", "regularization": "1/40"},
        {"cost_matrix": [[0, 2.5], [1, 0]], "missing": "category"},
    ):
        clf = GOSDTClassifier(**parameters).fit(X, y)
        clf.save(tmp_path / "model.json")
        loaded = GOSDTClassifier.load(tmp_path / "model.json")
        assert loaded.model_ == clf.model_ and loaded.classes_.tolist() == clf.classes_.tolist()
        assert (loaded.predict(X) == clf.predict(X)).all()
        assert (loaded.predict_proba(X) == clf.predict_proba(X)).all()
        assert loaded.certificate_text() == clf.certificate_text()
        assert clone(loaded).fit(X, y).objective_ == clf.objective_
        assert loaded.to_sklearn().get_n_leaves() == clf.get_n_leaves()


@pytest.mark.parametrize("y", [[0, 1, 1], [1.0, 2.0, 2.0], [False, True, True], ["0", "1", "1"]])
def test_labels_keep_their_type_in_a_file(tmp_path, y):
    clf = GOSDTClassifier().fit([[0], [1], [2]], y)
    clf.save(tmp_path / "model.json")
    loaded = GOSDTClassifier.load(tmp_path / "model.json")
    assert loaded.classes_.tolist() == sorted(set(y))
    assert type(loaded.classes_.tolist()[0]) is type(y[0])


def test_places_stay_places_in_a_file(tmp_path):
    clf = GOSDTClassifier().fit([[0, 1], [1, 0]], [0, 1])
    clf.save(tmp_path / "model.json")
    loaded = GOSDTClassifier.load(tmp_path / "model.json")
    assert not hasattr(loaded, "feature_names_in_") and loaded.n_features_in_ == 2
    assert loaded.predict([[0, 1], [1, 0]]).tolist() == [0, 1]


def test_a_file_that_is_no_model_is_refused(tmp_path):
    for text in ("", "[]", '{"format": "gosdt-model", "version": 99}'):
        (tmp_path / "model.json").write_text(text)
        with pytest.raises(ValueError):
            GOSDTClassifier.load(tmp_path / "model.json")


def run(program, *arguments):
    command = [program, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_the_program_reads_what_python_saves(program, people, tmp_path):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    clf.save(tmp_path / "model.json")
    X.to_csv(tmp_path / "people.csv", index=False)
    predicted = run(program, "predict", tmp_path / "model.json", tmp_path / "people.csv")
    assert predicted.splitlines() == ["state", *y]
    shown = run(program, "show", tmp_path / "model.json", "--as", "text")
    assert clf.export_text() in shown


def test_python_reads_what_the_program_saves(program, people, tmp_path):
    X, y = people
    X.assign(state=y).to_csv(tmp_path / "people.csv", index=False)
    run(program, "fit", tmp_path / "people.csv", "-o", tmp_path / "model.json", "--quiet")
    loaded = GOSDTClassifier.load(tmp_path / "model.json")
    assert loaded.optimal_ and (loaded.predict(X) == y).all()
    here = GOSDTClassifier().fit(X, y)
    assert loaded.objective_ == here.objective_
    assert (loaded.apply(X) == here.apply(X)).all()


def test_numbers_of_the_program_are_numbers(program, tmp_path):
    frame = pd.DataFrame({"flag": [0, 1, 1, 0], "answer": ["no", "yes", "yes", "no"]})
    frame.assign(label=[3, 5, 5, 3]).to_csv(tmp_path / "data.csv", index=False)
    run(program, "fit", tmp_path / "data.csv", "-o", tmp_path / "model.json", "--quiet")
    loaded = GOSDTClassifier.load(tmp_path / "model.json")
    assert loaded.classes_.tolist() == [3, 5]
    assert loaded.predict(frame).tolist() == [3, 5, 5, 3]
    assert loaded.predict(frame.astype({"flag": bool})).tolist() == [3, 5, 5, 3]


def test_a_pickle_predicts_and_is_small(people):
    X, y = people
    clf = GOSDTClassifier().fit(X, y)
    data = pickle.dumps(clf)
    assert (pickle.loads(data).predict(X) == clf.predict(X)).all()
    many = pd.concat([X] * 200, ignore_index=True)
    large = pickle.dumps(GOSDTClassifier().fit(many, pd.concat([y] * 200)))
    assert len(large) < len(data) + 5000


def test_the_file_is_json_that_others_can_read(people, tmp_path):
    X, y = people
    GOSDTClassifier().fit(X, y).save(tmp_path / "model.json")
    model = json.loads((tmp_path / "model.json").read_text())
    assert model["format"] == "gosdt-model" and model["version"] == 1
