"""Packages of engines, which need not be there."""

import pytest


def need(package):
    """The package of an engine, or a skip that names it."""
    return pytest.importorskip(package, reason=f"{package} is not installed")
