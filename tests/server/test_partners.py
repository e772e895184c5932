"""Partners by lot and by strength: even teams, what players see, how strong players count."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardtui.v1 import tables_pb2
from cardtui_engine.bots import Level
from cardtui_engine.library.registry import get_rules
from cardtui_engine.rules import FirstDealer
from cardtui_server.match.entries import Partners, Started
from cardtui_server.match.fold import fold
from cardtui_server.match.partners import most_even_team, seated_by_teams
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    AddBot,
    Close,
    Leave,
    RemoveBot,
    Say,
    SayToTeam,
    SetReady,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import LogStore, Result, SeatResult
from cardtui_server.ratings.strengths import Ratings
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from tests.support.playing import (
    House,
    Onlooker,
    attach,
    begin_next,
    brief,
    frames,
    play,
    quiet,
    snapshot,
)
from tests.support.ports import FakeClock

GAME = "truco-brasileiro"


def names(table: Table) -> list[str]:
    return [sitter.name if sitter else "" for sitter in table.state.sitters]


def teams(table: Table) -> set[frozenset[str]]:
    """Return who plays with whom, by player id; a bot is its name."""
    sides: dict[int | None, set[str]] = {}
    for seat, sitter in enumerate(table.state.sitters):
        assert sitter is not None
        team = table.state.rules.team_of(seat)
        sides.setdefault(team, set()).add(sitter.player or sitter.name)
    return set(map(frozenset, sides.values()))


def result(number: int, *seats: tuple[str, int, int | None, bool], game: str = GAME) -> Result:
    came = [SeatResult(*seat, place=1 if seat[3] else 2) for seat in seats]
    return Result("t", number, game, "", number, tuple(came))


async def won_by(store: LogStore, *winners: str, times: int = 5, game: str = GAME) -> None:
    """Let each of them win so many matches for two against a player of their own."""
    for winner in winners:
        for number in range(times):
            seats = ((winner, 0, 0, True), (f"loser of {winner}", 0, 1, False))
            results = [result(number, *seats, game=game)]
            before = len(await store.results(game, most=999))
            table = f"{game.replace('-', '')}{before}"
            await store.append(table, 0, [b"1"], results=results)


# --- even teams ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strengths", "team"),
    [
        ((40, 30, 20, 10), {0, 3}),
        ((10, 40, 20, 30), {0, 1}),
        ((25, 25, 40, 25), None),
        ((60, 50, 40, 30, 20, 10), None),
    ],
)
def test_by_strength_the_teams_are_as_even_as_can_be(
    strengths: Sequence[float], team: set[int] | None
) -> None:
    luck, seats = random.Random(1), list(range(len(strengths)))
    found: Counter[frozenset[int]] = Counter()
    for _ in range(200):
        luck.shuffle(seats)
        first = most_even_team(seats, strengths)
        assert len(first) == len(seats) // 2
        found[min(frozenset(first), frozenset(seats) - set(first), key=min)] += 1
    gaps = {abs(sum(strengths) - 2 * sum(strengths[seat] for seat in first)) for first in found}
    assert len(gaps) == 1
    if team is None:  # the lot decides between splits that are equally even
        assert len(found) == 3
        assert min(found.values()) > 30
    else:
        assert set(found) == {frozenset(team)}


def test_equally_strong_players_are_partners_by_lot() -> None:
    luck, seats = random.Random(2), [0, 1, 2, 3, 4, 5]
    found: Counter[frozenset[int]] = Counter()
    for _ in range(2000):
        luck.shuffle(seats)
        first = frozenset(most_even_team(seats, [25.1] * 6))
        found[first if 0 in first else frozenset(seats) - first] += 1
    assert len(found) == 10
    assert min(found.values()) > 120


def test_teams_sit_down_in_the_order_of_the_lot() -> None:
    assert seated_by_teams(get_rules(GAME), (3, 0), (2, 1)) == (3, 2, 0, 1)


# --- how strong players count ----------------------------------------------------------------


async def test_who_wins_is_stronger_and_who_has_no_result_is_left_out() -> None:
    store = MemoryStore()
    ratings = Ratings(store, FakeClock())
    assert await ratings.strengths(GAME, ["ana"]) == {}
    await won_by(store, "ana", times=3)
    await won_by(store, "bia", times=1)
    await won_by(store, "eva", times=9, game="cacho")
    strengths = await ratings.strengths(GAME, ["ana", "bia", "loser of ana", "eva", ""])
    assert strengths.keys() == {"ana", "bia", "loser of ana"}
    assert strengths["ana"] > strengths["bia"] > 25 > strengths["loser of ana"]
    assert await ratings.strengths(GAME, ["ana"]) == {"ana": strengths["ana"]}
    await won_by(store, "ana", times=1)
    assert (await ratings.strengths(GAME, ["ana"]))["ana"] > strengths["ana"]
    assert await Ratings(store, FakeClock()).strengths(GAME, ["ana"]) == await ratings.strengths(
        GAME, ["ana"]
    )


async def test_to_beat_a_hard_bot_counts_for_more_and_bots_keep_their_strength() -> None:
    store = MemoryStore()
    for number in range(30):
        hard = (("ana", 0, None, True), ("", int(Level.HARD), None, False))
        easy = (("bia", 0, None, True), ("", int(Level.EASY), None, False))
        both = [result(number, *hard), result(number, *easy)]
        await store.append(f"{number}", 0, [b"1"], results=both)
    strengths = await Ratings(store, FakeClock()).strengths(GAME, ["ana", "bia"])
    assert strengths["ana"] > 30 > 25 > 20
    assert strengths["ana"] > strengths["bia"] > 20


async def test_partners_win_together() -> None:
    store = MemoryStore()
    four = (("a", 0, 0, True), ("b", 0, 1, False), ("c", 0, 0, True), ("d", 0, 1, False))
    await store.append("t", 0, [b"1"], results=[result(1, *four)])
    strengths = await Ratings(store, FakeClock()).strengths(GAME, "abcd")
    assert strengths["a"] == strengths["c"] > 25 > strengths["b"] == strengths["d"]


async def test_more_results_than_are_read_at_once_are_all_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    await won_by(store, "ana", times=7)
    whole = await Ratings(store, FakeClock()).strengths(GAME, ["ana"])
    monkeypatch.setattr("cardtui_server.ratings.known_results._RESULTS_AT_ONCE", 3)
    assert await Ratings(store, FakeClock()).strengths(GAME, ["ana"]) == whole


# --- results ---------------------------------------------------------------------------------


async def test_a_match_leaves_its_result_and_a_closed_one_none(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "cardtui.db")
    house = House(store)
    table = await house.table("cacho", 3, people=2, options=brief("cacho"))
    await play(table, random.Random(1))
    (counted,) = await store.results("cacho")
    told = counted.result
    assert (told.table, told.match, told.game) == (table.id, 1, "cacho")
    assert [(seat.player, seat.bot) for seat in told.seats] == [("p0", 0), ("p1", 0), ("", 2)]
    outcome = table.state.rules.outcome(table.state.game)
    assert outcome is not None
    assert [n for n, seat in enumerate(told.seats) if seat.won] == list(outcome.winners)
    await begin_next(table)
    await table.ask(Close("p0"))
    await quiet()
    assert await store.results("cacho") == [counted]
    await house.stop()
    await store.close()


async def test_who_leaves_a_match_has_what_came_of_it(house: House) -> None:
    table = await house.table("cacho", 2, options=brief("cacho"))
    await table.ask(Leave("p1"))
    await play(table, random.Random(1))
    (counted,) = await house.store.results("cacho")
    assert [(seat.player, seat.bot) for seat in counted.result.seats] == [("p0", 0), ("p1", 0)]


# --- at the table ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
async def test_by_strength_the_strongest_plays_with_the_weakest(seed: int) -> None:
    house = House(seed=seed)  # whatever the lot says
    for winner, times in (("p0", 9), ("p1", 6), ("p2", 3)):
        await won_by(house.store, winner, times=times)
    table = await house.table(GAME, 4, start=False, partners=Partners.STRENGTH)
    readers = {viewer: attach(table, viewer, None) for viewer in (None, 0, 1, 2, 3)}
    onlookers = {viewer: Onlooker() for viewer in readers}
    for viewer, onlooker in onlookers.items():
        onlooker.fold(frames(readers[viewer]))
    before = names(table)
    await table.ask(Start("p0"))
    await quiet()
    assert teams(table) == {frozenset({"p0", "p3"}), frozenset({"p1", "p2"})}
    for viewer, onlooker in onlookers.items():
        onlooker.fold(frames(readers[viewer]))
        told = onlooker.events[0].partners_found
        assert told.by == tables_pb2.PARTNERS_STRENGTH
        assert [before[seat] for seat in told.before] == names(table)
        seat = None if viewer is None else table.state.players()[f"p{viewer}"]
        onlooker.knows(snapshot(table, seat))
    after = table.state
    await house.restart()
    assert house.lobby.tables[table.id].state == after


async def test_a_hard_bot_plays_with_a_person_who_has_no_result(house: House) -> None:
    table = await house.table(
        GAME, 4, people=2, bots=Level.HARD, start=False, partners=Partners.STRENGTH
    )
    await table.ask(Start("p0"))
    assert frozenset({"p0", "p1"}) not in teams(table)


@pytest.mark.parametrize("begin", ["ready", "bot"])
async def test_however_the_match_begins_partners_are_found_by_strength(
    house: House, begin: str
) -> None:
    for winner, times in (("p0", 9), ("p1", 9)):
        await won_by(house.store, winner, times=times)
    people = 4 if begin == "ready" else 3
    table = await house.table(GAME, 4, people=people, start=False, partners=Partners.STRENGTH)
    if begin == "bot":
        await table.ask(RemoveBot("p0", 3))
    for seat in range(people):
        await table.ask(SetReady(f"p{seat}", ready=True))
    if begin == "bot":
        await table.ask(AddBot("p0", Level.EASY))
    assert table.state.life is Life.PLAYING
    assert frozenset({"p0", "p1"}) not in teams(table)


async def test_by_lot_any_two_may_be_partners_and_each_match_draws_anew(house: House) -> None:
    table = await house.table(GAME, 4, options=brief(GAME), partners=Partners.LOT)
    found = {frozenset(teams(table))}
    for number in range(30):
        await play(table, random.Random(number))
        await begin_next(table)
        found.add(frozenset(teams(table)))
        if len(found) == 3:
            break
    assert len(found) == 3


async def test_the_first_dealer_may_draw_for_it_beside_partners_by_lot(house: House) -> None:
    table = await house.table(
        GAME, 4, start=False, partners=Partners.LOT, first_dealer=FirstDealer.HIGH_CARD
    )
    onlooker, reader = Onlooker(), attach(table, None, None)
    onlooker.fold(frames(reader))
    await table.ask(Start("p0"))
    await quiet()
    onlooker.fold(frames(reader))
    found, drawn = onlooker.events[:2]
    assert found.partners_found.by == tables_pb2.PARTNERS_LOT
    assert (drawn.high_cards_drawn.for_partners, drawn.high_cards_drawn.for_dealer) == (False, True)
    assert drawn.high_cards_drawn.draws[0].seat == onlooker.view.dealer


async def test_talk_moves_with_its_speakers(house: House) -> None:
    table = await house.table(GAME, 4, start=False, partners=Partners.LOT)
    for seat in range(4):
        await table.ask(Say(player=f"p{seat}", name=f"P{seat}", text="hola"))
    await table.ask(Start("p0"))
    for said in table.state.talk:
        assert said.seat == table.state.players()[said.player]


async def test_partners_know_theirs_only_once_the_match_has_begun(house: House) -> None:
    table = await house.table(GAME, 4, start=False, partners=Partners.STRENGTH)
    with pytest.raises(Refused, match="Partners are found") as caught:
        await table.ask(SayToTeam("p0", "P0", "hola"))
    assert caught.value.reason == Reason.TABLE_STATE


@pytest.mark.parametrize("before", [(0, 0, 1, 2), (0, 1, 2), (1, 2, 3, 4)])
async def test_a_log_that_seats_two_on_one_seat_is_damaged(
    house: House, before: tuple[int, ...]
) -> None:
    table = await house.table(GAME, 4, start=False, partners=Partners.LOT)
    with pytest.raises(ValueError, match="seat of their own"):
        fold(table.state, Started(1, b"", 0, (), before))


async def test_there_is_no_other_way_to_find_partners() -> None:
    with pytest.raises(Refused, match="by high card, by lot or by strength"):
        await House().table(GAME, 4, partners=9)
