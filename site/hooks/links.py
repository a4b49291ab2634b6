"""Links of the documents that lead out of them: to the repository, and to what `cargo doc` makes."""
import posixpath
import re

LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
RUST = re.compile(r"\[([^\]]+)\]\((\.\./rust/[^)]+)\)")


def on_page_markdown(markdown, page, config, files):
    markdown = RUST.sub(r'<a href="\2">\1</a>', markdown)
    folder = posixpath.dirname(page.file.src_uri)
    tree = config.extra["repository"] + "/blob/main/"
    return LINK.sub(lambda link: link[1] + _target(link[2], folder, tree) + link[3], markdown)


def _target(target, folder, tree):
    if "://" in target or target.startswith("mailto:"):
        return target
    if target.endswith(".ipynb"):
        return target.removesuffix(".ipynb") + ".md"
    # From the folder of the documents, which is one below the root of the repository.
    place = posixpath.normpath(posixpath.join("docs", folder, target))
    return target if place.startswith("docs/") else tree + place
