"""A grid of cells to paint on, its colours, large digits (`DIGIT_DOTS`), and the zones for a mouse.
When ink on a ground is black or white: `readable`. The themes are in `tui/themes.py`.

Everything at the table is drawn by pure functions onto a canvas; a widget turns the canvas into
lines for the terminal.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

from rich.segment import Segment
from rich.style import Style

from cardtui_client.model.cards import COIN_SIGN, in_codes, letters_of_suits
from cardtui_client.scene.middle import Zone
from cardtui_client.text import cell_width, char_width, in_ascii


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
    below: int = 0

    def side(self, side: int) -> str:
        """Return the colour of a team, or of a seat where each plays alone.

        The team that plays below, your own, has the first one, whichever seat you have.
        """
        return self.teams[(side - self.below) % 2]

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


_INKED_RUN: Final = re.compile(r"[^ ]+")


def _coins_apart(chars: list[str], styles: list[Style]) -> tuple[list[str], list[Style]]:
    """Return a line with a blank before the sign of coins, whose letter reads as a nought.

    The blank beside the code goes for it, unless the code would then touch another one.
    """
    chars, styles = chars.copy(), styles.copy()

    def free(x: int, beyond: int) -> bool:
        inside = 0 <= x < len(chars) and chars[x] == " "
        touched = chars[beyond] if 0 <= beyond < len(chars) else ""
        return inside and not (touched.isalnum() or touched == COIN_SIGN)

    for x, char in enumerate(chars):
        start = x
        while start and chars[start - 1].isdigit():
            start -= 1
        if char != COIN_SIGN or start == x:
            continue
        if free(start - 1, start - 2):
            chars[start - 1 : x] = [*chars[start:x], " "]
            styles[start - 1] = styles[start]
        elif free(x + 1, x + 2):
            chars[x : x + 2] = [" ", COIN_SIGN]
            styles[x + 1] = styles[x]
    return chars, styles


@lru_cache(maxsize=4096)
def _of_single_cells(text: str) -> bool:
    return all(char_width(char) == 1 for char in text)


class Place(NamedTuple):
    """A rectangle of the canvas.

    Attributes:
        x: left edge.
        y: top edge.
        width: in cells.
        height: in lines.
    """

    x: int
    y: int
    width: int
    height: int

    def meets(self, other: Place) -> bool:
        """Tell whether both have a cell in common."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


class Area(NamedTuple):
    """A rectangle of the canvas that stands for something you can point at.

    Attributes:
        place: the rectangle.
        zone: what it stands for.
    """

    place: Place
    zone: Zone

    def contains(self, x: int, y: int) -> bool:
        """Tell whether the point is in it."""
        left, top, width, height = self.place
        return left <= x < left + width and top <= y < top + height


