"""The colours of the client: five sets such as `_COLOUR_BLIND`, all of them in `THEMES`.
What they come to without colours, or with sixteen, is in `tui/colourless.py` and `tui/sixteen.py`.

Besides Textual's own words (`$primary`, `$surface`, …) every theme defines those of a card
table: `$felt` and `$felt-edge`; `$card`, `$card-edge`, `$card-back` and `$card-back-ink`;
the inks of the suits on a card (`$ink-black` and `$ink-red` for two colours, `$ink-spades`
… for four, `$ink-espadas` … for the Spanish pack); `$team-0` and `$team-1`; `$turn`. And
those of a form: `$field`, `$button` and their edges.

An app that draws cards registers all of `THEMES` and gives `DEFAULT_COLOURS` to
`get_theme_variable_defaults`, so that its style sheets parse whatever theme is on.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

_DARK: Final = Theme(
    name="dark",
    dark=True,
    background="#0e1512",
    surface="#15201b",
    panel="#1d2b25",
    foreground="#e8e4d8",
    primary="#d9b45f",
    secondary="#58b589",
    accent="#e58a5c",
    success="#6cc18f",
    warning="#e6b450",
    error="#ef7b72",
    variables={
        "felt": "#123526",
        "felt-edge": "#0b2419",
        "felt-ink": "#e8e4d8",
        "card": "#f6f1e3",
        "card-edge": "#8d8672",
        "card-back": "#6e2433",
        "card-back-ink": "#d79aa3",
        "ink-black": "#1b1b1d",
        "ink-red": "#b3202c",
        "ink-spades": "#1b1b1d",
        "ink-hearts": "#b3202c",
        "ink-diamonds": "#1d4fa0",
        "ink-clubs": "#1c6a35",
        "ink-espadas": "#1d4fa0",
        "ink-bastos": "#1c6a35",
        "ink-oros": "#86590a",
        "ink-copas": "#b3202c",
        "team-0": "#6fb9e6",
        "team-1": "#f0a35b",
        "turn": "#f3d57a",
        "scrollbar": "#3a5348",
        "scrollbar-background": "#0e1512",
        "field": "#15201b",
        "field-edge": "#2c4037",
        "button": "#1d2b25",
        "button-edge": "#2c4037",
    },
)

_LIGHT: Final = Theme(
    name="light",
    dark=False,
    background="#f5f0e4",
    surface="#fdfaf2",
    panel="#e9e2d0",
    foreground="#25261f",
    primary="#1a6344",
    secondary="#2c6f8a",
    accent="#9c3d22",
    success="#1f6b3c",
    warning="#855600",
    error="#a8232a",
    variables={
        "felt": "#cfe0cf",
        "felt-edge": "#a9c5ae",
        "felt-ink": "#1d2a20",
        "card": "#fffdf7",
        "card-edge": "#6f6a5a",
        "card-back": "#8c3344",
        "card-back-ink": "#f0ccd2",
        "ink-black": "#1b1b1d",
        "ink-red": "#b3202c",
        "ink-spades": "#1b1b1d",
        "ink-hearts": "#b3202c",
        "ink-diamonds": "#1d4fa0",
        "ink-clubs": "#1c6a35",
        "ink-espadas": "#1d4fa0",
        "ink-bastos": "#1c6a35",
        "ink-oros": "#7d5206",
        "ink-copas": "#b3202c",
        "team-0": "#0f5c94",
        "team-1": "#8f4a00",
        "turn": "#7a5200",
        "scrollbar": "#b9ad90",
        "scrollbar-background": "#f5f0e4",
        "field": "#fdfaf2",
        "field-edge": "#cfc3a4",
        "button": "#e9e2d0",
        "button-edge": "#cfc3a4",
    },
)

_HIGH_CONTRAST: Final = Theme(
    name="high-contrast",
    dark=True,
    background="#000000",
    surface="#000000",
    panel="#1a1a1a",
    foreground="#ffffff",
    primary="#ffe600",
    secondary="#00e5ff",
    accent="#ff9dff",
    success="#4dff88",
    warning="#ffd000",
    error="#ff9a9a",
    text_alpha=1.0,
    variables={
        "felt": "#000000",
        "felt-edge": "#ffffff",
        "felt-ink": "#ffffff",
        "card": "#ffffff",
        "card-edge": "#5a5a5a",
        "card-back": "#00315c",
        "card-back-ink": "#ffffff",
        "ink-black": "#000000",
        "ink-red": "#940010",
        "ink-spades": "#000000",
        "ink-hearts": "#940010",
        "ink-diamonds": "#003c9e",
        "ink-clubs": "#00531d",
        "ink-espadas": "#003c9e",
        "ink-bastos": "#00531d",
        "ink-oros": "#6b3f00",
        "ink-copas": "#940010",
        "team-0": "#7fd4ff",
        "team-1": "#ffb84d",
        "turn": "#ffe600",
        # Dimmed words are for eyes that don't need this theme.
        "text-muted": "#ffffff",
        "foreground-muted": "#ffffff",
        "text-disabled": "#c8c8c8",
        "border": "#ffe600",
        "border-blurred": "#ffffff",
        "scrollbar": "#ffffff",
        "scrollbar-background": "#000000",
        "field": "#000000",
        "field-edge": "#ffffff",
        "button": "#1a1a1a",
        "button-edge": "#ffffff",
    },
)

# The colours of Okabe and Ito, told apart with every common kind of colour blindness; inks
# on cards are darker members of the same hues.
_COLOUR_BLIND: Final = Theme(
    name="colour-blind",
    dark=True,
    background="#10141a",
    surface="#18202a",
    panel="#212c38",
    foreground="#ecece6",
    primary="#56b4e9",
    secondary="#e69f00",
    accent="#f0e442",
    success="#56b4e9",
    warning="#f0e442",
    error="#f0874f",
    variables={
        "felt": "#16283a",
        "felt-edge": "#0d1a28",
        "felt-ink": "#ecece6",
        "card": "#f6f4ec",
        "card-edge": "#6e6e72",
        "card-back": "#4a4a55",
        "card-back-ink": "#c9c9d0",
        "ink-black": "#17171a",
        "ink-red": "#b04400",
        "ink-spades": "#17171a",
        "ink-hearts": "#b04400",
        "ink-diamonds": "#005f9e",
        "ink-clubs": "#8c3a70",
        "ink-espadas": "#005f9e",
        "ink-bastos": "#17171a",
        "ink-oros": "#7a5400",
        "ink-copas": "#b04400",
        "team-0": "#56b4e9",
        "team-1": "#e69f00",
        "turn": "#f0e442",
        "scrollbar": "#3f5266",
        "scrollbar-background": "#10141a",
        "field": "#18202a",
        "field-edge": "#364a5f",
        "button": "#212c38",
        "button-edge": "#364a5f",
    },
)

# No hue. What colours say elsewhere is said by how light it is, by reversed and underlined
# words, and by the shape of an edge: painting asks `Palette.hueless`. White is the turn's.
_MONO: Final = Theme(
    name="mono",
    dark=True,
    background="#0a0a0a",
    surface="#121212",
    panel="#262626",
    foreground="#e6e6e6",
    primary="#d2d2d2",
    secondary="#b4b4b4",
    accent="#d2d2d2",
    success="#e6e6e6",
    warning="#d2d2d2",
    error="#b4b4b4",
    variables={
        "felt": "#1c1c1c",
        "felt-edge": "#080808",
        "felt-ink": "#e6e6e6",
        "card": "#dcdcdc",
        "card-edge": "#5a5a5a",
        "card-back": "#505050",
        "card-back-ink": "#bebebe",
        "ink-black": "#000000",
        "ink-red": "#3c3c3c",
        "ink-spades": "#000000",
        "ink-hearts": "#3c3c3c",
        "ink-diamonds": "#3c3c3c",
        "ink-clubs": "#000000",
        "ink-espadas": "#000000",
        "ink-bastos": "#000000",
        "ink-oros": "#3c3c3c",
        "ink-copas": "#3c3c3c",
        "team-0": "#e6e6e6",
        "team-1": "#b4b4b4",
        "turn": "#ffffff",
        "scrollbar": "#787878",
        "scrollbar-background": "#0a0a0a",
        "field": "#121212",
        "field-edge": "#5a5a5a",
        "button": "#262626",
        "button-edge": "#5a5a5a",
    },
)

THEMES: Final[dict[str, Theme]] = {
    theme.name: theme for theme in (_DARK, _LIGHT, _HIGH_CONTRAST, _COLOUR_BLIND, _MONO)
}
"""The themes by the name that settings keep; the first is the default."""

DEFAULT_COLOURS: Final[dict[str, str]] = dict(_DARK.variables)
"""Values of the card table's words for themes that do not define them."""
