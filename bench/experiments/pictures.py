"""Trees drawn by the program itself."""
from pathlib import Path


def draw_tree(ours, setting, model, name):
    """Draws the tree of a model file into the pictures of the page."""
    Path(setting.pictures).mkdir(parents=True, exist_ok=True)
    path = str(Path(setting.pictures) / f"{name}.svg")
    ran, _, words = ours.execute(["show", model, "--as", "svg", "-o", path], 60)
    if ran["status"]:
        raise RuntimeError(f"show --as svg ended with {ran['status']}: {words}")
