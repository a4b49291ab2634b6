"""Documents with figures between marks: `<!-- record: NAME -->12<!-- end -->`."""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "docs/index.md", "docs/compare.md"]
MARK = re.compile(r"(<!-- record: ([^>]+?) -->)(.*?)(<!-- end -->)")


def filled(text, figures):
    """The text with every figure as the records have it; KeyError for a name that they do not know."""
    return MARK.sub(lambda mark: f"{mark[1]}{figures[mark[2]]}{mark[4]}", text)


def names(text):
    """The names of the figures of a text."""
    return [mark[1] for mark in MARK.findall(text)]
