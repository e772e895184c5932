"""Quick match: people sit down together, and bots come after a wait that anybody can stop."""

import asyncio

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.quick_match import quick_table, waiting_tables
from cardtui_server.lobby.table_list import ListedTable
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Fill, Leave, SetReady, Sit
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.server.clocks import pass_time, timing
from tests.support.calling import Caller, refused_as, running
from tests.support.playing import House, attach, quiet


def life(table: Table) -> Life:
    """Return where the table is in its life now."""
    return table.state.life


async def made(house: House, **wishes: object) -> Table:
    """A table that P0 made for a quick match, and where P0 is."""
    wanted = NewTable.of("cacho", 4, fill_milliseconds=30_000, seat=0, **wishes)  # type: ignore[arg-type]
    table = await house.lobby.create("p0", "P0", wanted)
    await table.ask(SetReady(player="p0", ready=True))
    attach(table, 0, None)
    await pass_time(house, 0.1)
    return table


async def test_after_the_wait_bots_take_the_free_seats_and_the_match_begins(house: House) -> None:
    table = await made(house)
    await table.ask(Sit(player="p1", name="P1"))
    await table.ask(SetReady(player="p1", ready=True))
    attach(table, 1, None)
    await pass_time(house, 29.7)
    assert life(table) is Life.WAITING
    assert 0 < timing(table).fill.left_milliseconds < 1000
    await pass_time(house, 0.4)
    assert life(table) is Life.PLAYING
    assert [bool(each and each.bot) for each in table.state.sitters] == [False, False, True, True]
    assert not timing(table).HasField("fill")


async def test_the_wait_stands_still_while_somebody_there_is_not_ready_or_nobody_is_here(
    house: House,
) -> None:
    table = await made(house)
    await pass_time(house, 10)
    await table.ask(SetReady(player="p0", ready=False))
    await quiet()
    assert timing(table).fill.stopped
    await pass_time(house, 1000)
    assert life(table) is Life.WAITING
    await table.ask(SetReady(player="p0", ready=True))
    await pass_time(house, 1)
    table.detach(table.subscribers.players["p0"])
    await pass_time(house, 1000)
    assert life(table) is Life.WAITING
    attach(table, 0, None)
    await pass_time(house, 19.5)
    assert life(table) is Life.PLAYING


async def gone(house: House, *, full: bool) -> Table:
    """A table where P1 was not ready and has gone, and P0 is ready."""
    table = await made(house)
    for who in ("p1", "p2", "p3") if full else ("p1",):
        await table.ask(Sit(player=who, name=who.upper()))
        attach(table, int(who[1]), None)
        if who != "p1":
            await table.ask(SetReady(player=who, ready=True))
    await pass_time(house, 100)
    assert life(table) is Life.WAITING
    table.detach(table.subscribers.players["p1"])
    await quiet()
    return table


@pytest.mark.parametrize("full", [False, True])
async def test_nobody_waits_for_who_is_not_ready_and_has_gone(house: House, *, full: bool) -> None:
    table = await gone(house, full=full)
    await pass_time(house, 29)
    assert life(table) is Life.WAITING, "they have the whole wait to come back"
    assert timing(table).fill.left_milliseconds > 0
    await pass_time(house, 1.5)
    assert life(table) is Life.PLAYING
    assert table.state.seat_of("p1") == 1, "the seat is theirs when they come back"


async def test_who_comes_back_in_time_is_waited_for_again(house: House) -> None:
    table = await gone(house, full=False)
    await pass_time(house, 29)
    attach(table, 1, None)
    await pass_time(house, 1000)
    assert life(table) is Life.WAITING
    assert timing(table).fill.stopped
    await table.ask(SetReady(player="p1", ready=True))
    await pass_time(house, 1.5)
    assert life(table) is Life.PLAYING


async def test_who_stops_the_wait_at_its_very_end_gives_it_a_new_one(house: House) -> None:
    table = await made(house)
    table.post(SetReady(player="p0", ready=False), lambda _: None)
    await pass_time(house, 30)
    assert (life(table), timing(table).fill.stopped) == (Life.WAITING, True)
    await table.ask(SetReady(player="p0", ready=True))
    await pass_time(house, 29)
    assert life(table) is Life.WAITING
    await pass_time(house, 1.5)
    assert life(table) is Life.PLAYING


