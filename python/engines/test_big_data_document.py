"""The code in docs/big-data.md runs, and prints what it says."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from engine import need

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall((ROOT / "docs" / "big-data.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("at", range(len(BLOCKS)))
def test_code_runs_and_prints_what_it_says(at, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    code, expected = BLOCKS[at]
    for package in re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE):
        need(package)
        if package == "pyspark":
            request.getfixturevalue("spark")  # Skips where there is no Java.
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "big-data.md", "exec"), {"__name__": "__main__"})
    if expected:
        assert out.getvalue() == expected
