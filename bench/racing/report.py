"""A record as Markdown."""
from statistics import median

from .claims import contradictions
from .markdown import mean, significant, table
from .processor import processor_seconds
from .standing import OURS, standings

# Below this many seconds, being slower is no matter.
FLOOR = 0.02
# From this many repeats on, the spread of the runs is worth a table.
MANY = 10


def report(title, rows, machine):
    """The whole text."""
    field = standings(rows)
    rivals = sorted({row["solver"] for row in rows} - {OURS})
    parts = [f"# {title}", machine_list(machine), ours_line(field)]
    parts += [summary(rival, field, rows) for rival in rivals]
    parts += [disagreements(rows), processor_seconds(field, rivals), problem_table(field, rivals)]
    parts += [spread(field), growth(field)]
    return "\n\n".join(filter(None, parts)) + "\n"


def machine_list(text):
    blocks = text.strip().split("\n\n") if text.strip() else []
    return "\n\n".join("\n".join(f"- {line}" for line in block.splitlines()) for block in blocks)


def ours_line(field):
    ours = [standing[OURS] for standing in field.values() if OURS in standing]
    if not ours:
        return ""
    certified = sum(one.certified() for one in ours)
    memory = max(one.memory() for one in ours)
    return f"Ours certified {certified} of {len(ours)} problems; peak memory {memory} MB."


# ---- One rival.


def summary(rival, field, rows):
    """Counts, means and the problems where we are behind."""
    pairs = {p: (s[OURS], s[rival]) for p, s in field.items() if OURS in s and rival in s}
    both = {p: pair for p, pair in pairs.items() if all(one.certified() for one in pair)}
    versions = ", ".join(sorted({row["version"] for row in rows if row["solver"] == rival}))
    lines = [f"## Against {rival} {versions}", certified_counts(pairs, both), means(both)]
    lines += [f"- Counting its failures as the limit: {over_failures(pairs)}"]
    memory = max((theirs.memory() for _, theirs in pairs.values()), default=0)
    lines += [f"- Its peak memory: {memory} MB (whole process)"]
    lines += [behind("It certified, we did not", only(pairs, 1))]
    lines += [behind(f"We are slower and either takes more than {FLOOR * 1000:g} ms", slower(both))]
    return "\n".join(lines[:1] + [""] + lines[1:])


def certified_counts(pairs, both):
    ours, theirs = only(pairs, 0), only(pairs, 1)
    sums = f"ours {len(both) + len(ours)}, its {len(both) + len(theirs)}, both {len(both)}"
    return f"- Certified of {len(pairs)} problems: {sums}"


def only(pairs, side):
    """Problems certified on one side alone."""
    alone = lambda pair: pair[side].certified() and not pair[1 - side].certified()  # noqa: E731
    return [problem for problem, pair in pairs.items() if alone(pair)]


def slower(both):
    found = []
    for problem, (ours, theirs) in both.items():
        pair = ours.seconds(), theirs.seconds()
        if pair[0] > pair[1] and max(pair) > FLOOR:
            found.append(problem)
    return found


def behind(what, problems):
    named = "; ".join(map(name, problems))
    return f"- {what}: {named or 'none'}"


def means(both):
    fits = [theirs.seconds() / ours.seconds() for ours, theirs in both.values()]
    searches = [s.search_seconds() / o.search_seconds() for o, s in both.values()]
    slow = [t.seconds() / o.seconds() for o, t in both.values()
            if max(o.seconds(), t.seconds()) > FLOOR]
    lines = [
        f"- Geometric mean of its time over ours, where both certified: {mean(fits)}",
        f"- The same, searches alone where a solver tells: {mean(searches)}",
        f"- The same, where either takes more than {FLOOR * 1000:g} ms: {mean(slow)}",
    ]
    return "\n".join(lines)


def over_failures(pairs):
    """A lower estimate: what ran into the limit would have run longer."""
    ratios = []
    for ours, theirs in pairs.values():
        limit = float(theirs.rows[0]["limit"])
        if ours.certified():
            ratios.append((theirs.seconds() if theirs.certified() else limit) / ours.seconds())
    return mean(ratios)


