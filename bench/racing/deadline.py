"""Waits for a child process, and ends it when its time is up."""
import os
import signal


def wait_until(pid, seconds):
    """(wait status, resource usage, whether it had to be killed)."""
    killed = []

    def end(_signal, _frame):
        killed.append(True)
        os.kill(pid, signal.SIGKILL)

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        _, status, usage = os.wait4(pid, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return status, usage, bool(killed)
