"""The experiments by name, in the order in which they are started: those that take long first."""
from . import bucketization, optimality, rank, scalability, sparsity, trees
from .workers import Unit

EXPERIMENTS = {
    module.NAME: module
    for module in (scalability, sparsity, rank, optimality, trees, bucketization)
}
RECORDS = {
    rank.NAME: [rank.NAME, rank.CURVES],
    bucketization.NAME: [bucketization.NAME, bucketization.OPTIMA],
}


def units(chosen):
    """The parts of the chosen experiments."""
    return [Unit(name, part) for name, module in EXPERIMENTS.items() if name in chosen
            for part in module.parts()]


def records_of(name):
    """The names of the records that an experiment writes."""
    return RECORDS.get(name, [name])


def run_unit(unit, crew, setting):
    EXPERIMENTS[unit.experiment].run(unit.part, crew, setting)
