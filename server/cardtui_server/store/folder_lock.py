"""The lock on a data folder: one server at a time uses it, or one recovery.

The folder itself is locked, so there is no file that somebody might tidy away. The system
lets go of the lock when the process that holds it ends, however it ends.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self


class InUse(Exception):
    """Another process holds the folder."""


class FolderLock:
    """A folder that is ours, until it is released."""

    def __init__(self, descriptor: int) -> None:
        """Take over a lock that another process took and handed on."""
        self.descriptor = descriptor

    @classmethod
    def take(cls, folder: Path) -> FolderLock:
        """Make the folder if there is none, and lock it.

        Raises:
            InUse: another process has locked it.
            OSError: it cannot be made or opened.
        """
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                raise InUse from None
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Let go; whoever the lock was handed on to keeps it."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> Self:
        """Hold it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release it."""
        self.release()
