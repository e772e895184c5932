"""The session service: names and tokens, and what this server is."""

from __future__ import annotations

from importlib import metadata
from typing import Final

from cardtui.v1 import session_service_pb2
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.lobby.tables import Lobby
from cardtui_server.rpc.caller import Caller
from cardtui_server.rpc.limiter import Limiter

REVISION: Final = 1
"""The revision of the protocol that `GetServerResponse` gives."""


class SessionService:
    """Serves `SessionService`."""

    def __init__(
        self, name: str, lobby: Lobby, sessions: Sessions, limiter: Limiter, *, durable: bool
    ) -> None:
        self._name = name
        self._lobby = lobby
        self._sessions = sessions
        self._limiter = limiter
        self._capabilities = [session_service_pb2.CAPABILITY_DURABLE] if durable else []

    async def open_session(
        self, request: session_service_pb2.OpenSessionRequest, who: Caller
    ) -> session_service_pb2.OpenSessionResponse:
        """Give the caller a name and a token."""
        if self._sessions.find(request.token) is None:
            self._limiter.session(who)
        player, token = await self._sessions.open(request.name, request.token)
        return session_service_pb2.OpenSessionResponse(
            token=token, name=player.name, tables=self._lobby.seats_of(player.id)
        )

    async def get_server(
        self, _: session_service_pb2.GetServerRequest, __: Caller
    ) -> session_service_pb2.GetServerResponse:
        """Describe this server."""
        return session_service_pb2.GetServerResponse(
            name=self._name,
            version=metadata.version("cardtui"),
            tables=len(self._lobby.tables),
            people=len(self._sessions.online),
            protocol_revision=REVISION,
            capabilities=self._capabilities,
        )
