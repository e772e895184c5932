"""Duplicates: the same packs at all tables of a round, compared seat by seat, held to its end."""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardtui.v1.club_service_pb2 import TellFriendRequest
from cardtui_engine import read_record
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.records import Pack
from cardtui_server.club import entries as club_entries
from cardtui_server.club.entries import Relation
from cardtui_server.fairness.commitments import seat_commitment, shared_key
from cardtui_server.fairness.packs import drawn, shuffled
from cardtui_server.fairness.verification import Kind, verify
from cardtui_server.limits import Limits
from cardtui_server.lobby.club import Club as PeopleClub
from cardtui_server.lobby.club import Follower as PeopleFollower
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import BeginShared, Close, Reveal, SetReady, ShareShuffle
from cardtui_server.match.state import Life
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.club_service import ClubService
from cardtui_server.table.actor import Table
from cardtui_server.table.pace import LONGEST_REVEALING_SECONDS
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import (
    Entry,
    Form,
    Made,
    Score,
    Scored,
    Scoring,
    Seats,
    Sides,
)
from cardtui_server.tournament.scores import compared
from cardtui_server.tournament.standings import standings
from cardtui_server.wire.club import ClubJournal
from tests.support.clubs import Club
from tests.support.playing import House, attach, frames, play, quiet
from tests.support.short_verifier import faults, judged_in_node


def bits(player: str) -> bytes:
    """Return what a player gives for the shuffle."""
    return hashlib.sha256(player.encode()).digest()


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    house = House()
    house.dealer.pack, house.dealer.draw = shuffled, drawn  # type: ignore[method-assign]
    found = Club(house)
    await found.tournaments.load()
    yield found
    await found.tournaments.stop()


async def tables_of(club: Club, cup: Running) -> list[Table]:
    """Return the tables of the latest round."""
    return [
        await club.house.lobby.find(each.table)
        for each in cup.state.fixtures
        if each.round == cup.state.round
    ]


async def ready(table: Table) -> None:
    for player in table.state.players():
        commitment = seat_commitment(bits(player))
        await table.ask(SetReady(player, ready=True, commitment=commitment))
    await quiet()


async def reveal(table: Table) -> None:
    for player in table.state.players():
        await table.ask(Reveal(player, bits(player)))
    await quiet()


