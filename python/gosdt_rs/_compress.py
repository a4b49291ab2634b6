"""Groups equal rows where the data lives: only the distinct ones come back.

Every step is a plain query that all engines of narwhals have: casts first, then one aggregation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import narwhals as nw
import numpy as np

from . import _columns, _gosdt
from . import _parameters as parameters
from ._columns import BOOLEANS, Column
from ._compressed import ColumnCuts, CompressedTable, Cuts
from ._labels import Labels
from ._looks import examined, identifier, warn_left_out

#: Distinct weights up to which rows are grouped by their weight, too, and sums are exact.
_MOST_WEIGHTS = 4096

#: Resolution of weights that are too many for that, in bits of their total.
_WEIGHT_BITS = 36

#: What weights may add up to, in units of their common denominator.
_LARGEST_TOTAL = 2**62


def compress(frame, target, weights=None, thresholds="all", *, missing="error", columns=None):
    """Compresses a table to its distinct rows, in the engine that has it.

    Only the classes of equal rows come back, with how many rows of each label they have. A fit to
    them is the fit to the table: the same tree, objective and bounds. The frame may be lazy, larger
    than memory, and on other machines.

    Parameters
    ----------
    frame : data frame
        Of any library that narwhals knows, eager or lazy: pandas, polars, pyarrow, DuckDB, Dask,
        PySpark, Ibis and others.
    target : str
        The column of labels.
    weights : str, default=None
        The column of row weights, at least 0; rows of weight 0 are left out.
    thresholds : str or mapping, default="all"
        ``"all"`` keeps every threshold between two adjacent numbers: the result is exact.
        ``"quantile:K"`` keeps at most K of a column, next to the quantiles of the rows' weight; a
        mapping from columns to lists gives them. Numbers are then replaced by the intervals between
        thresholds before rows are grouped, and trees are optimal among these thresholds.
    missing : {"error", "drop", "category"}, default="error"
        As for :class:`GOSDTClassifier`.
    columns : sequence of str, default=None
        The columns of features; None is all others.

    Returns
    -------
    CompressedTable
        What ``GOSDTClassifier.fit`` takes in place of the data.

    Notes
    -----
    Columns that are cut are grouped by the number of their interval, a small integer; all others by
    their own values (booleans as integers), which tell rows apart just as their ranks would. For
    ``"quantile:K"`` the distinct numbers of each column come to this process, one column after the
    other, with their weights.

    Sums of weights are exact as long as there are at most 4096 different weights; more are rounded
    to one part in 2**36 of their total.

    Examples
    --------
    >>> import pandas as pd
    >>> from gosdt_rs import GOSDTClassifier, compress
    >>> frame = pd.DataFrame({"size": [1, 2, 2, 3] * 1000, "big": ["no", "no", "no", "yes"] * 1000})
    >>> table = compress(frame, "big")
    >>> table
    <CompressedTable: 4000 rows of 1 columns in 3 classes, exact>
    >>> GOSDTClassifier(regularization=0.1).fit(table).export_text().splitlines()[0]
    'size <= 2.5?'
    """
    parameters.missing_policy(missing)
    table = _Frame.open(frame, target, weights, columns)
    rule = _rule(thresholds)
    dropped = 0
    left_out = table.leave_out_identifiers()
    if left_out:
        warn_left_out(left_out, level=3)
    if missing == "drop" and rule is not None:
        dropped = table.drop_missing()
    cuts = None if rule is None else table.find_cuts(rule)
    compressed = table.grouped(cuts, missing, dropped)
    return _examined(compressed, keep_numbers=isinstance(thresholds, Mapping)).sorted()


def as_compressed(estimator: Any, X: Any, y: Any, sample_weight: Any) -> CompressedTable | None:
    """The compressed table that an estimator is to be fitted to: ``X`` itself, or what a lazy frame
    is compressed to; None for all else."""
    if isinstance(X, CompressedTable):
        if y is not None or sample_weight is not None:
            raise TypeError("a compressed table has its own labels and weights; give it alone")
        if estimator.missing not in ("error", X.missing):
            raise ValueError(
                f"the table was compressed with missing={X.missing!r}; compress it again with "
                f"missing={estimator.missing!r}, or leave missing out"
            )
        return X
    frame = nw.from_native(X, pass_through=True)
    if not isinstance(frame, nw.LazyFrame):
        return None
    if not isinstance(y, str) or not isinstance(sample_weight, (str, type(None))):
        raise TypeError(
            "X is a lazy frame: y is the name of its column of labels, and sample_weight that of "
            "its column of weights"
        )
    thresholds = estimator.thresholds
    cut = isinstance(thresholds, Mapping) or str(thresholds).startswith("quantile:")
    return compress(
        X, y, sample_weight, thresholds if cut else "all", missing=estimator.missing
    )


def _rule(thresholds: Any) -> int | dict[str, list[float]] | None:
    """The most thresholds of a column, or lists of them; None is all."""
    if isinstance(thresholds, Mapping):
        return {str(name): sorted(map(float, at)) for name, at in thresholds.items()}
    if thresholds == "all":
        return None
    if isinstance(thresholds, str) and thresholds.startswith("quantile:"):
        digits = thresholds.removeprefix("quantile:").strip()
        if digits.isdecimal() and 1 <= int(digits) < 2**32:
            return int(digits)
    raise ValueError(
        f"thresholds={thresholds!r}; a table is compressed with 'all', 'quantile:K' or a mapping "
        f"from columns to lists of thresholds"
    )


def _examined(table: CompressedTable, keep_numbers: bool) -> CompressedTable:
    """The table with its columns as a fit to the rows has them: pairs are booleans, nothing is asked
    of identifiers, and what looks like numbers or dates is refused."""
    columns = examined(table.columns, keep_numbers, counts=table.counts)
    if table.cuts is None:
        return replace(table, columns=columns)
    numeric = {column.name for column in columns if column.kind == "numeric"}
    kept = [cut for cut in table.cuts.columns if cut.column in numeric]
    gone = len(table.cuts.columns) - len(kept)
    if gone == 0:
        return replace(table, columns=columns)
    # A pair has one threshold, which is no question about numbers any more.
    cuts = replace(
        table.cuts,
        columns=kept,
        offered=table.cuts.offered - gone,
        kept=table.cuts.kept - gone,
        most=max((len(cut.at) for cut in kept), default=0),
    )
    return replace(table, columns=columns, cuts=cuts)


@dataclass(frozen=True)
class _Key:
    """A column of features: its name, its kind, its values as they are grouped, and the categories
    of an ordered column, whose values are their places."""

    name: str
    kind: str
    whole: bool
    values: nw.Expr
    levels: tuple[str, ...] = ()


class _Frame:
    """A frame with its columns under names of their own, cast to what can be grouped."""

    def __init__(self, frame: nw.LazyFrame, keys: list[_Key], target: str, boolean: bool, weighted):
        self.frame, self.keys, self.target = frame, keys, target
        self.boolean_labels, self.weighted = boolean, weighted

    @classmethod
    def open(cls, frame: Any, target: str, weights: str | None, columns: Any) -> _Frame:
        """Checks the columns, and casts them."""
        frame = nw.from_native(frame)
        lazy = frame.lazy() if isinstance(frame, nw.DataFrame) else frame
        schema = dict(lazy.collect_schema())
        special = [target] if weights is None else [target, weights]
        names = [name for name in schema if name not in special]
        names = names if columns is None else list(columns)
        absent = [name for name in [*names, *special] if name not in schema]
        if absent:
            raise ValueError(f"there is no column {absent[0]!r}; there are {list(schema)}")
        if not names:
            raise ValueError(f"no feature column is left beside the label {target!r}")
        keys = [_key(name, schema[name]) for name in names]
        label, boolean = _label(target, schema[target])
        picked = [key.values.alias(f"k{at}") for at, key in enumerate(keys)] + [label.alias("y")]
        if weights is not None:
            if not schema[weights].is_numeric():
                raise TypeError(f"the weights {weights!r} have type {schema[weights]}")
            picked.append(nw.col(weights).cast(nw.Float64).alias("w"))
        return cls(lazy.select(*picked), keys, target, boolean, weights is not None)

    def drop_missing(self) -> int:
        """Leaves out rows with a missing value, and returns how many they are."""
        before = self._count()
        kept = ~nw.col("y").is_null()
        for at in range(len(self.keys)):
            kept = kept & ~nw.col(f"k{at}").is_null()
        self.frame = self.frame.filter(kept)
        return before - self._count()

    def _count(self) -> int:
        return int(self.frame.select(nw.len().alias("n")).collect()["n"].to_list()[0])

    def leave_out_identifiers(self) -> list[str]:
        """Puts one number for all of a column of whole numbers that names rows, unless there is no
        other column, and returns what such columns have."""
        named = [at for at, key in enumerate(self.keys) if _may_name_rows(key)]
        if not named:
            return []
        figures = self.frame.select(
            *(nw.col(f"k{at}").n_unique().alias(f"n{at}") for at in named),
            *(nw.col(f"k{at}").count().alias(f"c{at}") for at in named),
        ).collect()
        found = {}
        for at in named:
            distinct, rows = (int(figures[f"{name}{at}"].to_list()[0]) for name in "nc")
            finding = identifier(self.keys[at].name, min(distinct, rows), rows)
            if finding is not None:
                found[at] = finding
        if len(found) == len(self.keys):
            return []
        for at in found:
            # Any number will do but 0 and 1, which make a boolean.
            self.frame = self.frame.with_columns(nw.lit(2).alias(f"k{at}"))
        return list(found.values())

    def find_cuts(self, rule: int | dict[str, list[float]]) -> Cuts:
        """The thresholds of numeric columns, found in the engine."""
        found, offered, kept, most = [], 0, 0, 0
        if isinstance(rule, dict):
            _check_given(rule, self.keys)
        for at, key in enumerate(self.keys):
            if key.kind != "numeric":
                continue
            numbers, counts = self._distinct(at, key)
            gaps = max(len(numbers) - 1, 0)
            cut = _cut(rule, key.name, numbers, counts)
            offered, here = offered + gaps, gaps if cut is None else len(cut.at)
            kept, most = kept + here, max(most, here)
            if cut is not None:
                found.append(cut)
        text = f"quantile:{rule}" if isinstance(rule, int) else list(rule.items())
        return Cuts(text, offered, kept, most, found)

    def _distinct(self, at: int, key: _Key) -> tuple[np.ndarray, np.ndarray]:
        """The distinct numbers of a column and their weights, ascending."""
        names = [f"k{at}", "w"] if self.weighted else [f"k{at}"]
        grouped = self.frame.select(*names).group_by(*names).agg(nw.len().alias("n")).collect()
        numbers = _numbers(grouped[f"k{at}"])
        counts = np.array(grouped["n"].to_list(), dtype=np.float64)
        if self.weighted:
            counts = counts * np.array(grouped["w"].to_list(), dtype=np.float64)
        known = ~np.isnan(numbers) & (counts > 0)
        distinct, which = np.unique(numbers[known] + 0.0, return_inverse=True)
        sums = np.zeros(len(distinct))
        np.add.at(sums, which, counts[known])
        if self.weighted:
            # In whole units, fine enough that no quantile moves.
            sums = np.rint(sums * 2.0 ** (52 - math.ceil(math.log2(max(sums.sum(), 1e-300)))))
        return distinct, sums.astype(np.uint64)

    def grouped(self, cuts: Cuts | None, missing: str, dropped: int) -> CompressedTable:
        """The classes of equal rows."""
        by_name = {cut.column: cut for cut in cuts.columns} if cuts else {}
        picked = [nw.col("y")]
        for at, key in enumerate(self.keys):
            value = nw.col(f"k{at}")
            cut = by_name.get(key.name)
            picked.append(value if cut is None else _interval(value, cut).alias(f"k{at}"))
        names = ["y", *(f"k{at}" for at in range(len(self.keys)))]
        result, rounded = self._group(picked, names)
        counts = np.array(result["n"].to_list(), dtype=np.int64)
        columns = [
            _column(key, result[f"k{at}"], by_name.get(key.name))
            for at, key in enumerate(self.keys)
        ]
        weights = _Weights.of(result, counts, self.weighted, rounded)
        labels = result["y"].to_list()
        return _assembled(self, columns, labels, counts, weights, (cuts, missing, dropped))

    def _group(self, picked: list[nw.Expr], names: list[str]) -> tuple[Any, float | None]:
        """The groups; with many weights, their sums in units of one part of what is returned."""
        if not self.weighted:
            frame = self.frame.select(*picked)
            return frame.group_by(*names).agg(nw.len().alias("n")).collect(), None
        distinct = self.frame.select(nw.col("w").n_unique().alias("n"))
        if int(distinct.collect()["n"].to_list()[0]) <= _MOST_WEIGHTS:
            frame, names = self.frame.select(*picked, nw.col("w")), [*names, "w"]
            return frame.group_by(*names).agg(nw.len().alias("n")).collect(), None
        figures = self.frame.select(
            nw.col("w").sum().alias("total"),
            nw.col("w").min().alias("least"),
            nw.col("w").is_null().cast(nw.Int64).sum().alias("missing"),
        ).collect()
        total, least, missing = (
            float(figures[name].to_list()[0]) for name in ("total", "least", "missing")
        )
        _check_weights(np.array([total, least, np.nan if missing else 0.0]))
        _check_total(total)
        scale = 2.0 ** max(_WEIGHT_BITS - math.ceil(math.log2(total)), 0)
        unit = ((nw.col("w") * scale) + 0.5).floor().cast(nw.Int64).alias("u")
        frame = self.frame.filter(nw.col("w") > 0).select(*picked, unit)
        sums = [nw.len().alias("n"), nw.col("u").sum().alias("u"), nw.col("m").max().alias("m")]
        frame = frame.with_columns(nw.col("u").alias("m"))
        return frame.group_by(*names).agg(*sums).collect(), scale


def _may_name_rows(key: _Key) -> bool:
    """Whether a column of whole numbers is called as identifiers are."""
    many = 2**31
    return key.kind == "numeric" and key.whole and identifier(key.name, many, many) is not None


def _key(name: str, dtype: Any) -> _Key:
    if dtype == nw.Boolean:
        return _Key(name, "boolean", True, nw.col(name).cast(nw.Int8))
    if dtype == nw.String:
        return _Key(name, "text", False, nw.col(name))
    if isinstance(dtype, nw.Enum):
        levels = tuple(map(str, dtype.categories))
        return _Key(name, "numeric", False, _place(name, levels), levels)
    if isinstance(dtype, nw.Categorical):
        return _Key(name, "categorical", False, nw.col(name).cast(nw.String))
    if dtype.is_integer():
        return _Key(name, "numeric", True, nw.col(name))
    if dtype.is_float():
        value = nw.col(name).cast(nw.Float64)
        return _Key(name, "numeric", False, nw.when(~value.is_nan()).then(value))
    raise TypeError(
        f"column {name!r} has type {dtype}; gosdt takes numbers, booleans, text and categories. "
        f"Convert it, for instance a date to a number of days, or leave it out."
    )


def _place(name: str, levels: tuple[str, ...]) -> nw.Expr:
    """The place of a value among ordered categories; null where it is missing."""
    text = nw.col(name).cast(nw.String)
    place = None
    for at, level in enumerate(levels):
        found = nw.when(text == level).then(nw.lit(float(at)))
        place = found if place is None else found.otherwise(place)
    if place is None:
        raise ValueError(f"column {name!r} has ordered categories, but there are none")
    return place


def _label(name: str, dtype: Any) -> tuple[nw.Expr, bool]:
    """The labels as they are grouped, and whether they are booleans."""
    if dtype == nw.Boolean:
        return nw.col(name).cast(nw.Int8), True
    if isinstance(dtype, (nw.Categorical, nw.Enum)):
        return nw.col(name).cast(nw.String), False
    if dtype == nw.String or dtype.is_integer() or dtype.is_float():
        return nw.col(name), False
    raise TypeError(f"the label {name!r} has type {dtype}; it must be text, numbers or booleans")


def _interval(value: nw.Expr, cut: ColumnCuts) -> nw.Expr:
    """The number of a value's interval; -1 is missing."""
    number = value.cast(nw.Float64)
    passed = nw.lit(0).cast(nw.Int32)
    for threshold in cut.at:
        passed = passed + nw.when(number > threshold).then(nw.lit(1)).otherwise(nw.lit(0))
    return nw.when(number.is_null()).then(nw.lit(-1)).otherwise(passed).cast(nw.Int32)


