"""A sheet of paper as lines of text: how wide it is at least, and what of it is wrapped."""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.scene import Line
from cardtui_client.text import wrap

SMALLEST: Final = 52
"""So many cells a line has on the smallest screens."""


def wrapped(lines: tuple[Line, ...], cells: int) -> tuple[Line, ...]:
    """Return the lines, those of words alone wrapped to so many cells."""
    return tuple(
        line._replace(text=text)
        for line in lines
        for text in (
            (wrap(line.text, cells) or [""]) if not (line.cards or line.columns) else [line.text]
        )
    )
