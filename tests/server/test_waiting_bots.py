"""Bots that sit down only when a match starts: friends find room until then."""

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_engine.bots import Level
from cardtui_server.characters import Character
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import SetReady, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.settings import Settings
from cardtui_server.table.actor import Table
from tests.server.at_table import life
from tests.support.calling import Caller, running
from tests.support.playing import House, quiet

EASY = int(Level.EASY)


async def made(house: House, *bots: tuple[int, int], seats: int = 4) -> Table:
    wanted = NewTable.of("cacho", seats, seat=0, bots=EASY, wanted_bots=bots, at_start=True)
    return await house.lobby.create("p0", "P0", wanted)


async def test_bots_leave_room_until_all_who_sit_there_are_ready(house: House) -> None:
    table = await made(house, (Level.HARD, Character.FITO))
    await table.ask(Sit("p1", "P1"))
    table = await house.restarted(table)
    await table.ask(SetReady("p0", ready=True))
    assert life(table) is Life.WAITING
    assert table.state.sitters[2:] == (None, None)
    await table.ask(SetReady("p1", ready=True))
    await quiet()
    assert life(table) is Life.PLAYING
    bots = [(each.bot, each.character) for each in table.state.sitters[2:] if each]
    assert bots[0] == (Level.HARD, Character.FITO)
    assert bots[1][0] == EASY


async def test_they_come_as_the_host_starts_too(house: House) -> None:
    table = await made(house)
    await table.ask(Start("p0"))
    await quiet()
    assert table.state.life is Life.PLAYING
    assert [each.bot for each in table.state.sitters if each] == [0, EASY, EASY, EASY]


async def test_bots_that_cannot_be_are_refused_when_the_table_is_made(house: House) -> None:
    for bots in (((9, 0),), ((EASY, 99),), ((EASY, 0), (EASY, 0))):
        with pytest.raises(Refused):
            await made(house, *bots, seats=2)
    assert not house.lobby.tables


@pytest.mark.parametrize("lan", [(), ("127.0.0.9",)], ids=["for this machine", "for others"])
async def test_they_wait_where_the_server_is_open_to_other_machines(lan: tuple[str, ...]) -> None:
    async with running(Settings(port=0, lan=lan)) as server:
        ana = Caller(server.address)
        await ana.open()
        request = lobby_service_pb2.CreateTableRequest(
            game="cacho", seats=3, seat=0, bots=tables_pb2.BOT_LEVEL_EASY
        )
        for says, waits in ((None, bool(lan)), (True, True), (False, False)):
            if says is not None:
                request.bots_at_start = says
            table = (await ana.call(ana.lobby.CreateTable, request)).table
            assert table.bots_at_start is waits
            assert [bool(each.bot) for each in table.seats] == [False, not waits, not waits]
