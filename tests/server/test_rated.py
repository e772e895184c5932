"""Rated matches: at which tables there are some, which of them count, and what they come to."""

import asyncio
import random
import time
from collections.abc import Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grpc
import pytest

from cardtui.v1 import host_service_pb2, host_service_pb2_grpc, lobby_service_pb2
from cardtui.v1.session_service_pb2 import OpenSessionRequest
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import RatedSet
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    BanPlayer,
    BeginAt,
    ChangeRules,
    ChangeTerms,
    Close,
    Kick,
    Leave,
    SetPause,
    SetReady,
    Sit,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import LogStore, Result, SeatResult
from cardtui_server.ratings.people import Rating
from cardtui_server.ratings.rankings import LATELY_MILLISECONDS, Rankings, _GameRankings
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.recovery.recount import recount
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from tests.support.calling import Caller, person, running
from tests.support.playing import House, begin_next, brief, play, quiet
from tests.support.ports import FakeClock

GAME = "cacho"


async def made(
    house: House, people: Sequence[str] = ("p0", "p1"), game: str = GAME, **wanted: Any
) -> Table:
    """Make a rated table by the usual rules; people sit down in its first seats."""
    wanted = {"seats": 2, "rated": True, "window_milliseconds": 0, **wanted}
    new = NewTable.of(game, thinking_milliseconds=0, seat=0, **wanted)
    table = await house.lobby.create(people[0], people[0].upper(), new)
    for seat, player in enumerate(people[1:], 1):
        await table.ask(Sit(player=player, name=player.upper(), seat=seat))
    return table


async def begin(table: Table) -> None:
    """Start a match with bots in the free seats, once everybody else is ready."""
    for player in sorted(table.state.players().keys() - {"p0"}):
        await table.ask(SetReady(player, ready=True))
    await table.ask(Start("p0"))
    await quiet()


async def finish(table: Table, seed: int = 1) -> None:
    await play(table, random.Random(seed))
    await quiet()


# --- at which tables -------------------------------------------------------------------------


async def test_the_host_chooses_before_each_match_and_everybody_is_asked_again(
    house: House,
) -> None:
    table = await made(house, rated=False)
    await table.ask(SetReady("p1", ready=True))
    with pytest.raises(Refused, match="Only P0"):
        await table.ask(ChangeTerms("p1", RatedSet(rated=True)))
    await table.ask(ChangeTerms("p0", RatedSet(rated=True)))
    sitter = table.state.sitters[1]
    assert sitter is not None
    assert (table.state.made.rated, sitter.ready) == (True, False)
    before = table.state.seq
    await table.ask(ChangeTerms("p0", RatedSet(rated=True)))
    assert table.state.seq == before
    await begin_next(table)
    with pytest.raises(Refused, match="A match is being played"):
        await table.ask(ChangeTerms("p0", RatedSet(rated=False)))
    after = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == after


async def test_own_rules_and_own_chips_are_not_rated(house: House) -> None:
    own = "Only matches by the rules of a preset"
    with pytest.raises(Refused, match=own):
        await made(house, options={"hands": 3})
    with pytest.raises(Refused, match="buy their own chips"):
        await made(house, least_buy_in=20, most_buy_in=80)
    table = await made(house)
    rules = {**table.state.made.options, "hands": 3}
    with pytest.raises(Refused, match=own):
        await table.ask(ChangeRules("p0", "", rules))
    await table.ask(ChangeTerms("p0", RatedSet(rated=False)))
    await table.ask(ChangeRules("p0", "", rules))
    with pytest.raises(Refused, match=own):
        await table.ask(ChangeTerms("p0", RatedSet(rated=True)))


async def test_a_rated_match_is_paused_by_all_and_goes_on_when_anybody_wants_that(
    house: House,
) -> None:
    table = await made(house)
    for player in ("p0", "p1"):
        table.attach(Reader(player))
    await begin(table)
    asking = table.agreements.ask_pause
    assert not await asking("p0", pause=True), "the host alone"
    with pytest.raises(Refused, match="only if all want it"):
        await table.ask(SetPause("p0", paused=True))
    assert await asking("p1", pause=True)
    with pytest.raises(Refused, match="no seat"):
        await asking("w1", pause=False)
    assert not await asking("p1", pause=False), "one player can end the pause"
    await finish(table)
    assert table.state.life is Life.OVER


