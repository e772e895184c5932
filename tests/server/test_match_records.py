"""Records of matches: made from the log, for their players alone, once the match is over."""

import random

import pytest

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import Act, Origin, Pack, Record, TopUp, replay
from cardtui_engine.library.registry import get_rules
from cardtui_server.match.entries import SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    BuyIn,
    ChangeRules,
    Close,
    Leave,
    Return,
    SitIn,
    Start,
    SwapSeats,
)
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.calling import Caller, refused_as, running
from tests.support.nights import games_and_by_night
from tests.support.playing import House, act, any_action, begin_next, brief, play, quiet

every_game = pytest.mark.parametrize("game", games_and_by_night())


async def record(house: House, table: Table, player: str = "p0", match: int = 0) -> Record:
    return read(await house.lobby.records.text(table.id, match, player))


def origin(record: Record) -> Origin:
    assert record.origin is not None
    return record.origin


def agrees(record: Record, table: Table) -> None:
    """Check that a record leads to where the table is."""
    rules = get_rules(record.game)
    *_, last = replay(record)
    assert rules.facts(last.state) == rules.facts(table.state.game)
    assert rules.outcome(last.state) == rules.outcome(table.state.game)


@every_game
async def test_a_record_leads_to_the_end_of_its_match(game: str) -> None:
    house, luck = House(seed=5), random.Random(game)
    table = await house.table(game, max(get_rules(game).seats[:2]), options=brief(game))
    await play(table, luck, 200)
    if cut := table.state.life is Life.PLAYING:
        await table.ask(Close("p0"))
        await quiet()
    kept = await record(house, table)
    agrees(kept, table)
    said = origin(kept)
    assert kept.players == tuple(f"P{seat}" for seat in range(kept.seats))
    assert (said.table, said.match, said.own, said.closed) == (table.id, 1, 0, cut)
    assert len(said.secret) == 64


async def test_each_of_several_matches_has_its_record_also_after_a_restart() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table(options=brief("cacho"))
    await play(table, luck)
    first = await record(house, table)
    await table.ask(SwapSeats("p0", 1, "p1", 0))
    await table.ask(ChangeRules("p0", "", {**table.state.made.options, "hands": 2}))
    await begin_next(table)
    assert await record(house, table) == first, "the second match is not over"
    await play(table, luck)
    second = await record(house, table)
    agrees(second, table)
    assert (origin(second).match, origin(second).own) == (2, 1)
    assert second.players == ("P1", "P0")
    assert second.options["hands"] == 2
    await house.restart()
    assert await record(house, table, match=1) == first
    assert await record(house, table, match=2) == second


async def test_a_record_says_who_decided_for_a_seat_from_when_on() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("truco-argentino", 2, options=brief("truco-argentino"))
    await play(table, luck, 3)
    await table.ask(SitIn(0, SitInCause.AWAY))
    await quiet()
    while table.state.turn is None or 0 not in table.state.turn.to_act:
        await play(table, luck, 1)
    action = table.state.rules.legal(table.state.game, 0)[0].first()
    await act(table, 0, action)  # Ana is back with it
    await table.ask(Leave("p1"))
    await quiet()
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await quiet()
    kept = await record(house, table)
    agrees(kept, table)
    levels = [(each.seat, bool(each.level)) for each in origin(kept).sittings]
    assert levels == [(0, False), (1, False), (0, True), (0, False), (1, True)]
    back = origin(kept).sittings[3].after
    assert kept.entries[back] == Act(0, action), "the act itself was the player's own"
    assert origin(kept).sittings[4].character
    with pytest.raises(Refused):
        await record(house, table, "p2")
    assert origin(await record(house, table, "p1")).own == 1


def by_bots(record: Record) -> list[bool]:
    """Return for each act whether the record says that a bot did it."""
    told: list[bool] = []
    for after, entry in enumerate(record.entries):
        sittings = [each for each in origin(record).sittings if each.after <= after]
        if isinstance(entry, Act):
            told.append([each.level > 0 for each in sittings if each.seat == entry.seat][-1])
    return told


