"""What the free room of the log says while little has happened: the rules at hand, the keys."""

from __future__ import annotations

from typing import NamedTuple


class Note(NamedTuple):
    """A title, and pairs of words under it.

    Attributes:
        title: what it is about.
        rows: what each line is about, and what it says.
        keyed: whether its lines are keys and what they do.
    """

    title: str
    rows: tuple[tuple[str, str], ...]
    keyed: bool = False
