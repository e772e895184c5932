"""The colours that the table is painted with, taken from the theme that is on."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from cardtui_client.tui.themes import DEFAULTS


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


def palette_of(variables: Mapping[str, str], *, dark: bool, four_colours: bool) -> Palette:
    """Return the palette that a theme's variables make.

    Spanish suits always have four colours, as on paper; French ones two or four.
    """

    def colour(name: str, default: str = "#808080") -> str:
        value = variables.get(name) or DEFAULTS.get(name) or default
        return value[:7] if value.startswith("#") else DEFAULTS.get(name, default)

    french = (
        {"S": "ink-spades", "H": "ink-hearts", "D": "ink-diamonds", "C": "ink-clubs"}
        if four_colours
        else {"S": "ink-black", "H": "ink-red", "D": "ink-red", "C": "ink-black"}
    )
    spanish = {"E": "ink-espadas", "B": "ink-bastos", "O": "ink-oros", "C": "ink-copas"}
    suits = {f"french:{suit}": colour(name) for suit, name in french.items()}
    suits |= {f"spanish:{suit}": colour(name) for suit, name in spanish.items()}
    ink = colour("foreground", "#e8e4d8")
    surface = colour("surface", "#15201b")
    felt, edge = colour("felt"), colour("felt-edge")
    return Palette(
        felt=felt,
        shade=edge if _brightness(edge) <= _brightness(felt) else felt,
        felt_ink=colour("felt-ink"),
        card=colour("card"),
        card_edge=colour("card-edge"),
        back=colour("card-back"),
        back_ink=colour("card-back-ink"),
        teams=(colour("team-0"), colour("team-1")),
        turn=colour("turn"),
        surface=surface,
        panel=colour("panel", "#1d2b25"),
        ink=ink,
        muted=mix(surface, ink, 0.62),
        primary=colour("primary", "#d9b45f"),
        accent=colour("accent", "#e58a5c"),
        success=colour("success", "#6cc18f"),
        warning=colour("warning", "#e6b450"),
        error=colour("error", "#ef7b72"),
        suits=suits,
        dark=dark,
    )


@lru_cache(maxsize=1024)
def style(
    fg: str,
    bg: str | None = None,
    *,
    bold: bool = False,
    italic: bool = False,
    strike: bool = False,
) -> Style:
    """Return a style; without a background it takes the one it is painted on."""
    return Style(color=fg, bgcolor=bg, bold=bold, italic=italic, strike=strike)


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
    return "#101010" if _brightness(ground) > 0.55 else "#ffffff"


def _brightness(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
