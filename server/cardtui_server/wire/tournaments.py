"""Tournaments as messages: the entries of their logs, and what everybody may know of them.
How many fixtures one message holds: `FIXTURES_AT_ONCE`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cardtui.store.v1 import tournament_pb2
from cardtui.v1 import lobby_service_pb2, tables_pb2, tournament_service_pb2
from cardtui_server.match.entries import Created
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.tournament.entries import Entry, Form, Made, Stamped
from cardtui_server.tournament.field import commitment_of, secret_of
from cardtui_server.tournament.pairing import rounds_of
from cardtui_server.tournament.standings import Line, standings
from cardtui_server.tournament.state import Fixture, Tournament, side_name
from cardtui_server.wire.entries import Entries
from cardtui_server.wire.values import write_option

FIXTURES_AT_ONCE: Final = 500
"""The most fixtures in one message: so it is far from the longest that clients take."""


class TournamentJournal(Entries[Stamped]):
    """Writes and reads the entries of a tournament's log; what lots are drawn from is not shown."""

    message = tournament_pb2.TournamentEntry
    kinds = Entry
    stamped = Stamped
    hidden = "secret"


def listed(id_: str, state: Tournament) -> tournament_service_pb2.Tournament:
    """Return a tournament as the list shows it."""
    known = state.made.form is not Form.KNOCKOUT and not state.made.form.by_time
    field, hidden = state.made.form is Form.FIELD, hides(state)
    return tournament_service_pb2.Tournament(
        id=id_,
        terms=_terms(state.made),
        director=state.director,
        director_name=state.director_name,
        stage=_number(tournament_service_pb2.TournamentStage, state.stage),
        players=[
            tournament_service_pb2.TournamentPlayer(
                **each._replace(
                    team=side_name(each.team), rests=each.rests and not hidden
                )._asdict()
            )
            for each in state.entrants.values()
        ],
        round=state.round,
        rounds=rounds_of(state) if known and state.entrants else 0,
        open_rounds=state.open,
        began_milliseconds=state.began,
        next_milliseconds=state.next_begins,
        paused=bool(state.halted),
        matches=len(state.fixtures),
        commitment=commitment_of(id_, state) if field else b"",
        secret=secret_of(state) if field and state.ended else b"",
    )


def waiting(state: Tournament, player: str) -> Iterator[tournament_service_pb2.TournamentFixture]:
    """Yield the match that a player is to play now, if there is one: the latest of theirs."""
    if player in state.entrants and not state.ended:
        latest = next((each for each in reversed(state.fixtures) if player in each.players), None)
        if (
            latest is not None
            and latest.table
            and not (latest.settled or latest.result is not None)
        ):
            places = {each: place for place, each in enumerate(state.entrants, 1)}
            yield _fixture(latest, places)


def hides(state: Tournament) -> bool:
    """Return whether each is told of their own match alone: until a field has ended."""
    return state.made.form is Form.FIELD and not state.ended


def tell_own(
    told: tournament_service_pb2.Tournament, state: Tournament, player: str
) -> tournament_service_pb2.Tournament:
    """Return what everybody is told of a field that goes on, with what that player alone is."""
    if player in state.entrants:
        places = {each: place for place, each in enumerate(state.entrants, 1)}
        own = [each for each in state.fixtures if player == each.players[0]]
        told.players[places[player] - 1].rests = state.entrants[player].rests
        told.fixtures.extend(_fixture(each, places) for each in own)
        told.matches = len(own)
    return told


