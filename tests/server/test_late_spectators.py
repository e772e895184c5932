"""Spectators who see a match later than it is played: when, what, and nothing before."""

import itertools
import random

import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    AddBot,
    Announce,
    ChangeTerms,
    Close,
    Leave,
    Request,
    Say,
    SetReady,
    Sit,
    Start,
    SwapSeats,
)
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import Unreadable
from cardtui_server.table.actor import Table
from cardtui_server.table.clocks import NO_TIMING
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.values import timing_message
from tests.support.calling import Caller, running
from tests.support.nights import games_and_by_night
from tests.support.playing import (
    House,
    Onlooker,
    act,
    any_action,
    brief,
    frames,
    kinds,
    play,
    quiet,
)

APART = SpectatorTalk.APART


async def late_table(
    house: House, game: str, hands: int = 0, seconds: int = 0, *, short: bool = True
) -> Table:
    """Return a table that plays, with people in all seats, whose spectators see it later."""
    seats, options = min(get_rules(game).seats), brief(game) if short else {}
    table = await house.table(game, seats, options=options, start=False)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, hands, seconds * 1000)))
    await table.ask(Start(player="p0"))
    await quiet()
    return table


async def hands_on(table: Table, luck: random.Random, hand: int) -> None:
    """Play until that hand has begun, or the match is over."""
    for _ in range(500):
        if table.state.life is Life.PLAYING and table.state.tally.hand < hand:
            await play(table, luck, 1)
            await quiet()


def shown(table: Table) -> tables_pb2.Table:
    """Return the table as the lobby shows it."""
    return tables_pb2.Table.FromString(table.shown)


def snapshot(table: Table) -> table_service_pb2.Snapshot:
    """Return what a spectator sees who comes now."""
    return table_service_pb2.Snapshot.FromString(table.snapshot(None))


@pytest.mark.parametrize("game", games_and_by_night())
async def test_a_hand_is_seen_once_the_next_one_is_played_and_in_the_end_all(game: str) -> None:
    house, luck, eve = House(seed=3), random.Random(3), Onlooker()
    table = await late_table(house, game, hands=1)
    reader, acts = table.attach(Reader()), 0
    while table.state.life is Life.PLAYING and acts < 150:
        hand, acts = table.state.tally.hand, acts + 1
        eve.fold(frames(reader))
        assert sum(each.HasField("hand_started") for each in eve.events) <= max(0, hand - 1)
        assert shown(table).hand == eve.table.hand <= max(0, hand - 1)
        assert len(shown(table).seats) == len(table.state.sitters)
        await play(table, luck, 1)
        await house.passes(1)
    eve.fold(frames(reader))
    eve.knows(snapshot(table))
    if table.state.life is Life.OVER:
        assert eve.seq < table.state.seq
        assert shown(table).scores == list(eve.table.scores)
        for _ in range(30):
            await house.passes(4)
        eve.fold(frames(reader))
        assert eve.seq == table.state.seq
        assert eve.table.state == tables_pb2.TABLE_STATE_OVER
        assert shown(table).scores == list(table.state.tally.scores)
        eve.knows(snapshot(table))
        assert eve.snapshots == 1
    else:
        assert game in ("cacheta", "pif-paf", "pif-paf-tradicional"), "hands take long there"


async def test_a_hand_that_may_be_seen_goes_on_at_its_own_pace_until_the_next_may() -> None:
    house, luck = House(seed=19), random.Random(19)
    table = await late_table(house, "truco-argentino", hands=1, short=False)
    reader = table.attach(Reader())
    for _ in range(100):
        if table.state.tally.hand < 2:
            house.clock.advance(20)
            await play(table, luck, 1)
            await quiet()
    seen = [numbers(reader)]
    for _ in range(60):
        await house.passes(2)
        seen.append(numbers(reader))
    several = [each for each in seen[1:] if each]
    assert len(several) > 2
    assert all(len(each) == 1 for each in several), "nobody saw 20 s of thought, nor all at once"
    gaps = [place for place, each in enumerate(seen) if each]
    assert {later - sooner for sooner, later in itertools.pairwise(gaps[1:])} == {2}
    await hands_on(table, luck, 3)
    await hands_on(table, luck, 4)
    assert len(numbers(reader)) > 3, "what was left of the hand before"


