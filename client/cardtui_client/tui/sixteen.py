"""Shows everything in the sixteen colours of a plain terminal (`Sixteen`), all text readable.
Which four colours the suits of a pack have then: `SUIT_COLOURS`. How much ink and ground differ at
least: `_LEAST_CONTRAST`; with which contrast something counts as text: `_LEAST_TEXT_CONTRAST`; how
far apart hues count as different: `_HUES_APART`.
"""

from __future__ import annotations

import colorsys
from functools import lru_cache
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

XTERM_COLOURS: Final = (
    *((0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0)),
    *((0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)),
    *((127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0)),
    *((92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255)),
)
"""The colours as xterm shows them; other terminals differ little in how light each is."""
_GREYS: Final = (0, 7, 8, 15)
_LEAST_CONTRAST: Final = 4.5
_LEAST_TEXT_CONTRAST: Final = 1.5
"""What differs less from its ground is no text: shadows, the prints of the cloth."""
_HUES_APART: Final = 40 / 360
"""Colours whose hues differ more are taken for different ones."""
_LEAST_HUED_SPREAD: Final = 50
"""Colours whose parts differ less are grey."""

SUIT_COLOURS: Final = {
    "ink-spades": "#000000",
    "ink-hearts": "#cd0000",
    "ink-diamonds": "#0000ee",
    "ink-clubs": "#cd00cd",
    "ink-espadas": "#0000ee",
    "ink-bastos": "#000000",
    "ink-oros": "#cd00cd",
    "ink-copas": "#cd0000",
}
"""Green and brown cannot be read on paper: magenta, or black where no other suit has it."""

Rgb = tuple[int, int, int]


class Sixteen(LineFilter):
    """Gives all that is drawn the nearest of sixteen colours with which text can be read."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in those colours."""
        del background
        return [
            part if part.style is None or part.control else Segment(part.text, _shown(part.style))
            for part in segments
        ]


@lru_cache(maxsize=4096)
def _shown(style: Style) -> Style:
    if style.bgcolor is None or style.bgcolor.is_default or style.color is None:
        return style
    ink, ground = _rgb(style.color), _rgb(style.bgcolor)
    below = style.bgcolor.downgrade(ColorSystem.STANDARD).number or 0
    above = _ink(ink, ground, below)
    return style + Style(color=RichColor.from_ansi(above), bgcolor=RichColor.from_ansi(below))


def _rgb(colour: RichColor) -> Rgb:
    red, green, blue = colour.get_truecolor()
    return red, green, blue


def _ink(ink: Rgb, ground: Rgb, below: int) -> int:
    """Return which of the colours is read best for that ink: of its hue, or black or white."""
    if _contrast(ink, ground) < _LEAST_TEXT_CONTRAST:
        return below
    fit = [
        each
        for each in range(len(XTERM_COLOURS))
        if _contrast(XTERM_COLOURS[each], XTERM_COLOURS[below]) >= _LEAST_CONTRAST
    ]
    hue, light, _saturation = colorsys.rgb_to_hls(*(part / 255 for part in ink))
    alike = [each for each in fit if each in _GREYS]
    if max(ink) - min(ink) >= _LEAST_HUED_SPREAD and (
        hued := [each for each in fit if _apart(each, hue) < _HUES_APART]
    ):
        alike = hued
    return min(alike, key=lambda each: abs(_lightness(each) - light))


def _apart(number: int, hue: float) -> float:
    if number in _GREYS:
        return 1.0
    other = colorsys.rgb_to_hls(*(part / 255 for part in XTERM_COLOURS[number]))[0]
    return min(abs(hue - other), 1 - abs(hue - other))


def _lightness(number: int) -> float:
    return colorsys.rgb_to_hls(*(part / 255 for part in XTERM_COLOURS[number]))[1]


def _contrast(one: Rgb, other: Rgb) -> float:
    """Return how much two colours differ, from 1 for nothing to 21, as WCAG measures it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Rgb) -> float:
    parts = (part / 255 for part in colour)
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