# --- which matches ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "wanted", "counts"),
    [
        (("p0", "p1"), {}, True),
        (("p0", "p1"), {"rated": False}, False),
        (("p0",), {}, False),
        (("p0", "p1"), {"seats": 3}, True),
        (("p0", "guest-p1"), {}, False),
        (("p0", "p1"), {"game": "truco-argentino", "seats": 4}, True),
    ],
    ids=["two", "casual", "against-bots", "with-a-bot", "with-a-guest", "with-partners"],
)
async def test_a_match_counts_if_people_with_an_identity_play_against_each_other(
    house: House, people: tuple[str, ...], wanted: dict[str, Any], counts: bool
) -> None:
    table = await made(house, people, **wanted)
    await begin(table)
    assert table.state.rated is counts


async def test_partners_against_bots_are_not_rated(house: House) -> None:
    table = await made(house, ("p0",), game="truco-argentino", seats=4)
    await table.ask(Sit(player="p1", name="P1", seat=2))
    await begin(table)
    assert not table.state.rated


async def test_nobody_is_rated_unasked(house: House) -> None:
    table = await made(house, rated=False, fill_milliseconds=1000)
    await table.ask(ChangeTerms("p0", RatedSet(rated=True)))
    for gone in (frozenset[str](), frozenset({"p1"})):
        with pytest.raises(Refused, match="Still missing: P1"):
            await table.ask(Start("p0", gone))
    await house.passes(5)
    assert table.state.life is Life.WAITING
    await begin_next(table)
    await finish(table)
    with pytest.raises(Refused, match="Still missing: P1"):
        await table.ask(Start("p0", frozenset({"p1"})))
    await table.ask(ChangeTerms("p0", RatedSet(rated=False)))
    await table.ask(Start("p0", frozenset({"p1"})))


async def test_a_match_that_begins_at_a_position_does_not_count(house: House) -> None:
    table = await made(house)
    await table.ask(BeginAt(0, ()))
    assert (table.state.rated, table.state.made.rated) == (False, False)


async def test_nobody_gets_out_of_a_rated_match(house: House) -> None:
    table = await made(house, ("p0", "p1", "p2"), seats=3)
    await begin_next(table)
    ban = BanPlayer("p0", "p2", "p2", name="P2", until=1_000, now=0)
    for request in (Close("p0"), Kick("p0", 2), ban):
        with pytest.raises(Refused, match="goes on to its end"):
            await table.ask(request)
    assert not table.state.bans
    await table.ask(Leave("p1"))
    await finish(table)
    result = (await house.store.results(GAME))[-1].result
    assert result.rated
    assert [seat.player for seat in result.seats] == ["p0", "p1", "p2"]
    assert await ratings(house.store, "p1") is not None
    await table.ask(Kick("p0", 2))
    await table.ask(Close("p0"))


# --- places ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_places_are_by_chips_left_and_by_who_went_out_later(house: House) -> None:
    table = await made(house, ("p0", "p1", "p2", "p3"), seats=4)
    await begin_next(table)
    await finish(table)
    seats = (await house.store.results(GAME))[-1].result.seats
    by_chips = sorted(seats, key=lambda seat: -seat.chips)
    assert [seat.place for seat in by_chips] == sorted(seat.place for seat in seats)
    assert all((seat.place == 1) == seat.won for seat in seats)

    table = await made(
        house,
        ("p0", "p1", "p2", "p3"),
        game="cacheta",
        seats=4,
        rated=False,
        options=brief("cacheta"),
    )
    await begin_next(table)
    await finish(table)
    seats = (await house.store.results("cacheta"))[-1].result.seats
    out = [seat for gone in table.state.out for seat in gone]
    lasted = [seat for seat in range(4) if seat not in out]
    assert (len(out), len(lasted)) == (2, 2)
    by_end = [seats[seat].place for seat in out]
    assert by_end == sorted(by_end, reverse=True)
    assert max(seats[seat].place for seat in lasted) < min(by_end)
    assert all((seat.place == 1) == seat.won for seat in seats)


# --- ratings ---------------------------------------------------------------------------------


async def ratings(store: LogStore, player: str, preset: str = "cacho") -> Rating | None:
    return (await Rankings(store, FakeClock()).of_player(GAME, player)).get(preset)


def result(number: int, *players: str, rated: bool = True, preset: str = "cacho") -> Result:
    """Return a match that the first of them won, the others in that order behind."""
    seats = [
        SeatResult(each, 0, None, place == 1, place=place) for place, each in enumerate(players, 1)
    ]
    return Result("t", number, GAME, preset, number, tuple(seats), rated)


async def keep(store: LogStore, *results: Result) -> None:
    for number, each in enumerate(results):
        await store.append(f"{each.match}x{number}", 0, [b"1"], results=[each])


