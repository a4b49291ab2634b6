"""Ctrl-C stops the search, not the program; other threads run meanwhile."""

import os
import signal
import threading
import time

import pytest
from sklearn.exceptions import ConvergenceWarning

from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV, _interrupt


@pytest.fixture(autouse=True)
def no_interrupt_before(monkeypatch):
    monkeypatch.setattr(_interrupt, "_last", -10.0)


def hard():
    return GOSDTClassifier(regularization=0.001, time_limit=60)


def interrupt_after(seconds, number=signal.SIGINT):
    timer = threading.Timer(seconds, os.kill, (os.getpid(), number))
    timer.start()
    return timer


def test_ctrl_c_leaves_a_fitted_estimator_within_a_second(noise):
    X, y = noise
    clf = hard()
    interrupt_after(0.3)
    started = time.monotonic()
    with pytest.warns(ConvergenceWarning, match=r"interrupt \(Ctrl-C\)"):
        clf.fit(X, y)
    assert time.monotonic() - started < 1.3
    assert clf.status_ == "interrupted" and 0 < clf.gap_
    assert clf.predict(X).shape == y.shape


def test_a_second_ctrl_c_at_once_raises(noise):
    X, y = noise
    clf = hard()
    interrupt_after(0.2)
    with pytest.warns(ConvergenceWarning):
        clf.fit(X, y)
    interrupt_after(0.2)
    with pytest.warns(ConvergenceWarning), pytest.raises(KeyboardInterrupt):
        clf.fit(X, y)
    assert clf.status_ == "interrupted"


def test_ctrl_c_during_a_cross_validation_raises(noise):
    clf = GOSDTClassifierCV(lambdas=[0.001], time_limit=60)
    interrupt_after(0.3)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt, match="interrupted before a λ was chosen"):
        clf.fit(*noise)
    assert time.monotonic() - started < 10


def test_what_another_signal_raises_is_raised(noise):
    X, y = noise

    def ring(number, frame):
        raise TimeoutError("time for tea")

    before = signal.signal(signal.SIGALRM, ring)
    try:
        interrupt_after(0.2, signal.SIGALRM)
        started = time.monotonic()
        with pytest.raises(TimeoutError, match="time for tea"):
            hard().fit(X, y)
        assert time.monotonic() - started < 1.2
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_run_during_the_search(noise):
    X, y = noise
    beats = []

    def beat():
        while not done.wait(0.01):
            beats.append(time.monotonic())

    done = threading.Event()
    heart = threading.Thread(target=beat)
    heart.start()
    with pytest.warns(ConvergenceWarning):
        GOSDTClassifier(regularization=0.001, time_limit=0.5).fit(X, y)
    done.set()
    heart.join()
    assert len(beats) > 15
