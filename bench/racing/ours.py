"""Builds of this project: made, called and checked."""
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from .conversation import Conversation
from .table import read_table, read_test_table
from .walk import walk

REPOSITORY = Path(__file__).resolve().parent.parent.parent
BUILD = ["cargo", "build", "--release", "--package", "gosdt-cli"]


def git(*words):
    """What git says about the repository, without the line end."""
    done = subprocess.run(["git", *words], cwd=REPOSITORY, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"git {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(folder=REPOSITORY, target=None):
    """Builds the program of the workspace in `folder`; where it is."""
    target = target or os.environ.get("CARGO_TARGET_DIR") or str(Path(folder) / "target")
    environment = {**os.environ, "CARGO_TARGET_DIR": target}
    subprocess.run(BUILD, cwd=folder, env=environment, check=True)
    return str(Path(target) / "release" / "gosdt")


@contextmanager
def build_of(revision):
    """The program as it was at `revision`, built in a worktree that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="race-") as folder:
        worktree = str(Path(folder) / "worktree")
        git("worktree", "add", "--detach", worktree, revision)
        try:
            yield build(worktree, str(Path(folder) / "target"))
        finally:
            git("worktree", "remove", "--force", worktree)


def short_revision(revision="HEAD"):
    return git("rev-parse", "--short=9", revision + "^{commit}")


def working_version(program):
    """The commit; with a digest of the program where the sources are not those of a commit."""
    if not git("status", "--porcelain", "--", "crates", "Cargo.toml", "Cargo.lock"):
        return short_revision()
    return f"{short_revision()}+{digest(program)}"


def given_version(program):
    """Of a program that was built elsewhere: nothing says from which commit."""
    return f"program:{digest(program)}"


def digest(program):
    return hashlib.sha256(Path(program).read_bytes()).hexdigest()[:8]


class Ours:
    """A program of ours as an entrant."""

    def __init__(self, name, program, version, room):
        self.name, self.version, self.room = name, version, room
        self.program = str(Path(program).resolve())
        command = [sys.executable, "-S", "-m", "racing.launcher"]
        self.launcher = Conversation(command)
        self.tables = None, None, None

    def takes(self, problem):
        return True

    def run(self, problem, source, trace=None):
        """Runs one problem; what was measured, by column. `trace` is a file for the bounds."""
        arguments = _arguments(problem, source) + (["--trace", trace] if trace else [])
        ran, told, words = self.execute(arguments, problem.limit, problem.threads)
        measured = {"wall_seconds": ran["wall"], "peak_rss_mb": round(ran["peak_rss_mb"])}
        if ran["status"]:
            return {**measured, **_failure(ran, words)}
        return {**measured, **self._check(json.loads(told), source, ran)}

    def close(self):
        self.launcher.close()

    def execute(self, arguments, limit, threads=1):
        """Runs the program: how it ran, what it printed, what it said on standard error."""
        with tempfile.TemporaryDirectory(prefix="race-") as folder:
            outputs = {stream: str(Path(folder) / stream) for stream in ("stdout", "stderr")}
            room = {"cores": self.room.cores(threads), "memory": self.room.memory}
            job = {"argv": [self.program, *arguments], "seconds": limit + self.room.grace}
            ran = self.launcher.ask({**job, **room, **outputs})
            return ran, *[Path(path).read_text() for path in outputs.values()]

    def _check(self, told, source, ran):
        """Errors and leaves are counted here, from the tree and the file."""
        table, unseen = self._read(source)
        walked = walk(told["tree"]["nodes"], table)
        statuses = {"time-limit": "timeout", "memory-limit": "oom"}
        notes = {"tree_depth": walked.depth, "lb": told["lower_bound"], "said": told["objective"]}
        notes["distinct"] = told["binary_features"]
        notes["search"] = told.get("search_seconds")
        notes["cpu"] = f"{ran['cpu']:.6f}"
        if unseen:
            notes["test_errors"] = walk(told["tree"]["nodes"], unseen).errors
            notes["test_rows"] = unseen.rows()
        return {
            "rows": table.rows(),
            "binary features": told["binary_features"],
            "status": statuses.get(told["status"], told["status"]),
            "seconds": told["seconds"],
            "errors": walked.errors,
            "leaves": walked.leaves,
            "notes": notes,
        }

    def _read(self, source):
        """The table and that of the test, if any; those of the last are kept."""
        if self.tables[0] != source:
            table = read_table(source)
            unseen = read_test_table(source, table) if source.test else None
            self.tables = source, table, unseen
        return self.tables[1:]


def _arguments(problem, source):
    arguments = ["fit", *source.arguments(), "--lambda", problem.penalty]
    arguments += ["--threads", str(problem.threads), "--time-limit", f"{problem.limit:g}s"]
    arguments += ["--json", "--quiet"]
    if problem.depth is not None:
        arguments += ["--max-depth", str(problem.depth)]
    if problem.leaves is not None:
        arguments += ["--max-leaves", str(problem.leaves)]
    return arguments


def _failure(ran, words):
    last = " ".join(words.split())[-200:]
    if ran["killed"]:
        return {"status": "timeout", "notes": {}, "remark": "killed"}
    status = "oom" if "memory allocation" in words else "error"
    return {"status": status, "notes": {}, "remark": f"wait status {ran['status']}: {last}"}