async def test_who_gives_up_asking_leaves_no_match_counted_twice() -> None:
    store, began = MemoryStore(), asyncio.Event()
    await keep(store, *(result(number, "ana", "beto") for number in range(1, 40)))
    rankings, loop = Rankings(store, FakeClock()), asyncio.get_running_loop()
    whole = _GameRankings.count

    def slowly(self: _GameRankings, results: Sequence[Result]) -> None:
        loop.call_soon_threadsafe(began.set)
        for each in results:
            time.sleep(0.002)
            whole(self, [each])

    with patch.object(_GameRankings, "count", slowly):
        asking = asyncio.create_task(rankings.of_player(GAME, "ana"))
        await began.wait()
        asking.cancel()
        rating = (await rankings.of_player(GAME, "ana"))["cacho"]
    assert rating.matches == 39
    assert rating == await ratings(store, "ana")


async def test_each_preset_has_ratings_of_its_own_and_casual_matches_none() -> None:
    store = MemoryStore()
    await keep(
        store,
        result(1, "ana", "bia"),
        result(2, "bia", "ana", preset="check"),
        result(3, "ana", "bia", rated=False),
    )
    one, other = await ratings(store, "ana"), await ratings(store, "ana", "check")
    assert one is not None
    assert other is not None
    assert one.points > 1500 > other.points
    assert (one.matches, one.course) == (1, (one.points,))
    assert 180 < one.deviation < 208
    assert await ratings(store, "eva") is None


async def test_more_is_known_with_each_match_also_of_those_since_the_last_look() -> None:
    store = MemoryStore()
    rankings = Rankings(store, FakeClock())
    await keep(store, result(1, "ana", "bia"))
    before = (await rankings.of_player(GAME, "ana"))["cacho"]
    await keep(store, *(result(number, "ana", "bia") for number in range(2, 230)))
    after = (await rankings.of_player(GAME, "ana"))["cacho"]
    assert after == await ratings(store, "ana")
    assert (after.matches, len(after.course)) == (229, 200)
    assert after.points > before.points
    assert after.deviation < before.deviation


async def test_who_comes_second_of_three_gains_on_the_third() -> None:
    store = MemoryStore()
    await keep(store, result(1, "ana", "bia", "eva"))
    points = [await ratings(store, each) for each in ("ana", "bia", "eva")]
    first, second, third = [each.points for each in points if each]
    assert first > second > third


async def test_who_has_hardly_played_does_not_lead() -> None:
    store = MemoryStore()
    for number in range(40):
        await keep(store, result(number, *(("bia", "ana") if number % 3 else ("ana", "bia"))))
    await keep(store, result(40, "new", "ana"))
    ranked = [*(await Rankings(store, FakeClock()).of_game(GAME))["cacho"]]
    assert ranked[0][0] == "bia"
    points = {player: rating.points for player, rating in ranked}
    assert points["new"] > points["ana"]


def test_many_are_ranked_as_few_are_also_after_more_matches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_server.ratings.rankings._SORTED_AT_ONCE", 2)
    game = _GameRankings()
    orders: list[list[str]] = []
    for people in ("gfedcba", "abcdefg"):
        game.count([result(1, *pair) for pair in combinations(people, 2) for _ in range(3)])
        preset = game.presets["cacho"]
        for _ in range(2):
            orders.append([player for player, _ in preset.ranked()])
            ordinals = [preset.known[each].rating.ordinal() for each in orders[-1]]
            assert ordinals == sorted(ordinals, reverse=True)
            assert len(ordinals) == len(people)
    assert orders[0] == orders[1] != orders[2] == orders[3]


class Crowd(dict[str, Any]):
    """Players of whom there are so many that they must not be looked at one after the other."""

    def _told(self, *_: object) -> Any:
        raise AssertionError("everybody was looked at")

    __iter__ = keys = values = items = _told


def test_a_match_costs_the_same_however_many_have_played() -> None:
    game = _GameRankings()
    game.count([result(1, "ana", "bia")])
    preset = game.presets["cacho"]
    preset.known = Crowd(preset.known)
    game.count([result(2, "eva", "ana"), result(3, "ana", "bia")])
    assert [preset.rating(each).matches for each in ("ana", "bia", "eva")] == [3, 2, 1]


def alone(store_of: Sequence[Result]) -> dict[str, Rating]:
    game = _GameRankings()
    game.count(store_of)
    return {player: rating._replace(course=()) for player, rating in game.presets[GAME].ranked()}


def test_twenty_matches_won_from_oneself_are_worth_less_than_one_won_among_people() -> None:
    own = [result(number, "me", "also me") for number in range(20)]
    me, other = alone(own)["me"], alone(own)["also me"]
    assert 1500 < me.points < 1560
    assert me.points + other.points == 3000
    assert (me.matches, me.counted) == (20, 0.9)
    assert me.deviation >= 200
    # A hundred of them do not lead a small server, nor do names that nobody else has played with.
    people = [each for each in permutations("abcdef", 2) if each[0] < each[1]]
    club = [result(number, *each) for number, each in enumerate(people, 100)]
    own = [result(number, "me", "also me") for number in range(100)]
    assert next(iter(alone([*own, *club]))) in "abc"
    names = [result(number, "me", f"me {number}") for number in range(5)]
    assert next(iter(alone([*names, *club]))) in "abc"


