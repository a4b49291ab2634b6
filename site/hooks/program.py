"""Pages that the program writes: its reference, from --help, and the gallery of reports."""
import os
import subprocess
import tempfile
from pathlib import Path

from mkdocs.structure.files import File

COMMANDS = ["fit", "path", "rashomon", "predict", "evaluate", "show", "demo", "completions"]
HEAD = """# The program

What `--help` says, command by command. [Ten minutes](../guide.md) is the way in.
"""


def on_files(files, config):
    files.append(File.generated(config, "reference/program.md", content=reference()))
    for name, page in reports().items():
        files.append(File.generated(config, f"gallery/{name}", content=page))
    return files


def gosdt(*words, folder=None):
    """What the program prints. It is where `make docs` has built it."""
    run = subprocess.run(
        [os.environ["GOSDT"], *words], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    )
    return run.stdout


def reference():
    parts = [HEAD, _block("gosdt", gosdt("--help"))]
    parts += [_block(f"gosdt {name}", gosdt(name, "--help")) for name in COMMANDS]
    return "\n".join(parts)


def _block(title, text):
    return f"## {title}\n\n```text\n{text.rstrip()}\n```\n"


def reports():
    """The reports of the gallery, by file."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("tic-tac-toe", "monk-2", "monk-3", "balance-scale"):
            Path(folder, f"{name}.csv").write_text(gosdt("demo", name, "--csv"), encoding="utf-8")
        _split(Path(folder), "tic-tac-toe.csv")
        made = {
            "games.html": ["fit", "train.csv", "--test", "test.csv", "--lambda", "0.005", "--max-leaves", "8"],
            "robots.html": ["fit", "monk-2.csv", "--lambda", "0.002"],
            "scales.html": ["fit", "balance-scale.csv", "--lambda", "0.01"],
            "path.html": ["path", "monk-2.csv", "--to", "0.002"],
            "near.html": ["rashomon", "monk-3.csv", "--within", "0.1", "--limit", "0"],
        }
        for page, words in made.items():
            gosdt(*words, "--report", page, "-q", folder=folder)
        return {page: Path(folder, page).read_text(encoding="utf-8") for page in made}


def _split(folder, name):
    """Every other row to train.csv, the rest to test.csv."""
    head, *rows = (folder / name).read_text(encoding="utf-8").splitlines()
    for file, half in (("train.csv", rows[::2]), ("test.csv", rows[1::2])):
        (folder / file).write_text("\n".join([head, *half]) + "\n", encoding="utf-8")
