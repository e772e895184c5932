"""Sends the terminal no more of a change than the cells that are different.
How few equal cells are sent again rather than stepped over: `_MOST_CELLS_RESENT`.

Textual sends all that it has drawn again, a whole line of a widget or after a new layout the
whole screen, and every style whole. Here what the terminal shows is remembered, and only what
differs is sent: style by style, as a style takes more bytes than a step of the cursor, and of a
style only what the one before had otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from cardtui_client.text import char_width, in_letters

_RESET: Final = "0"
_MARKS_SEEN_ON_BLANKS: Final = frozenset({"4", "7", "9", "21", "51", "52", "53"})
"""Lines through and around letters, and colours that change places."""

_WEIGHT_MARKS: Final = frozenset({"1", "2"})
"""Bold and dim, which end together."""

_END_OF_MARK: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What ends a mark without ending the colours."""

_COLOUR_PARTS: Final = {"2": 5, "5": 3}
"""How many numbers a colour takes, by its second one."""

_MOST_CELLS_RESENT: Final = 3
"""So few cells that are the same are rather sent again than stepped over."""

_SYSTEMS: Final = {
    "standard": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
    "windows": ColorSystem.WINDOWS,
}


class Look(NamedTuple):
    """What a terminal is told of a style.

    Attributes:
        marks: bold, italic and such.
        ink: the colour of letters; ``""`` for the terminal's own.
        ground: the colour behind them; ``""`` for the terminal's own.
        link: the link that it is part of, as a terminal is told it; ``""`` for none.
    """

    marks: frozenset[str] = frozenset()
    ink: str = ""
    ground: str = ""
    link: str = ""

    @property
    def seen_on_blanks(self) -> bool:
        """Whether a blank has more than a ground."""
        return bool(self.link) or not self.marks.isdisjoint(_MARKS_SEEN_ON_BLANKS)


PLAIN_LOOK: Final = Look()

Cell = tuple[str, Look]
"""What stands in a cell: a letter with its marks, ``""`` in the right half of a wide one.

A blank of which only the ground is seen has no more than that in its look.
"""


@lru_cache(maxsize=4096)
def look_of(codes: str) -> Look:
    """Return the parts of a style as a terminal is told it.

    >>> look_of("1;38;2;1;2;3;44")
    Look(marks=frozenset({'1'}), ink='38;2;1;2;3', ground='44', link='')
    """
    marks: set[str] = set()
    ink = ground = ""
    parts = [part for part in codes.split(";") if part]
    while parts:
        first = int(parts[0])
        count = _COLOUR_PARTS.get(parts[1], 1) if first in (38, 48) and parts[1:] else 1
        told, parts = ";".join(parts[:count]), parts[count:]
        if 30 <= first <= 38 or 90 <= first <= 97:
            ink = told
        elif 40 <= first <= 48 or 100 <= first <= 107:
            ground = told
        else:
            marks.add(told)
    return Look(frozenset(marks), ink, ground)


def cells_of(
    strips: Iterable[Strip], colours: ColorSystem, *, letters_alone: bool = False
) -> Iterator[Cell]:
    """Yield the cells of strips beside each other, in ASCII alone if need be."""
    for strip in strips:
        for text, style, control in strip:
            if not control:
                yield from _cells(in_letters(text) if letters_alone else text, style, colours)


@lru_cache(maxsize=4096)
def _cells(text: str, style: Style | None, colours: ColorSystem) -> tuple[Cell, ...]:
    look, blank = (PLAIN_LOOK, PLAIN_LOOK) if style is None else _looks(style, colours)
    if text.isascii():
        return tuple((char, blank if char == " " else look) for char in text)
    return tuple(_wide_cells(text, look, blank))


@lru_cache(maxsize=4096)
def _looks(style: Style, colours: ColorSystem) -> tuple[Look, Look]:
    """Return the look of a style's letters, and that of its blanks."""
    look = look_of(Strip.render_ansi(style, colours))
    if style.link:
        look = look._replace(link=f"id={style.link_id};{style.link}")
    return look, look if look.seen_on_blanks else _bare(look.ground)


@lru_cache(maxsize=4096)
def _on_ground(look: Look, ground: str) -> Look:
    """Return the look in which blanks are written on a ground after another look."""
    if not ground:
        return PLAIN_LOOK
    return Look(look.marks - _MARKS_SEEN_ON_BLANKS, look.ink, ground)


@lru_cache(maxsize=1024)
def _bare(ground: str) -> Look:
    """Return the look of blanks: one object a colour, as looks are compared by identity first."""
    return Look(ground=ground)


