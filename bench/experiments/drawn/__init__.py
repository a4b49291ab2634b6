"""The figures of docs/paper.md, drawn from the records."""
from . import bucketization, optimality, rank, scalability, sparsity

FIGURES = {
    "rank": rank.draw,
    "sparsity": sparsity.draw,
    "scalability": scalability.draw,
    "optimality": optimality.draw,
    "bucketization": bucketization.draw,
}


def draw(only):
    """Draws the figures of the chosen experiments; of the trees the program draws its own."""
    for name, one in FIGURES.items():
        if only is None or name in only:
            one()
    return 0
