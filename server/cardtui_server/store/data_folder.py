"""The folder in which a server keeps its tables: one process at a time may use it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from cardtui_server.failures import StartError
from cardtui_server.store.folder_lock import FolderLock, InUse

_FORBIDDEN: Final = (
    "The data folder {folder} may not be read and written: give yourself the right, or choose"
    " another one with --data."
)


def database_in(data: Path) -> Path:
    """Return where the tables are: SQLite has its other files beside what a link leads to."""
    return Path(os.path.realpath(data / "cardtui.db"))


def take_folder(data: Path) -> FolderLock:
    """Return the lock on the data folder; make the folder if it does not exist.

    Raises:
        StartError: another process uses the folder, or it cannot be used.
    """
    try:
        lock = FolderLock.take(data)
    except InUse:
        raise StartError(
            "The data folder {folder} is in use by another server or by “cardtui recover”:"
            " join that server, wait, or choose another folder with --data.",
            folder=data,
        ) from None
    except OSError as error:
        if not os.path.isdir(data):  # noqa: PTH112 - it also answers where one may not look
            sentence = (
                "The data folder {folder} cannot be made ({error}): choose another one with --data."
            )
        elif isinstance(error, PermissionError):
            sentence = _FORBIDDEN
        else:
            sentence = (
                "The data folder {folder} cannot be locked ({error}): choose one on another disk"
                " with --data."
            )
        raise StartError(sentence, folder=data, error=error.strerror) from error
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        lock.release()
        raise StartError(_FORBIDDEN, folder=data)
    return lock
