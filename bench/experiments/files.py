"""Tables written for an experiment, and the data sets as the paper encoded them."""
import csv

from racing.problems import find_source
from racing.table import read_table

BOARD = [f"{row},{column}" for row in ("top", "middle", "bottom")
         for column in ("left", "middle", "right")]
MONK = ["head is round", "head is square", "body is round", "body is square", "is smiling",
        "holds sword", "holds balloon", "jacket is red", "jacket is yellow", "jacket is green",
        "has bowtie"]
YES_NO = {"1": "yes", "0": "no"}


def write_csv(path, header, rows):
    """Writes a table; the path."""
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    return str(path)


def read_rows(name, data):
    """(header, rows) of a data set of the paper, in the order of its file."""
    header, rows = _read(find_source(name, data, None).path)
    if name == "tic-tac-toe":
        return _encode_board(rows)
    return header, rows


def read_in_words(name, data):
    """As `read_rows`, with features called as in the paper's pictures and answered yes or no."""
    header, rows = read_rows(name, data)
    is_monk = name.startswith("monk")
    names = MONK if is_monk else [text.replace(" = ", " is ") for text in header[:-1]]
    answers = [[YES_NO[cell] for cell in row[:-1]] for row in rows]
    return [*names, "class"], [[*cells, YES_NO[row[-1]]] for cells, row in zip(answers, rows)]


def read_complete(name, data):
    """The table of a data set as the race reads it."""
    return read_table(find_source(name, data, None))


def _read(path):
    with open(path, newline="") as file:
        header, *rows = [row for row in csv.reader(file) if row]
    return header, rows


def _encode_board(rows):
    """Two questions per square, as the paper has 18 features: is it x, is it o?"""
    header = [f"{square} = {mark}" for square in BOARD for mark in "xo"]
    encoded = [[str(int(cell == mark)) for cell in row[:-1] for mark in "xo"] for row in rows]
    return [*header, "class"], [[*cells, row[-1]] for cells, row in zip(encoded, rows)]
