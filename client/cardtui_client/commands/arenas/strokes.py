"""What the parts of an arena's picture have in common: its colours, its marks, and words in it.

A picture brings its own ground, so that it can be read on a light page and on a dark one
(docs/design.md). Bots are told apart by colour and, where lines cross, by how the line is broken.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from cardtui_client.tui.themes import DEFAULTS

WIDTH: Final = 640
LEFT: Final = 20
"""Where titles and names begin."""

FELT, EDGE, INK = (DEFAULTS[name] for name in ("felt", "felt-edge", "felt-ink"))


class Mark(NamedTuple):
    """How a bot is drawn: its colour, and the pattern of its line."""

    colour: str
    dashes: str


_COLOURS: Final = tuple(DEFAULTS[name] for name in ("team-0", "team-1", "card", "card-back-ink"))
_DASHES: Final = ("none", "7 3", "2 3", "10 3 2 3")


def mark_of(place: int) -> Mark:
    """Return how the bot at a place of a meeting is drawn; the first sixteen differ."""
    count = len(_COLOURS)
    return Mark(_COLOURS[place % count], _DASHES[(place + place // count) % count])


def words(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    """Return words that stand at a point."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}" text-anchor="{anchor}"'
        f' font-family="system-ui, sans-serif" font-size="{size}">{escape(text)}</text>'
    )