def numbers(reader: Subscription) -> list[int]:
    """Return the numbers of the updates that a reader is given now."""
    return [frame.update.seq for frame in frames(reader) if frame.HasField("update")]


def timing(table: Table) -> bytes:
    return timing_message(table.timing("eve")).SerializeToString()


@pytest.mark.parametrize("game", games_and_by_night())
@pytest.mark.parametrize("seconds", [0, 30])
async def test_what_is_not_due_changes_no_byte_that_spectators_or_the_lobby_get(
    game: str, seconds: int
) -> None:
    """Two matches that are the same until a hand begins, and then go on as chance will have it."""
    told = []
    for other in (1, 2, 3):
        house = House(seed=3)
        table = await late_table(house, game, hands=0 if seconds else 1, seconds=seconds)
        reader = table.attach(Reader())
        bytes_told = [reader.take()]
        same = random.Random(5)
        await hands_on(table, same, 1)
        for _ in range(4):
            await play(table, same, 1)
            await quiet()
            bytes_told += [reader.take(), table.shown, table.snapshot(None), timing(table)]
            house.clock.advance(1)
        hand, luck = table.state.tally.hand, random.Random(other)
        acts = 0
        while table.state.life is Life.PLAYING and table.state.tally.hand == hand and acts < 12:
            seat, action = any_action(table, luck)
            after, _ = table.state.rules.apply(table.state.game, seat, action)
            if table.state.rules.turn(after).wants_pack or after.phase == "over":
                break
            await act(table, seat, action)
            await quiet()
            if table.state.tally.hand != hand or table.state.life is not Life.PLAYING:
                break
            acts += 1
        moves = acts
        bytes_told += [reader.take(), table.shown, table.snapshot(None), timing(table)]
        told.append((bytes_told, moves))
        await house.stop()
    assert told[0][0] == told[1][0] == told[2][0]
    assert max(moves for _, moves in told) > 0


async def test_by_seconds_each_act_is_seen_when_its_time_has_passed() -> None:
    house, eve = House(seed=1), Onlooker()
    table = await late_table(house, "truco-argentino", seconds=30)
    reader = table.attach(Reader())
    began = table.state.seq
    await house.passes(29)
    eve.fold(frames(reader))
    assert eve.seq < began
    await play(table, random.Random(1), 2)
    after = table.state.seq
    await house.passes(1)
    eve.fold(frames(reader))
    assert eve.seq == began
    await house.passes(28.9)
    assert not reader.take()
    await house.passes(0.1)
    eve.fold(frames(reader))
    assert eve.seq == after


async def test_spectators_talk_and_the_hosts_announcement_do_not_wait() -> None:
    house, luck, eve, bob = House(seed=2), random.Random(2), Onlooker(), Onlooker()
    table = await late_table(house, "truco-argentino", hands=2)
    reader, player = table.attach(Reader()), table.attach(Reader("p0"))
    await play(table, luck, 3)
    await table.ask(Say("p0", "P0", "to players"))
    await table.ask(Say("p9", "Zoe", "hello", watching=True))
    await table.ask(Announce("p0", "P0", "dinner at nine"))
    await quiet()
    eve.fold(frames(reader))
    assert [line.text for line in eve.talk] == ["hello", "dinner at nine"]
    bob.fold(frames(player))
    assert [line.text for line in bob.talk] == ["to players", "dinner at nine"]
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await quiet()
    await house.passes(600)
    eve.fold(frames(reader))
    assert [line.text for line in eve.talk][2] == "to players"
    assert eve.seq == table.state.seq


