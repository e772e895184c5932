"""Reading what should be a file (`read_file`): a pipe would keep us waiting, perhaps for ever."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_file(path: Path) -> bytes:
    """Return what is in a file.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    return path.read_bytes()
