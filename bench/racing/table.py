"""A data file read by the rules of `gosdt fit`, in plain Python: a second opinion on its trees."""
import csv
from dataclasses import dataclass
from fractions import Fraction

MISSING = {"", "na", "n/a", "nan", "null", "?"}
PAIRS = [("0", "1"), ("false", "true"), ("no", "yes"), ("f", "t"), ("n", "y")]


@dataclass
class Source:
    """Where a table is and how it is laid out."""

    path: str
    plain: bool  # no header, spaces between cells, the label first
    missing: str  # "drop" or "category"
    test: str | None = None  # a table of the same columns and classes that plays no part in the fit

    def arguments(self):
        """The layout as `gosdt fit` takes it."""
        layout = ["--no-header", "--delimiter", " ", "--target", "c1"] if self.plain else []
        return [self.path, *layout, "--missing", self.missing]


@dataclass
class Column:
    """Cells as text, None where missing; `kind` is boolean, numeric or categorical."""

    kind: str
    cells: list

    def answers(self, test):
        """For each cell whether it passes a test of a fitted tree."""
        if test == "is_missing":
            return [cell is None for cell in self.cells]
        passes = self._passes(test)
        known = {cell: passes(cell) for cell in set(self.cells) - {None}}
        return [known.get(cell, False) for cell in self.cells]

    def _passes(self, test):
        if "at_most" in test:
            return lambda cell: float(cell) <= test["at_most"]
        if self.kind == "boolean":
            return lambda cell: cell.lower() == test["is"].lower()
        return lambda cell: cell == test["is"]


@dataclass
class Table:
    """Columns by name, and each row's class as a number that counts from 0."""

    columns: dict
    labels: list
    class_codes: dict

    def rows(self):
        return len(self.labels)


def read_table(source):
    """The table at `source`."""
    return _read(source, None)


def read_test_table(source, table):
    """The test table of `source`, with the classes of its `table`."""
    return _read(Source(source.test, source.plain, source.missing), table.class_codes)


def _read(source, class_codes):
    names, rows = _read_plain(source.path) if source.plain else _read_csv(source.path)
    if source.missing == "drop":
        rows = [row for row in rows if None not in row]
    cells = list(zip(*rows))
    target = 0 if source.plain else len(names) - 1
    class_codes = class_codes or _codes(cells[target])
    labels = [class_codes[cell] for cell in cells[target]]
    features = [at for at in range(len(names)) if at != target]
    columns = {names[at]: Column(_kind(cells[at]), list(cells[at])) for at in features}
    return Table(columns, labels, class_codes)


def is_number(text):
    """Whether a cell spells a number that is not NaN."""
    try:
        return "_" not in text and float(text) == float(text)
    except ValueError:
        return False


def _read_plain(path):
    with open(path) as file:
        rows = [[_cell(text) for text in line.split()] for line in file if line.strip()]
    return [f"c{at + 1}" for at in range(len(rows[0]))], rows


def _read_csv(path):
    with open(path, newline="") as file:
        rows = [[_cell(text) for text in row] for row in csv.reader(file) if row]
    return rows[0], rows[1:]


def _cell(text):
    text = text.strip()
    return None if text.lower() in MISSING else text


def _kind(cells):
    known = {cell.lower() for cell in cells if cell is not None}
    if not known:
        return "categorical"
    if any(known <= set(pair) for pair in PAIRS):
        return "boolean"
    return "numeric" if all(map(is_number, known)) else "categorical"


def _codes(cells):
    """The code of each label's text, in order: numeric where all are numbers."""
    texts = set(cells)
    value = Fraction if all(map(is_number, texts)) else str
    order = {key: code for code, key in enumerate(sorted({value(text) for text in texts}))}
    return {text: order[value(text)] for text in texts}
