"""The palette of the theme that is on: what painting is given of a theme's variables."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_client.tui.paint.canvas import Palette, brightness, mix
from cardtui_client.tui.themes import DEFAULTS


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
        shade=edge if brightness(edge) <= brightness(felt) else felt,
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
