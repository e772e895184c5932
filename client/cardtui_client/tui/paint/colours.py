"""The colours that the table is painted with, and how they are mixed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style


class Palette(NamedTuple):
    """Colours as ``#rrggbb``; most words are those of `cardtui_client.tui.themes`.

    ``shade`` is what lies in the shadow on the felt: its edge, where that is darker.
    ``suits`` maps a deck's suits (``"spanish:E"``, ``"french:H"``) to their inks.
    """

    felt: str
    shade: str
    felt_ink: str
    card: str
    card_edge: str
    back: str
    back_ink: str
    teams: tuple[str, str]
    turn: str
    surface: str
    panel: str
    ink: str
    muted: str
    primary: str
    accent: str
    success: str
    warning: str
    error: str
    suits: Mapping[str, str]
    dark: bool

    def side(self, side: int) -> str:
        """Return the colour of a team, or of a seat where each plays alone."""
        return self.teams[side % 2]

    @property
    def hueless(self) -> bool:
        """Whether colours say nothing: shapes, reversed and underlined words do instead."""
        return all(map(_grey, (self.turn, self.success, self.error)))


def _grey(colour: str) -> bool:
    return colour[1:3] == colour[3:5] == colour[5:7]


@lru_cache(maxsize=1024)
def style(
    fg: str,
    bg: str | None = None,
    *,
    bold: bool = False,
    italic: bool = False,
    strike: bool = False,
    underline: bool = False,
) -> Style:
    """Return a style; without a background it takes the one it is painted on."""
    return Style(color=fg, bgcolor=bg, bold=bold, italic=italic, strike=strike, underline=underline)


@lru_cache(maxsize=1024)
def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two: 0 gives the first, 1 the other."""
    parts = (
        round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def readable(ground: str) -> str:
    """Return black or white, whichever is read better on that ground."""
    return "#101010" if brightness(ground) > 0.55 else "#ffffff"


def brightness(colour: str) -> float:
    """Return how bright a colour looks: 0 for black, 1 for white."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
