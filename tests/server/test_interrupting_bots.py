"""Bots and windows: they wait like people, are quick enough, and play whole matches."""

import asyncio
from typing import Any

import pytest

from cardtui.store.v1 import log_pb2
from cardtui_engine.actions import Action
from cardtui_engine.turn import Turn
from cardtui_server.match.entries import Acted, Stamped
from cardtui_server.match.requests import Leave, Start
from cardtui_server.match.state import Life
from cardtui_server.table.actor import Table
from cardtui_server.table.bots.queue import Ticket
from cardtui_server.table.claim_window import window_length
from cardtui_server.wire.journal import WireJournal
from tests.server.clocks import pass_time
from tests.server.rummies import (
    ALSO_IDLE,
    IDLE,
    THROWER,
    WAITS_FOR_JD,
    at_a_discard,
    seated,
    stacked,
    throw,
)
from tests.support.calling import Caller, refused_as, running
from tests.support.nights import by_night
from tests.support.playing import House, Onlooker, act, attach, frames, quiet, snapshot, until


async def test_a_bot_that_can_claim_comes_before_the_bot_that_draws() -> None:
    house = stacked(THROWER, IDLE, IDLE, WAITS_FOR_JD)
    table = await bots_after(house)
    await pass_time(house, 0)
    assert table.state.tally.hand == 2


async def test_a_draw_of_a_bot_waits_like_a_persons() -> None:
    house = stacked(THROWER, IDLE, IDLE, ALSO_IDLE)
    table = await bots_after(house)
    before = table.state
    await pass_time(house, 2.99)
    assert table.state is before
    await pass_time(house, 0.01)
    assert table.state.position > before.position


async def test_bots_that_think_long_are_in_time_to_claim() -> None:
    house = stacked(THROWER, IDLE, IDLE, WAITS_FOR_JD)
    table = await bots_after(house, thinking=10_000)
    await pass_time(house, 2.99)
    assert table.state.tally.hand == 2


async def test_a_bot_in_a_contest_answers_by_itself_however_busy_the_server_is() -> None:
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD)
    table = await at_a_discard(house)
    await table.ask(Leave(player="p2"))
    other = Ticket(house.env.queue, house.clock, lambda: None)
    house.env.queue.enter(other)
    await act(table, 3, Action("claim"))
    await pass_time(house, 60)
    assert table.state.turn is not None
    assert (table.state.turn.phase, table.state.turn.to_act) == ("contest", (2,))
    other.end()
    await quiet()
    assert table.state.tally.hand == 2
    rows = await house.store.read(table.id)
    entries = [house.env.journal.read(row, "pif-paf").entry for row in rows]
    acts = [(each.seat, each.action.verb) for each in entries if isinstance(each, Acted)]
    assert acts[-2:] == [(3, "claim"), (2, "claim")]


async def bots_after(house: House, thinking: int = 0) -> Table:
    """Return a table where a person has thrown a card; the others got up, and bots sit there."""
    table = await at_a_discard(house, thinking=thinking)
    for seat in (3, 2, 1):
        await table.ask(Leave(player=f"p{seat}"))
    await quiet()
    return table


async def test_a_bot_that_takes_over_a_turn_plays_though_others_have_passed() -> None:
    house = stacked(THROWER, IDLE, IDLE, ALSO_IDLE)
    table = await at_a_discard(house)
    for seat in (3, 2):
        await table.ask(Leave(player=f"p{seat}"))
        await pass_time(house, 0)
    before = table.state.position
    await pass_time(house, 3)
    assert table.state.position == before
    await table.ask(Leave(player="p1"))
    await quiet()
    await pass_time(house, 0)
    assert table.state.position > before


@pytest.mark.parametrize(
    ("window", "thinking"), [(1000, 900), (2000, 900), (None, 900), (None, 2000), (None, 10_000)]
)
@pytest.mark.parametrize("late", [0.0, 2.0])
async def test_a_bot_cuts_in_time_whatever_others_declare_meanwhile(
    window: int | None, thinking: int, late: float
) -> None:
    """CA-41: neither another bot's na boa nor a person's, said late, costs the cut."""
    if late * 1000 > (window or 3000):
        late = 0.4
    house = stacked(THROWER, IDLE, WAITS_FOR_JD, WAITS_FOR_JD, stock="2D 4C 4S")
    table = await seated(house, "cacheta", thinking=thinking, window=window)
    await act(table, 3, Action("good_one"))
    await throw(table, "JD")
    drawing = asyncio.ensure_future(act(table, 1, Action("draw", source="stock")))
    await quiet()
    await table.ask(Leave(player="p3"))
    if not late:
        await table.ask(Leave(player="p2"))
    began = house.clock.now()
    declared = False
    while not drawing.done():
        if late and not declared and house.clock.now() - began >= late:
            await act(table, 2, Action("good_one"))
            declared = True
        await pass_time(house, 0.05)
        turn = table.state.turn
        assert turn is not None
        if turn.phase == "contest" or table.state.tally.hand > 1:
            break
    else:
        raise AssertionError("the draw was done, and nobody had cut")
    await house.stop()
    await asyncio.gather(drawing, return_exceptions=True)