def _check_given(rule: dict[str, list[float]], keys: list[_Key]) -> None:
    kinds = {key.name: key.kind for key in keys}
    for name, at in rule.items():
        if kinds.get(name) != "numeric":
            what = "is not numeric" if name in kinds else "is not there"
            raise ValueError(f"thresholds are given for column {name!r}, which {what}")
        if not np.isfinite(at).all():
            raise ValueError(f"column {name!r}: a threshold is not a finite number")


def _cut(
    rule: int | dict[str, list[float]], name: str, numbers: np.ndarray, weights: np.ndarray
) -> ColumnCuts | None:
    """The thresholds of a column; None where it stays as it is."""
    if len(numbers) < 2:
        return None
    if isinstance(rule, int):
        found = _gosdt.quantile_cuts(numbers.tobytes(), weights.tobytes(), rule)
        return ColumnCuts(name, *(list(column) for column in zip(*found)))
    if name not in rule:
        return None
    cuts: dict[int, float] = {}
    for threshold in rule[name]:
        below = int(np.searchsorted(numbers, threshold, side="right"))
        if 0 < below < len(numbers):
            cuts.setdefault(below, threshold)
    at, after = list(cuts.values()), np.array(list(cuts), dtype=int)
    return ColumnCuts(name, at, numbers[after - 1].tolist(), numbers[after].tolist())


