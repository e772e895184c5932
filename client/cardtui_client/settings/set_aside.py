"""A file that cannot be understood gets another name, under which nobody writes over it."""

from __future__ import annotations

from itertools import count
from pathlib import Path


def set_aside(path: Path, aside: str) -> Path | None:
    """Give a file another name, and return it; ``None`` if another client has done that already.

    Args:
        path: the file.
        aside: its name from then on, with a place for a number.

    Raises:
        OSError: it cannot be done.
    """
    names = (path.with_name(aside.format(number=number)) for number in count(1))
    try:
        return path.rename(next(name for name in names if not name.exists()))
    except FileNotFoundError:
        return None
