"""Players who are away, tables that are paused, and hand pauses that somebody holds."""

import pytest

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2, tables_pb2, timing_pb2
from cardtui_engine.actions import Action
from cardtui_server.match.entries import SitInCause
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Leave, Say
from cardtui_server.match.state import Sitter
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from tests.server.at_table import end_hand
from tests.server.clocks import pass_time, timing, waiting
from tests.support.calling import Caller, refused_as, running
from tests.support.playing import House, act, attach, frames, quiet


def sitter(table: Table, seat: int) -> Sitter:
    found = table.state.sitters[seat]
    assert found is not None
    return found


def rests(table: Table) -> bool:
    """Return whether the hand pause is on."""
    return table.state.resting


def is_paused(table: Table) -> bool:
    """Return whether the table is paused."""
    return table.state.paused


def stands_still(table: Table) -> bool:
    """Return whether the hand pause stands still."""
    return pause_of(table).stopped


async def one_away(house: House, seats: int = 2, patience: int = 60) -> Table:
    """A table where the player of the last seat is away, and the bots take their time."""
    table = await house.table(seats=seats, patience=patience, thinking=10_000)
    for seat in range(seats - 1):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    return table


async def test_after_the_tables_patience_a_bot_sits_in_for_who_is_away(house: House) -> None:
    table = await one_away(house)
    assert [each.seat for each in timing(table).away] == [1]
    await pass_time(house, 59.8)
    assert not sitter(table, 1).stand_in
    await pass_time(house, 0.3)
    assert sitter(table, 1).stand_in
    assert sitter(table, 1).cause is SitInCause.AWAY
    assert table.state.players()["p1"] == 1
    assert not timing(table).away


async def test_who_comes_back_has_the_seat_again(house: House) -> None:
    table = await one_away(house)
    await pass_time(house, 60.1)
    assert sitter(table, 1).stand_in
    attach(table, 1, None)
    await pass_time(house, 0.1)
    assert not sitter(table, 1).stand_in
    while waiting(table) != 1:
        await act(table, 0, Action("pass"))
        await quiet()
    before = table.state
    await pass_time(house, 100)
    assert table.state is before
    await act(table, 1, Action("pass"))


async def test_who_is_away_only_for_a_moment_keeps_playing(house: House) -> None:
    table = await one_away(house)
    await pass_time(house, 59)
    reader = attach(table, 1, None)
    await pass_time(house, 0.1)
    table.detach(reader)
    await pass_time(house, 59)
    assert not sitter(table, 1).stand_in


async def test_while_nobody_is_here_the_match_rests(house: House) -> None:
    table = await house.table(patience=60)
    attach(table, None, None)
    before = table.state
    await pass_time(house, 100_000)
    assert table.state is before


async def test_a_table_may_be_patient_for_ever(house: House) -> None:
    table = await one_away(house, patience=0)
    await pass_time(house, 100_000)
    assert not sitter(table, 1).stand_in


async def test_the_host_lets_a_bot_sit_in_at_once_but_only_for_who_is_away(house: House) -> None:
    table = await one_away(house, seats=3)
    with pytest.raises(Refused, match="Nobody in a match is away"):
        await table.agreements.ask_sit_in("p0", 1)
    assert await table.agreements.ask_sit_in("p0", 2)
    assert sitter(table, 2).cause is SitInCause.HOST
    with pytest.raises(Refused, match="A bot plays there already"):
        await table.agreements.ask_sit_in("p0", 2)
    with pytest.raises(Refused, match="no seat"):
        await table.agreements.ask_sit_in("w1", 2)


async def test_more_than_half_of_the_others_who_are_here_let_a_bot_sit_in(house: House) -> None:
    table = await house.table(seats=4, patience=0, thinking=10_000)
    for seat in range(3):
        attach(table, seat, None)
    reader = attach(table, None, None)
    await pass_time(house, 0.1)
    frames(reader)
    assert not await table.agreements.ask_sit_in("p1", 3)
    assert not await table.agreements.ask_sit_in("p1", 3)
    (told,) = [frame.presence for frame in frames(reader) if frame.HasField("presence")]
    assert list(told.votes) == [tables_pb2.SitInVotes(seat=3, by=[1], needed=2)]
    assert await table.agreements.ask_sit_in("p2", 3)
    assert sitter(table, 3).cause is SitInCause.VOTE


