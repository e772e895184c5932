"""Clocks: time to act and a reserve, the mildest action when both are over, and what costs none."""

import asyncio

import pytest

from cardtui.v1 import table_service_pb2, timing_pb2
from cardtui_engine.actions import Action
from cardtui_server.match.entries import Acted, Entry, Returned, SatIn, SitInCause, TimedOut
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Act, Return, Say, TimeOut
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.clocks import Countdown, Left
from tests.server.clocks import pass_time, timing, waiting
from tests.support.playing import House, act, attach, frames, quiet
from tests.support.ports import FakeClock


async def entries(house: House, table: Table) -> list[Entry]:
    read, game = house.env.journal.read, table.state.rules.id
    return [read(row, game).entry for row in await house.store.read(table.id)]


async def two_at_clocks(house: House, clock: int = 30, reserve: int = 60) -> Table:
    """A table for two players, both here."""
    table = await house.table(clock=clock, reserve=reserve)
    for seat in (0, 1):
        attach(table, seat, None)
    await pass_time(house, 0.1)  # who is here is told a moment later
    return table


async def test_once_the_time_to_act_and_the_reserve_are_over_the_mildest_action_is_done(
    house: House,
) -> None:
    table = await two_at_clocks(house)
    seat, seq = waiting(table), table.state.seq
    await pass_time(house, 89.8)
    assert table.state.seq == seq
    await pass_time(house, 0.2)
    *_, last = [each for each in await entries(house, table) if isinstance(each, TimedOut)]
    assert last == TimedOut(seat, Action("pass"), last.reserves)
    assert last.reserves[seat] == 0
    assert last.reserves[1 - seat] == 60_000


async def test_what_is_used_beyond_the_time_to_act_comes_off_the_reserve(house: House) -> None:
    table = await two_at_clocks(house)
    seat = waiting(table)
    await pass_time(house, 20)
    await act(table, seat, Action("bet"))
    assert table.state.reserves == (60_000, 60_000)
    other = waiting(table)
    await pass_time(house, 42.5)
    await act(table, other, Action("bet"))
    assert [table.state.reserves[each] for each in (other, seat)] == [47_500, 60_000]
    acted = [each for each in await entries(house, table) if isinstance(each, Acted)]
    assert [bool(each.reserves) for each in acted] == [False, True]


async def test_readers_are_told_what_is_left(house: House) -> None:
    table = await two_at_clocks(house)
    seat = waiting(table)
    await pass_time(house, 5 + timing(table).clocks[0].act.left_milliseconds / 1000)
    (clock,) = timing(table).clocks
    assert clock.seat == seat
    assert (clock.act.left_milliseconds, clock.act.total_milliseconds) == (0, 30_000)
    assert clock.reserve.left_milliseconds == 55_000
    assert not clock.reserve.stopped
    reader = attach(table, None, None)
    (told,) = [frame.timing for frame in frames(reader) if frame.HasField("timing")]
    assert told == timing(table)
    await act(table, seat, Action("bet"))
    (told,) = [frame.timing for frame in frames(reader) if frame.HasField("timing")]
    assert told.clocks[0].seat == waiting(table)
    assert told.clocks[0].act.left_milliseconds == 30_000
    await pass_time(house, 3)
    assert not [frame for frame in frames(reader) if frame.HasField("timing")]


async def test_after_three_times_in_a_row_a_bot_sits_in_until_the_player_acts(house: House) -> None:
    table = await two_at_clocks(house, clock=10, reserve=0)
    for _ in range(20):
        if any(sitter and sitter.stand_in for sitter in table.state.sitters):
            break
        seat = waiting(table)
        if seat == 0:
            await pass_time(house, 10)
        else:
            await act(table, 1, Action("pass"))
            await quiet()
    sitter = table.state.sitters[0]
    assert sitter is not None
    assert sitter.cause is SitInCause.LATE
    late = [each for each in await entries(house, table) if isinstance(each, TimedOut)]
    assert [each.seat for each in late] == [0, 0, 0]
    assert table.state.players()["p0"] == 0  # the seat is kept
    done = len(await entries(house, table))
    while waiting(table) != 0:
        await act(table, 1, Action("pass"))
        await quiet()
    await pass_time(house, 2)  # less than the player's time
    acted = [each for each in (await entries(house, table))[done:] if isinstance(each, Acted)]
    assert any(each.seat == 0 for each in acted)


