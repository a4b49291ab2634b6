"""Which thresholds of numeric columns a tree may ask: a rule, lists, or those of an ensemble."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.validation import check_is_fitted

from ._columns import Column
from ._training_rows import TrainingRows

#: A rule as text, or the thresholds of columns by name.
Thresholds = str | list[tuple[str, list[float]]]

#: Statuses of trees that are proven, among all trees or among those that ask some thresholds.
PROVEN = ("optimal", "optimal-among-thresholds")

#: The status of a tree that is proven but for costs that were rounded to 64 bits.
ROUNDED = "optimal-up-to-rounding"


def read_thresholds(thresholds: Any, rows: TrainingRows) -> Thresholds:
    """The parameter as the extension module wants it."""
    if isinstance(thresholds, str):
        return thresholds
    if isinstance(thresholds, Mapping):
        return [
            (_name(key, rows.columns), _numbers(key, numbers))
            for key, numbers in thresholds.items()
        ]
    if hasattr(thresholds, "fit") and hasattr(thresholds, "get_params"):
        return _of_ensemble(thresholds, rows)
    raise TypeError(
        f"thresholds={thresholds!r}; it must be text such as 'all', 'quantile:8' or 'guess', a "
        f"mapping from columns to lists of thresholds, or an ensemble of trees"
    )


def own_thresholds(thresholds: Any, rows: TrainingRows) -> Thresholds:
    """The parameter as the extension module wants it; a table that was compressed with some
    thresholds has those."""
    if rows.table is None or rows.table.cuts is None:
        return read_thresholds(thresholds, rows)
    rule = rows.table.cuts.rule
    given = read_thresholds(thresholds, rows)
    if given not in ("all", rule):
        raise ValueError(
            f"the table was compressed with the thresholds {rule!r}, and these are the only ones "
            f"that it has; compress it again with others, or leave thresholds out"
        )
    return "all"


def among(certificate: Mapping[str, Any]) -> str:
    """What a proof is restricted to, for a sentence; nothing where it speaks of all trees.

    >>> kept = {"rule": "quantile:8", "kept": 34, "offered": 1234, "most_per_column": 8}
    >>> among({"thresholds": kept})
    ' among at most 8 thresholds per column (34 of 1234, quantile:8)'
    """
    kept = certificate.get("thresholds")
    if kept is None or kept["kept"] == kept["offered"]:
        return ""
    most = kept["most_per_column"]
    return (
        f" among at most {most} threshold{'' if most == 1 else 's'} per column "
        f"({kept['kept']} of {kept['offered']}, {kept['rule']})"
    )


def parameter(certificate: Mapping[str, Any]) -> Any:
    """The parameter of an estimator that would keep the same thresholds."""
    kept = certificate.get("thresholds")
    if kept is None:
        return "all"
    if kept.get("given") is None:
        return kept["rule"]
    return {column["column"]: column["at"] for column in kept["given"]}


def _name(key: Any, columns: list[Column]) -> str:
    """The name of a column that is given by its name or its place."""
    if isinstance(key, str):
        return key
    if isinstance(key, Integral) and not isinstance(key, bool):
        if 0 <= key < len(columns):
            return columns[int(key)].name
        raise ValueError(f"thresholds for column {key}, but X has {len(columns)} columns")
    raise TypeError(f"thresholds for {key!r}; a column is given by its name or its place")


def _numbers(key: Any, numbers: Any) -> list[float]:
    if isinstance(numbers, str) or not isinstance(numbers, Iterable):
        raise TypeError(f"thresholds of column {key!r} must be a list of numbers, not {numbers!r}")
    try:
        return [float(number) for number in numbers]
    except (TypeError, ValueError) as error:
        raise TypeError(f"thresholds of column {key!r}: {error}") from error


def _of_ensemble(ensemble: Any, rows: TrainingRows) -> list[tuple[str, list[float]]]:
    """The thresholds that an ensemble asks; a column that it does not ask has none. One that is not
    fitted is fitted to the rows first, on their numbers and booleans; it stays as it is itself."""
    try:
        check_is_fitted(ensemble)
        columns = _asked_columns(ensemble, rows.columns)
    except NotFittedError:
        columns = [column for column in rows.columns if column.kind != "categorical"]
        ensemble = _fitted(ensemble, columns, rows)
    asked: dict[str, set[float]] = {
        column.name: set() for column in rows.columns if column.kind == "numeric"
    }
    for feature, threshold in _splits(ensemble):
        column = columns[feature]
        if column.kind == "numeric" and np.isfinite(threshold):
            asked[column.name].add(float(threshold))
    return [(name, sorted(thresholds)) for name, thresholds in asked.items()]


def _asked_columns(ensemble: Any, columns: list[Column]) -> list[Column]:
    """The column of each feature of an ensemble: by name where it has names, else by place."""
    by_name = {column.name: column for column in columns}
    names = list(getattr(ensemble, "feature_names_in_", []))
    if names and all(name in by_name for name in names):
        return [by_name[name] for name in names]
    if names or ensemble.n_features_in_ != len(columns):
        listed = f" ({', '.join(map(str, names[:8]))})" if names else ""
        raise ValueError(
            f"the ensemble of thresholds= was fitted to {ensemble.n_features_in_} columns"
            f"{listed}, which are not those of X; "
            f"fit it to the same columns, or give one that is not fitted"
        )
    return columns


def _fitted(ensemble: Any, columns: list[Column], rows: TrainingRows) -> Any:
    if not columns:
        raise ValueError("X has no column of numbers that an ensemble could ask; use 'all'")
    matrix = np.column_stack(
        [np.where(column.missing, np.nan, column.values.astype(float)) for column in columns]
    )
    return clone(ensemble).fit(matrix, rows.labels.codes, sample_weight=rows.sample)


def _splits(ensemble: Any) -> Iterable[tuple[int, float]]:
    """Feature and threshold of each split of an ensemble's trees."""
    if hasattr(ensemble, "_predictors"):
        for tree in np.ravel(np.array(ensemble._predictors, dtype=object)):
            nodes = tree.nodes[(tree.nodes["is_leaf"] == 0) & (tree.nodes["is_categorical"] == 0)]
            yield from zip(nodes["feature_idx"].tolist(), nodes["num_threshold"].tolist())
        return
    single = [ensemble] if hasattr(ensemble, "tree_") else None
    members = single or getattr(ensemble, "estimators_", None)
    if members is None or hasattr(ensemble, "estimators_features_"):
        raise TypeError(
            f"thresholds={ensemble!r}; it must be a tree, a forest, or boosted trees of "
            f"scikit-learn"
        )
    for member in np.ravel(np.array(members, dtype=object)):
        tree = member.tree_
        inner = tree.children_left >= 0
        yield from zip(tree.feature[inner].tolist(), tree.threshold[inner].tolist())