def _numbers(series: nw.Series) -> np.ndarray:
    """Numbers as floats; null is NaN."""
    values = series.to_list()
    return np.array([np.nan if value is None else value for value in values], dtype=np.float64)


def _column(key: _Key, series: nw.Series, cut: ColumnCuts | None) -> Column:
    """A column of the classes."""
    values = series.to_list()
    if cut is not None:
        table = np.array([*cut.representatives(), np.nan])
        return Column(key.name, "numeric", table[np.array(values, dtype=int)], key.levels)
    if key.kind == "text":
        return _columns.text(key.name, values)
    if key.kind == "categorical":
        return _columns.categorical(key.name, values)
    if key.kind == "boolean":
        codes = [-1 if _columns.is_missing(value) else int(value) for value in values]
        return Column(key.name, "boolean", np.array(codes, dtype=np.int8), BOOLEANS)
    if key.levels:
        return Column(key.name, "numeric", _numbers(series), key.levels)
    return _columns.of_objects(key.name, values) if values else Column(key.name, "numeric", [])


@dataclass(frozen=True)
class _Weights:
    """Whole weights of the groups over a common denominator, and the largest weight of a row in
    each."""

    sums: np.ndarray
    heaviest: np.ndarray
    denominator: int

    @classmethod
    def of(cls, result: Any, counts: np.ndarray, weighted: bool, scale: float | None) -> _Weights:
        if not weighted:
            return cls(counts.astype(np.uint64), np.ones(len(counts), dtype=np.uint64), 1)
        if scale is not None:
            sums, most = (np.array(result[name].to_list(), dtype=np.uint64) for name in "um")
            return cls(sums, most, int(scale))
        values = np.array(result["w"].to_list(), dtype=np.float64)
        _check_weights(values)
        each, denominator = _whole(values)
        sums = [int(weight) * int(count) for weight, count in zip(each, counts)]
        _check_total(sum(sums))
        return cls(np.array(sums, dtype=np.uint64), np.array(each, dtype=np.uint64), denominator)


