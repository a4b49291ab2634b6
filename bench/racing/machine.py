"""A description of the machine and the build, kept with each record."""
import datetime
import os
import platform
import subprocess


def describe(revision):
    """Facts by name."""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "memory": f"{_memory_kib() / (1 << 20):.1f} GiB",
        "kernel": f"{platform.system()} {platform.release()}",
        "rustc": _first_line(["rustc", "--version"]),
        "python": platform.python_version(),
        "git revision": revision,
        "load at the start": f"{os.getloadavg()[0]:.2f}",
    }


def write(path, facts):
    """Adds the facts to a text file, unless they are there, apart from date and load."""
    lines = [f"{name}: {value}" for name, value in facts.items()]
    before = open(path).read() if os.path.exists(path) else ""
    lasting = [line for line in lines if not line.startswith(("date", "load"))]
    if before and all(line in before for line in lasting):
        return
    with open(path, "a") as file:
        file.write(("\n" if before else "") + "\n".join(lines) + "\n")


def _processor():
    lines = _output(["lscpu"]).splitlines()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("Model name")]
    return named[0] if named else platform.processor() or platform.machine()


def _memory_kib():
    with open("/proc/meminfo") as file:
        return int(next(line for line in file if line.startswith("MemTotal")).split()[1])


def _first_line(command):
    return (_output(command).splitlines() or ["not found"])[0]


def _output(command):
    try:
        environment = {**os.environ, "LC_ALL": "C"}
        return subprocess.run(command, env=environment, capture_output=True, text=True).stdout
    except OSError:
        return ""