async def test_a_shorter_delay_holds_for_what_waits_already() -> None:
    house, eve = House(seed=1), Onlooker()
    table = await late_table(house, "truco-argentino", seconds=600)
    reader = table.attach(Reader())
    await play(table, random.Random(1), 2)
    played = table.state.seq
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 0, 10_000)))
    await house.passes(10)
    eve.fold(frames(reader))
    assert eve.seq == played + 1
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 0, 100_000)))
    await play(table, random.Random(2), 1)
    await house.passes(99)
    eve.fold(frames(reader))
    assert eve.seq == played + 2, "what was set is known at once"
    await house.passes(1)
    eve.fold(frames(reader))
    assert eve.seq == table.state.seq


async def test_spectators_see_late_who_is_here_and_players_what_is_so_now() -> None:
    house = House(seed=2)
    table = await late_table(house, "cacho")
    table.attach(Reader("p0"))
    reader = table.attach(Reader())
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 1)))
    await quiet()
    assert list(snapshot(table).presence.connected) == [0, 1], "nobody is told who has gone"
    assert snapshot(table).presence.spectators == 1
    now, late = table.shown_to("p0"), table.shown_to("eve")
    assert tables_pb2.Table.FromString(now).chips == list(table.state.tally.chips)
    assert tables_pb2.Table.FromString(late).hand == shown(table).hand
    reader.take()
    await table.ask(Leave("p1"))
    await table.ask(Leave("p0"))
    await quiet()
    told = [frame for frame in frames(reader) if not frame.HasField("heartbeat")]
    assert set(kinds(told)) <= {"presence"}
    assert list(snapshot(table).presence.connected) == [0, 1]


@pytest.mark.parametrize("away", [False, True])
async def test_the_delay_can_begin_and_end_during_a_match(away: bool) -> None:
    house, luck, eve = House(seed=4), random.Random(4), Onlooker()
    table = await late_table(house, "truco-argentino")
    reader = table.attach(Reader())
    await play(table, luck, 2)
    eve.fold(frames(reader))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 1)))
    then = table.state.seq
    await play(table, luck, 2)
    await table.ask(Say("p9", "Zoe", "hello", watching=True))
    await quiet()
    reader = again(table, reader, eve) if away else reader
    eve.fold(frames(reader))
    assert eve.seq == then + 1
    assert eve.table.watching.delay_hands == 1
    assert any(each.HasField("spectators_set") for each in eve.events)
    eve.knows(snapshot(table))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART)))
    await play(table, luck, 2)
    await quiet()
    reader = again(table, reader, eve) if away else reader
    eve.fold(frames(reader))
    assert eve.seq == table.state.seq
    assert not eve.table.watching.delay_hands
    assert sorted(line.text for line in eve.talk) == ["hello"]
    eve.knows(snapshot(table))


def again(table: Table, reader: Subscription, eve: Onlooker) -> Subscription:
    """Come back to a table with the number that one has."""
    table.detach(reader)
    return table.attach(Reader(None, eve.seq))


@pytest.mark.parametrize(("hands", "seconds"), [(1, 0), (2, 0), (0, 50)])
async def test_after_a_restart_nothing_is_seen_earlier_and_numbers_go_on(
    hands: int, seconds: int
) -> None:
    house, luck, eve = House(seed=6), random.Random(6), Onlooker()
    table = await late_table(house, "truco-argentino", hands, seconds)
    reader = table.attach(Reader())
    for _ in range(25):
        if table.state.life is not Life.PLAYING:
            break
        await play(table, luck, 1)
        house.clock.advance(3)
        await table.ask(Say("p9", "Zoe", "hm", watching=True))
        await quiet()
    eve.fold(frames(reader))
    before = eve.seq
    assert before < table.state.seq
    table = await house.restarted(table)
    eve.fold(frames(table.attach(Reader(None, eve.seq))))
    assert eve.seq == before
    eve.knows(snapshot(table))


