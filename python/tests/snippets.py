"""The code in a document, run in the order in which it stands there.

A ``console`` block has commands after ``$`` and what they print; a ``python`` block may be followed by
a ``text`` block with what it prints. With ``GOSDT_WRITE_SNIPPETS=1`` in the environment the outputs
are written into the document instead of compared.
"""

import contextlib
import io
import os
import re
import subprocess
from pathlib import Path

BLOCK = re.compile(
    r"^```(console|python)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL
)
#: What differs from run to run and from machine to machine.
VARIES = [
    (re.compile(r"^time .*$", re.MULTILINE), "time"),
    (re.compile(r"\d+(\.\d+)? (s|ms|µs)\b"), "TIME"),
    (re.compile(r"limit [\d,]+ MB"), "limit MB"),
    (re.compile(r"[\d,]+ (nodes|subproblems|lemmas)"), "work"),
]


def run(document: Path, programs: str | None) -> list[tuple[str, str, str]]:
    """The code that prints something else than the document says, with both; console blocks are left
    out where there are no programs."""
    text = document.read_text(encoding="utf-8")
    names: dict = {}
    wrong = []

    def played(block):
        kind, code, said = block[1], block[2], block[3]
        if kind == "console":
            return block[0] if programs is None else _console(block[0], code, programs, wrong)
        printed = _python(code, names, document.name)
        if said is None:
            return block[0]
        if settled(printed) != settled(said):
            wrong.append((code, said, printed))
            said = printed
        return f"```python\n{code}```\n\n```text\n{said}```\n"

    written = BLOCK.sub(played, text)
    if os.environ.get("GOSDT_WRITE_SNIPPETS") and wrong:
        document.write_text(written, encoding="utf-8")
        return []
    return wrong


def settled(text: str) -> str:
    """The text without what varies."""
    for pattern, word in VARIES:
        text = pattern.sub(word, text)
    return text


def _python(code, names, document):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, document, "exec"), names)
    return out.getvalue()


def _console(block, code, programs, wrong):
    parts = re.split(r"^\$ ", code, flags=re.MULTILINE)
    written = parts[0]
    for part in parts[1:]:
        command, _, said = part.partition("\n")
        printed = _shell(command, programs)
        if settled(printed) != settled(said):
            wrong.append((command, said, printed))
            said = printed
        written += f"$ {command}\n{said}"
    return f"```console\n{written}```\n"


def _shell(command, programs):
    path = programs + os.pathsep + os.environ["PATH"]
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        timeout=120,
    )
    return done.stdout
