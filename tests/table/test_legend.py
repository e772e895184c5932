"""Every mark that is to be seen on a table has its line in the help with keys."""

from collections.abc import Callable

import pytest

from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.table.screen import faces_of, legend_of
from tests.support.colours import PALETTE
from tests.support.positions import POSITIONS
from tests.support.seated import seated
from tests.support.table_driver import ScriptedTable, truco

MARKS = "▤★▲▼○›→↓↑♛"


@pytest.mark.slow
@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
async def test_every_mark_has_its_line(position: Callable[[], ScriptedTable]) -> None:
    async with seated(position()) as at:
        picture = at.picture
        felt, own = Canvas(120, 24, PALETTE), Canvas(120, 11, PALETTE)
        paint_felt(felt, picture.felt)
        paint_hand(own, picture.own)
        drawn = felt.plain() + own.plain()
        told = " ".join(mark for mark, _ in legend_of(picture.felt._replace(hand=picture.own.hand)))
        for mark in MARKS:
            assert mark not in drawn or mark in told or picture.felt.paper, mark


async def test_what_happened_last_and_the_teams_are_told() -> None:
    async with seated(truco(4)) as at:
        at.scripted.do(0, "truco")
        await at.settle()
        told = dict(legend_of(at.picture.felt))
        assert told["A B"] == "The teams; yours is A"
        assert {"▤", "mano", "›", "→", "•─•"} <= told.keys()


async def test_the_faces_of_signals_are_told_where_signals_are_given() -> None:
    four = truco(4)
    four.gazes = [2, 3, 0, 1]
    async with seated(four) as at:
        assert dict(faces_of(at.controller.model))["(◕‿─)"] == "wink: the 1 of bastos"
    async with seated(truco()) as at:
        assert faces_of(at.controller.model) == []
