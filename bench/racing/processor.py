"""Processor time by depth beside each rival, and with a price for leaves: a part of the report."""
from .markdown import mean, significant, table
from .standing import OURS


def processor_seconds(field, rivals):
    """The whole part; nothing without a rival that was given a depth limit."""
    field = {problem: solvers for problem, solvers in field.items() if problem[3] == "1"}
    parts = [beside(rival, field) for rival in rivals]
    if not any(parts):
        return ""
    return "\n\n".join(filter(None, ["## Processor seconds of the fit", *parts, priced(field)]))


# ---- Within a depth.


def beside(rival, field):
    """Means and a table with a row per set and a group of columns per depth."""
    by_depth = {}
    for (dataset, penalty, depth, _), solvers in field.items():
        if depth != "none" and OURS in solvers and rival in solvers:
            pair = solvers[OURS], solvers[rival]
            by_depth.setdefault(int(depth), {})[dataset, penalty] = pair
    if not by_depth:
        return ""
    depths = sorted(by_depth)
    lines = [f"- Depth {depth}, {rival}: {ratios_of(by_depth[depth])}" for depth in depths]
    return "\n".join(lines) + "\n\n" + depth_table(rival, depths, by_depth)


def ratios_of(pairs):
    """The mean of the ratios, the least and whose it is, where both certified."""
    ratios = {key: theirs.processor_seconds() / ours.processor_seconds()
              for key, (ours, theirs) in pairs.items() if ours.certified() and theirs.certified()}
    text = f"geometric mean of its time over ours {mean(list(ratios.values()))}"
    if ratios:
        dataset, _ = least = min(ratios, key=ratios.get)
        text += f", least {significant(ratios[least])} ({dataset})"
    return text


def depth_table(rival, depths, by_depth):
    head = ["set", "λ"]
    for depth in depths:
        head += [f"depth {depth}: errors", f"{rival} s", "ours s", "ratio"]
    keys = dict.fromkeys(key for depth in depths for key in by_depth[depth])
    lines = [[*key, *cells(key, depths, by_depth)] for key in keys]
    return table(head, lines)


def cells(key, depths, by_depth):
    line = []
    for depth in depths:
        pair = by_depth[depth].get(key)
        line += compared(*pair) if pair else [""] * 4
    return line


def compared(ours, theirs):
    return [errors(ours, theirs), shown(theirs), shown(ours), ratio(ours, theirs)]


def errors(ours, theirs):
    """Of the best tree; at most so many are needed where neither certified it."""
    trees = [one.best() for one in (ours, theirs) if one.best()]
    if not trees:
        return ""
    least = min(trees, key=lambda row: row.exact_objective())["errors"]
    return least if ours.certified() or theirs.certified() else f"≤ {least}"


def shown(standing):
    return significant(standing.processor_seconds()) if standing.certified() else standing.status()


def ratio(ours, theirs):
    """Its time over ours. If it ran out of time, it would have taken more than it did."""
    if not ours.certified() or theirs.processor_seconds() is None:
        return ""
    times = significant(theirs.processor_seconds() / ours.processor_seconds())
    if theirs.certified():
        return times
    return f"> {times}" if theirs.status() == "timeout" else ""


# ---- With a price for leaves.


def priced(field):
    """Ours without a depth limit, if there are such problems."""
    chosen = [(problem, solvers[OURS]) for problem, solvers in field.items()
              if problem[2] == "none" and OURS in solvers]
    if not chosen:
        return ""
    head = ["set", "λ", "errors", "leaves", "objective", "ours s", "MB", "gap"]
    lines = [priced_line(problem, ours) for problem, ours in chosen]
    return "With a price for leaves and no depth limit, ours alone:\n\n" + table(head, lines)


def priced_line(problem, ours):
    best = ours.best() or ours.rows[0]
    gap = "" if ours.certified() else significant(ours.gap())
    tree = [best[column] for column in ("errors", "leaves", "objective")]
    return [problem[0], problem[1], *tree, shown(ours), ours.memory(), gap]