async def test_what_runs_out_now_is_not_for_spectators_who_see_it_later() -> None:
    house = House(seed=8)
    table = await house.table("truco-argentino", 2, clock=30, options=brief("truco-argentino"))
    before, reader = table.attach(Reader()), table.attach(Reader())
    assert "timing" in kinds(frames(before))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 1)))
    await quiet()
    last = [frame.timing for frame in frames(before) if frame.HasField("timing")]
    assert not last[-1].ListFields()
    reader = table.attach(Reader())
    await play(table, random.Random(8), 1)
    await quiet()
    assert "timing" not in kinds(frames(reader))
    assert table.timing("eve") == NO_TIMING != table.timing("p0")


@pytest.mark.parametrize(
    "watching",
    [
        tables_pb2.Spectators(delay_hands=21),
        tables_pb2.Spectators(delay_milliseconds=600_001),
        tables_pb2.Spectators(delay_hands=1, delay_milliseconds=1),
    ],
)
async def test_a_delay_has_limits(watching: tables_pb2.Spectators) -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        with pytest.raises(Exception, match="at most 20 hands later"):
            await ana.create(seat=0, watching=watching)


async def test_the_host_says_how_much_later_spectators_see_the_match() -> None:
    async with running() as server:
        ana, eve = [await Caller.of(server.address, name) for name in ("Ana", "Eve")]
        table = await ana.create(seat=0, bots=2, watching=tables_pb2.Spectators(delay_hands=2))
        assert table.watching.delay_hands == 2
        view = await eve.view(table.id)
        assert view.table.watching.delay_hands == 2
    assert events_pb2.SpectatorsSet.DESCRIPTOR.fields_by_name["delay_hands"].number == 3


async def over(house: House, hands: int = 0, seconds: int = 0) -> Table:
    """Return a late table whose match is over, of which spectators have seen little."""
    table = await late_table(house, "cacho", hands, seconds)
    luck = random.Random(4)
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await house.passes(1)
    return table


DELAYS = pytest.mark.parametrize(("hands", "seconds"), [(1, 0), (0, 60)])


async def pass_the_delay(house: House) -> None:
    for _ in range(120):
        await house.passes(4)


@DELAYS
@pytest.mark.parametrize("restarts", [False, True])
async def test_a_result_is_told_to_those_who_played_and_to_others_once_they_see_the_end(
    hands: int, seconds: int, restarts: bool
) -> None:
    house = House(seed=5)
    table = await over(house, hands, seconds)
    if restarts:
        table = await house.restarted(table)
    for asker, known in (("p0", 1), ("p1", 1), ("eve", 0), ("", 0)):
        assert len(await house.lobby.people.games_of("p0", asker)) == known
    assert not await house.env.ratings.strengths("cacho", ["p0", "p1"])
    lagged = table.lags
    await pass_the_delay(house)
    assert (lagged, table.lags) == (True, False)
    assert len(await house.lobby.people.games_of("p0", "eve")) == 1
    assert len(await house.env.ratings.strengths("cacho", ["p0", "p1"])) == 2


async def test_results_follow_a_delay_that_the_host_changes_after_the_match() -> None:
    house = House(seed=5)
    table = await over(house, seconds=60)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 0, 300_000)))
    await house.passes(200)
    assert not await house.lobby.people.games_of("p0", "eve")
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART)))
    assert await house.lobby.people.games_of("p0", "eve")


async def test_who_got_up_before_the_end_is_told_of_it_as_spectators_are() -> None:
    house, luck = House(seed=5), random.Random(4)
    table = await late_table(house, "cacho", seconds=60)
    await play(table, luck, 2)
    await table.ask(Leave("p1"))
    await quiet()
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await quiet()
    assert await house.lobby.records.text(table.id, 0, "p0")
    assert not await house.lobby.people.games_of("p1", "p1")
    with pytest.raises(Refused):
        await house.lobby.records.text(table.id, 0, "p1")
    await pass_the_delay(house)
    assert await house.lobby.people.games_of("p1", "p1")
    assert await house.lobby.records.text(table.id, 0, "p1")


