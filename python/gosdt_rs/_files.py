"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any


def write_file(path: Any, content: str | bytes) -> None:
    """Writes a file: beside its place first, then moved into it. Links are followed; pipes, devices
    and files with several names are written to as they are."""
    place = Path(os.path.realpath(path))
    data = content.encode() if isinstance(content, str) else content
    if place.exists() and (not place.is_file() or place.stat().st_nlink > 1):
        place.write_bytes(data)
        return
    handle, draft = tempfile.mkstemp(prefix=".gosdt-", suffix=".tmp", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, _permissions(place))
        os.replace(draft, place)
    except BaseException:
        os.unlink(draft)
        raise


def _permissions(place: Path) -> int:
    """Those of the file that is replaced, or those of any new file."""
    if place.exists():
        return place.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
