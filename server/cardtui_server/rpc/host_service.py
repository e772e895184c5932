"""The host service: passes on what a host asks, and finds out who is meant by a name (`_person`).
What a host may do is decided in `match/commands/host.py`, how long a ban lasts in `limits.py`.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import host_service_pb2
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.lookalikes import likeness
from cardtui_server.match.commands.host import player_in
from cardtui_server.match.commands.seats import check_host
from cardtui_server.match.entries import BotsYieldSet, RatedSet
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    Announce,
    AnswerSeat,
    BanPlayer,
    ChangeTerms,
    Kick,
    TransferHost,
)
from cardtui_server.match.state import TableState
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.parsing import line
from cardtui_server.rpc.table_requests import TableRequests
from cardtui_server.rpc.terms import spectators

_HOUR_MILLISECONDS: Final = 3600 * 1000


class HostService(TableRequests):
    """Serves `HostService`."""

    def __init__(self, lobby: Lobby, sessions: Sessions, limiter: Limiter) -> None:
        super().__init__(lobby, limiter)
        self._sessions = sessions

    async def kick(self, request: host_service_pb2.KickRequest, who: Caller) -> bytes:
        """Take a player's seat away."""
        wanted = Kick(who.id, request.seat, request.player)
        return await self._change(who, request.table, wanted, host_service_pb2.KickResponse())

    async def ban(self, request: host_service_pb2.BanRequest, who: Caller) -> bytes:
        """Ban somebody from a table, or lift the ban."""
        state = (await self._named(request.table, who)).known_to(who.id)
        check_host(state, who.id)  # nobody else asks who is known here
        banned, name = await self._person(state, request)
        now, like = self._lobby.now(), likeness(name)
        lasts = round(self._limiter.limits.ban_hours * _HOUR_MILLISECONDS)
        until = 0 if request.lift else now + lasts
        asking = () if request.lift else state.asking
        alike = frozenset(each.player for each in asking if likeness(each.name) == like)
        wanted = BanPlayer(who.id, banned, like, name, until, now, alike)
        return await self._change(who, request.table, wanted, host_service_pb2.BanResponse())

    async def transfer_host(
        self, request: host_service_pb2.TransferHostRequest, who: Caller
    ) -> bytes:
        """Make another player the host."""
        wanted = TransferHost(who.id, request.seat, request.player)
        response = host_service_pb2.TransferHostResponse()
        return await self._change(who, request.table, wanted, response)

    async def answer_seat(self, request: host_service_pb2.AnswerSeatRequest, who: Caller) -> bytes:
        """Answer somebody who asks for a bot's seat."""
        wanted = AnswerSeat(who.id, request.player, request.granted)
        response = host_service_pb2.AnswerSeatResponse()
        return await self._change(who, request.table, wanted, response)

    async def announce(
        self, request: host_service_pb2.AnnounceRequest, who: Caller
    ) -> host_service_pb2.AnnounceResponse:
        """Say a line to everybody at a table."""
        table = await self._named(request.table, who)
        self._limiter.count_talk(who)
        await table.ask(Announce(who.id, name=who.name, text=line(request.text)))
        return host_service_pb2.AnnounceResponse()

    async def set_spectators(
        self, request: host_service_pb2.SetSpectatorsRequest, who: Caller
    ) -> bytes:
        """Say what spectators may do at a table."""
        wanted = ChangeTerms(who.id, spectators(request.watching))
        response = host_service_pb2.SetSpectatorsResponse()
        return await self._change(who, request.table, wanted, response)

    async def set_rated(self, request: host_service_pb2.SetRatedRequest, who: Caller) -> bytes:
        """Say whether the matches of a table are rated."""
        wanted = ChangeTerms(who.id, RatedSet(request.rated))
        return await self._change(who, request.table, wanted, host_service_pb2.SetRatedResponse())

    async def set_bots_yield(
        self, request: host_service_pb2.SetBotsYieldRequest, who: Caller
    ) -> bytes:
        """Say whether people take a bot's seat at a table without asking."""
        wanted = ChangeTerms(who.id, BotsYieldSet(request.bots_yield))
        response = host_service_pb2.SetBotsYieldResponse()
        return await self._change(who, request.table, wanted, response)

    async def _person(
        self, state: TableState, request: host_service_pb2.BanRequest
    ) -> tuple[str, str]:
        """Return the id and the name of the player who is meant.

        Raises:
            Refused: nobody is.
        """
        match request.WhichOneof("who"):
            case "seat":
                sitter = player_in(state, request.seat, request.player)
                names = await self._sessions.names_of([sitter.player])
                return sitter.player, names.get(sitter.player, sitter.name)
            case "name":
                held = [each for each in state.bans if self._lobby.now() < each.until]
                for each in held:
                    if request.lift and each.name.casefold() == request.name.strip().casefold():
                        return each.player, each.name
                owner = await self._sessions.names.owner(request.name)
                return owner.id, owner.name
            case _:
                raise Refused(Reason.BAD_REQUEST, "Say who is meant: name a seat or a player.")
