"""The report on a record of stopped searches."""
from racing.markdown import table

PEERS = {"cart": "pruned CART", "cart_leaves": "CART with as many leaves",
         "lickety": "LicketySPLIT"}
# Objectives are sums of floats: what is equal on paper may differ by this.
SAME = 1e-9


def report(title, facts, rows):
    """The report as Markdown."""
    head = ["set", "λ", "limit", "ours", "leaves", "proven", *PEERS.values()]
    lines = [_line(row) for row in rows]
    parts = [f"# {title}", "\n".join(f"- {name}: {value}" for name, value in facts.items())]
    parts += [summary(rows), "A peer in **bold** is better than ours.", table(head, lines)]
    return "\n\n".join(parts) + "\n"


def summary(rows):
    """How often each peer was worse, equal or better than ours."""
    lines = []
    for peer, name in PEERS.items():
        margins = [float(row[peer]) - float(row["objective"]) for row in rows if row[peer]]
        better = sum(margin < -SAME for margin in margins)
        worse = sum(margin > SAME for margin in margins)
        equal = len(margins) - better - worse
        lines.append([name, len(margins), worse, equal, better])
    beaten = [row for row in rows if is_best(row)]
    text = f"Ours is strictly better than all of them on {len(beaten)} of {len(rows)} problems."
    head = ["beside", "problems", "ours is better", "equal", "ours is worse"]
    return table(head, lines) + "\n\n" + text


def is_best(row):
    known = [float(row[peer]) for peer in PEERS if row[peer]]
    return float(row["objective"]) < min(known) - SAME


def _line(row):
    ours = float(row["objective"])
    peers = [_cell(row[peer], ours) for peer in PEERS]
    proven = "yes" if row["status"] == "optimal" else ""
    return [row["dataset"], row["lambda"], f"{row['limit']} s", f"{ours:.5f}", row["leaves"],
            proven, *peers]


def _cell(text, ours):
    if not text:
        return ""
    value = float(text)
    return f"**{value:.5f}**" if value < ours - SAME else f"{value:.5f}"
