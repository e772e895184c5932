"""Reading the files that a person names, or may have put where we look: nothing is waited for.

A pipe would keep whoever opens it waiting, perhaps for ever; a device may do something when it is
opened. Both are refused before that.
"""

from __future__ import annotations

import errno
import os
import stat

NO_FILE = "Not a regular file"
"""Why a pipe, a socket or a device is refused, in words like the system's."""


def read_given(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """Return what is in a file, or its first ``most`` bytes.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    check_regular(os.stat(path), path)  # noqa: PTH116 - it may be a text
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        check_regular(os.fstat(handle), path)  # it may have been replaced
        return file.read(most)


def check_regular(found: os.stat_result, path: str | os.PathLike[str]) -> None:
    """Refuse what is no file.

    Raises:
        OSError: it is none.
    """
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, NO_FILE, path)
