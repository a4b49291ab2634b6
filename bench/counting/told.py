"""The counts as a page."""
import math

HEAD = """# Near-optimal trees, counted

`bench/rashomon DATA`: all trees with an objective (share of wrong rows + λ · leaves) of at most (1 + within)
times the least. *Trees* are all of them; *plain* are those without two sibling leaves of the same class, which
is what TreeFARMS counts by default (`rashomon_ignore_trivial_extensions`); with that switched off it counts
all. Both settings are compared where it ended. A leaf on which both classes are equally many has the first
of them here and the last there, so that the peer is given the classes in the other order. Seconds are
processor time of finding and counting the set: ours the least of several runs (of each the lesser of the time
that the program reports and the processor time of its whole process), the peer's that of `fit()` in its default
setting. Memory is that of our set.

| set | λ | within | rows | splits | trees | plain | seconds | MB | TreeFARMS: trees | plain | seconds | times |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
"""


def told(rows, facts):
    """The page of these counts."""
    lines = [line(row) for row in rows]
    over = [ratio(row) for row in rows if slow(row)]
    mean = math.exp(sum(map(math.log, over)) / len(over)) if over else float("nan")
    tail = (
        f"\nWhere TreeFARMS took over half a second and ended, ours took {mean:,.0f} times less "
        f"(geometric mean of {len(over)} sets).\n\n"
    )
    machine = "".join(f"- {name}: {value}\n" for name, value in facts.items())
    return HEAD + "\n".join(lines) + "\n" + tail + machine


def slow(row):
    return is_number(row["treefarms_seconds"]) and float(row["treefarms_seconds"]) > 0.5


def ratio(row):
    return float(row["treefarms_seconds"]) / max(float(row["seconds"]), 1e-6)


def is_number(value):
    return value != "" and not str(value).startswith(">")


def line(row):
    times = f"{ratio(row):,.0f}" if is_number(row["treefarms_seconds"]) else ""
    cells = [
        row["set"], row["lambda"], row["within"], f"{int(row['rows']):,}", row["splits"],
        grouped(row["count"]), grouped(row["without_trivial"]), f"{float(row['seconds']):.4f}",
        row["memory_mb"], grouped(row["treefarms_count"]),
        grouped(row["treefarms_without_trivial"]), row["treefarms_seconds"], times,
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def grouped(count):
    """Digits in groups of three; anything else as it is."""
    return f"{int(count):,}" if str(count).isdigit() else count
