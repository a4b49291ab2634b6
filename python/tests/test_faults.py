"""What must not go wrong when things around a fit do: threads, forks, exits, and huge numbers."""

import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, optimal_path

HUGE = 10**400
X = np.array([[0.0], [1.0], [2.0], [3.0]])
Y = np.array([0, 1, 0, 1])


@pytest.mark.parametrize(
    "parameters",
    [
        {"max_depth": 2**40},
        {"max_leaves": HUGE},
        {"min_samples_leaf": HUGE},
        {"memory_limit": 2**70},
        {"n_jobs": 10**30},
        {"class_weight": {0: HUGE, 1: 1}},
        {"regularization": HUGE},
        {"cost_matrix": [[0, HUGE], [1, 0]]},
        {"thresholds": {"0": [HUGE]}},
        {"thresholds": {0: [HUGE]}},
    ],
)
def test_a_number_that_is_too_large_is_a_bad_value(parameters):
    try:
        GOSDTClassifier(**parameters).fit(X, Y)
    except ValueError as error:
        assert "OverflowError" not in str(error)


@pytest.mark.parametrize("n_jobs", [1e-320, float("nan"), "2"])
def test_a_number_of_threads_is_whole(n_jobs):
    with pytest.raises(TypeError, match="n_jobs=.*; it must be a whole number or None"):
        GOSDTClassifier(n_jobs=n_jobs).fit(X, Y)


@pytest.mark.parametrize("time_limit", [1e300, HUGE, float("inf")])
def test_a_time_limit_beyond_all_times_is_none(time_limit):
    assert GOSDTClassifier(time_limit=time_limit).fit(X, Y).optimal_


def test_huge_weights_and_ends_are_bad_values():
    with pytest.raises(ValueError):
        GOSDTClassifier().fit(X, Y, sample_weight=[HUGE, 1, 1, 1])
    with pytest.raises(ValueError):
        optimal_path(X, Y, max_regularization=HUGE)
    with pytest.raises(ValueError):
        GOSDTClassifierCV(cv=2**70).fit(X, Y)
    with pytest.raises(ValueError):
        GOSDTClassifierCV(cv=2, random_state=2**70).fit(X, Y)


def test_an_objective_reads_no_file(tmp_path):
    costs = tmp_path / "costs.csv"
    costs.write_text("0,1\n2,0\n")
    for estimator in (GOSDTClassifier(f"cost:{costs}"), GOSDTClassifier("cost:/etc/passwd")):
        with pytest.raises(
            ValueError, match="needs a cost_matrix: the costs themselves, not a file"
        ):
            estimator.fit(X, Y)


def test_names_cannot_reach_the_terminal_as_they_are():
    import pandas as pd

    frame = pd.DataFrame({"a\x1b[2Jb": [1.0, 2.0, 3.0, 4.0]})
    with pytest.raises(ValueError) as caught:
        GOSDTClassifier(thresholds={"other": [1]}).fit(frame, Y)
    assert "\x1b" not in str(caught.value)


def test_fits_in_threads_are_those_of_one_thread(people):
    frame, state = people
    alone = GOSDTClassifier(regularization=0.02).fit(frame, state).model_["tree"]
    found = []

    def fit():
        found.append(
            GOSDTClassifier(regularization=0.02, n_jobs=2).fit(frame, state).model_["tree"]
        )

    threads = [threading.Thread(target=fit) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [alone] * 8


def run(code, timeout=60):
    """Runs Python in a process of its own."""
    text = textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=timeout
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_that_was_forked_after_a_fit_can_fit():
    done = run(
        """
        import os, warnings
        warnings.simplefilter("ignore")
        from gosdt_rs import GOSDTClassifier
        X, y = [[0], [1], [2], [3]], [0, 1, 0, 1]
        before = GOSDTClassifier(n_jobs=2, regularization=0.01).fit(X, y).objective_
        child = os.fork()
        after = GOSDTClassifier(n_jobs=2, regularization=0.01).fit(X, y).objective_
        assert before == after
        if child == 0:
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        print("fine")
        """
    )
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr


def test_an_interpreter_that_ends_during_a_fit_ends():
    done = run(
        """
        import threading, time, warnings
        import numpy as np
        warnings.simplefilter("ignore")
        from gosdt_rs import GOSDTClassifier
        rng = np.random.default_rng(0)
        X, y = rng.random((300, 12)), rng.integers(0, 2, 300)
        fit = lambda: GOSDTClassifier(regularization=0.0005, n_jobs=2).fit(X, y)
        threading.Thread(target=fit, daemon=True).start()
        time.sleep(0.5)
        print("leaving", flush=True)
        """
    )
    assert done.stdout == "leaving\n"
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert "panicked" not in done.stderr


def test_files_are_replaced_whole_and_links_stay(tmp_path):
    clf = GOSDTClassifier().fit(X, Y)
    real, link, other = tmp_path / "real.json", tmp_path / "link.json", tmp_path / "other.json"
    real.write_text("old")
    link.symlink_to(real)
    clf.save(link)
    assert link.is_symlink() and GOSDTClassifier.load(real).optimal_
    os.link(real, other)
    real.write_text("old")
    clf.save(real)
    assert other.read_text() == real.read_text() != "old"
    with pytest.raises(OSError):
        clf.save(tmp_path / "no" / "folder.json")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "link.json",
        "other.json",
        "real.json",
    ]


def test_a_write_that_fails_leaves_the_old_file_and_no_draft(tmp_path, monkeypatch):
    clf = GOSDTClassifier().fit(X, Y)
    file = tmp_path / "model.json"
    file.write_text("old")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for write in (clf.save, clf.report, clf.export_svg, clf.export_graphviz):
        with pytest.raises(OSError, match="No space left"):
            write(file)
    assert file.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.json"]
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError):
            clf.save("/dev/full")


def test_huge_weights_are_bad_values_wherever_they_are_given(tmp_path):
    clf, weights = GOSDTClassifier().fit(X, Y), [HUGE, 1, 1, 1]
    with pytest.raises(ValueError, match="too large"):
        clf.baseline(X, Y, sample_weight=weights)
    with pytest.raises(ValueError, match="too large"):
        clf.report(tmp_path / "report.html", X, Y, sample_weight_test=weights)
