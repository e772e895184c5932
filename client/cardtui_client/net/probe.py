"""Asks a server what it is, without a session; apart from discovery, which loads no gRPC."""

from __future__ import annotations

import time

import grpc

from cardtui.v1 import session_service_pb2, session_service_pb2_grpc
from cardtui_client.net.call_errors import Unintelligible, failure
from cardtui_client.net.calls import answer_to
from cardtui_client.net.join_line import parse_join_line
from cardtui_client.net.trust import look_at
from cardtui_client.net.validation import checked, open_channel, until_ready
from cardtui_client.net.workload import Workload


async def probe(
    address: str,
    *,
    timeout: float = 2,  # noqa: ASYNC109 - also the deadline that the server is told
) -> tuple[session_service_pb2.GetServerResponse, float]:
    """Ask a server what it is; also return the seconds it took.

    Nobody needs to vouch for it: what it says of itself is shown, and it is told nothing.

    Raises:
        Refused: it does not want to say.
        Unreachable: nobody answers there, or not as a table server does.
        BadAddress: the text names no server.
    """
    server = await look_at(parse_join_line(address), timeout)
    target = str(server.address)
    async with open_channel(server) as channel:
        session: session_service_pb2_grpc.SessionServiceAsyncStub = (
            session_service_pb2_grpc.SessionServiceStub(checked(channel, Workload()))
        )
        await until_ready(channel, server, timeout)
        began = time.monotonic()
        try:
            request = session_service_pb2.GetServerRequest()
            answer = await answer_to(session.GetServer, request, timeout, None)
        except grpc.RpcError as error:
            raise failure(error, target) from error
        if answer is None:
            raise Unintelligible(target)
        return answer, time.monotonic() - began
