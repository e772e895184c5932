"""Brazilian truco against a real server and its bots."""

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.exit_codes import OK
from tests.client.people import House

GAME = "truco-brasileiro"


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["denexa", "mesa"])
async def test_a_match_is_played_to_its_end_by_typing_numbers(house: House, preset: str) -> None:
    ana = await house.comes("Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game=GAME,
        preset=preset,
        seats=4,
        seat=0,
        pause_milliseconds=0,
        bots=tables_pb2.BOT_LEVEL_EASY,
    )
    table = (await ana.create_table(request)).table.id
    terminal = house.sits(ana, table, seat=True, until_over=True)
    turns = 0

    def answer(line: str) -> None:
        nonlocal turns
        if line.startswith("It is your turn"):
            turns += 1
            terminal.types("1")

    terminal.screen.on_line = answer
    await terminal.screen.shows("has not started")
    terminal.types("start")
    assert await terminal.code() == OK
    shown = terminal.screen.lines
    for told in ("is mão.", " cuts the pack at ", "You get ", " plays ", "The match is over."):
        assert any(told in line for line in shown), told
    assert turns > 3
    assert not any("{" in line for line in shown)
