"""A whole table painted as text, on canvases that remember their words."""

import re
from typing import Final, NamedTuple

from rich.style import Style

from cardtui_client.text import cell_width
from cardtui_client.tui.paint.canvas import Canvas, Palette
from cardtui_client.tui.paint.cards import Extent
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.table.board import (
    TALL_WINDOW,
    largest_on_felt,
    log_columns,
    own_lines,
    with_finale,
)
from cardtui_client.tui.table.picture import Picture
from cardtui_client.tui.widgets.table_parts import (
    bar_lines,
    paint_own_pack,
    paint_status,
    paint_top,
    status_lines,
)
from tests.support.colours import PALETTE

_WORD: Final = re.compile(r"[^\W\d_]{2,}")


class Words(NamedTuple):
    """Words that were painted."""

    x: int
    y: int
    text: str


class Watched(Canvas):
    """A canvas that remembers the words that were painted on it."""

    def __init__(self, width: int, height: int, palette: Palette) -> None:
        super().__init__(width, height, palette)
        self.painted: list[Words] = []
        self._last: dict[tuple[int, int], Words] = {}

    def text(self, x: int, y: int, text: str, look: Style) -> int:
        words = Words(x, y, text)
        if _WORD.search(text):
            self.painted.append(words)
        after = super().text(x, y, text, look)
        self._last.update(dict.fromkeys(((cell, y) for cell in range(x, after)), words))
        return after

    def faults(self, what: str) -> list[str]:
        """Say which words are neither whole nor covered wholly."""
        found = []
        for words in self.painted:
            x, y, text = words
            width = cell_width(text)
            if not 0 <= y < self.height or x < 0 or x + width > self.width:
                found.append(f"{what}: {text!r} runs over the edge at {x}, {y}")
                continue
            for word in _WORD.finditer(text):
                left = x + cell_width(text[: word.start()])
                chars = self.chars[y][left : left + cell_width(word[0])]
                stays = sum(
                    one == other and self._last.get((cell, y)) is words  # no letter of others
                    for cell, (one, other) in enumerate(zip(chars, word[0], strict=False), left)
                )
                if 0 < stays < len(chars) and stays > 1:
                    found.append(
                        f"{what}: of {text!r} at {left}, {y} only {''.join(chars)!r} is seen"
                    )
        return found


class Board(NamedTuple):
    """A table as it is painted, from the top down."""

    top: Watched
    felt: Watched
    own: Watched
    status: Watched


def board_of(
    picture: Picture, width: int, height: int, palette: Palette = PALETTE, *, covered: int = 0
) -> Board:
    """Paint all of a table; a log may lie over so many columns of the felt."""
    board = width - log_columns(width) if width >= 110 else width
    tall = height >= TALL_WINDOW
    if picture.finale:
        felt_scene, own_scene = with_finale(
            picture.felt, picture.own, picture.finale, height, board - covered
        )
        picture = picture._replace(felt=felt_scene, own=own_scene)
    status = status_lines(picture.sentence, picture.mood, picture.hints, board)
    own = own_lines(height, board, picture.own)
    top = Watched(width, 1, palette)
    paint_top(top, picture.felt.top, "")
    bar = bar_lines(picture.bar, 3 if tall else 2, 1, board)
    lines = height - 1 - own - bar - 1  # a longer sentence lies over your own side
    felt = Watched(board, lines, palette)
    largest = largest_on_felt(Extent(board, own), picture.own)
    paint_felt(felt, picture.felt, picture.spoke, covered=covered, largest=largest)
    hand = Watched(board, own, palette)
    if picture.own.own_pack is None:
        paint_hand(hand, picture.own, Pointed(picture.picked))
    else:
        paint_own_pack(hand, picture.own)
    line = Watched(board, len(status), palette)
    paint_status(line, picture.sentence, picture.mood, picture.hints)
    return Board(top, felt, hand, line)
