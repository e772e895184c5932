"""Where descriptors 1 and 2 lead while a screen stands: `FILE`, of at most `MOST` bytes.

Libraries in C, warnings, child processes: whatever writes there would write over the picture. Where
the file cannot be had, it is lost.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final

FILE: Final = "client.log"
"""In the data folder, readable by its owner alone."""

MOST: Final = 256 << 10

_DESCRIPTORS: Final = (1, 2)

_before: Final[dict[int, int]] = {}
"""Copies of what the descriptors led to; empty while they lead there."""


def put_aside(folder: Path | None) -> int:
    """Lead both descriptors into the file; return one of the terminal, for the caller to close.

    Args:
        folder: of the file; ``None`` if nothing may be written.

    Raises:
        OSError: there is no descriptor left for it.
    """
    terminal = os.dup(_before.get(2, 2))
    if _before:
        return terminal
    try:
        log = _opened(folder) if folder is not None else _nowhere()
    except OSError:
        log = _nowhere()
    try:
        for each in _DESCRIPTORS:
            _before[each] = os.dup(each)
            os.dup2(log, each)
    finally:
        os.close(log)
    return terminal


def put_back() -> None:
    """Lead them to where they led before, if they do not."""
    while _before:
        each, copy = _before.popitem()
        os.dup2(copy, each)
        os.close(copy)


def keep_small() -> None:
    """Begin the file anew if it has become too large."""
    with contextlib.suppress(OSError):
        if _before and os.fstat(2).st_size > MOST:
            os.ftruncate(2, 0)


def _opened(folder: Path) -> int:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NONBLOCK  # a pipe there waits for nobody
    log = os.open(folder / FILE, flags, 0o600)
    try:
        found = os.fstat(log)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(FILE)
        os.fchmod(log, 0o600)
        if found.st_size > MOST:
            os.ftruncate(log, 0)
    except BaseException:
        os.close(log)
        raise
    return log


def _nowhere() -> int:
    return os.open(os.devnull, os.O_WRONLY)
