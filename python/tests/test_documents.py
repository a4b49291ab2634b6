"""The examples and the code in the documents run, and print what they say."""

import contextlib
import io
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))
BLOCK = re.compile(r"^```python\n(.*?)^```(?:\n\n```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path, capsys):
    runpy.run_path(str(path))
    assert capsys.readouterr().out


def test_there_are_examples():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("document", ["README.md", "docs/python.md"])
def test_code_in_documents_runs_and_prints_what_they_say(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    blocks = BLOCK.findall((ROOT / document).read_text(encoding="utf-8"))
    assert blocks
    for code, expected in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(code, document, "exec"), names)
        if expected:
            assert out.getvalue() == expected


def test_every_parameter_is_documented():
    from gosdt_rs import GOSDTClassifier, GOSDTClassifierCV

    guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    own = GOSDTClassifier().get_params()
    for estimator, names in [
        (GOSDTClassifier, own),
        (GOSDTClassifierCV, {*GOSDTClassifierCV().get_params()} - {*own} | {"random_state"}),
    ]:
        for name in names:
            assert f"`{name}`" in guide, name
            assert re.search(rf"^    {name} : ", estimator.__doc__, re.MULTILINE), name
