"""The tournament service: how far ahead a director may put off a match
(`_LATEST_START_MILLISECONDS`), and who may direct next (`_handed_on`). How long followers wait
between two messages: `_MESSAGE_GAP_SECONDS`. What else is refused: `tournament/commands.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from cardtui.v1 import lobby_service_pb2
from cardtui.v1 import tournament_service_pb2 as messages
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tournaments import Tournaments
from cardtui_server.match.bot_accounts import INVITED_ONLY, is_bot_account
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.interceptor import caller
from cardtui_server.rpc.limited import JOINS
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import decode, line
from cardtui_server.rpc.streams import Context, send
from cardtui_server.rpc.terms import terms_of
from cardtui_server.safe_text import NAME_CELLS, TALK_CELLS, safe_text
from cardtui_server.tournament import commands, entries
from cardtui_server.tournament.entries import Entry, Form, Made, Score, Scoring, Seats, Sides
from cardtui_server.tournament.state import Tournament
from cardtui_server.wire.tournaments import hides, listed, tell_own, waiting, whole
from cardtui_server.wire.values import read_option

_MESSAGE_GAP_SECONDS: Final = 0.5

_MOST_CHANGES_KEPT: Final = 32
"""How many changes are kept as messages: those who follow a tournament are all told the same."""

_MOST_LISTED: Final = 200_000
"""The most bytes of a list; only with thousands of players some tournament is left out."""

_LATEST_START_MILLISECONDS: Final = 3_600_000
"""The latest that a match may be moved to, in milliseconds from now."""

_UNKNOWN: Final = "This server does not know such a form, or such sides: choose others."
_NOTHING: Final = "Say what is to be done."
_NOBODY: Final = "Nobody by that id is known here."
_TOO_LATE: Final = "A match begins at most {minutes} minutes from now."


class TournamentService:
    """Serves `TournamentService`."""

    def __init__(self, tournaments: Tournaments, sessions: Sessions, limiter: Limiter) -> None:
        self._tournaments = tournaments
        self._sessions = sessions
        self._limiter = limiter
        self._told: dict[tuple[str, int, int], list[bytes]] = {}

    async def create_tournament(
        self, request: messages.CreateTournamentRequest, who: Caller
    ) -> messages.CreateTournamentResponse:
        """Make a tournament."""
        self._limiter.count(JOINS, who)
        running = await self._tournaments.create(_made(request.terms, who))
        await self._sessions.sat_down(who.id)
        return messages.CreateTournamentResponse(tournament=_shown(running))

    async def list_tournaments(
        self, _: messages.ListTournamentsRequest, who: Caller
    ) -> messages.ListTournamentsResponse:
        """List the tournaments; of their matches, those that wait for the caller."""
        response = messages.ListTournamentsResponse()
        for running in self._tournaments.listed():
            each = _shown(running)
            each.fixtures.extend(waiting(running.state, who.id))
            if response.ByteSize() + each.ByteSize() < _MOST_LISTED:
                response.tournaments.append(each)
        return response

    async def follow_tournament(self, data: bytes, context: Context) -> None:
        """Stream a tournament, and again what changes.

        While a field goes on, that something changed which somebody may not know is not told.
        """
        request = decode(messages.FollowTournamentRequest, data)
        running = await self._tournaments.find(request.tournament)
        follower, known, told = running.follow(), None, list[bytes]()
        try:
            while (state := await follower.take()) is not None:
                player = caller().id if hides(state) else ""
                changes = self.told(running.id, state, known, player)
                if changes == told:
                    continue
                for each in changes:
                    await send(context, each)
                known, told = None if hides(state) else state, changes
                await asyncio.sleep(_MESSAGE_GAP_SECONDS)
        finally:
            running.unfollow(follower)

    def told(
        self, id_: str, state: Tournament, known: Tournament | None, player: str
    ) -> list[bytes]:
        """Return the messages that tell somebody how a tournament has changed.

        Args:
            player: whose own match it tells besides, as long as it hides the others'; ``""`` for
                nobody's.
        """
        changes = self._changes(id_, state, known)
        if player not in state.entrants:
            return changes
        message = messages.FollowTournamentResponse.FromString(*changes)
        tell_own(message.tournament, state, player)
        return [message.SerializeToString(deterministic=True)]

    def _changes(self, id_: str, state: Tournament, known: Tournament | None) -> list[bytes]:
        """Return the messages that tell how a tournament has changed, made once for all."""
        key = (id_, state.entries, 0 if known is None else known.entries)
        if key not in self._told:
            while len(self._told) >= _MOST_CHANGES_KEPT:
                del self._told[next(iter(self._told))]
            self._told[key] = [
                messages.FollowTournamentResponse(tournament=each).SerializeToString(
                    deterministic=True
                )
                for each in whole(id_, state, known)
            ]
        return self._told[key]

    async def enter_tournament(
        self, request: messages.EnterTournamentRequest, who: Caller
    ) -> messages.EnterTournamentResponse:
        """Enter a tournament."""
        running = await self._tournaments.find(request.tournament)
        name, _, word = (safe_text(each, NAME_CELLS) for each in request.team.partition("/"))
        team = f"{name}/{word}" if word else name
        await running.act(partial(commands.enter, player=who.id, name=who.name, team=team))
        await self._sessions.sat_down(who.id)
        return messages.EnterTournamentResponse(tournament=_shown(running))

    async def leave_tournament(
        self, request: messages.LeaveTournamentRequest, who: Caller
    ) -> messages.LeaveTournamentResponse:
        """Leave a tournament, or sit out."""
        running = await self._tournaments.find(request.tournament)
        left = partial(commands.leave, player=who.id, rest=request.rest)
        await (running.act(left) if request.rest else running.take_out(who.id, left))
        return messages.LeaveTournamentResponse(tournament=_shown(running))

    async def direct_tournament(
        self, request: messages.DirectTournamentRequest, who: Caller
    ) -> messages.DirectTournamentResponse:
        """Do what only the director may do, or the operator where the director has gone."""
        running = await self._tournaments.find(request.tournament)
        commands.check_director(running.state, who.id, operator=who.operator)
        if request.WhichOneof("act") == "announce":
            self._limiter.count_talk(who)
        if request.WhichOneof("act") == "remove":
            removed = partial(commands.remove, player=request.remove)
            await running.take_out(request.remove, removed)
        else:
            names = await self._sessions.names_of([request.hand_on] if request.hand_on else [])
            await running.act(
                partial(self._directed, request=request, who=who, now=running.now(), names=names)
            )
        return messages.DirectTournamentResponse(tournament=_shown(running))

    def _directed(
        self,
        state: Tournament,
        request: messages.DirectTournamentRequest,
        who: Caller,
        now: int,
        names: Mapping[str, str],
    ) -> list[Entry]:
        """Return the entries that do what the director wants.

        Args:
            names: that of the player who is to direct from now on, by id.
        """
        commands.check_director(state, who.id, operator=who.operator)
        match request.WhichOneof("act"):
            case "begin":
                tables = [Seats(tuple(each.players)) for each in request.begin.tables]
                return commands.begin(state, now, tables)
            case "correct":
                wanted = request.correct
                scores, before = map(_scores, (wanted.scores, wanted.before))
                reason = safe_text(wanted.reason, TALK_CELLS)
                return commands.correct(
                    state, wanted.fixture, scores, before, reason, operator=who.operator
                )
            case "pause":
                return commands.halt(state, halted=request.pause)
            case "end_round":
                return commands.end_round(state, request.end_round)
            case "announce":
                return [entries.Told(line(request.announce))]
            case "hand_on":
                return [_handed_on(request.hand_on, names.get(request.hand_on, ""))]
            case "move":
                if request.move.milliseconds > _LATEST_START_MILLISECONDS:
                    minutes = _LATEST_START_MILLISECONDS // 60_000
                    raise Refused(Reason.BAD_REQUEST, _TOO_LATE, minutes=minutes)
                begins = now + request.move.milliseconds
                return commands.move(state, request.move.fixture, begins)
            case "end":
                return commands.end(state)
            case _:
                raise Refused(Reason.BAD_REQUEST, _NOTHING)


def _handed_on(player: str, name: str) -> Entry:
    if not name:
        raise Refused(Reason.UNKNOWN_PLAYER, _NOBODY)
    if is_bot_account(player):
        raise Refused(Reason.NOT_ALLOWED, INVITED_ONLY)
    return entries.Directed(player, name)


def _shown(running: Running) -> messages.Tournament:
    return listed(running.id, running.state)


def _scores(given: Iterable[messages.TournamentScore]) -> list[Score]:
    return [Score(each.place, each.points, each.difference) for each in given]


def _made(terms: messages.TournamentTerms, who: Caller) -> Made:
    """Return what a request wants a tournament to be made with, of which only times are checked.

    Raises:
        Refused: something of it this server does not know.
    """
    table = terms.table
    try:
        form, sides, scoring = Form(terms.form), Sides(terms.sides), Scoring(terms.scoring)
    except ValueError:
        raise Refused(Reason.BAD_REQUEST, _UNKNOWN) from None
    wanted = NewTable.of(table.game, table.seats, **_asked(table))
    return Made(
        terms.name,
        form,
        wanted.made,
        who.id,
        who.name,
        b"",
        rounds=terms.rounds,
        minutes=terms.minutes,
        sides=sides,
        fill=terms.fill,
        late_rounds=terms.late_rounds,
        late_points=terms.late_points,
        break_milliseconds=terms.break_milliseconds,
        invited=tuple(terms.invited),
        scoring=scoring,
    )


def _asked(table: lobby_service_pb2.CreateTableRequest) -> dict[str, Any]:
    """Return what a request wants all tables to be made with."""
    options = {name: read_option(value) for name, value in table.options.items()}
    return {**terms_of(table), "preset": table.preset, "options": options, "bots_yield": False}