@pytest.mark.parametrize(
    ("people", "thinking", "seconds"),
    [(2, 0.0, 3.0), (2, 0.9, 3.0), (0, 0.0, 0.0), (0, 0.2, 0.2), (0, 9.0, 0.4)],
)
async def test_windows_are_shorter_where_only_bots_could_take_the_card(
    house: House, people: int, thinking: float, seconds: float
) -> None:
    table = await house.table("pif-paf", 3, people=people, start=False, window=None)
    taking = Turn("draw", (2,), may_act=(0,), holds_draw=True)
    assert window_length(table.state._replace(turn=taking), thinking) == seconds
    throwing = Turn("draw", (0,), may_act=(2,), holds_draw=True)
    others = min(thinking, 0.4)
    assert window_length(table.state._replace(turn=throwing), thinking) == others
    asked = Turn("contest", (0,))
    assert window_length(table.state._replace(turn=asked), thinking) == seconds
    unhurried = table.state._replace(
        turn=asked, made=table.state.made._replace(clock_milliseconds=120_000)
    )
    assert window_length(unhurried, thinking) == (10.0 if people else seconds)


@pytest.mark.parametrize(("alone", "seconds"), [(0, 0.4), (2, 0.4), (3, 3.0)])
async def test_who_plays_against_bots_alone_waits_only_where_they_can_take_the_card(
    alone: int, seconds: float
) -> None:
    house = stacked(THROWER, IDLE, IDLE, WAITS_FOR_JD)
    state = (await at_a_discard(house)).state
    assert window_length(state, 0.9) == 3.0
    sitters = [
        each if seat == alone or each is None else each._replace(bot=1)
        for seat, each in enumerate(state.sitters)
    ]
    assert window_length(state._replace(sitters=tuple(sitters)), 0.9) == seconds


async def test_the_length_is_what_the_maker_of_the_table_says() -> None:
    async with running() as server:
        ana = Caller(server.address)
        await ana.open()
        made = await ana.create(game="pif-paf", seats=3, window_milliseconds=1500)
        assert server.tables[made.id].state.made.window_milliseconds == 1500
        made = await ana.create(game="pif-paf", seats=3)
        assert server.tables[made.id].state.made.window_milliseconds is None
        with refused_as("BAD_REQUEST"):
            await ana.create(game="pif-paf", seats=3, window_milliseconds=10_001)
        await ana.close()


async def test_the_length_survives_a_restart_and_may_be_the_servers_choice(house: House) -> None:
    table = await house.table("pif-paf", 3, window=700)
    await house.restart()
    made = house.lobby.tables[table.id].state.made
    assert made.window_milliseconds == 700
    journal = WireJournal()
    row = log_pb2.Entry.FromString(journal.write(Stamped(0, made), "pif-paf"))
    row.created.ClearField("window_milliseconds")
    assert journal.read(row.SerializeToString(), "pif-paf").entry == made._replace(
        window_milliseconds=None
    )


# --- whole matches ---------------------------------------------------------------------------


MATCHES = [
    ("pif-paf", 3, {"hands": 4}),
    ("cacheta", 5, {"points": 3}),
    ("truco-brasileiro", 4, {}),
    *by_night(
        ("pif-paf", 8, {"hands": 2}),
        ("pif-paf-tradicional", 2, {"hands": 4}),
        ("pif-paf-tradicional", 5, {"hands": 3}),
        ("cacheta", 2, {"points": 3}),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), MATCHES)
async def test_spectators_can_follow_a_whole_match_of_bots(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """The updates add up to a fresh snapshot, and the log to the table."""
    house = House(seed=seats)
    table = await house.table(
        game, seats, people=0, start=False, options=options, window=None, thinking=200
    )
    reader, onlooker = attach(table, None, None), Onlooker()
    await table.ask(Start(player="p0"))
    while table.state.life is Life.PLAYING:
        seen = table.state.seq
        house.clock.advance(0.3)
        await until(lambda: table.state.seq > seen, house.clock)  # noqa: B023
        onlooker.fold(frames(reader))
        onlooker.knows(snapshot(table, None))
    assert onlooker.events[-1].HasField("match_ended")
    assert onlooker.snapshots == 1
    before = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == before
