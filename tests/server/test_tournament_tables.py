"""Tournaments at their tables: whole ones to their end, kills in mid-round, and what is refused.

Most players here stay away, so that bots sit in for them and play.
"""

from __future__ import annotations

import asyncio
import re
import runpy
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cardtui.v1 import (
    lobby_service_pb2,
    tournament_service_pb2,
    tournament_service_pb2_grpc,
)
from cardtui_client.commands.tournament import cup_as_json
from cardtui_client.model.tournament import TournamentModel
from cardtui_engine import read_record
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.match.entries import SitInCause
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Close, Leave, SetPause, SetReady, Sit, SitIn
from cardtui_server.match.state import Life, Sitter
from cardtui_server.ports.bus import LocalBus
from cardtui_server.ports.log_store import NoRoom
from cardtui_server.rpc.tournament_service import TournamentService
from cardtui_server.store.recovery.examine import examine
from cardtui_server.store.sqlite import SqliteStore
from cardtui_server.table.actor import Table
from cardtui_server.tournament import commands
from cardtui_server.tournament.entries import (
    Directed,
    Form,
    Made,
    Score,
    Seats,
    Sides,
    Told,
)
from cardtui_server.tournament.standings import standings
from cardtui_server.tournament.state import Stage, Tournament, read_back
from cardtui_server.wire.tournaments import TournamentJournal, whole
from cardtui_server.wire.values import write_option
from tests.support.calling import BOUND, Caller, refused_as, running
from tests.support.clubs import Club
from tests.support.playing import House, attach, brief, frames, quiet

pytest.importorskip("rustworkx")

SCRIPT = Path(__file__).parents[2] / "docs" / "standings.py"


async def recomputed(club: Club, cup: Running) -> list[str]:
    """Return what docs/standings.py finds in a tournament's records and messages."""
    model = TournamentModel()
    for message in whole(cup.id, cup.state):
        assert not (model.fixtures and model.is_whole)
        model.take(message)
    assert model.is_whole
    told = cup_as_json(model, whole=True)
    records = club.house.lobby.records
    texts = [
        await records.text(each.table, each.match, next(filter(None, each.players)))
        for each in cup.state.fixtures
    ]
    findings = runpy.run_path(str(SCRIPT))["findings"]
    return [*findings(told, [*map(read_record, texts)])]


@pytest.fixture
async def club() -> AsyncIterator[Club]:
    found = Club()
    await found.tournaments.load()
    yield found
    await found.tournaments.stop()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("form", "game", "seats", "terms"),
    [
        (Form.SWISS, "truco-argentino", 2, {}),
        pytest.param(Form.SWISS, "cacheta", 3, {"rounds": 2}, marks=pytest.mark.nightly),
        (Form.ROUND_ROBIN, "cacho", 2, {}),
        (Form.KNOCKOUT, "truco-argentino", 2, {}),
        pytest.param(Form.KNOCKOUT, "cacheta", 3, {}, marks=pytest.mark.nightly),
        (Form.ARENA, "truco-argentino", 2, {"minutes": 5}),
        (Form.SWISS, "truco-argentino", 4, {"sides": Sides.DRAWN, "rounds": 2, "fill": 1}),
    ],
)
async def test_a_tournament_is_played_to_its_end(
    club: Club, form: Form, game: str, seats: int, terms: dict[str, Any]
) -> None:
    cup = await club.cup(5, form, game, seats, **terms)
    await club.begin(cup)
    await club.play(cup)
    assert all(each.scores for each in cup.state.fixtures)
    assert {each.match for each in cup.state.fixtures} == {1}
    tables = [each.table for each in cup.state.fixtures]
    assert len({*tables}) == len(tables)
    lines = standings(cup.state)
    assert [each.place for each in lines] == [1, 2, 3, 4, 5]
    assert sum(each.played for each in lines) >= 4
    if form is not Form.KNOCKOUT:
        assert all(each.startswith("note: by lot") for each in await recomputed(club, cup))
    club.house.clock.advance(60)
    await quiet()
    assert not club.house.lobby.hosts()


