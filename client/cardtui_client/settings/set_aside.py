"""A file that cannot be understood gets another name, under which nobody writes over it."""

from __future__ import annotations

from itertools import count
from pathlib import Path


def set_aside(path: Path, aside: str) -> bool:
    """Give a file another name; tell whether that was possible.

    Args:
        path: the file.
        aside: its name from then on, with a place for a number.
    """
    names = (path.with_name(aside.format(number=number)) for number in count(1))
    try:
        path.rename(next(name for name in names if not name.exists()))
    except FileNotFoundError:
        return True  # another client has done it
    except OSError:
        return False
    return True
