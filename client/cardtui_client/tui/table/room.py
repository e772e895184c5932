"""How a window is shared: lines for your cards (`own_lines`), columns for the log, the felt."""

from __future__ import annotations

from typing import Final

from cardtui_client.scene.middle import SMALLEST, Finale, Line, beside_digits, wrapped
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.paper import finale_fits, has_digits, lines_below, paper_on_felt
from cardtui_client.tui.paint.score import WIDTH as PAD_WIDTH

TALL: Final = 32
"""A window of so many lines has room for cards that lift, and for buttons with air."""

_LARGE: Final = 160
_WIDEST_LOG: Final = 60
"""Longer lines are hard to read."""
_BESIDE: Final = 4
"""The top line, two lines of buttons, and the status line."""
_BESIDE_TALL: Final = 5
"""The same where buttons have air."""
_FOOT: Final = 2
"""What happened last stands under the last page, with the shadow of the page above it."""
_FELT: Final = 11
"""The felt keeps so many lines before one's own side has its usual ones."""
_FELT_BEHIND_PAPER: Final = 7
"""So many are enough for the names, while a paper tells how it went."""
_EDGES: Final = 2
"""The lines above and under the words of a paper."""
_OWN: Final = range(5, 9 + 1)
_OWN_TALL: Final = 11
_GRAND: Final = 48
_GRAND_WIDTH: Final = 100
"""A table of that size has room for grand cards, on one's own side and on the felt."""
_OWN_GRAND: Final = 15


def own_lines(height: int, width: int, scene: Scene) -> int:
    """Return how many lines one's own side has in a table of that size.

    In a low window the cards of the hand are smaller, so that the seats keep their room. A
    paper that lies there instead of cards has the lines it needs.
    """
    lines = min(max(height - _BESIDE - _FELT, _OWN[0]), _OWN[-1])
    if height >= TALL:
        lines = _OWN_GRAND if height >= _GRAND and width >= _GRAND_WIDTH else _OWN_TALL
    if scene.paper and not paper_on_felt(scene):
        needed = max(lines_below(scene, width) + _EDGES, _OWN[-1])
        lines = max(lines, min(needed, height - _BESIDE - _FELT_BEHIND_PAPER))
    return lines


def with_finale(
    felt: Scene, own: Scene, finale: Finale, height: int, width: int
) -> tuple[Scene, Scene]:
    """Return what the felt and one's own side show at the end of a match.

    Where there is room the page lies on the felt whole; else its digits do, and its lines on
    one's own side; else all of it lies there, and is small.

    Args:
        felt: what the felt shows.
        own: what one's own side shows.
        finale: the page.
        height: the lines of the window.
        width: the columns that the felt has.
    """
    width -= PAD_WIDTH
    tall = _OWN_GRAND if height >= _GRAND else _OWN_TALL
    if height >= TALL and finale_fits(finale, width, height - tall - _BESIDE_TALL - _FOOT):
        return felt._replace(finale=finale), own._replace(finale=finale)
    digits = finale._replace(lines=())
    lines = _lines_below(finale, own.paper)
    room = height - _OWN[-1] - _BESIDE - _FOOT
    if lines and has_digits(digits) and finale_fits(digits, width, room):
        below = own._replace(paper=lines)
        if not paper_on_felt(below):
            return felt._replace(finale=digits), below
    return felt, own


def _lines_below(finale: Finale, paper: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines of one's own side under the digits; none if its title heads its columns.

    There are more than on the small paper, if the small one leaves out some for which there is
    room now.
    """
    if not paper or paper[0].columns:
        return ()
    whole = beside_digits(finale.lines)
    if len(wrapped(whole, SMALLEST)) + _EDGES <= _OWN[-1]:
        return whole
    told = beside_digits(paper[1:])
    return told if told[:1] != (Line(""),) else told[1:]


def log_columns(width: int, usual: int) -> int:
    """Return how many columns the log has: a third of a large window, else the usual ones."""
    return usual if width < _LARGE else min(width // 3, _WIDEST_LOG)
