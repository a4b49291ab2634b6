"""The peers' environment, and a peer as an entrant."""
import subprocess
import sys
import venv
from dataclasses import asdict
from pathlib import Path

from .ask import Ask
from .conversation import BENCH, Conversation
from .solvers import DISTINCT, PEERS

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}


def python_of(environment):
    return Path(environment).absolute() / "bin" / "python"


def set_up(environment):
    """Makes the environment, installs the peers in it and has each of them practise."""
    if not python_of(environment).exists():
        venv.create(environment, with_pip=True)
    needed = str(BENCH / "requirements-peers.txt")
    command = [str(python_of(environment)), "-m", "pip", "install", "--quiet", "-r", needed]
    subprocess.run(command, check=True)
    return sum(not _practise(name, environment) for name in PEERS)


def _practise(name, environment):
    try:
        peer = Rival(name, environment, None, False)
    except RuntimeError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return False
    print(f"{name}: {PEERS[name].distribution} {peer.version}", flush=True)
    peer.close()
    return True


class Rival:
    """A peer in its own process."""

    def __init__(self, name, environment, room, only_distinct):
        if not python_of(environment).exists():
            raise SystemExit(f"no peers in {environment}: run `bench/race setup`")
        self.name = name + DISTINCT if only_distinct else name
        self.peer, self.room, self.only_distinct = PEERS[name], room, only_distinct
        command = [str(python_of(environment)), "-m", "racing.peers", name]
        self.server = Conversation(command, ONE_THREAD)
        self.version = self.server.listen()["version"]

    def takes(self, problem):
        return self.peer.takes(problem)

    def run(self, problem, source, trace=None):
        """Runs one problem; what was measured, by column. `trace` is a file for its bounds."""
        told = self.server.ask(self._job(problem, source, trace))
        notes = {"tree_depth": told.get("tree_depth"), "distinct": told["distinct"]}
        notes["splits"] = told["splits"]
        notes |= {key: told.get(key) for key in ("test_errors", "test_rows")}
        if "cpu" in told:
            notes.update(cpu=f"{told['cpu']:.6f}", base=f"{told['base']}MB")
        return {
            "rows": told["rows"],
            "binary features": told["columns"],
            "status": told["outcome"],
            "seconds": told.get("seconds"),
            "wall_seconds": told["wall"],
            "peak_rss_mb": round(told["peak_rss_mb"]),
            "errors": told.get("errors"),
            "leaves": told.get("leaves"),
            "notes": notes,
            "remark": told.get("note", ""),
        }

    def close(self):
        self.server.close()

    def _job(self, problem, source, trace):
        depth = self.peer.deepest if problem.depth is None else problem.depth
        penalty = float(problem.exact_penalty())
        return {
            "source": asdict(source),
            "only_distinct": self.only_distinct,
            "ask": asdict(Ask(penalty, depth, problem.leaves, problem.limit, trace)),
            "grace": self.room.grace,
            "memory": self.room.memory,
            "cores": self.room.cores(1),
        }
