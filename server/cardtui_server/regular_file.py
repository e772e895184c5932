"""Reads and writes what should be a file, never a pipe (`read_file`, `write_secret`)."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def read_file(path: Path) -> bytes:
    """Return what is in a file. A pipe would keep us waiting, perhaps for ever.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    _check(path)
    return path.read_bytes()


def write_secret(path: Path, data: bytes) -> None:
    """Write a file that its owner alone can read; at any moment it is the old one or the new one.

    Folders that are missing are made. A link stays: what it leads to is written.

    Raises:
        OSError: it cannot be written, or something else is in its place.
    """
    target = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        _check(target)
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, passing = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        Path(passing).replace(target)
    except BaseException:
        Path(passing).unlink(missing_ok=True)
        raise


def _check(path: Path) -> None:
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