async def playing(club: Club, players: int = 4) -> tuple[Running, list[Table]]:
    """Return a duplicate whose first round has begun, with what all gave, and its tables."""
    cup = await club.cup(players, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    tables = await tables_of(club, cup)
    for table in tables:
        await ready(table)
    for table in tables:
        await reveal(table)
    assert {each.state.life for each in tables} == {Life.PLAYING}
    return cup, tables


async def record(club: Club, table: Table) -> str:
    return await club.house.lobby.records.text(table.id, 1, next(iter(table.state.players())))


async def test_all_commit_before_anybody_reveals_and_all_reveal_before_any_match_begins(
    club: Club,
) -> None:
    cup = await club.cup(4, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    one, other = await tables_of(club, cup)
    reader = attach(one, 0, None)
    await ready(one)
    assert not any(each.update.HasField("shuffle") for each in frames(reader))
    with pytest.raises(Refused, match="No match waits for your bits"):
        await one.ask(Reveal(next(iter(one.state.players())), bytes(32)))
    await ready(other)
    told = [each.update.shuffle for each in frames(reader) if each.update.HasField("shuffle")]
    given = [seat_commitment(bits(p)) for each in (one, other) for p in each.state.players()]
    assert sorted(each.commitment for each in told[-1].seats) == sorted(given)
    assert not told[-1].secret
    await reveal(one)
    assert one.state.shuffling
    await reveal(other)
    assert one.state.life is other.state.life is Life.PLAYING
    assert one.state.shuffle is not None
    players = [*one.state.players(), *other.state.players()]
    assert one.state.key == shared_key(one.state.shuffle.secret, [*map(bits, players)])
    assert other.state.key == one.state.key


async def test_the_records_hold_and_have_the_same_packs_in_all_verifiers(
    club: Club, tmp_path: Path
) -> None:
    cup, tables = await playing(club)
    await club.play(cup)
    texts = [await record(club, each) for each in tables]
    packs, dealers = [], set()
    for text in texts:
        found = read_record(text)
        dealers.add(found.dealer)
        assert write(found) == text
        verdict = verify(found)
        assert [each for each in verdict.findings if each.kind is not Kind.OTHER_PACKAGE] == []
        packs.append([each.cards for each in found.entries if isinstance(each, Pack)])
    common = min(map(len, packs))
    assert packs[0][:common] == packs[1][:common]
    assert len(dealers) == 1
    told = judged_in_node({f"m{at}": each for at, each in enumerate(texts)}, tmp_path)
    said = [*map(faults, texts), *told.values()]
    assert all(each.startswith(("note", "ok")) for found in said for each in found)


async def test_who_does_not_reveal_holds_nobody_up_where_tables_were_ready_long_apart(
    club: Club,
) -> None:
    cup = await club.cup(4, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    one, other = await tables_of(club, cup)
    await ready(one)
    club.house.clock.advance(LONGEST_REVEALING_SECONDS + 1)
    await quiet()
    await ready(other)
    await reveal(other)
    assert one.state.shuffling
    club.house.clock.advance(LONGEST_REVEALING_SECONDS)
    await quiet()
    assert one.state.life is other.state.life is Life.PLAYING
    assert one.state.key == other.state.key


async def test_who_does_not_reveal_holds_nobody_up_and_counts_as_absent_at_all_tables(
    club: Club,
) -> None:
    cup = await club.cup(4, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    one, other = await tables_of(club, cup)
    for table in (one, other):
        await ready(table)
    await reveal(one)
    late = next(iter(other.state.players()))
    club.house.clock.advance(4)
    await quiet()
    assert one.state.life is other.state.life is Life.PLAYING
    assert one.state.key == other.state.key
    with pytest.raises(Refused, match="No match waits for your bits"):
        await other.ask(Reveal(late, bits(late)))
    await club.play(cup)
    kinds = [each.kind for each in verify(read_record(await record(club, one))).findings]
    assert set(kinds) == {Kind.NOT_REVEALED}


@pytest.mark.parametrize("kills", range(3))
async def test_after_a_kill_at_any_moment_all_tables_still_have_the_same_key(
    club: Club, kills: int
) -> None:
    cup = await club.cup(6, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    luck = random.Random(kills)

    async def killed(step: Any) -> list[Table]:
        nonlocal cup
        for at in range(3):
            await step((await tables_of(club, cup))[at])
            if luck.random() < 0.7:
                cup = await club.restart(cup)
        return await tables_of(club, cup)

    await killed(ready)
    tables = await killed(reveal)
    assert {each.state.life for each in tables} == {Life.PLAYING}
    assert len({each.state.key for each in tables}) == 1
    await play(tables[0], luck)
    cup = await club.restart(cup)
    await club.play(cup)
    assert len({each.table for each in cup.state.fixtures if each.scores}) == 3
    for each in cup.state.fixtures:
        text = await club.house.lobby.records.text(each.table, 1, each.players[0])
        assert verify(read_record(text)).holds


@pytest.mark.parametrize("kind", [ShareShuffle, BeginShared])
async def test_tables_of_which_only_one_was_told_go_on_with_what_that_one_knows(
    club: Club, monkeypatch: pytest.MonkeyPatch, kind: type
) -> None:
    asks, honest = list[object](), Table.ask

    async def fails_once(self: Table, request: Any) -> int:
        asks.append(request)
        if sum(isinstance(each, kind) for each in asks) == 2 and isinstance(request, kind):
            raise Refused(Reason.SHUTTING_DOWN, "The disk is full.")
        return await honest(self, request)

    monkeypatch.setattr(Table, "ask", fails_once)
    cup = await club.cup(6, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    tables = await tables_of(club, cup)
    for table in tables:
        await ready(table)
    cup = await club.restart(cup)
    await quiet()
    for table in await tables_of(club, cup):
        await reveal(table)
    cup = await club.restart(cup)
    await quiet()
    tables = await tables_of(club, cup)
    assert {each.state.life for each in tables} == {Life.PLAYING}
    assert len({each.state.key for each in tables}) == 1
    assert sum(isinstance(each, kind) for each in asks) == 4


async def test_nothing_of_a_table_that_has_ended_is_told_before_the_last_one_has(
    club: Club,
) -> None:
    cup, (one, other) = await playing(club)
    before = one.known_to(""), one.shown
    reader = attach(one, 0, None)
    frames(reader)
    await play(one, random.Random(1))
    await quiet()
    assert one.state.life is Life.OVER
    told = frames(reader)
    assert not any(each.update.shuffle.secret for each in told)
    assert (one.known_to(""), one.shown) == before
    player = next(iter(one.state.players()))
    with pytest.raises(Refused, match="Other tables play these packs, too"):
        await record(club, one)
    assert one.state.refuses("eva")
    found = await club.house.store.results_of(player, 5, known=("eva", club.house.clock.wall()))
    assert found == []
    assert not cup.state.fixtures[0].scores
    await play(other, random.Random(2))
    await quiet()
    assert any(each.update.shuffle.secret for each in frames(reader))
    assert one.known_to("").life is Life.OVER
    assert verify(read_record(await record(club, one))).holds
    found = await club.house.store.results_of(player, 5, known=("eva", club.house.clock.wall()))
    assert len(found) == 1
    assert all(each.scores for each in cup.state.fixtures)


@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("refused", [1, 2])
async def test_a_round_counts_whole_or_not_at_all_and_tables_that_were_closed_are_void(
    club: Club, monkeypatch: pytest.MonkeyPatch, refused: int, killed: bool
) -> None:
    honest, tries = Running._append, 0

    async def fails_once(self: Running, new: Sequence[Entry]) -> None:
        nonlocal tries
        tries += any(isinstance(each, Scored) for each in new)
        if tries == refused and any(isinstance(each, Scored) for each in new):
            tries += 1
            raise Refused(Reason.SHUTTING_DOWN, "The disk is full.")
        await honest(self, new)

    monkeypatch.setattr(Running, "_append", fails_once)
    cup, (closed, *tables) = await playing(club, 8)
    await closed.ask(Close("", operator=True))
    for table in tables:
        await play(table, random.Random(1))
        await quiet()
    if killed:
        cup = await club.restart(cup)
    await club.play(cup)
    scores = [each.scores for each in cup.state.fixtures if not each.void]
    assert len(scores) == 3
    for seat in (0, 1):  # each is compared with two others
        assert sum(each[seat].points for each in scores) == 6
        assert sum(each[seat].difference for each in scores) == 0


async def test_a_bye_counts_the_middle_of_what_the_tables_that_count_could_have(
    club: Club,
) -> None:
    cup, (closed, *tables) = await playing(club, 7)
    await closed.ask(Close("", operator=True))
    for table in tables:
        await play(table, random.Random(1))
    await quiet()
    (without,) = cup.state.byes[0]
    points = {each.unit: each.points for each in standings(cup.state)}
    assert points[without] == 1
    assert sum(points.values()) == 2 * 2 + 1


async def test_a_round_whose_tables_were_all_closed_ends_and_counts_nothing(club: Club) -> None:
    cup, tables = await playing(club)
    for table in tables:
        await table.ask(Close("", operator=True))
    await quiet()
    assert [each.void for each in cup.state.fixtures] == [True, True]
    assert cup.state.ended


async def test_no_private_line_goes_between_players_of_a_round_until_all_have_played(
    club: Club,
) -> None:
    cup, (one, other) = await playing(club)
    ana, bia = (next(iter(each.state.players())) for each in (one, other))
    people = PeopleClub(club.house.env, ClubJournal(), Limits())
    for pair in ((ana, bia), (bia, ana)):
        people.book.take(club_entries.Stamped(1, club_entries.Related(*pair, Relation.FRIEND)))
    people.followers |= {PeopleFollower(ana), PeopleFollower(bia)}
    there: Any = Here(cup)
    service = ClubService(
        people, club.house.lobby, there, there, there, tournaments=club.tournaments
    )

    async def tell(player: str, friend: str) -> None:
        request = TellFriendRequest(name=friend, text="hello")
        await service.tell_friend(request, Caller(player, player, "", limited=False))

    async def refuses() -> None:
        for pair in ((ana, bia), (bia, ana)):
            with pytest.raises(Refused, match="in one round of a tournament"):
                await tell(*pair)

    await refuses()
    await play(one, random.Random(1))
    await quiet()
    await refuses()  # who has played knows the packs that others still play
    await one.ask(Close("", operator=True))
    await quiet()
    await refuses()
    await play(other, random.Random(1))
    await quiet()
    await tell(ana, bia)


class Here:
    """What else a service of a club asks: everybody is called by their id, nothing is limited."""

    def __init__(self, cup: Running) -> None:
        self._known = cup.state.entrants

    async def names_of(self, players: Iterable[str]) -> dict[str, str]:
        return {each: each for each in players if each in self._known}

    def count_talk(self, who: Caller) -> None:
        pass


async def test_two_teams_of_friends_hold_the_same_cards_at_two_tables(club: Club) -> None:
    cup = await club.cup(
        8, Form.DUPLICATE, seats=4, team=4, sides=Sides.TEAMS, scoring=Scoring.DIFFERENCE
    )
    await club.begin(cup)
    one, other = [
        [cup.state.unit_of(each) for each in fixture.players] for fixture in cup.state.fixtures
    ]
    assert one == other[1:] + other[:1]
    assert len({*one}) == 2
    assert len({player for each in cup.state.fixtures for player in each.players}) == 8
    await club.play(cup)
    first, second = standings(cup.state)
    assert (first.points, first.played) == (-second.points, 2)
    worth = [sum(each.scores[seat].points for seat in (0, 1)) for each in cup.state.fixtures]
    assert worth[0] == -worth[1]


@pytest.mark.parametrize(
    ("players", "game", "seats", "terms"),
    [
        (8, "truco-argentino", 4, {"team": 2}),
        pytest.param(8, "truco-paulista", 4, {"sides": Sides.DRAWN}, marks=pytest.mark.slow),
        (5, "truco-argentino", 2, {"rounds": 2}),
        (5, "truco-argentino", 2, {"rounds": 1, "fill": 1}),
        (6, "pif-paf", 3, {"table": {"options": {"hands": 2}}, "rounds": 1}),
        (4, "pif-paf-tradicional", 2, {"table": {"options": {"hands": 2}}, "rounds": 1}),
        (4, "cacheta", 2, {"table": {"options": {"rounds": 2}}, "rounds": 1}),
        (1, "truco-argentino", 2, {"sides": Sides.TEAMS, "team": 2, "fill": 1}),
    ],
)
async def test_pairs_singles_and_larger_tables_play_a_duplicate(
    club: Club, players: int, game: str, seats: int, terms: dict[str, Any]
) -> None:
    cup = await club.cup(max(players, 2), Form.DUPLICATE, game, seats, **terms)
    await club.begin(cup)
    tables = await tables_of(club, cup)
    assert len({each.state.made.seats for each in tables}) == 1
    await club.play(cup)
    assert all(each.scores for each in cup.state.fixtures)
    for number in range(1, cup.state.round + 1):
        there = [each for each in cup.state.fixtures if each.round == number]
        most = 2 * (len(there) - 1)
        for seat in range(seats):  # the lead of each is what the other lacks
            points = [each.scores[seat].points for each in there]
            assert sum(points) == len(there) * most // 2
            assert sum(each.scores[seat].difference for each in there) == 0
    if byes := [unit for each in cup.state.byes for unit in each]:
        line = next(each for each in standings(cup.state) if each.unit == byes[0])
        assert line.byes == 1
    assert await same_packs(club, cup)


async def same_packs(club: Club, cup: Running) -> bool:
    """Return whether the tables of the first round had the same packs, as far as each went."""
    packs = []
    for each in cup.state.fixtures:
        if each.round == 1:
            player = next(filter(None, each.players))
            found = read_record(await club.house.lobby.records.text(each.table, 1, player))
            verdict = verify(found)
            assert verdict.holds, verdict
            packs.append([each.cards for each in found.entries if isinstance(each, Pack)])
    common = min(map(len, packs))
    return common > 0 and all(each[:common] == packs[0][:common] for each in packs)


def test_matchpoints_and_differences_are_counted_against_the_same_seat_of_all_other_tables(
    made: Made,
) -> None:
    tables = [(Score(1, 2, 9), Score(2, 0, -9)), (Score(1, 2, 4), Score(2, 0, -4)),
              (Score(2, 0, -2), Score(1, 2, 2)), (Score(1, 2, 4), Score(2, 0, -4))]  # fmt: skip
    assert [each[0] for each in compared(made, tables)] == [
        Score(1, 6, 21), Score(2, 3, 1), Score(4, 0, -23), Score(2, 3, 1),
    ]  # fmt: skip
    assert [each[1].points for each in compared(made, tables)] == [0, 3, 6, 3]
    other = compared(made._replace(scoring=Scoring.DIFFERENCE), tables)
    assert [each[0][1:] for each in other] == [(21, 6), (1, 3), (-23, 0), (1, 3)]


@pytest.fixture
def made() -> Made:
    table = NewTable.of("truco-argentino", 2).made
    return Made("Cup", Form.DUPLICATE, table, "ana", "Ana", b"")


@pytest.mark.parametrize(
    ("game", "seats", "terms", "told"),
    [
        ("cacho", 2, {}, "it has no duplicate"),
        ("truco-brasileiro", 4, {}, "each is shuffled anew"),
        ("cacheta", 2, {"table": {"options": {}}}, "say how many by rounds"),
        ("pif-paf", 3, {"table": {"options": {"hands": 101}}}, "say how many by hands"),
        ("pif-paf", 3, {"table": {"options": {"hands": 2}}, "sides": Sides.TEAMS}, "Teams play"),
        ("truco-argentino", 2, {"late_points": 1}, "from 0 to 0 points"),
    ],
)
async def test_what_has_no_duplicate_is_refused(
    club: Club, game: str, seats: int, terms: dict[str, Any], told: str
) -> None:
    with pytest.raises(Refused, match=told):
        await club.cup(0, Form.DUPLICATE, game, seats, **terms)


async def test_what_belongs_to_a_duplicate_is_refused_elsewhere(club: Club) -> None:
    with pytest.raises(Refused, match="Only a duplicate or a field compares"):
        await club.cup(0, Form.ROUND_ROBIN, scoring=Scoring.DIFFERENCE)
    with pytest.raises(Refused, match="Teams play a duplicate"):
        await club.cup(0, Form.ROUND_ROBIN, sides=Sides.TEAMS)


async def test_a_running_round_is_neither_ended_nor_corrected_nor_paired_by_hand(
    club: Club,
) -> None:
    cup = await club.cup(3, Form.DUPLICATE)
    with pytest.raises(Refused, match="at least 4 players; there are 3"):
        await club.begin(cup)
    await cup.act(partial(commands.enter, player="p3", name="P3"))
    with pytest.raises(Refused, match="the tables follow from who has entered"):
        await club.begin(cup, (Seats(("p0", "p1")),))
    await club.begin(cup)
    with pytest.raises(Refused, match="wait for the end of round 1"):
        await cup.act(partial(commands.end_round, number=1))
    with pytest.raises(Refused, match="wait for the end of round 1"):
        await cup.act(lambda state: commands.correct(state, 1, (), (), "why"))


async def test_a_table_that_is_closed_in_mid_match_counts_nothing_and_shows_nothing(
    club: Club,
) -> None:
    cup, (one, *others) = await playing(club, 6)
    player = next(iter(one.state.players()))
    await one.ask(Close("", operator=True))
    await quiet()
    assert one.state.shuffle is not None
    assert not one.state.shuffle.shown
    with pytest.raises(Refused, match="Other tables play these packs, too"):
        await club.house.lobby.records.text(one.id, 1, player)
    for table in others:
        await play(table, random.Random(3))
    await quiet()
    assert [each.void for each in cup.state.fixtures] == [True, False, False]
    for each in others:
        assert verify(read_record(await record(club, each))).holds


async def test_a_table_that_is_closed_before_any_match_has_begun_is_opened_again(
    club: Club,
) -> None:
    cup = await club.cup(4, Form.DUPLICATE, rounds=1)
    await club.begin(cup)
    one, _other = await tables_of(club, cup)
    await ready(one)
    await one.ask(Close("", operator=True))
    await quiet()
    await club.play(cup)
    assert all(each.scores for each in cup.state.fixtures)
    assert await same_packs(club, cup)