def test_two_who_play_each_other_often_have_the_numbers_that_they_had_and_come_apart() -> None:
    often = [
        result(number, *(("ana", "bia") if number % 4 else ("bia", "ana"))) for number in range(60)
    ]
    told = alone(often)
    assert 20 < told["ana"].points - told["bia"].points < 120
    # With others they count for more, and after a month as much as at first.
    once = alone([result(1, "ana", "bia")])["ana"].counted
    later = [result(1, "ana", "bia"), result(LATELY_MILLISECONDS + 1, "ana", "bia")]
    assert alone(later)["ana"].counted == 2 * once == 0.5
    known = [result(1, "ana", "eva"), result(2, "bia", "eva"), result(3, "ana", "bia")]
    assert alone(known)["ana"].counted == 0.25 + 0.4


def test_at_a_table_of_several_each_opponent_counts_alike() -> None:
    first, second = result(1, "a", "b", "c", "d"), result(2, "a", "b", "c", "d")
    assert [each.counted for each in alone([first, second]).values()] == [0.38] * 4
    teams = [
        SeatResult(each, 0, n % 2, won=not n % 2, place=1 + n % 2) for n, each in enumerate("abcd")
    ]
    rated = Result("t", 1, GAME, GAME, 1, tuple(teams), rated=True)
    assert [each.counted for each in alone([rated, rated]).values()] == [0.38] * 4


@pytest.mark.slow
async def test_ratings_counted_anew_from_the_logs_are_those_there_were(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    store = SqliteStore(path)
    house = House(store)
    table = await made(house)
    for number in range(3):
        house.clock.advance(1)
        await begin_next(table)
        await finish(table, number)
    await table.ask(ChangeTerms("p0", RatedSet(rated=False)))
    await begin_next(table)
    await finish(table)
    before = await ratings(store, "p0")
    results = await store.results(GAME)
    assert [each.result.rated for each in results] == [True, True, True, False]
    await house.stop()
    await store.close()
    assert (await recount(path)).matches == 4
    store = SqliteStore(path)
    assert await store.results(GAME) == results
    assert await ratings(store, "p0") == before
    assert before is not None
    assert before.matches == 3
    await store.close()


# --- over the wire ---------------------------------------------------------------------------


async def test_two_people_play_a_rated_match_and_everybody_is_told_what_it_came_to() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = await ana.create(seat=0, preset="cacho")
        await bia.join(table.id)
        hosts = host_service_pb2_grpc.HostServiceStub(ana.channel)
        wanted = host_service_pb2.SetRatedRequest(table=table.id, rated=True)
        assert (await ana.call(hosts.SetRated, wanted)).table.rated
        await bia.ready(table.id)
        told = await ana.start(table.id)
        assert told.match_rated
        await play(server.tables[table.id], random.Random(1))
        (mine,), (known,) = (await person(ana)).games, (await person(bia, name="ana")).games
        assert mine.rating == known.rating
        assert mine.rating.matches == 1
        assert (mine.rating.points > 1500) == (mine.won == 1)
        assert list(mine.rating.course) == [mine.rating.points]
        asked = lobby_service_pb2.GetRankingRequest()
        (ranking,) = (await bia.call(bia.lobby.GetRanking, asked)).rankings
        assert (ranking.game, ranking.preset) == (GAME, "cacho")
        winner, loser = ranking.players
        assert {winner.name, loser.name} == {"Ana", "Bia"}
        assert winner.rating.points > 1500 > loser.rating.points
        assert not winner.rating.course
        other = lobby_service_pb2.GetRankingRequest(game="cacheta")
        assert not (await bia.call(bia.lobby.GetRanking, other)).rankings
        with pytest.raises(grpc.aio.AioRpcError):
            await bia.call(bia.lobby.GetRanking, lobby_service_pb2.GetRankingRequest(game="chess"))
        await ana.close()
        await bia.close()


async def test_a_guest_says_so_when_the_session_begins() -> None:
    async with running() as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        opened = await bia.sessions.OpenSession(OpenSessionRequest(name="Bia", guest=True))
        bia.token = opened.token
        table = await ana.create(seat=0, preset="cacho", rated=True)
        await bia.join(table.id)
        await bia.ready(table.id)
        told = await ana.start(table.id)
        assert (told.rated, told.match_rated) == (True, False)
        await ana.close()
        await bia.close()