async def test_who_is_back_needs_no_bot(house: House) -> None:
    table = await house.table(seats=4, patience=0)
    for seat in range(3):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    assert not await table.agreements.ask_sit_in("p1", 3)
    back = attach(table, 3, None)
    await pass_time(house, 0.1)
    table.detach(back)
    await pass_time(house, 0.1)
    assert not await table.agreements.ask_sit_in("p2", 3)  # the first vote is forgotten


async def test_a_restart_remembers_for_whom_a_bot_sits_in(house: House) -> None:
    table = await one_away(house)
    await pass_time(house, 60.1)
    table = await house.restarted(table)
    assert sitter(table, 1).stand_in
    attach(table, 1, None)
    await pass_time(house, 0.1)
    assert not sitter(table, 1).stand_in


# --- pauses ----------------------------------------------------------------------------------


async def test_the_host_pauses_the_table_and_lets_play_go_on(house: House) -> None:
    table = await house.table(clock=10, reserve=0)
    for seat in (0, 1):
        attach(table, seat, None)
    await pass_time(house, 4)
    assert await table.agreements.ask_pause("p0", pause=True)
    with pytest.raises(Refused, match="The table is paused"):
        await act(table, waiting(table), Action("bet"))
    await table.ask(Say("p1", "P1", "back in a minute"))
    seq = table.state.seq
    await pass_time(house, 3600)
    assert table.state.seq == seq
    (clock,) = timing(table).clocks
    assert clock.act.stopped
    assert clock.act.left_milliseconds in range(6_000, 6_100)
    table = await house.restarted(table)
    assert is_paused(table)
    assert not await table.agreements.ask_pause("p0", pause=False)
    await act(table, waiting(table), Action("bet"))


async def test_the_players_pause_the_table_if_all_who_are_here_agree(house: House) -> None:
    table = await house.table(seats=3)
    for seat in range(3):
        attach(table, seat, None)
    await pass_time(house, 0.1)
    await table.ask(Leave("p0"))  # the host is another now
    assert table.state.host == "p1"
    reader = attach(table, None, None)
    await pass_time(house, 0.1)
    frames(reader)
    assert not await table.agreements.ask_pause("p2", pause=True)
    (told,) = [frame.presence for frame in frames(reader) if frame.HasField("presence")]
    assert list(told.asking_pause) == [2]
    assert not await table.agreements.ask_pause("p2", pause=False)  # taken back
    assert not is_paused(table)
    assert await table.agreements.ask_pause("p1", pause=True)
    assert await table.agreements.ask_pause("p2", pause=False)
    assert is_paused(table)


async def test_bots_and_packs_wait_while_the_table_is_paused(house: House) -> None:
    table = await house.table(pause=4)
    attach(table, 0, None)
    await end_hand(table)
    await table.agreements.ask_pause("p0", pause=True)
    before = table.state
    table.go_on("p0", table.state.tally.hand)
    await pass_time(house, 100)
    assert table.state is before
    assert timing(table).hand_pause.stopped
    await table.agreements.ask_pause("p0", pause=False)
    await pass_time(house, 4)
    assert not rests(table)


async def test_only_a_match_can_be_paused_and_only_by_who_plays(house: House) -> None:
    table = await house.table(start=False)
    with pytest.raises(Refused, match="nothing to pause"):
        await table.agreements.ask_pause("p0", pause=True)
    with pytest.raises(Refused, match="no seat"):
        await table.agreements.ask_pause("w1", pause=True)


# --- the hand pause --------------------------------------------------------------------------


async def resting(house: House, *, tells: bool = False) -> Table:
    """A table at the end of a hand, with both players here."""
    table = await house.table(pause=4)
    for player in ("p0", "p1"):
        table.attach(Reader(player, tells_hands=tells))
    await pass_time(house, 0.1)
    await end_hand(table)
    return table


def pause_of(table: Table) -> timing_pb2.Countdown:
    return timing(table).hand_pause


async def test_the_hand_pause_says_what_is_left_of_it(house: House) -> None:
    table = await resting(house)
    await pass_time(house, 1)
    assert pause_of(table) == timing_pb2.Countdown(left_milliseconds=3000, total_milliseconds=4000)
    await pass_time(house, 3)
    assert not timing(table).HasField("hand_pause")


