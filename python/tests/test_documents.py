"""The examples and the code in the documents run, and print what they say."""

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
import snippets  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python" / "examples").glob("*.py"))
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "docs" / "python.md",
    ROOT / "docs" / "guide.md",
    *sorted((ROOT / "docs" / "how-to").glob("*.md")),
]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path, capsys):
    runpy.run_path(str(path))
    assert capsys.readouterr().out


def test_there_are_examples():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_code_in_documents_runs_and_prints_what_they_say(path, tmp_path, monkeypatch, request):
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert snippets.BLOCK.search(text)
    programs = None
    if "```console" in text:
        programs = str(Path(request.getfixturevalue("program")).parent)
        _halves(tmp_path, programs)
    assert snippets.run(path, programs) == []


def _halves(folder, programs):
    """The tables that the README names without making them."""
    games = [f"{programs}/gosdt", "demo", "tic-tac-toe", "--csv"]
    head, *rows = subprocess.run(games, capture_output=True, check=True, text=True).stdout.splitlines()
    for name, half in (("train.csv", rows[::2]), ("test.csv", rows[1::2])):
        (folder / name).write_text("\n".join([head, *half]) + "\n")


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