def whole(
    id_: str, state: Tournament, known: Tournament | None = None
) -> Iterator[tournament_service_pb2.Tournament]:
    """Yield a tournament as those see it who follow it, in as many messages as it takes.

    Args:
        id_: its id.
        state: the tournament.
        known: the tournament as they know it; ``None`` for not at all.
    """
    hidden = hides(state)
    before: Sequence[Fixture] = () if known is None else known.fixtures
    places = {player: place for place, player in enumerate(state.entrants, 1)}
    units = {
        unit: [places[each.player] for each in members] for unit, members in state.units().items()
    }
    fixtures = [
        _fixture(each, places)
        for each in state.fixtures
        if not hidden and not (each.number <= len(before) and each is before[each.number - 1])
    ]
    message = listed(id_, state)
    message.matches = len(fixtures) if hidden else message.matches
    message.byes.extend(
        tournament_service_pb2.TournamentByes(
            players=[place for unit in byes for place in units[unit]]
        )
        for byes in (() if state.made.form.by_time else state.byes)  # nobody has one there
    )
    message.standings.extend(_line(each, units) for each in (() if hidden else standings(state)))
    message.announcements.extend(
        tournament_service_pb2.TournamentAnnouncement(time_milliseconds=each.time, text=each.text)
        for each in state.told
    )
    for start in range(0, max(len(fixtures), 1), FIXTURES_AT_ONCE):
        del message.fixtures[:]
        message.fixtures.extend(fixtures[start : start + FIXTURES_AT_ONCE])
        yield message


def _fixture(
    fixture: Fixture, places: Mapping[str, int]
) -> tournament_service_pb2.TournamentFixture:
    return tournament_service_pb2.TournamentFixture(
        number=fixture.number,
        round=fixture.round,
        players=[places.get(player, 0) for player in fixture.players],
        table=fixture.table,
        match=fixture.match,
        scores=[
            tournament_service_pb2.TournamentScore(**each._asdict()) for each in fixture.scores
        ],
        reason=fixture.reason,
        void=fixture.void,
        begins_milliseconds=fixture.begins,
        played=fixture.result is not None,
    )


def _line(line: Line, units: Mapping[str, list[int]]) -> tournament_service_pb2.TournamentLine:
    found: dict[str, Any] = {**line._asdict(), "players": units[line.unit]}
    del found["unit"], found["names"]
    return tournament_service_pb2.TournamentLine(**found)


def _terms(made: Made) -> tournament_service_pb2.TournamentTerms:
    return tournament_service_pb2.TournamentTerms(
        name=made.name,
        form=_number(tournament_service_pb2.TournamentForm, made.form),
        table=_table(made.table),
        rounds=made.rounds,
        minutes=made.minutes,
        sides=_number(tournament_service_pb2.TournamentSides, made.sides),
        fill=_number(tables_pb2.BotLevel, made.fill),
        late_rounds=made.late_rounds,
        late_points=made.late_points,
        break_milliseconds=made.break_milliseconds,
        invited=made.invited,
        scoring=_number(tournament_service_pb2.TournamentScoring, made.scoring),
    )


def _table(table: Created) -> lobby_service_pb2.CreateTableRequest:
    """Return what a table is made with, as a request would say it."""
    message = lobby_service_pb2.CreateTableRequest(
        game=table.game,
        seats=table.seats,
        preset=table.preset,
        pause_milliseconds=table.pause_milliseconds,
        thinking_milliseconds=table.thinking_milliseconds,
        window_milliseconds=table.window_milliseconds,
        first_dealer=_number(tables_pb2.FirstDealer, table.first_dealer),
        clock_milliseconds=table.clock_milliseconds,
        reserve_milliseconds=table.reserve_milliseconds,
        patience_milliseconds=table.patience_milliseconds,
        private=table.private,
        rated=table.rated,
        watching=tables_pb2.Spectators(
            refused=table.refuses_spectators,
            talk=_number(tables_pb2.SpectatorTalk, table.spectator_talk),
            delay_hands=table.delay_hands,
            delay_milliseconds=table.delay_milliseconds,
        ),
    )
    kinds = {each.name: each.kind for each in rules_of(table.game).specs}
    for name, value in table.options.items():
        message.options[name].CopyFrom(write_option(value, kinds[name]))
    return message


def _number(enum: Any, value: int) -> Any:
    return enum.ValueType(value)
