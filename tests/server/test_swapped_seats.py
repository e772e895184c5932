"""Seats are swapped before a match and between two; a rematch is everybody's consent."""

import asyncio
import random

import pytest

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import AddBot, Leave, Say, SetReady, Start, SwapSeats
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from tests.support.calling import Caller, running
from tests.support.playing import House, Onlooker, attach, brief, frames, play, quiet, snapshot


def names(table: Table) -> list[str]:
    return [each.name if each else "" for each in table.state.sitters]


async def ready(table: Table, *people: str) -> None:
    for who in people:
        await table.ask(SetReady(player=who, ready=True))
    await quiet()


async def finished(house: House, seats: int = 3) -> Table:
    table = await house.table(seats=seats, people=seats, options=brief("cacho"))
    await play(table, random.Random(1))
    assert table.state.life is Life.OVER
    return table


async def test_with_a_bot_or_a_free_seat_it_is_at_once(house: House) -> None:
    table = await house.table(seats=3, people=2, start=False)
    bot = names(table)[2]
    assert await table.agreements.ask_swap("p1", 2, take_back=False)
    assert names(table) == ["P0", bot, "P1"]
    await table.ask(Leave(player="p1"))
    assert await table.agreements.ask_swap("p0", 2, take_back=False)
    assert names(table) == ["", bot, "P0"]


async def test_a_player_must_ask_for_the_same_and_both_are_asked_anew_if_they_are_ready(
    house: House,
) -> None:
    table = await house.table(seats=3, people=3, start=False)
    await ready(table, "p0", "p2")
    assert not await table.agreements.ask_swap("p0", 1, take_back=False)
    assert [*table.agreements.asks.swaps] == [(0, 1)]
    assert not await table.agreements.ask_swap("p2", 1, take_back=False)
    assert await table.agreements.ask_swap("p1", 0, take_back=False)
    assert names(table) == ["P1", "P0", "P2"]
    assert [bool(each and each.ready) for each in table.state.sitters] == [False, False, True]
    assert not table.agreements.asks.swaps, "what was asked of who has moved is asked no more"


async def test_what_was_asked_can_be_taken_back_and_ends_with_a_match_or_a_seat(
    house: House,
) -> None:
    table = await house.table(seats=3, people=3, start=False)
    await table.agreements.ask_swap("p0", 1, take_back=False)
    await table.agreements.ask_swap("p0", 1, take_back=True)
    assert not await table.agreements.ask_swap("p1", 0, take_back=False)
    await table.ask(Leave(player="p0"))
    assert not table.agreements.asks.swaps
    await table.ask(AddBot(player="p1", level=2))
    await table.agreements.ask_swap("p1", 2, take_back=False)
    await table.ask(Start(player="p1"))
    assert not table.agreements.asks.swaps
    for seat in (0, 2):
        with pytest.raises(Refused) as refused:
            await table.agreements.ask_swap("p1", seat, take_back=False)
        assert refused.value.reason is Reason.TABLE_STATE


async def test_who_agrees_agrees_to_the_seats_that_were_asked_for_and_to_no_others(
    house: House,
) -> None:
    table = await house.table(seats=4, people=2, start=False)
    await table.agreements.ask_swap("p0", 1, take_back=False)
    await table.ask(SwapSeats("p1", 3))  # a bot's seat, which p0 did not ask for
    assert not await table.agreements.ask_swap("p1", 0, take_back=False)
    assert [*table.agreements.asks.swaps] == [(3, 0)]
    await table.ask(SwapSeats("p1", 1))
    assert not table.agreements.asks.swaps
    await table.agreements.ask_swap("p0", 1, take_back=False)
    await table.ask(SwapSeats("p0", 2))
    assert not await table.agreements.ask_swap("p1", 2, take_back=False)
    assert (table.state.seat_of("p0"), table.state.seat_of("p1")) == (2, 1)


async def test_nobody_moves_on_while_the_other_agrees(house: House) -> None:
    table = await house.table(seats=4, people=2, start=False)
    await table.agreements.ask_swap("p0", 1, take_back=False)
    moved, agreed = await asyncio.gather(
        table.agreements.ask_swap("p1", 3, take_back=False),
        table.agreements.ask_swap("p1", 0, take_back=False),
        return_exceptions=True,
    )
    assert moved is True
    assert isinstance(agreed, Refused)
    assert agreed.reason is Reason.STALE
    assert (table.state.seat_of("p0"), table.state.seat_of("p1")) == (0, 3)


async def test_what_cannot_be_is_refused(house: House) -> None:
    table = await house.table(seats=3, people=2, start=False)
    for who, seat in (("stranger", 0), ("p0", 0), ("p0", 3)):
        with pytest.raises(Refused):
            await table.agreements.ask_swap(who, seat, take_back=False)
    with pytest.raises(Refused) as refused:  # they agreed, but somebody else sits there now
        await table.ask(SwapSeats("p0", 1, "p7"))
    assert refused.value.reason is Reason.STALE


async def test_all_readers_follow_and_a_restart_changes_nothing(house: House) -> None:
    table = await finished(house)
    readers = [attach(table, 0, None), attach(table, 1, None), attach(table, None, None)]
    onlookers = [Onlooker() for _ in readers]
    await table.ask(Say(player="p1", name="P1", text="now me"))
    for reader, onlooker in zip(readers, onlookers, strict=True):
        onlooker.fold(frames(reader))
    await table.agreements.ask_swap("p0", 1, take_back=False)
    await table.agreements.ask_swap("p1", 0, take_back=False)
    await quiet()
    house.clock.advance(1)
    assert (table.state.life, table.state.game) == (Life.WAITING, None)
    for onlooker, reader, seat in zip(onlookers, readers, (1, 0, None), strict=True):
        onlooker.fold(frames(reader))
        for said in onlooker.talk:  # a client follows everybody to their seats
            said.seat = {0: 1, 1: 0}[said.seat]
        onlooker.knows(snapshot(table, seat))
    before = table.state
    table = await house.restarted(table)
    assert table.state._replace(rules=before.rules) == before
    await ready(table, "p0", "p1", "p2")
    assert (table.state.life, table.state.match) == (Life.PLAYING, 2)


async def test_another_match_begins_once_everybody_who_sits_wants_it(house: House) -> None:
    table = await house.table(seats=3, people=2, options=brief("cacho"))
    await play(table, random.Random(1))
    watching = attach(table, None, None)
    await ready(table, "p1")
    assert table.state.life is Life.OVER
    await ready(table, "p0")
    assert (table.state.life, table.state.match) == (Life.PLAYING, 2)
    assert watching in table.subscribers.spectators


async def test_over_the_wire_who_is_asked_is_told_and_agrees() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = (await ana.create(seat=0)).id
        await bia.join(table)
        playing = bia.play(table)
        await playing.until(lambda: playing.seq >= 0)
        assert not (await ana.swap(table, 1)).swapped
        await playing.until(lambda: playing.presence.swaps)
        assert [(each.seat, each.other) for each in playing.presence.swaps] == [(0, 1)]
        answer = await bia.swap(table, 0)
        assert answer.swapped
        assert [seat.name for seat in answer.table.seats] == ["Bia", "Ana"]
        await playing.until(lambda: any(each.HasField("seats_swapped") for each in playing.events))
        await ana.close()
        await bia.close()
