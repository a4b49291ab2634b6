"""The notebooks of the documentation run, and print what they show.

With ``GOSDT_WRITE_SNIPPETS=1`` in the environment they are written anew instead.
"""

import ast
import contextlib
import io
import json
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["credit", "medicine", "recidivism"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_prints_what_it_shows(path):
    names: dict = {}
    notebook = json.loads(path.read_text(encoding="utf-8"))
    wrong = []
    for cell in (cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        printed, value = _run("".join(cell["source"]), names)
        said = "".join(line for output in _printed(cell) for line in output["text"])
        if printed != said:
            wrong.append((said, printed))
            _printed(cell)[0]["text"] = printed.splitlines(keepends=True)
        drawn = [output for output in cell["outputs"] if "text/html" in output.get("data", {})]
        for output in drawn:
            assert "<svg" in "".join(output["data"]["text/html"])
            output["data"]["text/html"] = value._repr_html_().splitlines(keepends=True)
    if wrong and os.environ.get("GOSDT_WRITE_SNIPPETS"):
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    else:
        assert wrong == []


def _printed(cell):
    return [output for output in cell["outputs"] if output["output_type"] == "stream"]


def _run(source, names):
    """What a cell prints, and the value of its last line if that is an expression."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = None if last is None else eval(compile(last, "cell", "eval"), names)
    return out.getvalue(), value
