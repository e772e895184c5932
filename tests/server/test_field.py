"""Fields: each plays the same packs with the same bots when they like; at the end all count."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui.v1 import tournament_service_pb2 as pb
from cardtui.v1 import tournament_service_pb2_grpc as pb_grpc
from cardtui_engine import read_record
from cardtui_engine.library.records import Act, Pack, Record
from cardtui_server.fairness.commitments import seat_commitment, server_commitment
from cardtui_server.fairness.packs import drawn, shuffled
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import BeginShared, Close, Leave, SetReady, ShareShuffle, Sit
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import NOTHING_KEPT, Kept, OpenTable, Unreadable
from cardtui_server.rpc.tournament_service import TournamentService
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.reader import Reader
from cardtui_server.table.table_log import read_rows
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import Entry, Form, Scoring, Seats, Sides
from cardtui_server.tournament.field import commitment_of, secret_of
from cardtui_server.tournament.scores import compared
from cardtui_server.tournament.standings import standings
from cardtui_server.tournament.state import Tournament
from cardtui_server.wire.tournaments import listed, tell_own, whole
from cardtui_server.wire.values import write_option
from tests.support.calling import BOUND, Caller, running
from tests.support.clubs import Club
from tests.support.nights import by_night
from tests.support.playing import House, brief, play_with_bots, quiet
from tests.support.short_verifier import faults, judged_in_node

WEEK = 7 * 24 * 60
SECONDS = WEEK * 60


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    house = House(Listing())
    house.dealer.pack, house.dealer.draw = shuffled, drawn  # type: ignore[method-assign]
    found = Club(house)
    await found.tournaments.load()
    yield found
    await found.tournaments.stop()


async def made(
    club: Club, game: str = "truco-argentino", seats: int = 2, minutes: int = WEEK, **terms: Any
) -> Running:
    cup = await club.cup(0, Form.FIELD, game, seats, minutes=minutes, **terms)
    await quiet()
    return cup


async def enter(cup: Running, player: str) -> None:
    await cup.act(partial(commands.enter, player=player, name=player.upper()))
    await quiet()


async def come(club: Club, cup: Running, player: str) -> Table:
    """Enter, and come to the table that is open then."""
    await enter(cup, player)
    found = [each for each in cup.state.fixtures if each.players[0] == player]
    table = await club.house.lobby.find(found[-1].table)
    table.attach(Reader(player))
    await later(club, 1)
    assert table.state.life is Life.PLAYING
    return table


async def later(club: Club, seconds: float) -> None:
    club.house.clock.advance(seconds)
    await quiet()


def is_over(cup: Running) -> bool:
    return cup.state.ended


def paused(table: Table) -> bool:
    return table.state.paused


async def over(club: Club, cup: Running) -> None:
    """Let its days pass."""
    await later(club, 40)  # tables are put away by then
    await later(club, SECONDS)
    await ends(club, cup)


async def ends(club: Club, cup: Running) -> None:
    """Have it end, whose time is over."""
    for _ in range(3):
        await later(club, 0 if cup.state.ended else 5)
    assert cup.state.ended


async def played(club: Club, cup: Running, player: str, seed: int = 0) -> Table:
    """Play the field at random, to the end of the match."""
    table = await come(club, cup, player)
    await play_with_bots(table, random.Random(seed), club.house.clock)
    await quiet()
    assert table.state.life is Life.OVER
    return table


async def record(club: Club, table: str, player: str) -> Record:
    return read_record(await club.house.lobby.records.text(table, 1, player))


async def test_all_have_the_same_packs_seat_and_bots_so_that_the_same_play_meets_the_same_answers(
    club: Club, tmp_path: Path
) -> None:
    cup = await made(club, seats=4)
    one = await played(club, cup, "bia", seed=1)
    await later(club, 3 * 3600)
    two = await played(club, cup, "caro", seed=1)
    other = await played(club, cup, "dora", seed=2)
    await over(club, cup)
    records = [
        await record(club, table.id, player)
        for table, player in ((one, "bia"), (two, "caro"), (other, "dora"))
    ]
    acts = [[each for each in found.entries if isinstance(each, Act)] for found in records]
    assert acts[0] == acts[1] != acts[2]
    packs = [[each.cards for each in found.entries if isinstance(each, Pack)] for found in records]
    common = min(map(len, packs))
    assert packs[0][:common] == packs[2][:common]
    secret = secret_of(cup.state)
    for found in records:
        kinds = {each.kind for each in verify(found).findings} - {Kind.OTHER_PACKAGE}
        assert kinds == {Kind.FIELD}
        assert verify(found).holds
        assert found.origin is not None
        assert found.origin.secret == secret
    told = listed(cup.id, cup.state)
    assert told.commitment == commitment_of(cup.id, cup.state)
    assert told.commitment == server_commitment(cup.id, 0, told.secret)
    assert [each.played for each in standings(cup.state)] == [1, 1, 1]


@pytest.mark.parametrize("invented", [1, 2])
async def test_other_packs_by_an_invented_seat_are_found_out(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, invented: int
) -> None:
    given = tuple(bytes([seat]) * 32 for seat in range(1, invented + 1))
    others = tuple(map(seat_commitment, given))

    def shares(host: str, secret: bytes, _others: object) -> ShareShuffle:
        return ShareShuffle(host, secret, others)

    def begins(host: str, _others: object) -> BeginShared:
        return BeginShared(host, given)

    monkeypatch.setattr("cardtui_server.lobby.field.ShareShuffle", shares)
    monkeypatch.setattr("cardtui_server.lobby.field.BeginShared", begins)
    cup = await made(club)
    table = await played(club, cup, "bia")
    await over(club, cup)
    text = await club.house.lobby.records.text(table.id, 1, "bia")
    verdict = verify(read_record(text))
    kinds = {each.kind for each in verdict.findings} - {Kind.OTHER_PACKAGE}
    if invented == 1:
        assert kinds == {Kind.FIELD_BITS}
        assert not verdict.holds
        said = "bits count in a field, where nobody gives any"
        assert faults(text) == judged_in_node({"m": text}, tmp_path)["m"] == [said]
    else:  # it could be of a duplicate at whose table nobody was; a client knows better
        assert kinds == {Kind.NOBODY_GAVE}


async def test_the_secret_is_committed_to_from_the_beginning_and_told_at_the_end(
    club: Club,
) -> None:
    cup = await made(club)
    before = listed(cup.id, cup.state)
    assert before.commitment
    assert not before.secret
    await played(club, cup, "bia")
    assert not listed(cup.id, cup.state).secret
    await over(club, cup)
    after = listed(cup.id, cup.state)
    assert after.commitment == before.commitment == server_commitment(cup.id, 0, after.secret)


async def test_nobody_is_told_anything_before_the_end_and_then_everything(club: Club) -> None:
    cup = await made(club)
    await enter(cup, "caro")
    told = seen(cup, ""), seen(cup, "caro")
    await enter(cup, "bia")
    stranger, rival = seen(cup, ""), seen(cup, "caro")
    table = await played(club, cup, "bia")
    assert seen(cup, "") == stranger != told[0]
    assert seen(cup, "caro") == rival != told[1]
    own = seen(cup, "bia")
    (fixture,) = own.fixtures
    assert fixture.played
    assert not fixture.scores
    assert not own.standings
    with pytest.raises(Refused, match="Other tables play these packs, too"):
        await record(club, table.id, "bia")
    assert await results(club, "bia", "eva") == 0
    await later(club, 40)
    with pytest.raises(Refused, match="Other tables play these packs, too"):
        await record(club, table.id, "bia")
    await over(club, cup)
    assert await results(club, "bia", "eva") == 1
    assert (await record(club, table.id, "bia")).origin is not None
    (all_of_it,) = whole(cup.id, cup.state)
    assert len(all_of_it.standings) == 2


def seen(cup: Running, player: str) -> pb.Tournament:
    """Return what a player is told of a field that goes on."""
    (told,) = whole(cup.id, cup.state)
    return tell_own(told, cup.state, player)


async def test_nobody_is_told_who_has_not_come(club: Club) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    before = seen(cup, "")
    for _ in range(12):
        await later(club, 1)
    assert cup.state.entrants["bia"].rests
    assert seen(cup, "") == before
    assert [each.rests for each in listed(cup.id, cup.state).players] == [False]
    assert [each.rests for each in seen(cup, "bia").players] == [True]


async def test_a_stranger_who_has_the_id_of_a_table_is_told_the_same_once_it_is_put_away(
    club: Club,
) -> None:
    cup = await made(club)
    table = await come(club, cup, "bia")
    for act in (quiet(), play_with_bots(table, random.Random(1), club.house.clock)):
        await act
        with pytest.raises(Refused, match="You have played no match at such a table"):
            await record(club, table.id, "eva")
    await later(club, 40)
    with pytest.raises(Refused, match="You have played no match at such a table"):
        await record(club, table.id, "eva")


async def test_what_200_who_follow_are_told_is_made_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await made(club)
    for number in range(5):
        await enter(cup, f"p{number}")
    calls = 0

    def counting(*given: Any) -> Iterator[pb.Tournament]:
        nonlocal calls
        calls += 1
        return whole(*given)

    monkeypatch.setattr("cardtui_server.rpc.tournament_service.whole", counting)
    service = TournamentService(club.tournaments, None, None)  # type: ignore[arg-type]
    told = {name: service.told(cup.id, cup.state, None, name) for name in ("p1", "p2", "eva")}
    assert calls == 1
    assert len({*map(tuple, told.values())}) == 3


async def results(club: Club, player: str, asker: str) -> int:
    """Return how many results of a player another one may know."""
    known = asker, club.house.clock.wall()
    return len(await club.house.store.results_of(player, 9, known=known))


async def test_the_name_of_a_table_tells_nobody_whether_a_match_of_a_field_is_over(
    club: Club,
) -> None:
    cup = await made(club, name="Week")
    names = []
    for act in (come, played):
        await act(club, cup, "bia")
        wanted = NewTable.of("cacho", 2, name="Week 1")
        table = await club.house.lobby.create("eva", "Eva", wanted)
        names.append(table.state.made.name)
        await table.ask(Close("eva"))
        await quiet()
    assert names == ["Week 1", "Week 1"]
    await later(club, 2 * 24 * 3600)
    assert club.tournaments.players() == {"ana", "bia"}


async def test_a_table_whose_match_is_over_costs_nothing_also_after_a_kill(club: Club) -> None:
    cup = await made(club)
    for number in range(3):
        await played(club, cup, f"p{number}", number)
    await later(club, 40)
    assert not club.house.lobby.hosts()
    cup = await club.restart(cup)
    await quiet()
    await later(club, 0)  # a store that keeps no listings has them opened for a moment
    assert not club.house.lobby.hosts()
    assert not is_over(cup)
    await played(club, cup, "late", 3)
    cup = await club.restart(cup)  # it was killed before the table was put away
    await quiet()
    await later(club, 0)
    assert not club.house.lobby.hosts()
    await over(club, cup)
    assert len([each for each in cup.state.fixtures if each.scores]) == 4
    assert not club.house.lobby.hosts()
    for each in cup.state.fixtures:
        assert verify(await record(club, each.table, each.players[0])).holds


class Listing(MemoryStore):
    """A store that keeps listings, as the one on disk does."""

    def __init__(self) -> None:
        super().__init__()
        self._listings: dict[str, bytes] = {}

    async def append(self, table: str, *args: Any, kept: Kept = NOTHING_KEPT, **more: Any) -> None:
        await super().append(table, *args, kept=kept, **more)
        self._listings[table] = kept.listing or self._listings.get(table, b"")

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        async for page in super().open_tables():
            yield [each._replace(listing=self._listings[each.id]) for each in page]


async def test_a_start_does_not_read_the_tables_that_were_put_away() -> None:
    club = Club(House(Listing()))
    await club.tournaments.load()
    cup = await made(club)
    await played(club, cup, "bia")
    table = await come(club, cup, "caro")
    await club.tournaments.stop()
    await club.house.restart()
    assert [*club.house.lobby.hosts()] == [table.id]
    cup = await club.restart(cup)
    table = await club.house.lobby.find(table.id)
    await play_with_bots(table, random.Random(1), club.house.clock)
    await over(club, cup)
    assert [bool(each.scores) for each in cup.state.fixtures] == [True, True]
    await club.tournaments.stop()


async def test_a_kill_between_the_end_of_a_match_and_its_note_loses_nothing(club: Club) -> None:
    cup = await made(club)
    table = await come(club, cup, "bia")
    await club.tournaments.stop()  # it writes nothing any more
    await play_with_bots(table, random.Random(1), club.house.clock)
    cup = await club.restart(cup)
    await quiet()
    assert cup.state.fixtures[0].result
    await over(club, cup)
    assert cup.state.fixtures[0].scores


@pytest.mark.parametrize("seed", [*range(2), *by_night(*range(2, 40))])
async def test_a_field_goes_on_where_it_was_killed(club: Club, seed: int) -> None:
    luck, cup = random.Random(seed), await made(club)
    for number in range(3):
        player = f"p{number}"
        await enter(cup, player)
        if luck.random() < 0.5:
            cup = await club.restart(cup)
            await quiet()
        table = await come(club, cup, player)
        most = luck.randrange(60)
        for _ in range(most):
            club.house.clock.advance(0)
            await asyncio.sleep(0)
        if luck.random() < 0.7:
            cup = await club.restart(cup)
            await quiet()
            table = await club.house.lobby.find(table.id)
            table.attach(Reader(player))
        await play_with_bots(table, luck, club.house.clock)
        await quiet()
    if luck.random() < 0.5:
        cup = await club.restart(cup)
    await over(club, cup)
    assert all(each.scores for each in cup.state.fixtures)
    secrets = set()
    for each in cup.state.fixtures:
        found = await record(club, each.table, each.players[0])
        assert found.origin is not None
        secrets.add(found.origin.secret)
    assert secrets == {secret_of(cup.state)}


async def test_a_kill_while_the_tables_are_let_go_ends_it_once_with_all_of_them(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await made(club)
    for number in range(3):
        await played(club, cup, f"p{number}", number)
    honest, asked = Table.ask, 0

    async def fails(self: Table, request: Any) -> int:
        nonlocal asked
        asked += isinstance(request, Close)
        if asked == 2:
            raise RuntimeError("killed")
        return await honest(self, request)

    monkeypatch.setattr(Table, "ask", fails)
    await later(club, SECONDS)
    assert not is_over(cup)
    with pytest.raises(Refused, match="takes nobody any more"):
        await enter(cup, "eva")
    monkeypatch.undo()
    cup = await club.restart(cup)
    await quiet()
    assert cup.state.ended
    assert len([each for each in cup.state.fixtures if each.scores]) == 3
    for each in cup.state.fixtures:
        assert verify(await record(club, each.table, each.players[0])).holds


async def test_a_log_that_cannot_be_read_at_the_end_is_waited_for(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await made(club)
    for number in range(2):
        await played(club, cup, f"p{number}", number)
    await later(club, 40)
    honest = read_rows

    async def fails(env: Environment, table: str, *since: int) -> Sequence[bytes]:
        if table == cup.state.fixtures[1].table:
            raise Unreadable("busy")
        return await honest(env, table, *since)

    monkeypatch.setattr("cardtui_server.lobby.supervisor.read_rows", fails)
    await later(club, SECONDS)
    await later(club, 60)
    assert cup.state.shut
    assert not is_over(cup)
    monkeypatch.undo()
    await ends(club, cup)
    for each in cup.state.fixtures:
        assert verify(await record(club, each.table, each.players[0])).holds


async def test_a_full_server_keeps_no_field_from_ending(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await made(club)
    await played(club, cup, "bia")
    await later(club, 40)

    async def full(*_: Any) -> Table:
        raise Refused(Reason.LIMIT, "no room")

    monkeypatch.setattr(club.house.lobby, "open_for", full)
    await enter(cup, "caro")
    await over(club, cup)
    assert [bool(each.scores) for each in cup.state.fixtures] == [True, False]


async def test_a_table_that_refuses_something_holds_up_nobody_else(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    table.attach(Reader("bia"))
    honest = Table.ask

    async def refuses(self: Table, request: Any) -> int:
        if self.id == table.id:
            raise Refused(Reason.READ_ONLY, "not now")
        return await honest(self, request)

    monkeypatch.setattr(Table, "ask", refuses)
    await later(club, 1)
    await come(club, cup, "caro")
    monkeypatch.undo()
    await later(club, 5)
    assert table.state.life is Life.PLAYING


async def test_a_machine_that_slept_ends_it_in_time_and_no_clock_takes_it_back(club: Club) -> None:
    cup, clock = await made(club), club.house.clock
    await played(club, cup, "bia")
    await later(club, 40)
    clock.set_back = -SECONDS  # it slept: the time by which timers go stood still
    asleep = cup.now()
    clock.set_back = 3600
    assert cup.now() >= asleep
    await later(club, 60)
    assert cup.state.shut
    await ends(club, cup)


async def test_a_long_pause_and_a_full_server_take_nobodys_match(club: Club) -> None:
    cup, lobby = await made(club), club.house.lobby
    table = await come(club, cup, "bia")
    for reader in [*table.subscribers.readers()]:
        table.detach(reader)
    await enter(cup, "caro")
    await cup.act(partial(commands.halt, halted=True))
    lobby._heartbeat.beat()
    for _ in range(30 * 60):  # longer than a match rests
        await later(club, 60)
    assert [*lobby.hosts()] == [table.id]  # where nobody has begun yet, another one is opened
    lobby._limits = replace(lobby._limits, tables=1)
    with pytest.raises(Refused, match="cannot hold more tables"):
        await lobby.create("eva", "Eva", NewTable.of("cacho", 2))
    lobby._limits = replace(lobby._limits, tables=2)
    await cup.act(partial(commands.halt, halted=False))
    await quiet()
    assert [*lobby.hosts()] == [each.table for each in cup.state.fixtures]
    assert cup.state.fixtures[0].table == table.id
    await played(club, cup, "caro")


@pytest.mark.parametrize("seats", [2, 4])
async def test_all_meet_the_same_bots_whatever_they_are_called(club: Club, seats: int) -> None:
    cup = await made(club, seats=seats)
    found = []
    for player in ("zoe", "alba", "beto"):
        table = await come(club, cup, player)
        bots = [each for each in table.state.sitters if each and each.bot]
        found.append([each.character for each in bots])
        names = [each.name.casefold() for each in table.state.sitters if each]
        assert len({*names}) == seats
    assert found[0] == found[1] == found[2]
    assert len({*found[0]}) == seats - 1


@pytest.mark.parametrize("scoring", Scoring)
async def test_each_is_compared_with_all_others_who_sat_alike(club: Club, scoring: Scoring) -> None:
    cup = await made(club, scoring=scoring)
    worth = {}
    for number in range(5):
        await played(club, cup, f"p{number}", number)
        raw = cup.state.fixtures[number].result
        assert raw
        worth[f"p{number}"] = raw[0]
    await over(club, cup)
    for line in standings(cup.state):
        (player,) = line.players
        own, others = worth[player], [each for name, each in worth.items() if name != player]
        points = sum(
            2 * (own[1:] > each[1:]) + (own[1:] == each[1:]) for each in others
        )  # points, then difference
        difference = sum(own.difference - each.difference for each in others)
        wanted = (points, difference) if scoring is Scoring.MATCHPOINTS else (difference, points)
        assert (line.points, line.difference) == wanted
    lines = standings(cup.state)
    assert [*lines] == sorted(lines, key=lambda each: (-each.points, -each.difference, each.place))
    assert sum(each.points if not scoring else each.difference for each in lines) == 5 * 4


@pytest.mark.parametrize("scoring", Scoring)
async def test_who_never_came_is_behind_all_and_those_who_are_level_share_a_place(
    club: Club, scoring: Scoring
) -> None:
    cup = await made(club, scoring=scoring)
    for player, seed in (("bia", 1), ("caro", 1), ("dora", 2), ("eva", 3)):
        await played(club, cup, player, seed)
    for player in ("absent", "away"):
        await enter(cup, player)
    await over(club, cup)
    lines = {each.unit: each for each in standings(cup.state)}
    assert [*lines][-2:] == sorted(["absent", "away"], key=[*lines].index)
    assert lines["absent"].place == lines["away"].place == 5
    assert lines["bia"].place == lines["caro"].place
    worth = {unit: (each.points, each.difference) for unit, each in lines.items() if each.played}
    for unit, own in worth.items():
        assert lines[unit].place == 1 + sum(each > own for each in worth.values())


async def test_a_match_of_who_is_removed_counts_nothing(club: Club) -> None:
    cup = await made(club)
    await played(club, cup, "bia", 1)
    table = await played(club, cup, "caro", 2)
    await enter(cup, "dora")
    for player in ("caro", "dora", "bia"):
        await cup.take_out(player, partial(commands.remove, player=player))
    await enter(cup, "caro")
    await enter(cup, "dora")
    await later(club, 40)
    assert not club.house.lobby.hosts()
    with pytest.raises(Refused, match="Other tables play these packs, too"):
        await record(club, table.id, "caro")
    await over(club, cup)
    assert all(each.void for each in cup.state.fixtures)
    assert [each.played for each in standings(cup.state)] == [0, 0, 0]


async def test_who_left_before_the_match_does_not_begin_it_by_coming(club: Club) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    table.attach(Reader("bia"))
    await cup.take_out("bia", partial(commands.leave, player="bia"))
    await later(club, 1)
    assert not cup.state.fixtures[0].table
    assert not club.house.lobby.hosts()
    await played(club, cup, "bia")  # and may enter again


async def test_who_left_a_match_may_come_back_to_it_after_the_end(club: Club) -> None:
    cup = await made(club)
    table = await come(club, cup, "bia")
    await cup.act(commands.end)
    await cup.take_out("bia", partial(commands.leave, player="bia"))
    await enter(cup, "bia")
    assert not cup.state.entrants["bia"].out
    await table.ask(Sit("bia", "BIA", 0))
    assert table.state.seat_of("bia") == 0
    with pytest.raises(Refused, match="takes nobody any more"):
        await enter(cup, "caro")


async def test_who_does_not_come_gives_the_table_back_and_may_enter_again(club: Club) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    (fixture,) = cup.state.fixtures
    first = fixture.table
    for _ in range(12):
        await later(club, 1)
    assert cup.state.entrants["bia"].rests
    assert not cup.state.fixtures[0].table
    assert not club.house.lobby.hosts()
    await played(club, cup, "bia")
    assert len(cup.state.fixtures) == 1
    assert cup.state.fixtures[0].table not in ("", first)
    await enter(cup, "caro")  # and never comes
    await over(club, cup)
    assert [each.void for each in cup.state.fixtures] == [False, True]
    assert cup.state.ended


async def test_each_plays_once_however_often_they_enter(club: Club) -> None:
    cup = await made(club)
    table = await come(club, cup, "bia")
    await enter(cup, "bia")
    assert len(cup.state.fixtures) == 1
    await play_with_bots(table, random.Random(1), club.house.clock)
    await later(club, 40)
    await enter(cup, "bia")
    left = partial(commands.leave, player="bia")
    await cup.take_out("bia", left)
    await enter(cup, "bia")
    await later(club, 40)
    assert len(cup.state.fixtures) == 1
    assert not club.house.lobby.hosts()


@pytest.mark.parametrize("leaves", [False, True])
async def test_a_bot_ends_the_match_of_who_goes_in_mid_match(club: Club, leaves: bool) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    reading = table.attach(Reader("bia"))
    await later(club, 1)
    if leaves:
        await cup.take_out("bia", partial(commands.leave, player="bia"))
    else:
        table.detach(reading)
    for _ in range(2000):
        if table.state.life is Life.OVER:
            break
        await later(club, 5)
    assert cup.state.fixtures[0].result
    await over(club, cup)
    assert cup.state.fixtures[0].scores
    assert standings(cup.state)[0].out is leaves


async def test_a_match_under_way_at_the_end_is_played_to_its_end(club: Club) -> None:
    cup = await made(club)
    await played(club, cup, "bia", 1)
    await later(club, SECONDS - 100)
    table = await come(club, cup, "caro")
    await later(club, 100)
    assert cup.state.shut
    assert not is_over(cup)
    with pytest.raises(Refused, match="takes nobody any more"):
        await enter(cup, "dora")
    await play_with_bots(table, random.Random(2), club.house.clock)
    await quiet()
    assert cup.state.ended
    assert all(each.scores for each in cup.state.fixtures)


async def test_its_director_ends_it_sooner_and_once_more_without_those_under_way(
    club: Club,
) -> None:
    cup = await made(club)
    await played(club, cup, "bia", 1)
    await come(club, cup, "caro")
    await cup.act(commands.end)
    await quiet()
    assert cup.state.shut
    assert not is_over(cup)
    await cup.act(commands.end)
    await quiet()
    assert cup.state.ended
    assert [each.void for each in cup.state.fixtures] == [False, True]
    await later(club, 40)
    assert not club.house.lobby.hosts()
    for each in cup.state.fixtures:
        assert (await record(club, each.table, each.players[0])).origin is not None


async def test_a_pause_stops_the_matches_and_the_days(club: Club) -> None:
    cup = await made(club)
    await played(club, cup, "bia", 1)
    await later(club, 40)
    table = await come(club, cup, "caro")
    ends = cup.state.next_begins
    await cup.act(partial(commands.halt, halted=True))
    await quiet()
    assert paused(table)
    await enter(cup, "dora")
    assert len(club.house.lobby.hosts()) == 1
    await later(club, 2 * SECONDS)
    assert not cup.state.shut
    await cup.act(partial(commands.halt, halted=False))
    await quiet()
    assert not paused(table)
    assert len(club.house.lobby.hosts()) == 2
    assert cup.state.next_begins == ends + 2 * SECONDS * 1000
    assert not is_over(cup)


async def test_one_that_is_paused_ends_at_once_without_the_matches_under_way(club: Club) -> None:
    cup = await made(club)
    await played(club, cup, "bia", 1)
    await come(club, cup, "caro")
    await cup.act(partial(commands.halt, halted=True))
    await cup.act(commands.end)
    await quiet()
    assert is_over(cup)
    assert [each.void for each in cup.state.fixtures] == [False, True]


async def test_a_table_that_the_operator_closes_counts_nothing_and_shows_nothing(
    club: Club,
) -> None:
    cup = await made(club)
    table = await come(club, cup, "bia")
    await table.ask(Close("", operator=True))
    await later(club, 1)
    assert cup.state.fixtures[0].result is not None
    await enter(cup, "bia")
    assert not club.house.lobby.hosts()
    await over(club, cup)
    assert cup.state.fixtures[0].void
    with pytest.raises(Refused):
        await record(club, table.id, "bia")


async def test_a_table_that_the_operator_closes_before_its_match_is_opened_again(
    club: Club,
) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    (first,) = club.house.lobby.hosts()
    table = await club.house.lobby.find(first)
    await table.ask(Close("", operator=True))
    await later(club, 1)
    assert cup.state.fixtures[0].table not in ("", first)
    await played(club, cup, "bia")


@pytest.mark.parametrize("players", [0, 1])
async def test_a_field_of_one_or_none_ends_too(club: Club, players: int) -> None:
    cup = await made(club)
    for number in range(players):
        await played(club, cup, f"p{number}")
    await over(club, cup)
    assert [(each.place, each.points) for each in standings(cup.state)] == [(1, 0)] * players


async def test_a_player_need_not_be_ready_and_gives_no_bits(club: Club) -> None:
    cup = await made(club)
    await enter(cup, "bia")
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    with pytest.raises(Refused, match="begins by itself"):
        await table.ask(SetReady("bia", ready=True, commitment=bytes(32)))
    with pytest.raises(Refused, match="leave the tournament"):
        await table.ask(Leave("bia"))


async def test_a_field_with_players_is_never_ended_to_make_room(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.lobby.tournaments._MOST_OPEN", 2)
    week, empty = await made(club, name="Week"), await made(club, name="Empty")
    await played(club, week, "bia")
    await later(club, 3 * 3600)
    await club.cup(0, name="Other")
    await quiet()
    assert not week.state.shut
    assert empty.state.ended


async def test_a_field_that_nobody_came_to_makes_room(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.lobby.tournaments._MOST_OPEN", 1)
    cup = await made(club)
    await enter(cup, "bia")
    for _ in range(12):
        await later(club, 1)
    await later(club, 3 * 3600)
    await club.cup(0, name="Other")
    await ends(club, cup)


@pytest.mark.parametrize(
    ("game", "seats", "terms", "told"),
    [
        ("truco-argentino", 2, {"minutes": 0}, "from 5 minutes to 28 days"),
        ("truco-argentino", 2, {"minutes": 28 * 24 * 60 + 1}, "from 5 minutes to 28 days"),
        ("truco-argentino", 2, {"rounds": 3}, "A field has no rounds"),
        ("truco-argentino", 2, {"invited": ("bot-1",)}, "takes no bot accounts"),
        ("truco-argentino", 2, {"break_milliseconds": 1}, "A field has no rounds"),
        ("truco-argentino", 2, {"late_rounds": 1}, "A field has no rounds"),
        ("truco-argentino", 2, {"late_points": 1}, "A field has no rounds"),
        ("truco-argentino", 4, {"sides": Sides.KEPT}, "each plays with bots"),
        ("truco-argentino", 2, {"sides": Sides.TEAMS}, "each plays with bots"),
        ("cacho", 2, {}, "it has no duplicate"),
        ("truco-brasileiro", 4, {"table": {"options": {"shuffle": "riffle"}}}, "shuffled anew"),
        ("pif-paf", 3, {"table": {"options": {"hands": 0}}}, "say how many by"),
        ("truco-argentino", 2, {"table": {"private": True}}, "make none of them private"),
        ("truco-argentino", 2, {"table": {"clock_milliseconds": 0}}, "needs a clock"),
    ],
)
async def test_what_has_no_field_is_refused(
    club: Club, game: str, seats: int, terms: dict[str, Any], told: str
) -> None:
    with pytest.raises(Refused, match=told):
        await made(club, game, seats, **terms)


async def test_a_time_belongs_to_an_arena_or_a_field(club: Club) -> None:
    with pytest.raises(Refused, match="Only an arena and a field have a time"):
        await club.cup(0, Form.DUPLICATE, minutes=WEEK)


async def test_what_directors_do_with_rounds_is_refused_in_a_field(club: Club) -> None:
    cup = await made(club)
    await played(club, cup, "bia")
    acts: list[Callable[[Tournament], Sequence[Entry]]] = [
        partial(commands.begin, now=cup.now()),
        partial(commands.begin, now=cup.now(), tables=(Seats(("bia", "")),)),
        partial(commands.correct, fixture=1, scores=(), before=(), reason="why"),
        partial(commands.end_round, number=1),
        partial(commands.move, fixture=1, begins=0),
    ]
    for each in acts:
        with pytest.raises(Refused, match="A field goes on by itself"):
            await cup.act(each)


async def test_512_players_are_compared_in_good_time(club: Club) -> None:
    cup = await made(club)
    table = await played(club, cup, "bia")
    raw = cup.state.fixtures[0].result
    assert raw
    luck = random.Random(1)
    scores = [tuple([each._replace(points=luck.randrange(3)) for each in raw]) for _ in range(512)]
    found = compared(cup.state.made, scores)
    assert sum(each[0].points for each in found) == 512 * 511
    assert table.state.life is Life.OVER


async def test_a_field_over_the_wire_from_its_making_to_its_end() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        stubs = [pb_grpc.TournamentServiceStub(each.channel) for each in (ana, bia)]
        terms = pb.TournamentTerms(
            name="Week",
            form=pb.TOURNAMENT_FORM_FIELD,
            minutes=WEEK,
            table=lobby_service_pb2.CreateTableRequest(
                game="truco-argentino",
                seats=2,
                options={n: write_option(v) for n, v in brief("truco-argentino").items()},
                pause_milliseconds=0,
                thinking_milliseconds=0,
                clock_milliseconds=30_000,
                patience_milliseconds=2_000,
            ),
        )
        request = pb.CreateTournamentRequest(terms=terms)
        week = (await ana.call(stubs[0].CreateTournament, request)).tournament
        assert week.terms.fill == tables_pb2.BOT_LEVEL_NORMAL
        follow = pb.FollowTournamentRequest(tournament=week.id)
        streams = [
            stub.FollowTournament(follow, metadata=each.metadata, timeout=BOUND)
            for stub, each in zip(stubs, (ana, bia), strict=True)
        ]
        enter = pb.EnterTournamentRequest(tournament=week.id)
        await bia.call(stubs[1].EnterTournament, enter)
        own = await told(streams[1], lambda now: any(each.table for each in now.fixtures))
        table = own.fixtures[0].table
        assert table not in {each.id for each in await tables(ana)}
        stream = bia.play(table)
        await stream.until(lambda: stream.table.state == tables_pb2.TABLE_STATE_PLAYING)
        stream.call.cancel()  # a bot ends the match
        own = await told(streams[1], lambda now: now.fixtures[0].played)
        assert not own.fixtures[0].scores
        assert not own.standings
        end = pb.DirectTournamentRequest(tournament=week.id, end=True)
        await ana.call(stubs[0].DirectTournament, end)
        last = await told(
            streams[0], lambda now: now.stage == pb.TOURNAMENT_STAGE_OVER, never=table
        )
        assert last.fixtures[0].scores
        assert last.commitment == week.commitment == server_commitment(week.id, 0, last.secret)
        await ana.close()
        await bia.close()


async def told(
    stream: Any, wanted: Callable[[pb.Tournament], bool], *, never: str = ""
) -> pb.Tournament:
    """Return the first of the messages that is as wanted; none before names that table."""
    while True:
        found: pb.Tournament = (await stream.read()).tournament
        if wanted(found):
            return found
        assert all(each.table != never for each in found.fixtures)


async def tables(caller: Caller) -> Sequence[tables_pb2.Table]:
    request = lobby_service_pb2.ListTablesRequest()
    found: Sequence[tables_pb2.Table] = (await caller.call(caller.lobby.ListTables, request)).tables
    return found
