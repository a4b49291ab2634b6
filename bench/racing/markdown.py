"""Numbers and tables as Markdown."""
from math import exp, log


def mean(ratios):
    """The geometric mean, and of how many."""
    if not ratios:
        return "no such problem"
    return f"**{significant(exp(sum(map(log, ratios)) / len(ratios)))}** ({len(ratios)} problems)"


def significant(value):
    """Three significant digits, never in the form 1e-5."""
    if value is None:
        return ""
    if value >= 100 or value == 0:
        return f"{value:.0f}"
    digits = 2 - int(f"{value:e}".partition("e")[2])
    return f"{value:.{max(digits, 0)}f}"


def table(head, lines):
    texts = [[str(cell).replace("|", "\\|") for cell in line] for line in lines]
    rule = ["---"] * len(head)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *texts])
