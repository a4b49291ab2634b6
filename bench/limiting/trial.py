"""One run of the program under a limit, and what it did."""
import json
import os
import signal
import subprocess
import time
from dataclasses import asdict, dataclass, fields
from tempfile import TemporaryFile

#: Seconds by which a command may exceed its time limit, or take after a signal.
GRACE = 0.3
#: The share by which it may exceed its memory limit.
MORE = 0.1
#: Seconds after which a run is ended from outside.
PATIENCE = 60

SIZES = {"M": 10**6, "G": 10**9}


@dataclass
class Trial:
    """A run. `over` is seconds beyond the time limit, or from the signal to the end."""

    table: str
    kind: str
    limit: str
    reading: float
    wall: float
    over: float
    peak_mb: int
    exit_code: int
    status: str
    objective: str
    kept: bool

    @staticmethod
    def names():
        return [field.name for field in fields(Trial)]

    def row(self):
        return {name: _spelled(value) for name, value in asdict(self).items()}


def _spelled(value):
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def within_time(program, table, path, seconds):
    """A fit with a time limit."""
    end = _run(program, path, ["--time-limit", f"{seconds}s"])
    over = end.wall - seconds
    kept = over <= GRACE and (end.exit_code == 0 or end.refused_in_time())
    return end.trial(table, "time", f"{seconds} s", over, kept)


def interrupted(program, table, path, name, moment):
    """A fit that gets a signal after some seconds."""
    end = _run(program, path, ["--time-limit", "60s"], (getattr(signal, name), moment))
    over = end.wall - moment
    done = end.exit_code == 0 and end.model_written
    kept = done or over <= GRACE and end.exit_code == 130 and end.model_written != end.was_reading()
    return end.trial(table, name, f"after {moment:.2f} s", over, kept)


def within_memory(program, table, path, size, seconds):
    """A fit with a memory limit, which a time limit ends at last."""
    end = _run(program, path, ["--memory-limit", size, "--time-limit", f"{seconds}s"])
    most = float(size[:-1]) * SIZES[size[-1]]
    small_enough = end.peak_bytes <= most * (1 + MORE)
    told = "memory limit" in end.errors or end.refused_in_time()
    kept = small_enough and (end.exit_code == 0 or told)
    return end.trial(table, "memory", size, end.wall - seconds, kept)


@dataclass
class _End:
    """How a run ended."""

    wall: float
    exit_code: int
    peak_bytes: int
    output: str
    errors: str
    model_written: bool

    def was_reading(self):
        return "nothing was written" in self.errors

    def refused_in_time(self):
        return self.exit_code == 1 and "ended the reading" in self.errors

    def trial(self, table, kind, limit, over, kept):
        fit = json.loads(self.output) if self.output else {}
        return Trial(
            table=table, kind=kind, limit=limit, over=over, kept=kept, wall=self.wall,
            reading=sum(fit.get("phases", {}).get(name, 0.0) for name in ("reading", "typing")),
            peak_mb=self.peak_bytes // 10**6, exit_code=self.exit_code,
            status=fit.get("status", "no tree"), objective=str(fit.get("objective", "")),
        )


def _run(program, path, arguments, interruption=None):
    model = path + f".{os.getpid()}.model.json"
    command = [program, "fit", path, "--json", "-o", model, *arguments]
    started = time.monotonic()
    with TemporaryFile() as out, TemporaryFile() as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        status, usage = _wait(process, interruption, started)
        wall = time.monotonic() - started
        output, errors = [_text(file) for file in (out, err)]
    written = os.path.exists(model)
    if written:
        os.remove(model)
    code = os.waitstatus_to_exitcode(status)
    return _End(wall, code, usage.ru_maxrss * 1024, output, errors, written)


def _text(file):
    file.seek(0)
    return file.read().decode()


def _wait(process, interruption, started):
    """The status of the process, and what it alone has used: it is waited for by its number."""
    number, moment = interruption or (None, None)
    ended = (0, 0, None)
    while ended[0] == 0:
        elapsed = time.monotonic() - started
        if number is not None and elapsed >= moment:
            os.kill(process.pid, number)
            number = None
        if elapsed > PATIENCE:
            os.kill(process.pid, signal.SIGKILL)
        time.sleep(0.002)
        ended = os.wait4(process.pid, os.WNOHANG)
    process.returncode = os.waitstatus_to_exitcode(ended[1])
    return ended[1:]