async def sat_in(house: House) -> Table:
    """A table where a bot, who thinks for long, sits in for the player in seat 0."""
    table = await house.table(clock=10, reserve=0, thinking=10_000)
    for seat in (0, 1):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    while waiting(table) != 0 or not any(s and s.stand_in for s in table.state.sitters):
        if waiting(table) == 0:
            await pass_time(house, 10)
        else:
            await act(table, 1, Action("pass"))
            await quiet()
    return table


async def test_an_action_of_the_player_ends_it_and_so_does_a_word() -> None:
    house = House()
    table = await sat_in(house)
    await act(table, 0, Action("pass"))
    assert not table.state.sitters[0].stand_in  # type: ignore[union-attr]
    assert any(isinstance(each, Returned) for each in await entries(house, table))
    assert table.state.late == (0, 0)
    await house.stop()
    house = House()
    table = await sat_in(house)
    await table.ask(Say("p0", "P0", "my hands are wet"))
    assert table.state.sitters[0].stand_in  # type: ignore[union-attr]
    await table.ask(Return("p0"))
    assert table.state.awaited() == (0,)


async def test_a_program_that_connects_again_does_not_end_it(house: House) -> None:
    table = await sat_in(house)
    attach(table, 0, None)
    await pass_time(house, 0.1)
    assert table.state.sitters[0].stand_in  # type: ignore[union-attr]


async def test_who_acts_in_between_is_not_late_in_a_row(house: House) -> None:
    table = await two_at_clocks(house, clock=10, reserve=0)
    for _ in range(2):
        while waiting(table) != 0:
            await act(table, 1, Action("pass"))
            await quiet()
        await pass_time(house, 10)
    assert table.state.late[0] == 2
    while waiting(table) != 0:
        await act(table, 1, Action("pass"))
        await quiet()
    await act(table, 0, Action("pass"))
    assert table.state.late[0] == 0


async def test_the_log_decides_between_an_action_and_the_end_of_its_time(house: House) -> None:
    table = await two_at_clocks(house, clock=10, reserve=0)
    seat, seq = waiting(table), table.state.seq
    asked = table.state.asked
    acting = asyncio.ensure_future(table.ask(Act(seat, f"p{seat}", Action("bet"))))
    await asyncio.sleep(0)
    late = asyncio.ensure_future(table.ask(TimeOut(seat, asked, (0, 0))))
    assert await acting == seq + 1
    with pytest.raises(Refused, match="The table has changed"):
        await late
    seat, asked = waiting(table), table.state.asked
    late = asyncio.ensure_future(table.ask(TimeOut(seat, asked, (0, 0))))
    await asyncio.sleep(0)
    acting = asyncio.ensure_future(
        table.ask(Act(seat, f"p{seat}", Action("bet"), expected=table.state.position))
    )
    await late
    with pytest.raises(Refused, match="The table has changed"):
        await acting


async def test_what_somebody_else_declares_gives_nobody_more_time(house: House) -> None:
    table = await house.table("truco-argentino", 4, clock=30, reserve=0)
    for seat in range(4):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    await act(table, waiting(table), Action("tap"))
    seat, asked = waiting(table), table.state.asked
    await pass_time(house, 20)
    await act(table, (seat + 2) % 4, Action("resign"))
    assert table.state.asked == asked
    assert timing(table).clocks[0].act.left_milliseconds == 10_000


async def test_partners_who_may_both_answer_have_the_time_of_the_one_who_has_more(
    house: House,
) -> None:
    table = await house.table("truco-argentino", 4, clock=30, reserve=60)
    for seat in range(4):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    await act(table, waiting(table), Action("tap"))
    caller = waiting(table)
    await act(table, caller, Action("truco"))
    answering = [(caller + 1) % 4, (caller + 3) % 4]
    assert [clock.seat for clock in timing(table).clocks] == sorted(answering)
    await pass_time(house, 90)
    assert (
        table.state.tally.scores[caller % 2] or table.state.resting or table.state.late != (0,) * 4
    )


# --- what costs no time ----------------------------------------------------------------------


