"""The folder in which a server keeps its tables, and its lock: one process at a time may use it.

The folder itself is locked, so there is no lock file that somebody might tidy away. The system
releases the lock when the process that holds it ends, in whatever way.
"""

from __future__ import annotations

import os
from errno import EAGAIN
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from cardtui_server.failures import StartError


class InUse(Exception):
    """Another process has locked the folder."""


def lock_open(descriptor: int, *, shared: bool = False, wait: bool = False) -> None:
    """Lock what is open; the lock goes with the last copy of the descriptor, in any process.

    Args:
        descriptor: of a file or a folder.
        shared: whether others may have such a lock, too.
        wait: whether to wait until it is free.

    Raises:
        BlockingIOError: another process has locked it.
        OSError: it cannot be locked.
    """
    import portalocker  # loads more than a server without a folder needs

    how = portalocker.LOCK_SH if shared else portalocker.LOCK_EX
    try:
        portalocker.lock(descriptor, how if wait else how | portalocker.LOCK_NB)
    except portalocker.AlreadyLocked:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN)) from None
    except portalocker.LockException as error:
        raise (error.__cause__ or error) from None


class FolderLock:
    """A folder that this process has locked, until it releases the lock."""

    def __init__(self, descriptor: int) -> None:
        """Take over a lock that another process took and passed on."""
        self.descriptor = descriptor

    @classmethod
    def take(cls, folder: Path) -> FolderLock:
        """Lock the folder; make it if it does not exist.

        Raises:
            InUse: another process has locked it.
            OSError: the folder cannot be made or opened.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return cls._locked(folder)

    @classmethod
    def wait(cls, folder: Path) -> FolderLock:
        """Lock the folder as soon as nobody else has.

        Raises:
            OSError: the folder cannot be opened.
        """
        return cls._locked(folder, wait=True)

    @classmethod
    def _locked(cls, folder: Path, *, wait: bool = False) -> FolderLock:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            lock_open(descriptor, wait=wait)
        except OSError as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                raise InUse from None
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Release the lock; a process to which it was passed on keeps it."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> Self:
        """Hold the lock."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the lock."""
        self.release()


_NOT_PERMITTED: Final = (
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
        if not os.path.isdir(data):  # noqa: PTH112 - it also answers where we may not look
            sentence = (
                "The data folder {folder} cannot be made ({error}): choose another one with --data."
            )
        elif isinstance(error, PermissionError):
            sentence = _NOT_PERMITTED
        else:
            sentence = (
                "The data folder {folder} cannot be locked ({error}): choose one on another disk"
                " with --data."
            )
        raise StartError(sentence, folder=data, error=error.strerror) from error
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        lock.release()
        raise StartError(_NOT_PERMITTED, folder=data)
    return lock
