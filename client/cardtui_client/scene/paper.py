"""A sheet of paper as lines of text: how wide it is at least, and what of it is wrapped."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.text import wrap

SMALLEST: Final = 52
"""How many cells a line has on the smallest screens."""

MOST_BELOW: Final = 9
"""How many lines one's own side has on the smallest screens, where a paper covers no seat."""

CARD_CELLS: Final = 4
"""The cells that a card takes, with the blank before it."""

BREAK_CELLS: Final = 2
"""The cells that the gap before another meld takes."""


class Line(NamedTuple):
    """A line of the paper in the middle of the felt.

    Attributes:
        text: what it says.
        cards: cards drawn after it.
        strong: whether it is a heading.
        side: the side whose colour it has, or ``None``.
        columns: short words under each other in columns after it, flush right.
        wild: which of the cards are wild, and marked so.
        breaks: the places in the cards before which another meld begins.
        aside: what stands after it in a quiet colour, for those who ask.
        is_score: whether it is the score of all sides, which may be told in large digits.
    """

    text: str
    cards: tuple[int, ...] = ()
    strong: bool = False
    side: int | None = None
    columns: tuple[str, ...] = ()
    wild: tuple[int, ...] = ()
    breaks: tuple[int, ...] = ()
    aside: str = ""
    is_score: bool = False

    @property
    def card_cells(self) -> int:
        """The cells that the cards take."""
        return CARD_CELLS * len(self.cards) + BREAK_CELLS * len(self.breaks)


class Score(NamedTuple):
    """What one side has at the end of a match.

    Attributes:
        name: who.
        number: points, chips or games.
        side: the side whose colour it has, or ``None``.
        won: whether it has won.
    """

    name: str
    number: str
    side: int | None = None
    won: bool = False


class Finale(NamedTuple):
    """The page at the end of a match as it lies on a felt that has room for it.

    Attributes:
        title: who has won.
        side: the side whose colour it has, or ``None``.
        scores: what each side has, in large digits.
        lines: what else is told.
    """

    title: str
    side: int | None
    scores: tuple[Score, ...]
    lines: tuple[Line, ...]


def beside_digits(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines that tell what large digits do not, without names over nothing."""
    told = tuple(line for line in lines if not line.is_score)
    table = [line for line in told if line.columns]
    if len(table) == 1 and len(told) < len(lines):
        told = tuple(line for line in told if not line.columns)
    return told if told[-1:] != (Line(""),) else told[:-1]


def wrapped(lines: tuple[Line, ...], cells: int) -> tuple[Line, ...]:
    """Return the lines, those of words alone wrapped to so many cells."""
    whole: list[Line] = []
    for line in lines:
        told = [line.text] if line.cards or line.columns else wrap(line.text, cells) or [""]
        whole += (line if text == line.text else line._replace(text=text) for text in told)
    return tuple(whole)
