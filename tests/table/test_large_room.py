"""A large window is used: cards as large as your own, and no large empty part of the felt."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import pytest

from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.cards import Size
from cardtui_client.tui.paint.layout import Holding, lay_out
from tests.support.colours import PALETTE
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable
from tests.table.boards import board_of
from tests.table.mid_hands import MID_HANDS

SIZE: Final = (120, 40)
TOO_MUCH: Final = 14
"""Nothing that is so wide and so high is empty; less is kept free for what a seat says."""


class Empty(NamedTuple):
    """A rectangle of cells with nothing on them."""

    x: int
    y: int
    width: int
    height: int


def bare(canvas: Canvas) -> Iterator[list[bool]]:
    """Yield by line which cells are nothing but felt."""
    for chars, styles in zip(canvas.chars, canvas.styles, strict=True):
        yield [
            char == " " and (look.bgcolor is None or look.bgcolor.name == PALETTE.felt)
            for char, look in zip(chars, styles, strict=True)
        ]


def large_ones(*canvases: Canvas) -> Iterator[Empty]:
    """Yield the empty rectangles that are too large, on canvases under each other."""
    heights = [0] * canvases[0].width
    for y, line in enumerate(row for canvas in canvases for row in bare(canvas)):
        heights = [high + 1 if free else 0 for high, free in zip(heights, line, strict=True)]
        start = 0
        for x, high in enumerate((*heights, 0)):
            if high >= TOO_MUCH:
                continue
            if x - start >= TOO_MUCH:
                height = min(heights[start:x])
                yield Empty(start, y - height + 1, x - start, height)
            start = x + 1


@pytest.mark.slow
@pytest.mark.parametrize("made", MID_HANDS.values(), ids=MID_HANDS)
async def test_no_large_part_of_a_large_felt_is_empty(made: Callable[[], ScriptedTable]) -> None:
    async with seated(made()) as at:
        board = board_of(at.picture, *SIZE)
    found = [*large_ones(board.felt, board.own)]
    assert not found, f"{found}\n{board.felt.plain()}\n{board.own.plain()}"


@pytest.mark.parametrize("seats", [2, 4])
def test_backs_are_large_on_a_large_felt_and_the_trick_is_no_smaller(seats: int) -> None:
    felt = lay_out(Place(0, 0, 130, 37), seats, 0, clockwise=False, holding=Holding.FEW)
    assert (felt.backs, felt.size) == (Size.MEDIUM, Size.HUGE)
