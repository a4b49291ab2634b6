"""The trees that are printed in the paper, with the accuracies stated under them."""
from dataclasses import dataclass

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Printed:
    """A tree is a leaf or (question, tree if yes, tree if no)."""

    dataset: str
    method: str
    train: str
    test: str
    tree: object

    def leaves(self):
        return _leaves(self.tree)

    def right(self, header, rows):
        """For every row whether the tree predicts its class."""
        at = {name: column for column, name in enumerate(header)}
        return [_predict(self.tree, row, at) == row[-1] for row in rows]


def _leaves(tree):
    return 1 if isinstance(tree, str) else _leaves(tree[1]) + _leaves(tree[2])


def _predict(tree, row, at):
    while not isinstance(tree, str):
        question, yes, no = tree
        tree = yes if row[at[question]] == YES else no
    return tree


def _either(question, first=YES, second=NO):
    return question, first, second


_ROUND, _SQUARE = "head is round", "head is square"
_ROUND_BODY, _SQUARE_BODY = "body is round", "body is square"
_RED, _SMILES, _TIE, _SWORD = "jacket is red", "is smiling", "has bowtie", "holds sword"


def _square(place, mark):
    return f"{place} is {mark}"


_TL, _TM, _TR = "top,left", "top,middle", "top,right"
_ML, _MM, _MR = "middle,left", "middle,middle", "middle,right"
_BL, _BM, _BR = "bottom,left", "bottom,middle", "bottom,right"

MONK_1_BINOCT = (
    _ROUND,
    (_RED, (_ROUND, YES, YES), _either(_ROUND_BODY)),
    (_ROUND_BODY, _either(_RED), _either("jacket is green", NO, YES)),
)
MONK_1_GOSDT = (
    _RED,
    YES,
    (_ROUND, _either(_ROUND_BODY), (
        _SQUARE, _either(_SQUARE_BODY), (_ROUND_BODY, NO, _either(_SQUARE_BODY, NO, YES)))),
)
MONK_2_DL85 = (
    _RED,
    (_SMILES, NO, _either(_SWORD, NO, YES)),
    (_TIE, _either(_SQUARE_BODY), _either(_SMILES)),
)
MONK_2_GOSDT = (
    _SWORD,
    NO,
    (_SMILES, (_RED, NO, (_ROUND, _either(_TIE, NO, YES), YES)), _either(_RED)),
)
BOARD_BINOCT = (
    _square(_MM, "o"),
    (
        _square(_TL, "o"),
        (_square(_TM, "x"), (_square(_TL, "o"), YES, YES), _either(_square(_TL, "x"), NO, YES)),
        (
            _square(_TM, "x"),
            _either(_square(_MM, "x"), NO, YES),
            _either(_square(_BM, "o"), NO, YES),
        ),
    ),
    (
        _square(_TL, "x"),
        (_square(_TL, "x"), _either(_square(_MM, "o")), _either(_square(_TL, "o"), NO, YES)),
        (
            _square(_BL, "x"),
            _either(_square(_TR, "x"), NO, YES),
            _either(_square(_ML, "x"), NO, YES),
        ),
    ),
)
BOARD_DL85 = (
    _square(_TR, "x"),
    (
        _square(_TM, "x"),
        (_square(_TL, "o"), _either(_square(_MM, "x")), _either(_square(_TL, "x"))),
        (
            _square(_BL, "o"),
            _either(_square(_BR, "x")),
            _either(_square(_MM, "o"), NO, YES),
        ),
    ),
    (
        _square(_TL, "o"),
        (_square(_MM, "x"), _either(_square(_TM, "x")), _either(_square(_MR, "o"))),
        (
            _square(_BL, "x"),
            _either(_square(_TM, "x"), NO, YES),
            _either(_square(_MM, "x"), NO, YES),
        ),
    ),
)
BOARD_GOSDT = (
    _square(_MM, "o"),
    (
        _square(_TL, "x"),
        (
            _square(_TR, "x"),
            _either(_square(_TM, "x")),
            (_square(_ML, "x"), _either(_square(_BL, "x")), NO),
        ),
        NO,
    ),
    (
        _square(_TR, "o"),
        (
            _square(_TL, "o"),
            _either(_square(_TM, "x")),
            (_square(_MR, "o"), _either(_square(_BR, "o"), NO, YES), YES),
        ),
        (
            _square(_BL, "o"),
            (
                _square(_BR, "o"),
                _either(_square(_BM, "o"), NO, YES),
                _either(_square(_TL, "o"), NO, YES),
            ),
            YES,
        ),
    ),
)

PRINTED = [
    Printed("monk-1", "BinOCT", "90.9", "84.0", MONK_1_BINOCT),
    Printed("monk-1", "GOSDT", "100", "100", MONK_1_GOSDT),
    Printed("monk-2", "DL8.5", "76.3", "70.6", MONK_2_DL85),
    Printed("monk-2", "GOSDT", "79.3", "73.5", MONK_2_GOSDT),
    Printed("tic-tac-toe", "BinOCT", "82.4", "34.4", BOARD_BINOCT),
    Printed("tic-tac-toe", "DL8.5", "86.9", "61.5", BOARD_DL85),
    Printed("tic-tac-toe", "GOSDT", "90.9", "70.8", BOARD_GOSDT),
]