async def test_any_player_holds_the_hand_pause_and_lets_go_of_it(house: House) -> None:
    table = await resting(house)
    await pass_time(house, 1)
    table.hold("p1", hold=True)
    await pass_time(house, 100)
    assert rests(table)
    assert list(timing(table).holding) == [1]
    assert stands_still(table)
    table.hold("p1", hold=False)
    await pass_time(house, 2.9)
    assert rests(table)
    await pass_time(house, 0.1)
    assert not rests(table)


async def test_nobody_holds_it_for_ever_or_from_afar() -> None:
    house = House()
    table = await resting(house)
    table.hold("p1", hold=True)
    await pass_time(house, 119)
    assert rests(table)
    await pass_time(house, 6)
    assert not rests(table)
    await house.stop()
    house = House()
    table = await resting(house)
    reader = table.attach(Reader("p1"))
    table.hold("p1", hold=True)
    await pass_time(house, 10)
    assert rests(table)
    table.detach(reader)
    await pass_time(house, 4.1)
    assert not rests(table)


async def test_who_holds_it_and_goes_on_lets_go(house: House) -> None:
    table = await resting(house)
    hand = table.state.tally.hand
    table.hold("p1", hold=True)
    table.go_on("p0", hand)
    await quiet()
    assert rests(table)
    table.go_on("p1", hand)
    await quiet()
    assert not rests(table)


async def test_the_hand_pause_counts_from_when_the_end_of_the_hand_stands_on_all_screens(
    house: House,
) -> None:
    table = await resting(house, tells=True)
    hand = table.state.tally.hand
    await pass_time(house, 2)
    assert pause_of(table) == timing_pb2.Countdown(
        left_milliseconds=4000, total_milliseconds=4000, stopped=True
    )
    table.shows("p0", hand)
    table.shows("p1", hand - 1)
    await pass_time(house, 1)
    assert stands_still(table)
    table.shows("p1", hand)
    assert not stands_still(table)
    await pass_time(house, 3.9)
    assert rests(table)
    await pass_time(house, 0.1)
    assert not rests(table)


async def test_a_screen_that_never_tells_delays_the_hand_pause_for_five_seconds_at_most(
    house: House,
) -> None:
    table = await resting(house, tells=True)
    await pass_time(house, 8.9)
    assert rests(table)
    await pass_time(house, 0.1)
    assert not rests(table)


# --- over the network ------------------------------------------------------------------------


async def test_pauses_bots_that_sit_in_and_hand_pauses_are_asked_for_over_the_network() -> None:
    async with running() as server:
        ana, beto = [await Caller.of(server.address, name) for name in ("Ana", "Beto")]
        made = await ana.create(
            seat=0, clock_milliseconds=30_000, reserve_milliseconds=5_000, patience_milliseconds=0
        )
        assert (made.clock_milliseconds, made.reserve_milliseconds) == (30_000, 5_000)
        assert made.patience_milliseconds == 0
        await beto.join(made.id)
        await ana.start(made.id)
        stream = ana.play(made.id)
        await stream.until(lambda: stream.presence.connected == [0])
        wanted = table_service_pb2.PauseRequest(table=made.id, pause=True)
        assert not (await beto.call(beto.tables.Pause, wanted)).paused
        assert (await ana.call(ana.tables.Pause, wanted)).paused
        await stream.until(lambda: stream.table.paused)
        reply = await stream.act(actions_pb2.Action(bet=actions_pb2.BetAction()))
        assert reply.refusal.reason == errors_pb2.REASON_TABLE_STATE
        wanted.pause = False
        assert not (await ana.call(ana.tables.Pause, wanted)).paused
        view = await ana.call(ana.tables.GetView, table_service_pb2.GetViewRequest(table=made.id))
        assert view.timing.clocks[0].act.total_milliseconds == 30_000
        sit_in = table_service_pb2.SitInRequest(table=made.id, seat=1)
        assert (await ana.call(ana.tables.SitIn, sit_in)).sits_in
        await stream.until(lambda: stream.table.seats[1].stand_in)
        count = len(stream.replies)
        await stream.send(hold=table_service_pb2.PlayHold(hold=True))
        await stream.send(hand_shown=table_service_pb2.PlayHandShown(hand=1))
        await stream.send(back=table_service_pb2.PlayBack())
        await stream.until(lambda: len(stream.replies) == count + 3)
        assert not any(reply.HasField("refusal") for reply in stream.replies[count:])
        with refused_as("BAD_REQUEST"):
            await ana.create(clock_milliseconds=4_999)
        await ana.close()
        await beto.close()
