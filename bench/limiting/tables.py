"""Tables of all shapes, made from a seed."""
import os
import random
from dataclasses import dataclass
from typing import Callable


def _floats(source):
    return lambda: f"{source.gauss(0, 1):.6f}"


def _integers(most):
    return lambda source: lambda: str(source.randrange(most))


def _categories(most):
    return lambda source: lambda: f"v{source.randrange(most)}"


@dataclass(frozen=True)
class Shape:
    """A table: its name, its rows, and what makes the cells of each column."""

    name: str
    rows: int
    columns: tuple[Callable, ...]

    def write(self, folder):
        """Writes the table unless it is there, and returns its path."""
        path = os.path.join(folder, f"{self.name}.csv")
        if not os.path.exists(path):
            with open(path + ".part", "w") as file:
                self._fill(file)
            os.rename(path + ".part", path)
        return path

    def _fill(self, file):
        source = random.Random(self.name)
        cells = [column(source) for column in self.columns]
        file.write(",".join([f"x{at}" for at in range(len(cells))] + ["y"]) + "\n")
        for _ in range(self.rows):
            row = [cell() for cell in cells]
            file.write(",".join(row) + f",{_label(row, source)}\n")


def _label(row, source):
    """One class where the first two cells are alike in their leading character, with noise."""
    alike = row[0][:1] == row[len(row) > 1][:1]
    return int(alike) if source.random() < 0.85 else source.randrange(2)


def _table(rows, columns, what, cells):
    return Shape(f"{rows}x{columns}-{what}", rows, (cells,) * columns)


SHAPES = [
    _table(100, 5, "floats", _floats),
    _table(1_000, 30, "floats", _floats),
    _table(5_000, 5, "floats", _floats),
    _table(10_000, 30, "floats", _floats),
    _table(20_000, 10, "floats", _floats),
    _table(50_000, 2, "floats", _floats),
    _table(100_000, 30, "floats", _floats),
    _table(300_000, 20, "floats", _floats),
    _table(1_000_000, 10, "floats", _floats),
    _table(1_000_000, 20, "floats", _floats),
    _table(1_000, 20, "of-2", _integers(2)),
    _table(100_000, 20, "of-2", _integers(2)),
    _table(1_000, 10, "of-100", _integers(100)),
    _table(100_000, 30, "of-100", _integers(100)),
    _table(1_000_000, 5, "of-100", _integers(100)),
    _table(500, 10_000, "of-2", _integers(2)),
    _table(1_000, 10_000, "floats", _floats),
    _table(10_000, 1_000, "of-10", _integers(10)),
    Shape("200000x4-category", 200_000, (_categories(100_000), _floats, _floats, _floats)),
    _table(10_000, 10, "of-50-categories", _categories(50)),
]

#: A table of each kind, for a run of some minutes.
FEW = ["1000x30-floats", "20000x10-floats", "100000x30-of-100", "1000x10000-floats",
       "200000x4-category", "1000000x20-floats"]


def chosen(names):
    """The tables of these names."""
    known = {shape.name: shape for shape in SHAPES}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"no table {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names]
