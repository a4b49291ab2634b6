"""docs/paper.md: judgement written by hand in page.md, every number from the records."""
import re
from pathlib import Path

from ..setting import DOCS
from . import bucketization, circumstances, optimality, rank, scalability, sparsity, trees

TEMPLATE = Path(__file__).with_name("page.md")
SECTIONS = [circumstances, rank, sparsity, scalability, optimality, trees, bucketization]


def write_page():
    """Fills the page; where it is."""
    path = DOCS / "paper.md"
    path.write_text(fill(TEMPLATE.read_text(), facts()))
    return path


def facts():
    """All that the records tell, by name."""
    return {name: str(value) for section in SECTIONS for name, value in section.facts().items()}


def fill(text, known):
    """Replaces every {{name}}; a name that is not known is an error, and so is one not used."""
    used = set(re.findall(r"\{\{([a-z0-9_]+)\}\}", text))
    if used != set(known):
        raise SystemExit(f"page.md asks for {sorted(used - set(known))} that no section tells and "
                         f"leaves out {sorted(set(known) - used)}")
    return re.sub(r"\{\{([a-z0-9_]+)\}\}", lambda found: known[found[1]], text)
