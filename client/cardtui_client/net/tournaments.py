"""The calls of tournaments, by name: making, entering, following and directing them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from functools import cached_property

from cardtui.v1 import tournament_service_pb2, tournament_service_pb2_grpc
from cardtui_client.net.services import ServiceCalls


class TournamentCalls(ServiceCalls):
    """The calls of tournaments."""

    @cached_property
    def _tournaments(self) -> tournament_service_pb2_grpc.TournamentServiceAsyncStub:
        return tournament_service_pb2_grpc.TournamentServiceStub(self._checked.for_stubs)

    async def create_tournament(
        self, terms: tournament_service_pb2.TournamentTerms
    ) -> tournament_service_pb2.Tournament:
        """Make a tournament."""
        request = tournament_service_pb2.CreateTournamentRequest(terms=terms)
        return (await self._call(self._tournaments.CreateTournament, request)).tournament

    async def list_tournaments(self) -> list[tournament_service_pb2.Tournament]:
        """Ask which tournaments there are."""
        request = tournament_service_pb2.ListTournamentsRequest()
        answer = await self._call(self._tournaments.ListTournaments, request, harmless=True)
        return [*answer.tournaments]

    async def follow_tournament(
        self, tournament: str
    ) -> AsyncIterator[tournament_service_pb2.Tournament]:
        """Yield a tournament, and again whatever changes, until it is over; see `_streamed`."""
        request = tournament_service_pb2.FollowTournamentRequest(tournament=tournament)
        kind = tournament_service_pb2.FollowTournamentResponse
        told = self._streamed(self._tournaments.FollowTournament, request, kind)
        async with aclosing(told) as following:
            async for answer in following:
                yield answer.tournament

    async def enter_tournament(
        self, tournament: str, team: str = ""
    ) -> tournament_service_pb2.Tournament:
        """Enter a tournament, or no longer sit out."""
        request = tournament_service_pb2.EnterTournamentRequest(tournament=tournament, team=team)
        answer = await self._call(self._tournaments.EnterTournament, request, harmless=True)
        return answer.tournament

    async def leave_tournament(
        self, tournament: str, *, rest: bool = False
    ) -> tournament_service_pb2.Tournament:
        """Leave a tournament, or sit out from the next match on."""
        request = tournament_service_pb2.LeaveTournamentRequest(tournament=tournament, rest=rest)
        return (await self._call(self._tournaments.LeaveTournament, request)).tournament

    async def direct_tournament(
        self, request: tournament_service_pb2.DirectTournamentRequest
    ) -> tournament_service_pb2.Tournament:
        """Do what only the director may do."""
        return (await self._call(self._tournaments.DirectTournament, request)).tournament