async def test_a_server_that_was_away_has_used_up_nobodys_time(house: House) -> None:
    table = await two_at_clocks(house)
    await pass_time(house, 40)
    await act(table, waiting(table), Action("bet"))
    reserves = table.state.reserves
    await pass_time(house, 29)
    house.clock.time += 3600
    table = await house.restarted(table)
    assert table.state.reserves == reserves
    seq = table.state.seq
    await pass_time(house, 3600)  # nobody is here
    assert table.state.seq == seq
    for seat in (0, 1):
        attach(table, seat, None)
    await pass_time(house, 0.06)
    seat = waiting(table)
    (clock,) = timing(table).clocks
    assert clock.act.left_milliseconds in range(29_900, 30_001)
    assert clock.reserve.left_milliseconds == reserves[seat]


async def test_a_stall_of_the_server_uses_up_nobodys_time(house: House) -> None:
    table = await two_at_clocks(house)
    await pass_time(house, 10)
    house.clock.stall(500)
    await quiet()
    (clock,) = timing(table).clocks
    assert clock.act.left_milliseconds in range(18_500, 20_000)


async def test_time_stands_still_while_nothing_can_be_written() -> None:
    store = MemoryStore()
    house = House(store)
    table = await two_at_clocks(house)
    await pass_time(house, 10)
    left = timing(table).clocks[0].act.left_milliseconds
    store.full = True
    with pytest.raises(Refused):
        await act(table, waiting(table), Action("bet"))
    await pass_time(house, 300)
    store.full = False
    with pytest.raises(Refused):
        await act(table, 1 - waiting(table), Action("bet"))
    assert timing(table).clocks[0].act.left_milliseconds == left
    await act(table, waiting(table), Action("bet"))


async def test_time_stands_still_while_nobody_who_plays_is_here(house: House) -> None:
    table = await house.table(clock=10, reserve=0)
    attach(table, None, None)
    seq = table.state.seq
    await pass_time(house, 3600)
    assert table.state.seq == seq
    assert timing(table).clocks[0].act.stopped
    reader = attach(table, 1 - waiting(table), None)
    await pass_time(house, 10.1)
    assert table.state.seq > seq
    table.detach(reader)


async def test_no_time_is_taken_while_a_claim_window_is_open() -> None:
    house = House(seed=3)
    table = await house.table("cacheta", 3, clock=30, window=3000)
    for seat in range(3):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    await act(table, waiting(table), Action("draw", source="stock"))
    seat = waiting(table)
    await act(table, seat, table.state.rules.mildest(table.state.game, seat))
    told = timing(table)
    assert told.window.total_milliseconds == 3000
    assert told.clocks[0].act.stopped
    await pass_time(house, 3)
    told = timing(table)
    assert not told.HasField("window")
    assert told.clocks[0].act.left_milliseconds == 30_000
    assert not told.clocks[0].act.stopped


async def test_a_table_without_clocks_waits_for_ever(house: House) -> None:
    table = await house.table()
    for seat in (0, 1):
        attach(table, seat, None)
    seq = table.state.seq
    await pass_time(house, 100_000)
    assert table.state.seq == seq
    assert timing(table) == timing_pb2.Timing()


async def test_a_time_out_that_cannot_be_written_is_written_later() -> None:
    store = MemoryStore()
    house = House(store)
    table = await two_at_clocks(house, clock=10, reserve=0)
    seq = table.state.seq
    store.full = True
    await pass_time(house, 10)
    assert table.state.seq == seq
    store.full = False
    for _ in range(4):
        await pass_time(house, 1)
    assert table.state.seq > seq


def test_a_countdown_can_stand_still() -> None:
    clock = FakeClock()
    ended: list[float] = []
    countdown = Countdown(clock, 10, lambda: ended.append(clock.time))
    clock.advance(100)
    countdown.run()
    clock.advance(4)
    countdown.stop()
    clock.advance(100)
    assert countdown.left == Left(6, 10, True)
    countdown.run()
    clock.advance(5.5)
    assert countdown.left == Left(0.5, 10, False)
    clock.advance(0.5)
    assert ended == [1210]
    countdown.run()
    clock.advance(100)
    assert ended == [1210]


async def test_the_first_message_says_that_a_bot_sits_in(house: House) -> None:
    table = await sat_in(house)
    snapshot = table_service_pb2.Snapshot.FromString(table.snapshot(None))
    assert snapshot.table.seats[0].name == "P0"
    assert snapshot.table.seats[0].stand_in
    assert [isinstance(each, SatIn) for each in await entries(house, table)].count(True) == 1