def _wide_cells(text: str, look: Look, blank: Look) -> Iterator[Cell]:
    letter = ""
    for char in text:
        width = char_width(char)
        if width and letter:
            yield letter, look
        if width:
            letter = char
        else:
            letter += char
        if width == 2:
            yield letter, look
            letter = ""
            yield "", look
        elif letter == " ":
            yield letter, blank
            letter = ""
    if letter:
        yield letter, look


class Shown:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._lines: list[list[Cell | None]] = []

    def forget(self) -> None:
        """Know nothing any more: something else may have written there."""
        self._lines = []

    def take(self, y: int, x: int, cells: Iterable[Cell]) -> Iterator[tuple[int, list[Cell]]]:
        """Take cells over, and yield those that are different, by where each run begins."""
        while len(self._lines) <= y:
            self._lines.append([])
        line, new = self._lines[y], list(cells)
        line += [None] * (x + len(new) - len(line))
        old, line[x : x + len(new)] = line[x : x + len(new)], new
        if old == new:
            return
        run = range(0)
        for at, (was, cell) in enumerate(zip(old, new, strict=True)):
            if was == cell:
                continue
            start = at
            while start and not new[start][0]:
                start -= 1  # a wide letter is sent whole
            if run and start > run.stop:
                yield x + run.start, new[run.start : run.stop]
                run = range(0)
            run = range(run.start if run else start, at + 1)
        yield x + run.start, new[run.start : run.stop]

    def between(self, y: int, left: int, right: int) -> list[Cell | None]:
        """Return the cells of a line from one to before another, ``None`` where unknown."""
        return self._lines[y][left:right]


class Place(NamedTuple):
    """A line and a cell of it, from zero."""

    y: int
    x: int


class Piece(NamedTuple):
    """Letters beside each other in one look.

    Attributes:
        at: where the first one stands.
        letters: the cells, ``""`` in the right half of a wide letter.
    """

    at: Place
    letters: list[str]

    @property
    def end(self) -> Place | None:
        """The place after it; ``None`` if terminals may not agree where that is."""
        if all(len(letter) == 1 for letter in self.letters):
            return Place(self.at.y, self.at.x + len(self.letters))
        return None


class Pieces:
    """What is to be sent, by its look; of a blank only the ground counts, if it has no more."""

    def __init__(self, shown: Shown) -> None:
        """Begin with nothing.

        Args:
            shown: what the terminal shows once all is sent.
        """
        self._shown = shown
        self._of: dict[Look, list[Piece]] = defaultdict(list)
        self._blanks: dict[str, list[Piece]] = defaultdict(list)

    def add(self, y: int, x: int, cells: list[Cell]) -> None:
        """Take a run of cells in."""
        first, look, blank = 0, cells[0][1], _is_blank(cells[0])
        for at, cell in enumerate(cells):
            if cell[1] is look and (not blank or cell[0] == " "):
                continue
            if not cell[0] or _is_like(cell, look):
                blank = blank and _is_blank(cell)
            elif blank and _is_like((" ", look), cell[1]):
                look, blank = cell[1], False  # blanks before letters are written with them
            else:
                self._keep(look, blank, Place(y, x + first), cells[first:at])
                first, look, blank = at, cell[1], _is_blank(cell)
        self._keep(look, blank, Place(y, x + first), cells[first:])

    def _keep(self, look: Look, blank: bool, at: Place, cells: list[Cell]) -> None:
        letters = [letter for letter, _look in cells]
        pieces = self._blanks[look.ground] if blank else self._of[look]
        if pieces and (between := self._between(pieces[-1], at, look)) is not None:
            pieces[-1].letters.extend(between + letters)
        else:
            pieces.append(Piece(at, letters))

    def _between(self, piece: Piece, at: Place, look: Look) -> list[str] | None:
        """Return the letters from a piece to a place behind it, if they are few and of its look."""
        end = piece.at.x + len(piece.letters)
        if piece.at.y != at.y or not 0 <= at.x - end <= _MOST_CELLS_RESENT:
            return None
        cells = self._shown.between(at.y, end, at.x)
        if all(cell and cell[0] and _is_like(cell, look) for cell in cells):
            return [cell[0] for cell in cells if cell]
        return None

    def looks(self) -> Iterator[tuple[Look, list[Piece]]]:
        """Yield the pieces of each look; next comes the look that takes the fewest bytes to tell.

        Of the look of blanks alone, what letters would need is left as it is at that moment.
        """
        of = {look: list(pieces) for look, pieces in self._of.items()}
        plain = {look.ground: look for look in of if not look.seen_on_blanks}
        alone: dict[str, list[Piece]] = {}
        for ground, pieces in self._blanks.items():
            if ground in plain:
                of[plain[ground]] += pieces
            else:
                alone[ground] = pieces
        at = PLAIN_LOOK
        while of or alone:
            blanks = [_on_ground(at, ground) for ground in alone]
            look = min((*of, *blanks), key=lambda each: len(_told(at, each)))
            yield look, sorted(of.pop(look) if look in of else alone.pop(look.ground))
            at = look