@pytest.mark.slow
async def test_sides_that_stay_together_play_to_the_end(club: Club) -> None:
    cup = await club.cup(8, seats=4, team=2)
    await club.begin(cup)
    await club.play(cup)
    assert [each.points for each in standings(cup.state)] == [4, 2, 2, 0]
    assert all(each.startswith("note: by lot") for each in await recomputed(club, cup))


async def test_counting_again_finds_a_result_that_no_record_bears_out(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.wire.tournaments.FIXTURES_AT_ONCE", 1)
    cup = await club.cup(3, rounds=2)
    await club.begin(cup)
    await club.play(cup)
    assert len(SCRIPT.read_text().splitlines()) <= 100
    right = cup.state
    first = right.fixtures[0]
    wrong = first._replace(scores=first.scores[::-1])
    cup.state = right._replace(fixtures=(wrong, *right.fixtures[1:]))
    found = "\n".join(await recomputed(club, cup))
    assert "match 1 was worth [(" in found
    assert re.search(r"^P\d: points \d, not \d$", found, re.MULTILINE)
    cup.state = right._replace(fixtures=(wrong._replace(reason="By hand"), *right.fixtures[1:]))
    assert "note: match 1 counts as the director says: By hand" in await recomputed(club, cup)
    others = (first.players[1], first.players[0])
    cup.state = right._replace(fixtures=(first._replace(players=others), *right.fixtures[1:]))
    assert "match 1: others played than were to meet" in await recomputed(club, cup)


async def test_victory_points_and_game_points_count_at_cacheta(club: Club) -> None:
    """CA-50, CA-51: a place brings points; then count the rounds played, and the points left."""
    cup = await club.cup(3, game="cacheta", seats=3, rounds=1)
    await club.begin(cup)
    await club.play(cup)
    [fixture] = cup.state.fixtures
    results = await club.house.store.results("cacheta")
    assert [each.place for each in results[0].result.seats] == [e.place for e in fixture.scores]
    by_place = sorted(fixture.scores)
    assert by_place[0].points == 5
    assert by_place[0].difference > 0
    assert {each.points for each in by_place} <= {0, 2, 3, 5}


@pytest.mark.slow
async def test_after_a_kill_in_mid_round_everything_goes_on_and_counts_once(club: Club) -> None:
    cup = await club.cup(8, game="cacho", rounds=3)
    await club.begin(cup)
    kills = 0
    while not cup.state.ended:
        club.house.clock.advance(4)
        await quiet()
        if kills < 12:
            kills += 1
            cup = await club.restart(cup)
            await quiet()
    played = Counter(each.table for each in cup.state.fixtures)
    assert set(played.values()) == {1}
    assert len(cup.state.fixtures) == 12
    results = await club.house.store.results("cacho")
    assert {(each.result.table, each.result.match) for each in results} >= {
        (each.table, each.match) for each in cup.state.fixtures
    }
    assert len(results) == 12
    assert sum(each.points for each in standings(cup.state)) == 2 * 12
    assert all(each.startswith("note: by lot") for each in await recomputed(club, cup))


async def test_after_a_kill_before_a_match_begins_it_begins_all_the_same(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    await club.house.passes(4)

    async def come() -> Table:
        table = await club.house.lobby.find(cup.state.fixtures[0].table)
        for seat in range(2):
            attach(table, seat, None)
        await club.house.passes(1)
        return table

    await come()
    cup = await club.restart(cup)
    table = await come()
    for _ in range(6):
        await club.house.passes(2)
    assert table.state.life is Life.PLAYING, "they were there, and not ready"


async def test_a_table_that_was_closed_is_opened_again(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    first = cup.state.fixtures[0].table
    await (await club.house.lobby.find(first)).ask(Close("", operator=True))
    await quiet()
    assert cup.state.fixtures[0].table not in ("", first)
    await club.play(cup)
    assert cup.state.fixtures[0].scores


async def test_the_match_begins_at_once_when_all_are_ready(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    lives = [table.state.life]
    for player in table.state.players():
        await table.ask(SetReady(player, ready=True))
        lives.append(table.state.life)
    assert lives == [Life.WAITING, Life.WAITING, Life.PLAYING]


async def test_nobody_but_the_tournament_changes_who_sits_where(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    (told,) = frames(attach(table, None, None))
    assert told.snapshot.table.tournament == cup.id
    with pytest.raises(Refused, match="seats here are those of a tournament"):
        await table.ask(Sit("eva", "Eva"))
    with pytest.raises(Refused, match="leave the tournament"):
        await table.ask(Leave("p0"))
    with pytest.raises(Refused, match="Only Cup"):
        await table.ask(Close("p0"))
    held = table.state.seat_of("p0")
    assert held is not None
    with pytest.raises(Refused, match="Nobody does that in a tournament"):
        await table.agreements.ask_swap("p0", 1 - held, take_back=False)
    club.house.clock.advance(11)
    await quiet()
    attach(table, held, None)
    with pytest.raises(Refused, match="Nobody does that in a tournament"):  # their time runs out
        await table.ask(SitIn(1 - held, SitInCause.VOTE))
    with pytest.raises(Refused, match="Nobody does that in a tournament"):
        await table.ask(SetPause("p0", paused=True, agreed=True))


@pytest.mark.slow
async def test_who_leaves_in_a_match_has_a_bot_end_it_and_is_out(club: Club) -> None:
    cup = await club.cup(4, rounds=2, break_milliseconds=1000)
    await club.begin(cup)
    club.house.clock.advance(11)
    await cup.take_out("p0", partial(commands.leave, player="p0"))
    await club.play(cup)
    last = [each for each in cup.state.fixtures if each.round == 2]
    assert all("p0" not in each.players for each in last)
    assert next(each for each in standings(cup.state) if each.unit == "p0").out


async def test_a_round_in_which_all_have_a_bye_ends_at_once(club: Club) -> None:
    cup = await club.cup(4, Form.ROUND_ROBIN, "cacho", break_milliseconds=60_000)
    await club.begin(cup)
    for player in ("p2", "p3"):
        await cup.take_out(player, partial(commands.leave, player=player))
    await club.play(cup)
    assert cup.state.round == 3
    assert ("p0", "p1") in [tuple(sorted(each)) for each in cup.state.byes]


@pytest.mark.slow
async def test_all_stands_still_while_it_is_paused(club: Club) -> None:
    cup = await club.cup(4, rounds=2)
    await club.begin(cup)
    await cup.act(lambda state: commands.halt(state, halted=True))
    club.house.clock.advance(600)
    await quiet()
    lives = {table.state.life for table in club.house.lobby.tables.values()}
    assert lives == {Life.WAITING}
    await cup.act(lambda state: commands.halt(state, halted=False))
    await club.play(cup)


async def test_the_director_corrects_a_result_for_a_reason_unless_it_has_changed(
    club: Club,
) -> None:
    cup = await club.cup(2, rounds=2, break_milliseconds=600_000)
    await club.begin(cup)
    while not cup.state.fixtures[0].scores:
        club.house.clock.advance(5)
        await quiet()
    [fixture] = cup.state.fixtures
    other = tuple(reversed(fixture.scores))

    async def correct(scores: tuple[Score, ...], before: tuple[Score, ...], reason: str) -> None:
        await cup.act(lambda state: commands.correct(state, 1, scores, before, reason))

    with pytest.raises(Refused, match="Say why"):
        await correct(other, fixture.scores, "")
    await correct(other, fixture.scores, "seats were mixed up")
    assert cup.state.fixtures[0].scores == other
    assert cup.state.fixtures[0].reason == "seats were mixed up"
    with pytest.raises(Refused, match="has changed since"):
        await correct(other, fixture.scores, "again")
    with pytest.raises(Refused, match="a place from 1 to 2"):
        await correct((), other, "none")
    by = commands.correct(cup.state, 1, other, other, "once more", operator=True)
    assert [each[-2:] for each in by] == [("", "")]


async def test_the_director_pairs_by_hand_and_ends_a_round(club: Club) -> None:
    cup = await club.cup(4, rounds=2)
    with pytest.raises(Refused, match="P0 would sit at two tables"):
        await club.begin(cup, (Seats(("p0", "p1")), Seats(("p0", "p2"))))
    with pytest.raises(Refused, match="has 2 seats"):
        await club.begin(cup, (Seats(("p0", "p1", "p2")),))
    with pytest.raises(Refused, match="Nobody by that id"):
        await club.begin(cup, (Seats(("p0", "eva")),))
    with pytest.raises(Refused, match="At least one player has to sit"):
        await club.begin(cup, (Seats(("p0", "p1")), Seats(("", ""))))
    await club.begin(cup, (Seats(("p3", "p0")), Seats(("p1", "p2"))))
    assert [each.players for each in cup.state.fixtures] == [("p3", "p0"), ("p1", "p2")]
    with pytest.raises(Refused, match="Round 1 is under way"):
        await club.begin(cup)
    await cup.act(lambda state: commands.end_round(state, 1))
    await quiet()
    assert all(each.void for each in cup.state.fixtures if each.round == 1)
    assert cup.state.round == 2
    await club.play(cup)


async def test_a_side_is_paired_by_hand_as_a_whole_against_another(club: Club) -> None:
    cup = await club.cup(4, seats=4, team=2, fill=2)
    for seats in (("p0", "p1", "", ""), ("p0", "p2", "p3", "p1"), ("p0", "p2", "", "p3")):
        with pytest.raises(Refused, match="sit alternately, each whole"):
            await club.begin(cup, (Seats(seats),))
    await club.begin(cup, (Seats(("p1", "p2", "p0", "p3")),))


async def test_no_more_rounds_are_paired_by_hand_than_a_tournament_may_have(club: Club) -> None:
    cup = await club.cup(2)
    await cup.act(lambda state: commands.halt(state, halted=True))
    for number in range(1, commands.MOST_ALL + 1):
        await club.begin(cup, (Seats(("p0", "p1")),))
        await cup.act(partial(commands.end_round, number=number))
    with pytest.raises(Refused, match="at most 64 rounds"):
        await club.begin(cup, (Seats(("p0", "p1")),))


async def test_in_a_knockout_somebody_must_go_on(club: Club) -> None:
    cup = await club.cup(2, Form.KNOCKOUT)
    await club.begin(cup)
    with pytest.raises(Refused, match="Say first what match 1 was worth"):
        await cup.act(lambda state: commands.end_round(state, 1))
    scores = (Score(2, 0), Score(1, 2))
    await cup.act(lambda state: commands.correct(state, 1, scores, (), "one did not come"))
    await quiet()
    assert cup.state.ended
    assert standings(cup.state)[0].unit == cup.state.fixtures[0].players[1]


async def test_a_match_begins_when_the_director_says(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    later = cup.now() + 100_000
    await cup.act(lambda state: commands.move(state, 1, later))
    club.house.clock.advance(60)
    await quiet()
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    assert table.state.life is Life.WAITING
    club.house.clock.advance(60)
    await quiet()
    assert cup.state.ended or table.state.life is not Life.WAITING


async def test_a_result_counts_once_spectators_may_know_it(club: Club) -> None:
    cup = await club.cup(2, rounds=1, table={"delay_milliseconds": 300_000})
    await club.begin(cup)
    table = await club.house.lobby.find(cup.state.fixtures[0].table)
    while table.state.life is not Life.OVER:
        club.house.clock.advance(5)
        await quiet()
    club.house.clock.advance(250)
    await quiet()
    assert not cup.state.fixtures[0].scores
    assert all(each.points == 0 for each in standings(cup.state))
    club.house.clock.advance(60)
    await quiet()
    assert cup.state.fixtures[0].scores
    assert cup.state.ended


async def test_who_is_away_at_the_end_sits_out_of_an_arena_until_back(club: Club) -> None:
    cup = await club.cup(2, Form.ARENA, "cacho", minutes=600)
    await club.begin(cup)
    attach(await club.house.lobby.find(cup.state.fixtures[0].table), 0, None)
    first = cup.state.fixtures[0].players[0]
    while not cup.state.fixtures[0].scores:
        club.house.clock.advance(20)
        await quiet()
    assert {each.player for each in cup.state.entrants.values() if each.rests} == (
        {*cup.state.entrants} - {first}
    )
    assert len(cup.state.fixtures) == 1
    [away] = {*cup.state.entrants} - {first}
    await cup.act(partial(commands.enter, player=away, name=away))
    await quiet()
    assert len(cup.state.fixtures) == 2


async def test_a_table_that_was_opened_and_never_written_down_is_closed(club: Club) -> None:
    cup = await club.cup(2, rounds=1)
    await club.begin(cup)
    lost = await club.house.lobby.open_for(
        cup.id,
        cup.state.made.table._replace(host_name="Cup"),
        [Sitter("p0", "P0"), Sitter("p1", "P1")],
    )
    cup = await club.restart(cup)
    await quiet()
    assert [*club.house.lobby.hosts()] == [cup.state.fixtures[0].table]
    assert lost.id not in club.house.lobby.hosts()
    await club.play(cup)


@pytest.mark.slow
async def test_a_clock_that_is_set_back_by_an_hour_holds_nothing_up(club: Club) -> None:
    cup = await club.cup(4, rounds=2, break_milliseconds=10_000)
    await club.begin(cup)
    club.house.clock.set_back = 3600
    before = club.house.clock.time
    await club.play(cup)
    assert club.house.clock.time - before < 3600


async def test_servers_that_share_a_store_refuse_tournaments() -> None:
    house = House(bus=LocalBus())
    tournaments = Tournaments(house.env, house.lobby, TournamentJournal())
    await tournaments.load()
    made = Made("Cup", Form.SWISS, NewTable.of("cacho", 2).made, "ana", "Ana", b"")
    with pytest.raises(Refused, match="tournaments need one by itself"):
        await tournaments.create(made)


async def test_a_tournament_has_no_record(club: Club) -> None:
    cup = await club.cup(2)
    with pytest.raises(Refused, match="played no match at such a table"):
        await club.house.lobby.records.text(cup.id, 0, "p0")


async def test_a_damaged_database_gives_its_tournaments_back(tmp_path: Path) -> None:
    path = tmp_path / "cardtui.db"
    club = Club(House(SqliteStore(path)))
    cup = await club.cup(3, rounds=2)
    await club.begin(cup)
    await cup.act(lambda _: [Told("coffee at ten")])
    await club.tournaments.stop()
    await club.house.stop()
    await club.house.store.close()
    found = examine(path)
    [kept] = [each for each in found.tables if each.table == cup.id]
    assert (kept.name, kept.lost, kept.closed) == ("Cup", 0, False)
    [log] = [each for each in found.logs if each.table == cup.id]
    assert read_back(map(TournamentJournal().read, log.rows)) == cup.state


@pytest.mark.parametrize(
    ("players", "form", "seats", "terms", "sentence"),
    [
        (1, Form.SWISS, 2, {}, "at least 2 players; there are 1"),
        (2, Form.SWISS, 4, {"sides": Sides.DRAWN}, "at least 4 players"),
    ],
)
async def test_too_few_cannot_begin(
    club: Club, players: int, form: Form, seats: int, terms: dict[str, Any], sentence: str
) -> None:
    cup = await club.cup(players, form, seats=seats, **terms)
    with pytest.raises(Refused, match=sentence):
        await club.begin(cup)


async def test_what_cannot_be_a_tournament_is_refused_with_a_sentence(club: Club) -> None:
    async def refused(sentence: str, *args: Any, **terms: Any) -> None:
        with pytest.raises(Refused, match=sentence):
            await club.cup(0, *args, **terms)

    await refused("This game is for 4 players", Form.SWISS, "truco-brasileiro", 2)
    await refused("from 5 to 600 minutes", Form.ARENA)
    await refused("Only an arena and a field have a time", Form.SWISS, minutes=5)
    await refused("at most 30 rounds", Form.SWISS, rounds=31)
    await refused("Nobody has partners", Form.SWISS, sides=Sides.KEPT)
    await refused("go on together", Form.KNOCKOUT, seats=4, sides=Sides.DRAWN)
    await refused("make none of them private", table={"private": True})
    await refused("Invite at most 64 bot accounts", invited=("p1",))
    await refused("Invite at most 64 bot accounts", invited=("bot-" + 100 * "x",))
    await refused("Invite at most 64 bot accounts", invited=65 * ("bot-a",))
    await refused("at most what a bye does: from 0 to 2", late_points=3)
    await refused(
        "invite none", Form.SWISS, table={"rated": True, "options": {}}, invited=("bot-1",)
    )
    await refused(
        "begin with the same chips",
        Form.SWISS,
        "cacho",
        table={"least_buy_in": 20, "most_buy_in": 80},
    )
    wanted = NewTable.of("truco-argentino", 2).made
    with pytest.raises(Refused, match="needs a clock"):
        await club.tournaments.create(Made("Cup", Form.SWISS, wanted, "ana", "Ana", b""))


async def test_without_its_library_no_tournament_is_made_that_needs_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_name: str) -> None: ...

    monkeypatch.setattr(commands, "find_spec", missing)
    with pytest.raises(Refused, match="or choose the form round-robin"):
        await club.cup(0)
    await club.cup(0, Form.ROUND_ROBIN)


async def test_who_may_enter_and_until_when(club: Club) -> None:
    cup = await club.cup(4, rounds=3, late_rounds=2, break_milliseconds=60_000)

    async def enter(player: str) -> None:
        await cup.act(lambda state: commands.enter(state, player, player.title()))

    await enter("p0")
    assert len(cup.state.entrants) == 4
    with pytest.raises(Refused, match="only where it is invited"):
        await enter("bot-robo")
    await club.begin(cup)
    await enter("late")
    assert cup.state.entrants["late"].missed == 1
    await cup.act(lambda state: commands.end_round(state, 1))
    club.house.clock.advance(61)
    await quiet()
    assert cup.state.round == 2
    with pytest.raises(Refused, match="before round 2"):
        await enter("later")
    cup = await club.cup(0, Form.ROUND_ROBIN, name="All")
    for number in range(commands.MOST_ALL):
        await enter(f"p{number}")
    with pytest.raises(Refused, match="at most 64 players"):
        await enter("one more")


async def test_the_names_of_tournaments_and_of_their_players_are_not_mistaken(club: Club) -> None:
    cup = await club.cup(2, name="Friday")
    with pytest.raises(
        Refused, match=r"“Fríday\.” is the name of a tournament here, or looks like"
    ):
        await club.cup(0, name="Fríday.")
    with pytest.raises(Refused, match="Somebody of that name, or one like it, is in"):
        await cup.act(partial(commands.enter, player="eva", name="pl."))
    await cup.act(partial(commands.enter, player="p1", name="Paula"))
    assert [each.name for each in cup.state.entrants.values()] == ["P0", "Paula"]
    await cup.act(commands.end)
    await club.cup(0, name="Friday")


async def test_tournaments_that_nobody_uses_make_room(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.lobby.tournaments._MOST_OPEN", 2)
    used, unused = await club.cup(2, name="Used"), await club.cup(0, name="Unused")
    with pytest.raises(Refused, match="cannot hold more tournaments"):
        await club.cup(0, name="Third")
    club.house.clock.advance(24 * 3600)
    assert not club.tournaments.players()
    await club.cup(0, name="Third")
    assert (used.state.ended, unused.state.ended) == (False, True)


async def test_one_that_its_director_has_paused_and_left_makes_room_in_the_middle_of_matches(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.lobby.tournaments._MOST_OPEN", 1)
    left = await club.cup(4)
    await club.begin(left)
    tables = [each.table for each in left.state.unsettled()]
    await left.act(partial(commands.halt, halted=True))
    club.house.clock.advance(2 * 3600 - 60)
    await quiet()
    with pytest.raises(Refused, match="cannot hold more tournaments"):
        await club.cup(0, name="Next")
    club.house.clock.advance(120)
    await club.cup(0, name="Next")
    assert left.state.ended
    club.house.clock.advance(60)
    await quiet()
    assert not {*tables} & club.house.lobby.tables.keys()


async def test_tournaments_that_are_over_do_not_fill_the_memory(club: Club) -> None:
    for _ in range(25):
        await (await club.cup(0)).act(commands.end)
    assert len(club.tournaments._all) <= 21


async def test_a_result_that_could_not_be_written_down_counts_later(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = await club.cup(4, rounds=1)
    await club.begin(cup)
    append = club.house.store.append
    refused: list[str] = []

    async def full(log: str, *args: Any, **more: Any) -> None:
        if log == cup.id and len(refused) < 3:
            refused.append(log)
            raise NoRoom("full")
        await append(log, *args, **more)

    monkeypatch.setattr(club.house.store, "append", full)
    await club.play(cup)
    assert len(refused) == 3
    assert all(each.scores for each in cup.state.fixtures)


async def test_a_pause_makes_everything_so_much_later(club: Club) -> None:
    cup = await club.cup(4, Form.ARENA, minutes=60, table={"patience_milliseconds": 100_000})
    await club.begin(cup)
    club.house.clock.advance(50)
    await cup.act(lambda state: commands.halt(state, halted=True))
    club.house.clock.advance(3600)
    await cup.act(lambda state: commands.move(state, 2, cup.now() + 90_000))
    club.house.clock.advance(600)
    await cup.act(lambda state: commands.halt(state, halted=False))
    await quiet()
    now = cup.now()
    assert cup.state.began == now - 50_000
    assert [each.begins - now for each in cup.state.fixtures] == [50_000, 90_000]
    club.house.clock.advance(45)
    await quiet()
    assert {table.state.life for table in club.house.lobby.tables.values()} == {Life.WAITING}


async def test_a_side_with_a_word_takes_nobody_who_does_not_know_it(club: Club) -> None:
    cup = await club.cup(0, seats=4, fill=2, late_rounds=3, break_milliseconds=60_000)

    async def enter(player: str, team: str) -> None:
        await cup.act(partial(commands.enter, player=player, name=player, team=team))

    await enter("ana", "Foxes/blue")
    for team in ("foxes", "Foxes/red", "F0XES/"):
        with pytest.raises(Refused, match="“Foxes” has a word of its own, or none: type it as"):
            await enter("eva", team)
    await enter("bia", "foxes/Blue")
    with pytest.raises(Refused, match="“Foxes” is full"):
        await enter("eva", "Foxes/blue")
    with pytest.raises(Refused, match="Name your side"):
        await enter("eva", "/blue")
    await enter("eva", "Owls")
    [told] = whole(cup.id, cup.state)
    assert [each.team for each in told.players] == ["Foxes", "Foxes", "Owls"]
    await club.begin(cup)
    await cup.take_out("bia", partial(commands.leave, player="bia"))
    with pytest.raises(Refused, match="“Foxes” is full"):  # who is left plays no more, either
        await enter("iva", "Foxes/blue")
    await enter("bia", "Owls")
    assert cup.state.entrants["bia"] == ("bia", "bia", "Foxes/blue", 0, False, False)


async def test_a_tournament_takes_512_players(club: Club) -> None:
    cup = await club.cup(512)
    with pytest.raises(Refused, match="at most 512 players"):
        await cup.act(lambda state: commands.enter(state, "eva", "Eva"))


async def test_a_player_makes_four_tournaments_at_most(club: Club) -> None:
    cup, second, *_ = [await club.cup(0, name=name) for name in "ABCD"]
    await second.act(lambda _: [Directed("eva", "Eva")])
    with pytest.raises(Refused, match="made 4 tournaments that are not over"):
        await club.cup(0, name="E")
    await cup.act(commands.end)
    assert cup.state.stage is Stage.OVER
    await club.cup(0, name="E")
    assert (await club.tournaments.find(cup.id)).state.ended


async def test_all_who_follow_a_tournament_are_told_what_was_counted_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, counted = await club.cup(3), Counter[int]()

    def count(id_: str, state: Tournament, *known: Any) -> Iterator[Any]:
        counted[state.entries] += 1
        return whole(id_, state, *known)

    monkeypatch.setattr("cardtui_server.rpc.tournament_service.whole", count)
    service = TournamentService(club.tournaments, Mock(), Mock())
    contexts = [Mock(write=AsyncMock()) for _ in range(3)]
    data = tournament_service_pb2.FollowTournamentRequest(tournament=cup.id).SerializeToString()
    following = [asyncio.create_task(service.follow_tournament(data, each)) for each in contexts]
    await quiet()
    await cup.act(commands.end)
    await asyncio.gather(*following)
    assert {each.write.await_count for each in contexts} == {2}
    assert [*counted.values()] == [1, 1]


async def test_the_list_leads_each_player_to_the_match_that_waits_for_them(club: Club) -> None:
    cup = await club.cup(4)
    service = TournamentService(club.tournaments, Mock(), Mock())

    async def waiting_for(player: str, name: str = "") -> str:
        [told] = (await service.list_tournaments(Mock(), Mock(id=player))).tournaments
        assert len(told.fixtures) <= 1
        return TournamentModel(told).table_of(name)

    async def waiting() -> dict[str, str]:
        players = cup.state.entrants.items()
        return {player: await waiting_for(player, each.name) for player, each in players}

    assert not any((await waiting()).values())
    await club.begin(cup)
    assert await waiting() == {
        player: fixture.table for fixture in cup.state.fixtures for player in fixture.players
    }
    assert not any(
        [await waiting_for("a stranger", each.name) for each in cup.state.entrants.values()]
    )
    await cup.act(commands.end)
    assert not any((await waiting()).values())


async def test_a_tournament_over_the_wire_from_its_making_to_its_end() -> None:
    async with running() as server:
        callers = [await Caller.of(server.address, name) for name in ("Ana", "Eva", "Bea", "Iva")]
        ana = callers[0]
        terms = tournament_service_pb2.TournamentTerms(
            name="Friday",
            form=tournament_service_pb2.TOURNAMENT_FORM_ROUND_ROBIN,
            table=lobby_service_pb2.CreateTableRequest(
                game="cacho",
                seats=2,
                options={name: write_option(value) for name, value in brief("cacho").items()},
                pause_milliseconds=0,
                thinking_milliseconds=0,
                clock_milliseconds=30_000,
                patience_milliseconds=100,
            ),
        )
        stubs = [
            tournament_service_pb2_grpc.TournamentServiceStub(each.channel) for each in callers
        ]
        request = tournament_service_pb2.CreateTournamentRequest(terms=terms)
        made = (await ana.call(stubs[0].CreateTournament, request)).tournament
        assert (made.terms.name, made.director_name) == ("Friday", "Ana")
        for caller, stub in zip(callers, stubs, strict=True):
            enter = tournament_service_pb2.EnterTournamentRequest(tournament=made.id)
            await caller.call(stub.EnterTournament, enter)
        act = tournament_service_pb2.DirectTournamentRequest(
            tournament=made.id, begin=tournament_service_pb2.TournamentRound()
        )
        with refused_as("NOT_HOST"):
            await callers[1].call(stubs[1].DirectTournament, act)
        follow = tournament_service_pb2.FollowTournamentRequest(tournament=made.id)
        stream = stubs[1].FollowTournament(follow, metadata=callers[1].metadata, timeout=BOUND)
        await ana.call(stubs[0].DirectTournament, act)
        fixtures: dict[int, tournament_service_pb2.TournamentFixture] = {}
        last = made
        async for response in stream:
            last = response.tournament
            fixtures |= {each.number: each for each in last.fixtures}
        assert last.stage == tournament_service_pb2.TOURNAMENT_STAGE_OVER
        assert [*fixtures] == [1, 2, 3, 4, 5, 6]
        assert all(each.scores and each.match == 1 for each in fixtures.values())
        assert [each.place for each in last.standings] == [1, 2, 3, 4]
        assert sum(each.points for each in last.standings) == 12
        found = await ana.call(
            stubs[0].ListTournaments, tournament_service_pb2.ListTournamentsRequest()
        )
        assert [each.id for each in found.tournaments] == [made.id]
        for caller in callers:
            await caller.close()


@pytest.mark.slow
async def test_where_as_much_is_kept_as_may_be_a_tournament_goes_on_and_none_is_made() -> None:
    club = Club()
    cup = await club.cup(4)
    club.house.lobby.full = True
    await club.begin(cup)
    assert all(each.table for each in cup.state.fixtures)
    with pytest.raises(Refused, match="database_mb"):
        await club.cup(2, name="Another")
    await club.play(cup)
    await club.tournaments.stop()
