"""How a hint looks on the smallest screen and on a wide one."""

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_client.i18n import LANGUAGES, set_language
from cardtui_client.tui.table.board import Board
from cardtui_client.tui.widgets.table_parts import StatusLine
from cardtui_engine.actions import Action
from cardtui_server.wire.codec import codec_for
from tests.screens.conftest import LookRight
from tests.support.nights import by_night
from tests.support.positions import SAID, hinting
from tests.support.rummy_tables import throwing
from tests.support.screen import SMALL, WIDE, lines
from tests.support.table_driver import TableApp


@pytest.mark.parametrize("size", [(80, 20), *by_night(WIDE)], ids=["low", "wide"])
async def test_a_hint_stands_in_the_status_line(
    size: tuple[int, int], looks_right: LookRight
) -> None:
    async with TableApp(hinting()).run_test(size=size) as pilot:
        await pilot.pause()
        board = pilot.app.screen.query_one(Board)
        lay = board.felt.region, board.hand.region
        await pilot.press("j")
        await pilot.pause()
        assert board.status.lines > 1 or size == WIDE
        assert (board.felt.region, board.hand.region) == lay  # what is said moves no card
        assert SAID in " ".join(" ".join(lines(pilot.app)).split())
        looks_right(pilot.app)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_hint_at_a_rummy_game_takes_one_line_in_every_language(language: str) -> None:
    set_language(language)
    table = throwing()
    thrown = table.rules.own_view(table.state, 0).hand[0]
    table.hint = table_service_pb2.AdviseResponse(
        action=codec_for("pif-paf").actions.write(Action("discard", card=thrown)),
        reason=table_service_pb2.ADVICE_REASON_OUTS,
        numbers=[2.0, 12.0],
        position=table.seq,
    )
    async with TableApp(table).run_test(size=SMALL) as pilot:
        await pilot.pause()
        await pilot.press("j")
        await pilot.pause()
        assert "3♠. " in "\n".join(lines(pilot.app))
        assert pilot.app.screen.query_one(StatusLine).lines == 1
