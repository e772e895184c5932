"""The channel to a server: how gRPC is set up, and when the server is there."""

from __future__ import annotations

import asyncio
from typing import Final

import grpc
import grpc.aio

from cardtui_client.net.call_errors import Unreachable, failure, unreachable_sentence
from cardtui_client.net.trust import Found

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_metadata_size", 16 << 10),
    # Bandwidth does not matter here, and probing for it doubles the packets of a move.
    ("grpc.http2.bdp_probe", 0),
    # We retry ourselves, with the same request ids; gRPC must not do so as well.
    ("grpc.enable_retries", 0),
    # gRPC's own backoff grows to two minutes: a server that is back would go unnoticed.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    # This is no backoff: it is how long a connection may take to be made. On a link of a second
    # each way it takes two.
    ("grpc.min_reconnect_backoff_ms", 5000),
    ("grpc.use_local_subchannel_pool", 1),
    # A connection on which nothing passes any more, as after a change of networks, would be used
    # for as long as the system keeps sending again: a quarter of an hour. Whoever only watches
    # sends no data. The server takes offence at pings that come within 10 s of each other.
    ("grpc.keepalive_time_ms", 15_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.ping_timeout_ms", 5_000),  # by itself the former is not heeded: it would be 60 s
    ("grpc.http2.max_pings_without_data", 0),
    # A table on the LAN is not reached through a web proxy.
    ("grpc.enable_http_proxy", 0),
)


_NAME: Final = ("grpc.ssl_target_name_override", "cardtui")
"""The name in the certificate of every server, whatever its address."""


def open_channel(server: Found) -> grpc.aio.Channel:
    """Return a channel to a server; it connects when it is first used.

    Each time that it connects again, the server has to prove again who it is.
    """
    # The one certificate that is taken: whoever shows another gets no connection.
    credentials = grpc.ssl_channel_credentials(server.certificate.encode("ascii"))
    at = str(server.at or server.address)
    return grpc.aio.secure_channel(at, credentials, options=(*_OPTIONS, _NAME))


async def until_ready(channel: grpc.aio.Channel, server: Found, seconds: float) -> None:
    """Wait until the server is there, but not if its machine refuses at once.

    Raises:
        Unreachable: nobody answers, or nobody listens at that port, or TLS is refused.
    """
    told = Unreachable(unreachable_sentence(str(server.address)))
    try:
        async with asyncio.timeout(seconds):
            state = channel.get_state(try_to_connect=True)
            while state is not grpc.ChannelConnectivity.READY:
                if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                    told = await _why_not(channel, server) or told
                    break
                await channel.wait_for_state_change(state)
                state = channel.get_state(try_to_connect=True)
            else:
                return
    except TimeoutError:
        pass
    raise told


async def _why_not(channel: grpc.aio.Channel, server: Found) -> Unreachable | None:
    """Return why there is no connection, which gRPC tells nobody but who calls something."""
    check: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        "/grpc.health.v1.Health/Check"
    )
    try:
        await check(b"")
    except grpc.aio.AioRpcError as error:
        told = failure(error, str(server.address))
        return told if isinstance(told, Unreachable) else None
    return None