class Canvas:
    """A grid of styled cells; painting outside of it is cut off, never an error.

    Attributes:
        width: in cells.
        height: in lines.
        palette: the colours it is painted with.
        ascii_only: whether nothing but ASCII is shown of it.
        great: whether the great cards of Truco have a frame of their own.
        areas: where you can point at something, the topmost last.
        chars: the characters by line and cell; the right half of a wide one is empty.
        styles: their styles.
    """

    def __init__(
        self, width: int, height: int, palette: Palette, *, ascii_only: bool = False
    ) -> None:
        self.width = width
        self.height = height
        self.palette = palette
        self.ascii_only = ascii_only
        self.great = True
        self.areas: list[Area] = []
        self.chars: list[list[str]] = []
        self.styles: list[list[Style]] = []
        self.clear(style(palette.ink, palette.surface))

    def clear(self, ground: Style) -> None:
        """Blank all of it."""
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[ground] * self.width for _ in range(self.height)]

    def text(self, x: int, y: int, text: str, look: Style) -> int:
        """Write one line and return the cell after it.

        A style without a background keeps the one that is there.
        """
        if _of_single_cells(text):
            self._write(x, y, text, look)
            return x + len(text)
        for char in text:
            cells = char_width(char)
            if cells == 0:
                self._join(x, y, char)
                continue
            self._put(x, y, char, cells, look)
            x += cells
        return x

    def centred(self, centre: int, y: int, text: str, look: Style) -> None:
        """Write one line around a cell."""
        self.text(centre - cell_width(text) // 2, y, text, look)

    def lines(self, x: int, y: int, lines: tuple[str, ...], look: Style) -> None:
        """Write several lines under each other; blanks are written too."""
        for row, line in enumerate(lines):
            self.text(x, y + row, line, look)

    def stamp(self, x: int, y: int, lines: tuple[str, ...], look: Style) -> None:
        """Write several lines under each other, leaving what is under their blanks."""
        for row, line in enumerate(lines):
            for run in _INKED_RUN.finditer(line):
                self._write(x + run.start(), y + row, run.group(), look)

    def fill(self, place: Place, look: Style) -> None:
        """Blank a rectangle."""
        left, right = max(place.x, 0), min(place.x + place.width, self.width)
        if left >= right:
            return
        for row in range(max(place.y, 0), min(place.y + place.height, self.height)):
            self._part(row, left, right)
            self.chars[row][left:right] = [" "] * (right - left)
            self._colour(row, left, right, look)

    @contextmanager
    def under(self, places: Iterable[Place]) -> Generator[None]:
        """Have what is painted meanwhile lie under what there is in those places."""
        rows = [
            (y, max(place.x, 0), max(place.x + place.width, 0))
            for place in places
            for y in range(max(place.y, 0), min(place.y + place.height, self.height))
        ]
        kept = [(self.chars[y][x:end], self.styles[y][x:end]) for y, x, end in rows]
        yield
        for (y, x, end), (chars, looks) in zip(rows, kept, strict=True):
            self.chars[y][x:end], self.styles[y][x:end] = chars, looks

    def zone(self, place: Place, zone: Zone) -> None:
        """Make a rectangle something you can point at."""
        self.areas.append(Area(place, zone))

    def zone_at(self, x: int, y: int) -> Zone | None:
        """Return what is pointed at there."""
        return next((area.zone for area in reversed(self.areas) if area.contains(x, y)), None)

    def row_text(self, y: int) -> str:
        """Return a line's characters."""
        return "".join(self.chars[y])

    def plain(self) -> str:
        """Return all characters, without blanks at the ends of lines."""
        return "\n".join(self.row_text(y).rstrip() for y in range(self.height))

    def sentence(self, text: str) -> str:
        """Return a sentence with its cards as they can be shown here."""
        return in_codes(text) if self.ascii_only else text

    def segments(self, y: int) -> list[Segment]:
        """Return a line as runs of one style."""
        runs: list[Segment] = []
        chars, styles = self.chars[y], self.styles[y]
        if self.ascii_only:
            letters = letters_of_suits()
            chars, styles = _coins_apart([letters.get(each, each) for each in chars], styles)
        start = 0
        for x in range(1, self.width + 1):
            # Most styles are the same object; comparing two of them is slow.
            if x == self.width or (styles[x] is not styles[start] and styles[x] != styles[start]):
                text = "".join(chars[start:x])
                if self.ascii_only:
                    text = in_ascii(text)
                runs.append(Segment(text, styles[start]))
                start = x
        return runs

    def _write(self, x: int, y: int, text: str, look: Style) -> None:
        """Write characters of one cell each."""
        left, right = max(x, 0), min(x + len(text), self.width)
        if left >= right or not 0 <= y < self.height:
            return
        self._part(y, left, right)
        self.chars[y][left:right] = text[left - x : right - x]
        self._colour(y, left, right, look)

    def _part(self, y: int, left: int, right: int) -> None:
        """Blank the halves of wide characters that are left beside what is written."""
        chars = self.chars[y]
        if not chars[left]:
            chars[left - 1] = " "
        if right < self.width and not chars[right]:
            chars[right] = " "

    def _colour(self, y: int, left: int, right: int, look: Style) -> None:
        styles = self.styles[y]
        if look.bgcolor:
            styles[left:right] = [look] * (right - left)
            return
        # Cells beside each other have the same ground, mostly; to add two styles is slow.
        ground, both = look, look
        for x in range(left, right):
            if styles[x] is not ground:
                ground = styles[x]
                both = ground + look
            styles[x] = both

    def _put(self, x: int, y: int, char: str, cells: int, look: Style) -> None:
        if not (0 <= y < self.height and x >= 0 and x + cells <= self.width):
            return
        self._part(y, x, x + cells)
        self.chars[y][x : x + cells] = [char, *[""] * (cells - 1)]
        self._colour(y, x, x + cells, look)

    def _join(self, x: int, y: int, mark: str) -> None:
        before = x - 1
        if 0 <= y < self.height and 0 < x <= self.width:
            if not self.chars[y][before] and before:
                before -= 1
            self.chars[y][before] += mark


DIGIT_DOTS: Final = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", "  #", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "-": ("   ", "   ", "###", "   ", "   "),
}
_DOT_CELLS: Final = 2
"""The cells beside each other that look like a square."""
_DIGIT_CELLS: Final = 4 * _DOT_CELLS
DIGIT_LINES: Final = 5


def digits_cells(number: str, scale: int = 1) -> int:
    """Return how many cells a number takes."""
    return scale * (_DIGIT_CELLS * len(number) - _DOT_CELLS)


def draw_digits(canvas: Canvas, x: int, y: int, number: str, ink: str, *, scale: int = 1) -> None:
    """Paint a number in that colour, so many times as large as usual."""
    across = scale * _DOT_CELLS
    for digit in number:
        for row, dots in enumerate(DIGIT_DOTS.get(digit, ())):
            for column, dot in enumerate(dots):
                if dot == "#":
                    square = Place(x + column * across, y + row * scale, across, scale)
                    canvas.fill(square, style(ink, ink))
        x += scale * _DIGIT_CELLS