async def test_who_comes_back_after_an_act_of_the_own_is_in_the_record() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table(options=brief("cacho"), thinking=1000)
    await play(table, luck, 1)
    turn = table.state.turn
    assert turn is not None
    acted = 1 - turn.to_act[0]
    await table.ask(SitIn(acted, SitInCause.AWAY))
    await table.ask(Return(f"p{acted}", came=True))
    await play(table, luck)
    kept = await record(house, table)
    assert not any(by_bots(kept))
    told = [each.after for each in origin(kept).sittings]
    assert told == sorted(told) == [0, 0, 2, 2]


async def test_an_act_that_brings_a_player_back_is_the_own_even_if_it_ends_the_match() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table(options=brief("cacho"), thinking=1000)
    while table.state.life is Life.PLAYING:
        seat, action = any_action(table, luck)
        await table.ask(SitIn(seat, SitInCause.AWAY))
        await act(table, seat, action)
        await quiet()
    kept = await record(house, table)
    agrees(kept, table)
    assert by_bots(kept)
    assert not any(by_bots(kept))


async def test_chips_that_were_bought_are_in_the_record() -> None:
    house, luck = House(seed=5), random.Random(3)
    table = await house.chips_table(33, 44, pause=1)
    await table.ask(Start("p0"))
    await quiet()
    bought = False
    while table.state.life is Life.PLAYING:
        if table.state.resting and not bought and table.state.tally.chips[0] < 50:
            await table.ask(BuyIn("p0", 5))
            bought = True
        if table.state.resting:
            house.clock.advance(1)
            await quiet()
        else:
            await act(table, *any_action(table, luck))
            await quiet()
    kept = await record(house, table)
    agrees(kept, table)
    assert kept.options[get_rules("cacho").chips_option] == (33, 44)
    assert [each for each in kept.entries if isinstance(each, TopUp)] == [TopUp(0, 5)] * bought


async def test_what_was_gathered_for_a_riffle_is_in_the_record() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("truco-brasileiro", 4, options=brief("truco-brasileiro"))
    await play(table, luck)
    packs = [each for each in (await record(house, table)).entries if isinstance(each, Pack)]
    assert not packs[0].gathered
    assert all(sorted(each.gathered) == sorted(each.cards) for each in packs[1:])


async def test_nobody_gets_a_record_before_its_match_is_over() -> None:
    house = House(seed=5)
    table = await house.table("truco-argentino", 2)
    for match in (0, 1, 2):
        with pytest.raises(Refused) as refused:
            await record(house, table, match=match)
        assert refused.value.reason is Reason.UNKNOWN_TABLE


async def test_the_match_of_a_closed_table_is_over() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("truco-argentino", 2)
    await play(table, luck, 4)
    await table.ask(Close("p0"))
    await quiet()
    kept = await record(house, table, "p1")
    assert origin(kept).closed
    agrees(kept, table)


async def test_partners_who_move_have_the_seats_of_the_match() -> None:
    house, luck = House(seed=8), random.Random(1)
    table = await house.table(
        "truco-brasileiro", 4, partners=1, first_dealer=2, options=brief("truco-brasileiro")
    )
    await play(table, luck)
    kept = await record(house, table)
    agrees(kept, table)
    assert origin(kept).high_card == ("dealer", "partners")
    assert origin(kept).own == table.state.seat_of("p0")
    assert kept.players == tuple(each.name for each in table.state.sitters if each)


async def test_a_client_gets_the_record_in_pieces_and_strangers_none() -> None:
    async with running() as server:
        ana, zoe = [await Caller.of(server.address, name) for name in ("Ana", "Zoe")]
        table = await ana.create(seat=0, bots=1)
        await ana.start(table.id)

        async def got(who: Caller) -> bytes:
            request = table_service_pb2.GetRecordRequest(table=table.id)
            stream = who.tables.GetRecord(request, metadata=who.metadata, timeout=30)
            pieces = [piece async for piece in stream]
            whole = b"".join(piece.text for piece in pieces)
            assert {piece.size for piece in pieces} == {len(whole)}
            return whole

        with refused_as("UNKNOWN_TABLE"):
            await got(ana)
        await ana.call(ana.lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table.id))
        assert read(await got(ana)).players[0] == "Ana"
        with refused_as("UNKNOWN_TABLE"):
            await got(zoe)
        await ana.close()
        await zoe.close()