async def test_a_closed_table_that_spectators_still_see_keeps_nobody_out() -> None:
    house = House(seed=5)
    await house.lobby.load()
    table = await over(house, seconds=1800)
    idle = await house.lobby.create("q", "Q", NewTable.of("cacho", 2, seat=0))
    house.lobby._limits.tables, house.lobby._limits.tables_each = 2, 1
    for _ in range(80):
        await house.passes(10)
    await table.ask(Close("p0"))
    await quiet()
    assert table.id in house.lobby.tables
    made = await house.lobby.create("p0", "P0", NewTable.of("cacho", 2, seat=0))
    assert house.lobby.tables.keys() == {table.id, made.id}, "the one that is not used made room"
    assert idle.id not in house.lobby.tables
    with pytest.raises(Refused, match="already have 1"):
        await house.lobby.create("p0", "P0", NewTable.of("cacho", 2, seat=0))


@pytest.mark.parametrize("people", [2, 1])
async def test_bots_seats_are_nobodys_and_the_operator_sees_what_is_so_now(
    people: int,
) -> None:
    house = House(seed=5)
    table = await house.table(people=people, start=False)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, 0, 600_000)))
    await table.ask(Start("p0"))
    await quiet()
    assert table.state.seat_of("") is None
    assert table.shown_to("") == table.shown
    for every, state in (
        (False, tables_pb2.TABLE_STATE_WAITING),
        (True, tables_pb2.TABLE_STATE_PLAYING),
    ):
        (listed,) = house.lobby.page("", 0, "", every=every).tables
        assert tables_pb2.Table.FromString(listed).state == state


async def has_record(house: House, table: Table, player: str, match: int = 0) -> bool:
    try:
        return bool(await house.lobby.records.text(table.id, match, player))
    except Refused:
        return False


async def left_by(house: House, player: str, *, hands: int = 0, seconds: int = 0) -> Table:
    """Return a late table where a player has got up during the match."""
    table = await house.table("cacho", 3, options=brief("cacho"), start=False)
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, APART, hands, seconds * 1000)))
    await table.ask(Start("p0"))
    await quiet()
    await play(table, random.Random(4), 2)
    await table.ask(Leave(player))
    await quiet()
    return table


async def play_on(house: House, table: Table) -> None:
    """Play the match to its end, in seats of people and of bots."""
    luck = random.Random(4)
    for _ in range(2000):
        turn, sitters = table.state.turn, table.state.sitters
        if (
            turn
            and not turn.wants_pack
            and any((s := sitters[x]) and not s.level for x in turn.to_act)
        ):
            await play(table, luck, 1)
        await house.passes(0.1)
        if table.state.life is not Life.PLAYING:
            return
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("ends", [True, False])
@pytest.mark.parametrize(("hands", "seconds"), [(20, 0), (0, 300)])
async def test_after_a_restart_a_closed_match_is_told_no_sooner_to_who_got_up(
    hands: int, seconds: int, ends: bool
) -> None:
    house = House(seed=3)
    table = await left_by(house, "p2", hands=hands, seconds=seconds)
    for _ in range(10):
        await house.passes(4)
    if ends:
        await play_on(house, table)
    await table.ask(Close("p0"))
    await quiet()
    feed = table._publisher._late
    assert feed is not None
    shown = max(each.time for each in feed.table._due) / 1000
    assert not await has_record(house, table, "p2")
    await house.restart()
    assert not house.lobby.tables
    house.clock.advance(shown - house.clock.wall() / 1000 - 0.5)
    assert [await has_record(house, table, each) for each in ("p0", "p2")] == [True, False]
    house.clock.advance(1)
    assert await has_record(house, table, "p2")


@pytest.mark.slow
async def test_a_record_waits_for_the_end_of_its_own_match_alone() -> None:
    house = House(seed=3)
    table = await left_by(house, "p2", seconds=30)
    await play_on(house, table)
    assert await has_record(house, table, "p0")
    await table.ask(Leave("p1"))
    await quiet()
    assert await has_record(house, table, "p1"), "who sat there to the end"
    assert not await has_record(house, table, "p2", 1)
    await table.ask(AddBot("p0", 2))
    await table.ask(Start("p0"))
    await quiet()
    await house.passes(25)
    assert not await has_record(house, table, "p2", 1)
    await house.passes(10)
    assert table.lags
    assert table.state.match == 2
    assert await has_record(house, table, "p2", 1)
    assert await has_record(house, table, "p1", 1)
    assert not await has_record(house, table, "p1", 2)


