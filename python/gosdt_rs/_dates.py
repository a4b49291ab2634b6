"""Dates as numbers."""

from __future__ import annotations

from typing import Any

import narwhals as nw


def date_parts(X: Any, *columns: str) -> Any:
    """Replaces columns of dates by their year, month and weekday, as ``gosdt fit --date`` does.

    Parameters
    ----------
    X : data frame
        Of any library that narwhals knows.
    *columns : str
        The columns of dates. Text in the form ``2020-12-31`` is read as dates.

    Returns
    -------
    data frame
        Of the same library, with the columns ``NAME.year``, ``NAME.month`` (from 1) and
        ``NAME.weekday`` (from 1 for Monday to 7 for Sunday) at the end, in place of each ``NAME``.

    Examples
    --------
    >>> import pandas as pd
    >>> from gosdt_rs import date_parts
    >>> X = pd.DataFrame({"day": ["2024-02-29", "2024-03-01"], "n": [1, 2]})
    >>> date_parts(X, "day").columns.tolist()
    ['n', 'day.year', 'day.month', 'day.weekday']
    """
    frame = nw.from_native(X)
    if not columns:
        raise ValueError("name the columns of dates: date_parts(X, 'day')")
    for name in columns:
        date = nw.col(name)
        if frame.schema[name] == nw.String:
            date = date.str.to_datetime(format="%Y-%m-%d")
        parts = {
            "year": date.dt.year(),
            "month": date.dt.month(),
            "weekday": date.dt.weekday(),
        }
        frame = frame.with_columns(**{f"{name}.{part}": made for part, made in parts.items()})
        frame = frame.drop(name)
    return frame.to_native()
