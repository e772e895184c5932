"""Shows everything without any colour (`Colourless`): reversed, bold, dim and underlined alone.
From which brightness on something is reversed or drawn: `_LEAST_REVERSED_BRIGHTNESS`,
`_LEAST_DRAWN_BRIGHTNESS`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_LEAST_REVERSED_BRIGHTNESS: Final = 0.5
"""A ground that is brighter than that is reversed: paper, what is marked, keys."""
_LEAST_UNDIMMED_BRIGHTNESS: Final = 0.8
"""What is reversed and darker than that is dim: a card that no longer counts."""
_LEAST_DRAWN_BRIGHTNESS: Final = 0.2
"""A ground without letters that is brighter than that is drawn: large digits, chips."""
_LEAST_DRAWN_CONTRAST: Final = 0.12
"""What differs less from its ground is not drawn: shadows, the prints of the cloth."""
_LEAST_UNDIMMED_CONTRAST: Final = 0.45
"""What differs less from its ground is dim."""
_BLOCKS_TO_BLANKS: Final = dict.fromkeys(map(ord, "█▀▄▌▐▖▗▘▝▙▟▛▜▔▁▏▕"), " ")
_BLANKS_TO_BLOCKS: Final = {ord(" "): "█"}


class _Look(NamedTuple):
    """How a style is shown.

    Attributes:
        style: the style without its colours.
        drawn: what stands for some characters.
    """

    style: Style
    drawn: dict[int, str]


class Colourless(LineFilter):
    """Takes all colours from what is drawn, and says by other means what they said."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments without colours."""
        del background
        return [_colourless(segment) for segment in segments]


def _colourless(segment: Segment) -> Segment:
    text, style, control = segment
    if style is None or control:
        return segment
    look = _look_of(style)
    return Segment(text.translate(look.drawn) if look.drawn else text, look.style)


@lru_cache(maxsize=4096)
def _look_of(style: Style) -> _Look:
    ink, ground = _brightness(style.color, 1.0), _brightness(style.bgcolor, 0.0)
    if style.reverse:
        ink, ground = ground, ink
    far, light = abs(ink - ground), ground > _LEAST_REVERSED_BRIGHTNESS
    drawn: dict[int, str] = {}
    if not light and far < _LEAST_DRAWN_CONTRAST:
        drawn = _BLANKS_TO_BLOCKS if ground > _LEAST_DRAWN_BRIGHTNESS else _BLOCKS_TO_BLANKS
    dim = ground < _LEAST_UNDIMMED_BRIGHTNESS if light else far < _LEAST_UNDIMMED_CONTRAST
    return _Look(_without_colours(style, reverse=light, dim=dim), drawn)


def _without_colours(style: Style, *, reverse: bool, dim: bool) -> Style:
    plain = Style(
        bold=style.bold,
        dim=dim,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=reverse,
        link=style.link,
    )
    return plain + Style.from_meta(style.meta) if style.meta else plain


def _brightness(colour: RichColor | None, usual: float) -> float:
    """Return how bright a colour looks: 0 for black, 1 for white."""
    if colour is None or colour.is_default:
        return usual
    red, green, blue = colour.get_truecolor()
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