@DELAYS
async def test_no_log_is_read_for_a_stranger_who_asks_for_a_record_whose_end_is_hidden(
    hands: int, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(seed=5)
    table = await over(house, hands, seconds)
    monkeypatch.setattr(house.store, "read", None)
    for closes in (False, True):
        if closes:
            await table.ask(Close("p0"))
            await quiet()
        for match in (0, 1, 2):
            assert not await has_record(house, table, "eve", match)
    with pytest.raises(Unreadable):
        await house.lobby.records.text(table.id, 0, "p0")


@DELAYS
async def test_strangers_are_refused_and_listed_as_if_the_match_went_on(
    hands: int, seconds: int
) -> None:
    house = House(seed=5)
    table = await late_table(house, "cacho", hands, seconds)
    await pass_the_delay(house) if seconds else None
    lists = [house.lobby.watch(each) for each in ("eve", "p0")]
    for each in lists:
        await each.take()
    wanted: list[Request] = [
        Sit("eve", "Eve"),
        Sit("eve", "Eve", 1),
        SetReady("eve", True),
        Leave("eve"),
    ]
    wanted += [Start("eve"), SwapSeats("eve", 1, "p1", 0), AddBot("eve", 2)]
    before = [await refused(table, each) for each in wanted]
    listed = house.lobby.page("", 0, "eve").tables
    luck = random.Random(4)
    while table.state.life is Life.PLAYING:
        await play(table, luck, 1)
        await house.passes(1 if hands else 0)
    await table.ask(Leave("p0"))  # the host and a seat change, too
    after = [await refused(table, each) for each in wanted]
    if seconds:
        assert after == before
        assert house.lobby.page("", 0, "eve").tables == listed
        assert not lists[0]._dirty, "that something happened tells something"
    assert lists[1]._dirty
    assert tables_pb2.Table.FromString(table.shown_to("p1")).state == tables_pb2.TABLE_STATE_OVER
    await pass_the_delay(house)
    assert await table.ask(Sit("eve", "Eve")) == 0


async def refused(table: Table, request: Request) -> str:
    """Return how a request is refused."""
    with pytest.raises(Refused) as caught:
        await table.ask(request)
    return f"{caught.value.reason.name} {caught.value}"


@DELAYS
async def test_a_table_that_is_closed_is_closed_for_spectators_once_they_have_seen_the_end(
    hands: int, seconds: int
) -> None:
    house, eve = House(seed=5), Onlooker()
    table = await over(house, hands, seconds)
    spectator, player = table.attach(Reader()), table.attach(Reader("p1"))
    eve.fold(frames(spectator))
    await table.ask(Close("p0"))
    await quiet()
    assert kinds(frames(player))[-1] == "end"
    assert kinds(frames(table.attach(Reader("p0"))))[-1] == "end"
    assert "end" not in kinds(frames(spectator))
    assert house.lobby.page("", 0, "eve").tables
    assert not house.lobby.page("", 0, "p0").tables
    assert house.lobby.seats_of("p0") == []
    assert (await refused(table, Leave("p0"))).startswith("TABLE_STATE")
    assert (await refused(table, Leave("eve"))).startswith("NOT_SEATED")
    assert not await house.lobby.people.games_of("p0", "eve")
    told = []
    for _ in range(120):
        await house.passes(4)
        told += frames(spectator)
    assert told[-1].HasField("end")
    eve.fold(told)
    assert eve.table.state == tables_pb2.TABLE_STATE_CLOSED
    assert not house.lobby.tables
    assert not house.lobby.page("", 0, "eve").tables
    assert await house.lobby.people.games_of("p0", "eve")
