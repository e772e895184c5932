"""A hold on one's own server: it runs for as long as somebody holds it, and ends with the last.

Every program that uses the server holds it, by a shared lock on a file in the server's folder; the
server waits for the lock that excludes all others. The system lets go for a program that dies.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final, Self

_FILE: Final = "held"


class Ending(Exception):
    """The server has nobody left and is about to end: it cannot be held any more."""


class ServerHold:
    """One program's hold on the server in a folder."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, folder: Path) -> Self:
        """Hold the server that runs there, or the one that is about to be started.

        Raises:
            Ending: one that ran there ends just now.
            OSError: the folder cannot be used.
        """
        hold = cls(_opened(folder))
        try:
            fcntl.flock(hold._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError as error:
            os.close(hold._descriptor)
            if isinstance(error, BlockingIOError):
                raise Ending from None
            raise
        return hold

    def let_go(self) -> bool:
        """Let go of it; return whether it ends now, as nobody else holds it."""
        last = self._is_last()
        os.close(self._descriptor)
        return last

    def _is_last(self) -> bool:
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Between two locks the server may have got its own: then nobody else is there either.
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
            return False
        return True


def wait_until_free(folder: Path) -> None:
    """Wait until nobody holds the server in the folder; from then on nobody can."""
    # Kept open until the process ends.
    fcntl.flock(_opened(folder), fcntl.LOCK_EX)


def _opened(folder: Path) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.open(folder / _FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