def _check_weights(values: np.ndarray) -> None:
    if not np.isfinite(values).all():
        raise ValueError("the weights have a missing or infinite value")
    if (values < 0).any():
        raise ValueError("the weights have a negative value")


def _check_total(total: float) -> None:
    if total > _LARGEST_TOTAL:
        raise ValueError("the weights add up to more than 64 bits hold; round or scale them")


def _whole(values: np.ndarray) -> tuple[list[int], int]:
    """Weights as whole numbers over a common denominator: the decimals that are printed for them, or
    rounded where those have too many digits."""
    distinct, which = np.unique(values, return_inverse=True)
    fractions = [Fraction(str(value)) for value in distinct.tolist()]
    denominator = math.lcm(*(fraction.denominator for fraction in fractions))
    if denominator * max(fractions, default=Fraction(1)) > _LARGEST_TOTAL:
        denominator = 2**_WEIGHT_BITS
    whole = [round(fraction * denominator) for fraction in fractions]
    return [whole[at] for at in which.tolist()], denominator


def _assembled(
    frame: _Frame,
    columns: list[Column],
    labels: list[Any],
    counts: np.ndarray,
    weights: _Weights,
    rest: tuple[Cuts | None, str, int],
) -> CompressedTable:
    cuts, missing, dropped = rest
    kept = weights.sums > 0
    unlabelled = np.array([_columns.is_missing(label) for label in labels], dtype=bool)
    lacking = np.any([column.missing for column in columns], axis=0) | unlabelled
    if missing == "drop":
        dropped += int(counts[lacking & kept].sum())
        kept &= ~lacking
    elif unlabelled[kept].any():
        raise ValueError(f"the label {frame.target!r} has missing values")
    elif missing == "error" and lacking[kept].any():
        raise ValueError(_explain(columns, counts, kept))
    if not kept.any():
        raise ValueError("no row is left: there is none with weight and without missing values")
    classes, codes = _classes(frame, [label for label in labels if not _columns.is_missing(label)])
    every = np.zeros(len(labels), dtype=np.uint32)
    every[~unlabelled] = codes
    codes = every[kept]
    heaviest = np.zeros(len(classes), dtype=np.uint64)
    np.maximum.at(heaviest, codes, weights.heaviest[kept])
    return CompressedTable(
        columns=[column.keep(kept) for column in columns],
        labels=Labels(frame.target, classes, codes),
        counts=counts[kept].astype(np.uint32),
        weights=weights.sums[kept],
        denominator=weights.denominator,
        heaviest=heaviest,
        weighted=frame.weighted,
        cuts=cuts,
        missing=missing,
        dropped=dropped,
    )


def _classes(frame: _Frame, labels: list[Any]) -> tuple[np.ndarray, np.ndarray]:
    """The classes in their order, and the code of each label."""
    values = np.array(labels)
    values = values.astype(bool) if frame.boolean_labels else values
    values = np.array(labels, dtype=object) if values.dtype.kind in "US" else values
    classes, codes = np.unique(values, return_inverse=True)
    return classes, codes.astype(np.uint32)


def _explain(columns: list[Column], counts: np.ndarray, kept: np.ndarray) -> str:
    gaps = [(column.name, int(counts[column.missing & kept].sum())) for column in columns]
    listed = ", ".join(f"{name!r} ({count})" for name, count in gaps if count)
    return (
        f"values are missing in {listed}. Leave those rows out with missing='drop', or let the tree "
        f"ask whether a value is missing with missing='category'."
    )
