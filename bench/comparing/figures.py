"""What the records say, by name: `figure-3 gosdt times` is how many times as long gosdt took."""
import csv
from math import exp, log
from pathlib import Path

from racing import record
from racing.markdown import significant
from racing.standing import OURS, standings
from stopped.report import PEERS, SAME

RECORDS = Path(__file__).resolve().parent.parent / "record"
RACES = {
    "figure-1": ["fastsmalltree"],
    "figure-2": ["pystreed"],
    "figure-3": ["gosdt", "pystreed-10"],
    "figure-8": ["pycontree"],
}


def figures(records=RECORDS):
    """All figures, as texts by name."""
    found = {}
    for name, rivals in RACES.items():
        field = standings(record.read(str(newest(name, records))))
        for rival in rivals:
            for what, value in against(field, rival).items():
                found[f"{name} {rival} {what}"] = value
        for what, value in alone(field).items():
            found[f"{name} {what}"] = value
    found |= stopped(_rows(newest("incumbent", records)))
    found |= counted(_rows(newest("rashomon", records)))
    found |= certified(_rows(newest("certificates", records)))
    return found


def newest(name, records=RECORDS):
    """The latest record of a name: their names begin with the date."""
    return max(Path(records).glob(f"*-{name}.csv"))


def against(field, rival):
    """Of one peer: how often it certified, its time over ours, its memory."""
    pairs = [(one[OURS], one[rival]) for one in field.values() if OURS in one and rival in one]
    both = [pair for pair in pairs if all(one.certified() for one in pair)]
    return {
        "problems": str(len(pairs)),
        "certified": str(sum(theirs.certified() for _, theirs in pairs)),
        "ours": str(sum(ours.certified() for ours, _ in pairs)),
        "both": str(len(both)),
        "times": _mean([theirs.seconds() / ours.seconds() for ours, theirs in both]),
        "searches": _mean([s.search_seconds() / o.search_seconds() for o, s in both]),
        "memory": str(max(theirs.memory() for _, theirs in pairs)),
    }


def alone(field):
    ours = [one[OURS] for one in field.values() if OURS in one]
    return {
        "problems": str(len(ours)),
        "certified": str(sum(one.certified() for one in ours)),
        "memory": str(max(one.memory() for one in ours)),
    }


def stopped(rows):
    """Of searches that were stopped, beside greedy trees."""
    found = {"incumbent problems": str(len(rows))}
    for peer in PEERS:
        margins = [float(row[peer]) - float(row["objective"]) for row in rows if row[peer]]
        found[f"incumbent {peer} problems"] = str(len(margins))
        found[f"incumbent {peer} better"] = str(sum(margin > SAME for margin in margins))
        found[f"incumbent {peer} equal"] = str(sum(abs(margin) <= SAME for margin in margins))
        found[f"incumbent {peer} worse"] = str(sum(margin < -SAME for margin in margins))
    return found


def counted(rows):
    """Of near-optimal trees, beside TreeFARMS; the largest set that was counted."""
    ended = [row for row in rows if row["treefarms_seconds"] and ">" not in row["treefarms_seconds"]]
    tried = [row for row in rows if row["treefarms_seconds"]]
    largest = max(rows, key=lambda row: int(row["count"]))
    ratios = [float(row["treefarms_seconds"]) / float(row["seconds"]) for row in ended]
    return {
        "rashomon treefarms problems": str(len(tried)),
        "rashomon treefarms ended": str(len(ended)),
        "rashomon treefarms times": _mean(ratios),
        "rashomon largest": f"{int(largest['count']):,}",
        "rashomon largest seconds": significant(float(largest["seconds"])),
    }


def certified(rows):
    """Of certificates: the largest, and what checking takes of the time of solving."""
    ratios = [float(row["check_per_solve"]) for row in rows]
    return {
        "certificates problems": str(len(rows)),
        "certificates check": _mean(ratios),
        "certificates lemmas": f"{max(int(row['lemmas']) for row in rows):,}",
    }


def _mean(ratios):
    """The geometric mean."""
    return significant(exp(sum(map(log, ratios)) / len(ratios)))


def _rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
