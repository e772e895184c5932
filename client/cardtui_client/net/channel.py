"""The channel to a server: how gRPC is set up, and when the server is there."""

from __future__ import annotations

import asyncio
from typing import Final

import grpc
import grpc.aio

from cardtui_client.net.call_errors import Unreachable, unreachable_sentence

_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.max_metadata_size", 16 << 10),
    # Bandwidth does not matter here, and probing for it doubles the packets of a move.
    ("grpc.http2.bdp_probe", 0),
    # We retry ourselves, with the same request ids; gRPC must not do so as well.
    ("grpc.enable_retries", 0),
    # gRPC's own backoff grows to two minutes: a server that is back would go unnoticed.
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.use_local_subchannel_pool", 1),
    # A table on the LAN is not reached through a web proxy.
    ("grpc.enable_http_proxy", 0),
)


def open_channel(address: str) -> grpc.aio.Channel:
    """Return a channel to ``HOST:PORT``; it connects when it is first used."""
    return grpc.aio.insecure_channel(address, options=_OPTIONS)


async def until_ready(channel: grpc.aio.Channel, address: str, seconds: float) -> None:
    """Wait until the server is there, but not if its machine refuses at once.

    Raises:
        Unreachable: nobody answers, or nobody listens at that port.
    """
    try:
        async with asyncio.timeout(seconds):
            state = channel.get_state(try_to_connect=True)
            while state is not grpc.ChannelConnectivity.READY:
                if state is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                    break
                await channel.wait_for_state_change(state)
                state = channel.get_state(try_to_connect=True)
            else:
                return
    except TimeoutError:
        pass
    raise Unreachable(unreachable_sentence(address))
