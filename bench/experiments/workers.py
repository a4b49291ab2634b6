"""Runs units of work side by side: a worker per core, pinned to it, so that times stay fair."""
import multiprocessing
import os
import time
from dataclasses import dataclass

from .crew import Crew


@dataclass(frozen=True)
class Unit:
    """A part of an experiment that one worker does from start to end."""

    experiment: str
    part: str


def run_all(units, run, setting, cores):
    """Calls `run(unit, crew, setting)` for every unit, each on the first worker that is free."""
    context = multiprocessing.get_context("fork")
    free = context.Queue()
    for core in cores:
        free.put(core)
    with context.Pool(len(cores), _enter, (free, run, setting)) as pool:
        for unit, seconds in pool.imap_unordered(_do, units):
            print(f"--- {unit.experiment} {unit.part}: {seconds:.0f} s", flush=True)
        pool.close()
        pool.join()


class _Worker:
    """What the process of a worker keeps between units."""

    run = setting = crew = None


def _enter(free, run, setting):
    core = free.get()
    os.sched_setaffinity(0, {core})
    _Worker.run, _Worker.setting, _Worker.crew = run, setting, Crew(setting, core)


def _do(unit):
    started = time.perf_counter()
    _Worker.run(unit, _Worker.crew, _Worker.setting)
    return unit, time.perf_counter() - started
