"""The colours of a table (`PALETTE`, `PALETTES`), and how well each shows on another.

Contrast is that of WCAG, which Textual's own is not.
"""

from typing import Final

from cardtui_client.tui.themes import DEFAULT_COLOURS, THEMES
from cardtui_client.tui.widgets.painted import palette_of


def contrast(one: str, other: str) -> float:
    """Return it for two colours as ``#rrggbb``: 1 for the same one, 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


PALETTE = palette_of(DEFAULT_COLOURS, dark=True, four_colours=True)


PALETTES: Final = {
    name: palette_of(
        theme.to_color_system().generate() | theme.variables, dark=theme.dark, four_colours=True
    )
    for name, theme in THEMES.items()
}
