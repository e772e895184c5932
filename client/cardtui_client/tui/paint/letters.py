"""Large letters for what is shouted: their dots (`GLYPHS`, `ACCENT_DOTS`), in three sizes.
Which size has room: `large`. What is shouted is in `tui/paint/flying.py` and `scene/moves.py`.
"""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from cardtui_client.tui.paint.canvas import DIGIT_DOTS, Canvas, Place, style

_LETTER_DOTS: Final = {
    "A": (" # ", "# #", "###", "# #", "# #"),
    "B": ("## ", "# #", "## ", "# #", "## "),
    "C": ("###", "#  ", "#  ", "#  ", "###"),
    "D": ("## ", "# #", "# #", "# #", "## "),
    "E": ("###", "#  ", "## ", "#  ", "###"),
    "F": ("###", "#  ", "## ", "#  ", "#  "),
    "G": ("####", "#   ", "# ##", "#  #", "####"),
    "H": ("# #", "# #", "###", "# #", "# #"),
    "I": ("#", "#", "#", "#", "#"),
    "J": ("  #", "  #", "  #", "# #", "###"),
    "K": ("#  #", "# # ", "##  ", "# # ", "#  #"),
    "L": ("#  ", "#  ", "#  ", "#  ", "###"),
    "M": ("#   #", "## ##", "# # #", "#   #", "#   #"),
    "N": ("#  #", "## #", "# ##", "#  #", "#  #"),
    "O": ("###", "# #", "# #", "# #", "###"),
    "P": ("###", "# #", "###", "#  ", "#  "),
    "Q": ("### ", "# # ", "# # ", "# # ", "####"),
    "R": ("###", "# #", "## ", "# #", "# #"),
    "S": ("###", "#  ", "###", "  #", "###"),
    "T": ("###", " # ", " # ", " # ", " # "),
    "U": ("# #", "# #", "# #", "# #", "###"),
    "V": ("#   #", "#   #", " # # ", " # # ", "  #  "),
    "W": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "X": ("# #", "# #", " # ", "# #", "# #"),
    "Y": ("# #", "# #", " # ", " # ", " # "),
    "Z": ("###", "  #", " # ", "#  ", "###"),
    "!": ("#", "#", "#", " ", "#"),
    "¡": ("#", " ", "#", "#", "#"),
    ".": (" ", " ", " ", " ", "#"),
    "'": ("#", "#", " ", " ", " "),
    "/": ("  #", "  #", " # ", "#  ", "#  "),
    ":": (" ", "#", " ", "#", " "),
    "&": (" #  ", "# # ", " #  ", "# ##", " ## "),
    " ": ("  ",) * 5,
}
GLYPHS: Final = DIGIT_DOTS | _LETTER_DOTS
"""Each letter in dots, five lines high."""
ACCENT_DOTS: Final = {"\u0301": " ##", "\u0300": "## ", "\u0302": " # ", "\u0303": "###"}
"""The dots above a letter that has an acute, a grave, a circumflex or a tilde."""
_LETTER_LINES: Final = 5
_HALF_BLOCKS: Final = {"##": "█", "# ": "▀", " #": "▄", "  ": " "}


def dots_of(words: str) -> tuple[str, ...]:
    """Return the words as lines of dots; none if a letter has no dots.

    >>> dots_of("¡Ya!")
    ('# # #  #  #', '  # # # # #', '#  #  ### #', '#  #  # #  ', '#  #  # # #')
    """
    letters = [unicodedata.normalize("NFD", char) for char in words.upper()]
    if not letters or any(letter[0] not in GLYPHS for letter in letters):
        return ()
    glyphs = [GLYPHS[letter[0]] for letter in letters]
    lines = tuple(" ".join(glyph[line] for glyph in glyphs) for line in range(_LETTER_LINES))
    above = " ".join(
        f"{ACCENT_DOTS.get(letter[1:], ''):{len(glyph[0])}}"
        for letter, glyph in zip(letters, glyphs, strict=True)
    )
    return (above, *lines) if above.strip() else lines


class Large(NamedTuple):
    """Words in large letters.

    Attributes:
        dots: their lines.
        across: how many cells a dot is wide.
        half: whether a dot is half a line high.
        down: how many lines it is high, if not.
    """

    dots: tuple[str, ...]
    across: int
    half: bool
    down: int = 1

    @property
    def width(self) -> int:
        """How many cells they take."""
        return len(self.dots[0]) * self.across

    @property
    def height(self) -> int:
        """How many lines they take."""
        return -(-len(self.dots) // 2) if self.half else len(self.dots) * self.down

    def come(self, part: float) -> Large:
        """Return them with that part from the left, and blanks for the rest."""
        wide = len(self.dots[0])
        shown = round(wide * part)
        return self._replace(dots=tuple([dots[:shown].ljust(wide) for dots in self.dots]))

    def draw(self, canvas: Canvas, x: int, y: int, ink: str, ground: str) -> None:
        """Paint them in that colour; a whole dot is a blank, which ASCII has as well."""
        if self.half:
            blank = " " * len(self.dots[0])
            rows = (blank, *self.dots) if len(self.dots) % 2 else self.dots
            for at in range(0, len(rows), 2):
                text = "".join(map(_half, rows[at], rows[at + 1]))
                canvas.text(x, y + at // 2, text, style(ink, ground))
            return
        for row, line in enumerate(self.dots):
            for column, dot in enumerate(line):
                if dot == "#":
                    left, top = x + self.across * column, y + self.down * row
                    place = Place(left, top, self.across, self.down)
                    canvas.fill(place, style(ink, ink))


def _half(upper: str, lower: str) -> str:
    return _HALF_BLOCKS[upper + lower]


def large(
    words: str, width: int, height: int, *, ascii_only: bool = False, huge: bool = False
) -> Large | None:
    """Return the words in the largest letters that fit there, ``None`` where none do.

    Letters of more than five lines are for numbers that may stand alone, if they are to be huge.
    """
    dots = dots_of(words)
    sizes = [Large(dots, 4, half=False, down=2)] if huge else []
    sizes += [Large(dots, across, half=False) for across in (2, 1)]
    if not ascii_only:
        sizes.append(Large(dots, 1, half=True))
    fitting = (each for each in sizes if each.width <= width and each.height <= height)
    return next(fitting, None) if dots else None
