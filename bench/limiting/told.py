"""The record as a page."""
from racing.markdown import table


def told(rows, facts):
    """Markdown: the machine, what was kept of each kind of limit, and every run that broke one."""
    kinds = sorted({row["kind"] for row in rows})
    lines = [_line([row for row in rows if row["kind"] == kind], kind) for kind in kinds]
    head = ["limit", "runs", "kept", "most over (s)", "largest process (MB)"]
    broken = [row for row in rows if row["kept"] == "False"]
    names = ["table", "kind", "limit", "wall", "over", "peak_mb", "exit_code", "status"]
    parts = [
        "# Limits kept",
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        table(head, lines),
        "## Runs that broke a limit",
        table(names, [[row[name] for name in names] for row in broken]) if broken else "None.",
    ]
    return "\n\n".join(parts) + "\n"


def _line(rows, kind):
    kept = sum(row["kept"] == "True" for row in rows)
    over = max(float(row["over"]) for row in rows)
    return [kind, len(rows), kept, f"{over:.2f}", max(int(row["peak_mb"]) for row in rows)]
