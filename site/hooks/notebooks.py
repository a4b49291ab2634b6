"""Executed notebooks as pages: what they say, run and print."""
import json
from html import escape
from pathlib import Path

from mkdocs.structure.files import File


def on_files(files, config):
    for notebook in [file for file in files if file.src_uri.endswith(".ipynb")]:
        page = as_markdown(json.loads(Path(notebook.abs_src_path).read_text(encoding="utf-8")))
        target = notebook.src_uri.removesuffix(".ipynb") + ".md"
        files.append(File.generated(config, target, content=page))
    return files


def as_markdown(notebook):
    """The cells in their order, outputs below the code that made them."""
    return "\n\n".join(part for cell in notebook["cells"] for part in _cell(cell)) + "\n"


def _cell(cell):
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return [source]
    outputs = [_output(output) for output in cell["outputs"]]
    return [f"```python\n{source}\n```", *filter(None, outputs)]


def _output(output):
    if output["output_type"] == "stream":
        return _text(output["text"])
    data = output.get("data", {})
    if "text/html" in data:
        # A blank line would end the element for Markdown.
        lines = "".join(data["text/html"]).splitlines()
        return "<div>" + "\n".join(line for line in lines if line.strip()) + "</div>"
    if "image/png" in data:
        return f'<img alt="plot" src="data:image/png;base64,{escape("".join(data["image/png"]).strip())}">'
    return _text(data.get("text/plain", ""))


def _text(text):
    text = "".join(text).rstrip()
    return f"```text\n{text}\n```" if text else ""
