"""Where columns come from: data frames (through narwhals) and arrays, under one roof."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from sklearn.utils.validation import validate_data

from . import _columns as columns
from ._columns import Column


class FrameSource:
    """The columns of a pandas, polars, pyarrow, Modin or cuDF data frame."""

    def __init__(self, frame: nw.DataFrame[Any]) -> None:
        self._frame = frame
        self.rows, self.width = frame.shape
        named = all(isinstance(name, str) for name in frame.columns)
        self.names: list[str] | None = list(frame.columns) if named else None

    def read(self, position: int, name: str) -> Column:
        """The column at a position; ``name`` is for messages and the model."""
        series = self._frame[:, position]
        dtype = series.dtype
        if dtype == nw.String:
            return columns.text(name, series.to_list())
        levels = _levels(series)
        if levels is not None:
            return columns.ordered(name, series.to_list(), levels)
        if isinstance(dtype, (nw.Categorical, nw.Enum)):
            return columns.categorical(name, series.to_list())
        if dtype == nw.Object:
            return columns.of_objects(name, series.to_list())
        if dtype == nw.Boolean:
            return self._boolean(series, name)
        if dtype.is_float() or dtype.is_integer():
            return self._number(series, name)
        if isinstance(dtype, (nw.Date, nw.Datetime)):
            raise TypeError(
                f"column {name!r} has dates; use their year, month and weekday as numbers with "
                f"X = gosdt_rs.date_parts(X, {name!r}), or leave it out"
            )
        raise TypeError(
            f"column {name!r} has type {dtype}; gosdt takes numbers, booleans, text and "
            f"categories. Convert it, or leave it out."
        )

    def like(self, matrix: np.ndarray, names: list[str]) -> Any:
        """A matrix as a frame of the same library."""
        if self.names is None:
            return matrix
        return nw.from_numpy(matrix, names, backend=self._frame.implementation).to_native()

    @staticmethod
    def _number(series: nw.Series[Any], name: str) -> Column:
        array = series.to_numpy()
        if array.dtype.kind == "O":
            return columns.of_objects(name, series.to_list())
        if series.dtype.is_integer() and array.dtype.kind == "f":
            # Whole numbers with gaps: look at them before they become floats.
            columns.numeric(name, series.drop_nulls().to_numpy())
        return columns.numeric(name, array)

    @staticmethod
    def _boolean(series: nw.Series[Any], name: str) -> Column:
        array = series.to_numpy()
        if array.dtype.kind == "b":
            return columns.boolean(name, array)
        return columns.of_objects(name, series.to_list())


def _levels(series: nw.Series[Any]) -> list[Any] | None:
    """The categories of an ordered column, the least first: of an Enum, which is one in polars, or
    of an ordered Categorical of pandas; None for any other."""
    native = series.to_native()
    dtype = getattr(native, "dtype", None)
    if getattr(dtype, "ordered", False):
        return list(dtype.categories)
    if isinstance(series.dtype, nw.Enum) and not hasattr(dtype, "ordered"):
        return list(series.dtype.categories)
    return None


class ArraySource:
    """The columns of a two-dimensional array."""

    names = None

    def __init__(self, array: np.ndarray) -> None:
        self._array = array
        self.rows, self.width = array.shape

    def read(self, position: int, name: str) -> Column:
        """The column at a position; ``name`` is for messages and the model."""
        array = self._array[:, position]
        kind = array.dtype.kind
        if kind in "iuf":
            return columns.numeric(name, array)
        if kind == "b":
            return columns.boolean(name, array)
        if kind in "OU":
            return columns.of_objects(name, array.tolist())
        raise TypeError(f"X has type {array.dtype}; gosdt takes numbers, booleans and text")

    def like(self, matrix: np.ndarray, names: list[str]) -> np.ndarray:
        """A matrix is an array already."""
        return matrix


Source = FrameSource | ArraySource


def open_source(estimator: Any, X: Any, y: Any = (), *, fitting: bool) -> Source:
    """Opens ``X``; when fitting, sets ``n_features_in_`` and ``feature_names_in_``.

    Of ``y`` only its absence is looked at.
    """
    y = None if y is None else "no_validation"
    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise TypeError("X is a lazy frame; collect() it first")
    if not isinstance(frame, nw.DataFrame):
        return ArraySource(_read_array(estimator, X, y, fitting))
    _check_shape(estimator, frame.shape)
    by_name = not fitting and hasattr(estimator, "feature_names_in_")
    source = FrameSource(frame)
    if not (by_name and source.names is not None):
        validate_data(estimator, X, y, reset=fitting, skip_check_array=True)
    if fitting and source.names is not None:
        # Older versions of scikit-learn do not see the names of every library's frames.
        estimator.feature_names_in_ = np.array(source.names, dtype=object)
    return source


def _read_array(estimator: Any, X: Any, y: Any, fitting: bool) -> np.ndarray:
    if isinstance(X, (list, tuple)) and np.asarray(X).dtype.kind in "US":
        X = np.asarray(X, dtype=object)  # or numpy would turn the numbers among text into text
    finite = True if not fitting and estimator.missing == "error" else "allow-nan"
    return validate_data(estimator, X, y, reset=fitting, dtype=None, ensure_all_finite=finite)


def _check_shape(estimator: Any, shape: tuple[int, int]) -> None:
    """Refuses an empty frame in scikit-learn's words."""
    name = type(estimator).__name__
    for axis, what in ((0, "sample"), (1, "feature")):
        if shape[axis] == 0:
            raise ValueError(
                f"Found array with 0 {what}(s) (shape={shape}) while a minimum of 1 is required by "
                f"{name}."
            )