async def test_a_full_table_begins_at_once_and_an_empty_one_never(house: House) -> None:
    full = await made(house)
    for who in ("p1", "p2", "p3"):
        await full.ask(Sit(player=who, name=who.upper()))
        await full.ask(SetReady(player=who, ready=True))
    assert life(full) is Life.PLAYING
    empty = await made(house)
    await empty.ask(Leave(player="p0"))
    await pass_time(house, 60)
    assert (life(empty), empty.state.sitters) == (Life.WAITING, (None,) * 4)
    with pytest.raises(Refused):
        await empty.ask(Fill(frozenset()))


async def test_a_restart_begins_the_wait_anew(house: House) -> None:
    table = await made(house)
    await pass_time(house, 20)
    table = await house.restarted(table)
    attach(table, 0, None)
    await pass_time(house, 29)
    assert life(table) is Life.WAITING
    await pass_time(house, 2)
    assert life(table) is Life.PLAYING


async def test_one_sits_down_where_the_fewest_are_lacking_and_somebody_waits(house: House) -> None:
    alone = await made(house)
    more = await made(house)
    await more.ask(Sit(player="p1", name="P1"))
    left = await house.lobby.create("p7", "P7", NewTable.of("cacho", 2, seat=0))  # nobody is there
    private = await made(house, private=True)
    await made(house, rated=True)  # nobody is rated unasked
    tables = [*house.lobby.public()]
    assert private not in tables
    assert waiting_tables(tables, "p9", "cacho") == [more, alone]
    assert waiting_tables(tables, "p9", "") == [more, alone]
    assert waiting_tables(tables, "p9", "cacheta") == []
    assert waiting_tables(tables, "p7", "cacho")[0] is left, (
        "the table where the player sits already comes first"
    )


async def test_the_maker_of_a_new_table_is_expected_there_for_some_seconds(house: House) -> None:
    table = await house.lobby.create("p0", "P0", quick_table("cacho", 10_000))
    house.lobby.new_quick.add(table.id)

    def found() -> list[ListedTable]:
        new = house.lobby.new_quick.ids()
        return waiting_tables(house.lobby.public(), "p9", "cacho", new)

    await pass_time(house, 14)
    assert found() == [table]
    await pass_time(house, 2)
    assert found() == []
    house.lobby.new_quick.add(table.id)
    await table.ask(Leave(player="p0"))
    assert found() == []


async def test_over_the_wire_all_who_ask_at_once_sit_together() -> None:
    async with running() as server:
        callers = [Caller(server.address) for _ in range(4)]
        for number, who in enumerate(callers):
            await who.open(f"P{number}")
        request = lobby_service_pb2.QuickMatchRequest(game="cacho")
        answers = await asyncio.gather(
            *(who.call(who.lobby.QuickMatch, request) for who in callers)
        )
        assert len({each.table.id for each in answers}) == 1
        assert sorted(each.seat for each in answers) == [0, 1, 2, 3]
        for who in callers:
            await who.close()


def test_a_new_table_is_for_four_where_the_game_is_by_the_usual_rules() -> None:
    assert quick_table("", 5000).made.fill_milliseconds == 5000
    assert quick_table("truco-brasileiro", 5000).made.seats == 4
    assert quick_table("truco-argentino", 5000).made.preset == "tradicional"
    with pytest.raises(Refused):
        quick_table("poker", 5000)


async def test_over_the_wire_two_who_want_the_same_game_sit_together() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]

        async def quick(who: Caller, game: str, wait: int = 0) -> tables_pb2.Table:
            request = lobby_service_pb2.QuickMatchRequest(game=game, wait_milliseconds=wait)
            found: tables_pb2.Table = (await who.call(who.lobby.QuickMatch, request)).table
            return found

        table = await quick(ana, "cacho")
        playing = ana.play(table.id)
        await playing.until(lambda: playing.seq >= 0)
        assert (await quick(bia, "cacho")).id == table.id
        assert (await quick(bia, "cacho")).id == table.id, "the same again is no other seat"
        assert (await quick(bia, "cacheta")).id != table.id
        await playing.until(lambda: sum(seat.ready for seat in playing.table.seats) == 2)
        with refused_as("BAD_REQUEST"):
            await quick(ana, "cacho", wait=1)
        await ana.close()
        await bia.close()