def _is_blank(cell: Cell) -> bool:
    return cell[0] == " " and not (cell[1].marks or cell[1].link)


def _is_like(cell: Cell, look: Look) -> bool:
    """Return whether a cell may be written in a look, as it is seen."""
    own = cell[1]
    if own is look or own == look:
        return True
    return _is_blank(cell) and not look.seen_on_blanks and own.ground == look.ground


class Pen:
    """Writes pieces, and knows where it stands and in which style."""

    def __init__(self, width: int) -> None:
        """Begin in the terminal's own style, nowhere.

        Args:
            width: the columns of the terminal.
        """
        self._width = width
        self._look = PLAIN_LOOK
        self._at: Place | None = None

    def write(self, look: Look, pieces: Iterable[Piece]) -> Iterator[str]:
        """Yield what writes pieces of a look."""
        yield self._turn_to(look)
        for piece in pieces:
            yield _step(self._at, piece.at)
            yield from piece.letters
            end = piece.end
            # After the last column some terminals stand in it, some on the next line.
            self._at = end if end is not None and end.x < self._width else None

    def rest(self) -> str:
        """Return what brings the terminal's own style back."""
        return self._turn_to(PLAIN_LOOK)

    def _turn_to(self, look: Look) -> str:
        old, self._look = self._look, look
        if old == look:
            return ""
        link = "" if look.link == old.link else f"\x1b]8;{look.link or ';'}\x1b\\"
        return link + _told(old, look)


def _step(start: Place | None, to: Place) -> str:
    """Return the shortest of what leads the cursor there."""
    told = f"\x1b[{to.y + 1};{to.x + 1}H"
    if start is None:
        return told
    return min(told, _led(to.y - start.y, "B", "A") + _led(to.x - start.x, "C", "D"), key=len)


@lru_cache(maxsize=1024)
def _led(cells: int, on: str, back: str) -> str:
    """Return what leads the cursor so many cells on, or back."""
    if back == "D" and -4 < cells < 0:
        return "\b" * -cells
    count = abs(cells) if abs(cells) > 1 else ""
    return f"\x1b[{count}{on if cells > 0 else back}" if cells else ""


@lru_cache(maxsize=4096)
def _told(old: Look, new: Look) -> str:
    """Return what leads from one style to another."""
    gone = old.marks - new.marks
    known = gone.issubset(_END_OF_MARK) and not (gone & _WEIGHT_MARKS and new.marks & _WEIGHT_MARKS)
    if not known or (old.ink and not new.ink) or (old.ground and not new.ground):
        told = [_RESET, *sorted(new.marks), new.ink, new.ground]
    else:
        told = [
            *sorted(_END_OF_MARK[mark] for mark in gone),
            *sorted(new.marks - old.marks),
            new.ink if new.ink != old.ink else "",
            new.ground if new.ground != old.ground else "",
        ]
    codes = ";".join(filter(None, told))
    return f"\x1b[{codes}m" if codes else ""


class SparingUpdate(CompositorUpdate):
    """A change of the screen in few bytes."""

    def __init__(
        self, update: ChopsUpdate | LayoutUpdate, shown: Shown, *, letters_alone: bool = False
    ) -> None:
        """Take over a change as Textual has it.

        Args:
            shown: what the terminal shows before it, and after it.
            letters_alone: whether it shows nothing but ASCII.
        """
        self._letters_alone = letters_alone
        self._update = update
        self._shown = shown

    def render_segments(self, console: Console) -> str:
        colours = _SYSTEMS.get(console.color_system or "", ColorSystem.TRUECOLOR)
        pieces = Pieces(self._shown)
        for y, x, strips in self._strips():
            drawn = cells_of(strips, colours, letters_alone=self._letters_alone)
            for start, cells in self._shown.take(y, x, drawn):
                pieces.add(y, start, cells)
        pen = Pen(console.width)
        sent = [told for look, some in pieces.looks() for told in pen.write(look, some)]
        sent.append(pen.rest())
        return "".join(sent)

    def _strips(self) -> Iterator[tuple[int, int, Iterable[Strip]]]:
        """Yield what is drawn anew, and where."""
        if isinstance(self._update, LayoutUpdate):
            for y, line in enumerate(self._update.strips, self._update.region.y):
                yield y, self._update.region.x, line
            return
        for y, first, last in self._update.spans:
            chops = zip(self._update.chop_ends[y], self._update.chops[y].items(), strict=False)
            for end, (x, strip) in chops:
                if strip is not None and x < last and end > first:
                    left = max(x, first)
                    yield y, left, [strip.crop(left - x, min(end, last) - x)]