# ---- Tables.


def problem_table(field, rivals):
    """A row per problem; a rival's ratio is its time over ours."""
    head = ["set", "rows", "splits", "λ", "depth", "threads", "errors", "leaves", "objective"]
    head += ["ours s", "process s", "MB", "gap"]
    for rival in rivals:
        head += [f"{rival} s", "ratio", "MB"]
    lines = [line_of(problem, solvers, rivals) for problem, solvers in field.items()]
    return "## Problems\n\n" + table(head, lines)


def line_of(problem, solvers, rivals):
    dataset, penalty, depth, threads = problem
    first = next((solvers[name] for name in (OURS, *rivals) if name in solvers))
    known, ours = first.best() or first.rows[0], solvers.get(OURS)
    line = [dataset, known["rows"], known.noted("distinct", ""), penalty, depth, threads]
    line += [known["errors"], known["leaves"], known["objective"], shown_time(ours)]
    line += [significant(ours and ours.median_of("wall_seconds")), ours.memory() if ours else ""]
    line += [significant(ours.gap()) if ours and not ours.certified() else ""]
    for rival in rivals:
        theirs = solvers.get(rival)
        line += [shown_time(theirs), ratio(ours, theirs), theirs.memory() if theirs else ""]
    return line


def shown_time(standing):
    if standing is None:
        return ""
    return significant(standing.seconds()) if standing.certified() else standing.status()


def ratio(ours, theirs):
    if not (ours and theirs and ours.certified() and theirs.certified()):
        return ""
    return significant(theirs.seconds() / ours.seconds())


def spread(field):
    """How the runs spread, where there are many."""
    many = [(p, s[OURS]) for p, s in field.items() if OURS in s and len(s[OURS].rows) >= MANY]
    lines = []
    for problem, standing in many:
        for column in ("wall_seconds", "seconds"):
            times = sorted(float(row[column]) for row in standing.rows if row[column])
            ninth = times[(9 * len(times) - 1) // 10]
            shown = [significant(1000 * t) for t in (times[0], median(times), ninth, times[-1])]
            what = "process" if column == "wall_seconds" else "fit"
            lines.append([name(problem), what, len(times), *shown])
    head = ["problem", "of", "runs", "least ms", "median ms", "ninth of ten ms", "most ms"]
    return "## Spread\n\n" + table(head, lines) if lines else ""


def growth(field):
    """How time grows with repeated rows, as multiples of the time for the rows once. A build that
    does not tell the time of the search is taken with the whole fit."""
    lines = []
    for problem, solvers in field.items():
        once = field.get((problem[0].partition("*")[0] + "*1", *problem[1:]), {}).get(OURS)
        ours = solvers.get(OURS)
        if "*" not in problem[0] or not once or not ours:
            continue
        times = [one(ours) / one(once) for one in (lambda s: s.search_seconds(), rest)]
        rows = int(ours.rows[0]["rows"])
        per_row = significant(1e9 * rest(ours) / rows)
        lines.append([name(problem), rows, *map(significant, times), per_row])
    head = ["problem", "rows", "search, times", "the rest, times", "the rest, ns per row"]
    return "## Growth\n\n" + table(head, lines) if lines else ""


def rest(standing):
    """Seconds of the process without the search."""
    return standing.median_of("wall_seconds") - standing.search_seconds()


def disagreements(rows):
    found = contradictions(rows)
    if not found:
        return "No two runs contradict each other."
    shown = [f"```\n{one}\n```" for one in found]
    return "\n\n".join([f"## {len(found)} disagreements", *shown])


# ---- Words.


def name(problem):
    dataset, penalty, depth, threads = problem
    words = [dataset, f"λ = {penalty}"]
    words += [f"depth {depth}"] if depth != "none" else []
    words += [f"{threads} threads"] if threads != "1" else []
    return ", ".join(words)
