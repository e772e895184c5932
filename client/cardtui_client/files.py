"""Files: read without waiting (`read_given`), and written whole or not at all (`write_atomically`).

A pipe would keep a program that opens it waiting, perhaps for ever; a device may do something when
it is opened. Both are refused before that.

A file that is a link, has a mode of its own, has several names or was mounted on its own may have
been put there by a person: it is written where it leads, and stays what it is. One for which a mode
is asked is the program's own and may be a secret: of several names it keeps but the one written.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import Final

if sys.platform == "win32":
    AT_ONCE: Final = os.O_BINARY
else:
    AT_ONCE: Final = os.O_NONBLOCK | os.O_NOCTTY
"""How to open what should be a file: if it is a pipe or a terminal, nobody waits for it."""

NOT_A_REGULAR_FILE = "Not a regular file"
"""Why a pipe, a socket or a device is refused, in words like the system's."""

_REPLACE_ERRNOS: Final = (errno.EBUSY, errno.EACCES, errno.EPERM, errno.EROFS)
"""Why nothing can be put in a file's place, though it may be possible to write into it."""


def read_given(path: str | os.PathLike[str], most: int = -1) -> bytes:
    """Return what is in a file, or its first ``most`` bytes.

    Raises:
        OSError: it cannot be read, or is no file.
    """
    check_regular(os.stat(path), path)  # noqa: PTH116 - it may be a text
    handle = os.open(path, os.O_RDONLY | AT_ONCE)
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
        raise OSError(errno.EINVAL, NOT_A_REGULAR_FILE, path)


def write_atomically(path: Path, text: str, mode: int | None = None) -> None:
    """Write a file so that at any moment it is the old one or the new one.

    Folders that are missing are made. A file in whose place nothing can be put (mounted on its own,
    or in a folder that may not be changed) is written into, once there is room for all of it; so
    is one that has several names (hard links), unless a mode is asked for.

    Args:
        path: the file; what a link leads to is written, not the link.
        mode: of the file; by default as it is, or as for any new file.

    Raises:
        OSError: it cannot be written, or is a folder, a pipe or a device; ``filename`` is the file.
    """
    target = Path(os.path.realpath(path))
    data = text.encode()
    try:
        try:
            old = target.stat()
        except FileNotFoundError:
            target.parent.mkdir(mode=0o777 if mode is None else 0o700, parents=True, exist_ok=True)
            _replace(target, data, 0o644 if mode is None else mode)
            return
        check_regular(old, path)
        wanted = stat.S_IMODE(old.st_mode) if mode is None else mode
        if old.st_nlink > 1 and mode is None:
            _write_into(target, data, wanted)
            return
        try:
            _replace(target, data, wanted)
        except OSError as error:
            if error.errno not in _REPLACE_ERRNOS:
                raise
            _write_into(target, data, wanted)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def _replace(path: Path, data: bytes, mode: int) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else a power cut could leave the new name with nothing in it
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _write_into(path: Path, data: bytes, mode: int) -> None:
    with path.open("r+b") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) != mode:
            path.chmod(mode)  # before there is anything new to read
        size = file.seek(0, os.SEEK_END)
        try:  # where there is no room for all of it, nothing is changed
            file.write(bytes(max(len(data) - size, 0)))
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            os.truncate(path, size)
            raise
        file.seek(0)
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())
