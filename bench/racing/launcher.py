"""Runs programs one by one, pinned and limited, and measures them.

A process of its own, and a small one: a program's peak memory as the kernel reports it is never
less than that of the process that started it.
"""
import json
import os
import resource
import sys
import time

from .deadline import wait_until


def main():
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)


def run(job):
    """Runs `argv` on `cores`; what it prints goes to the files `stdout` and `stderr`."""
    os.sched_setaffinity(0, job["cores"])
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (job["memory"], hard))
    started = time.perf_counter()
    pid = os.posix_spawn(job["argv"][0], job["argv"], os.environ, file_actions=_outputs(job))
    status, usage, killed = wait_until(pid, job["seconds"])
    return {
        "wall": time.perf_counter() - started,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak_rss_mb": usage.ru_maxrss / 1024,
        "status": status,
        "killed": killed,
    }


def _outputs(job):
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    targets = [(1, job["stdout"]), (2, job["stderr"])]
    return [(os.POSIX_SPAWN_OPEN, fd, path, flags, 0o600) for fd, path in targets]


if __name__ == "__main__":
    main()
