"""Finds the method of each RPC by its name, decodes requests and encodes responses. Decides
nothing.

Handlers take and return bytes. Requests are decoded here, so that a broken one gets an answer like
any other; streams pass on frames that are already encoded. Nothing is decided here.
"""

from __future__ import annotations

from typing import Any

import grpc
from google.protobuf.message import Message

from cardtui.v1 import (
    club_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    session_service_pb2,
    table_service_pb2,
    tournament_service_pb2,
)
from cardtui_server.rpc.club_service import ClubService
from cardtui_server.rpc.host_service import HostService
from cardtui_server.rpc.interceptor import caller
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.rpc.parsing import decode
from cardtui_server.rpc.session_service import SessionService
from cardtui_server.rpc.streams import Context
from cardtui_server.rpc.table_service import TableService
from cardtui_server.rpc.tournament_service import TournamentService

SERVICE_FILES = (
    session_service_pb2,
    lobby_service_pb2,
    table_service_pb2,
    host_service_pb2,
    tournament_service_pb2,
    club_service_pb2,
)


def handlers(
    sessions: SessionService,
    lobby: LobbyService,
    tables: TableService,
    hosts: HostService,
    tournaments: TournamentService,
    *,
    club: ClubService,
) -> list[grpc.GenericRpcHandler]:
    """Return the handlers that a gRPC server is to serve."""
    found = []
    services = (sessions, lobby, tables, hosts, tournaments, club)
    for file, serves in zip(SERVICE_FILES, services, strict=True):
        for service in file.DESCRIPTOR.services_by_name.values():
            methods = {
                method.name: _handler(
                    getattr(serves, _snake_case(method.name)),
                    getattr(file, method.input_type.name),
                    streams_up=method.client_streaming,
                    streams_down=method.server_streaming,
                )
                for method in service.methods
            }
            found.append(grpc.method_handlers_generic_handler(service.full_name, methods))
    return found


def _handler(
    method: Any, request: type[Message], *, streams_up: bool, streams_down: bool
) -> grpc.RpcMethodHandler[Any, Any]:
    if streams_up:
        return grpc.stream_stream_rpc_method_handler(method)
    if streams_down:
        return grpc.unary_stream_rpc_method_handler(method)

    async def call(data: bytes, _: Context) -> bytes:
        answer: Message | bytes = await method(decode(request, data), caller())
        return answer if isinstance(answer, bytes) else answer.SerializeToString()

    return grpc.unary_unary_rpc_method_handler(call)


def _snake_case(method: str) -> str:
    """Return the name of the method for an RPC: ``open_session`` for ``OpenSession``."""
    return "".join([f"_{char.lower()}" if char.isupper() else char for char in method])[1:]
