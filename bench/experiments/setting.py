"""What all experiments of one run share."""
from dataclasses import dataclass
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
RECORDS = BENCH / "record"
DOCS = BENCH.parent / "docs"


@dataclass(frozen=True)
class Setting:
    """`limit` replaces every experiment's own seconds per run, where given."""

    data: str
    program: str
    version: str
    venv: str
    memory: int
    limit: float | None
    records: Path = RECORDS
    pictures: Path = DOCS / "paper"

    def seconds(self, usual):
        return usual if self.limit is None else self.limit

    def record(self, name):
        """Where a record of an experiment is."""
        return str(record_path(name, self.records))


def record_path(name, folder=RECORDS):
    return Path(folder) / f"paper-{name}.csv"
