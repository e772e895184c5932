"""Where the server listens: at `DOOR_HOST` for programs of this machine, over TLS for everybody
else. How long requests and answers may be: `_RECEIVE_BYTES`, `_SEND_BYTES`; pings, and when an idle
connection ends: `TRANSPORT_OPTIONS`. Clients know the door from
`client/cardtui_client/net/address.py`.

Clients on this machine come to `DOOR_HOST`, where the server proves who it is; others to its
addresses in the network. gRPC itself bounds connections, streams, sizes and silences.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from typing import Final

import grpc

from cardtui_server.failures import StartError
from cardtui_server.network.certificate import Certificate

DOOR_HOST: Final = "127.0.87.82" if sys.platform in ("linux", "win32") else "::1"
"""The address at which clients of this machine find the server, over TLS; they know it, too.

Linux and Windows have every address that begins with 127, others 127.0.0.1 and ::1 alone.
"""

_PORT_ATTEMPTS: Final = 20
"""How many ports are tried at all addresses; one that is free at one is rarely taken at others."""


def listen(
    server: grpc.aio.Server,
    host: str,
    lan: Sequence[str],
    port: int,
    certificate: Certificate,
) -> int:
    """Have the server listen at one port of several addresses; return the port.

    Args:
        server: what is to listen.
        host: the address for this machine's own programs, without encryption.
        lan: the addresses for other machines.
        port: the port; 0 for any free one.
        certificate: by which clients know the server.

    Raises:
        StartError: an address or the port cannot be used.
    """
    if not port:
        port = free_port([host, *lan, DOOR_HOST])
    port = _opened(host, port, server.add_insecure_port)
    for address in dict.fromkeys((*lan, DOOR_HOST)):
        listen_also(server, address, port, certificate)
    return port


def listen_also(server: grpc.aio.Server, address: str, port: int, certificate: Certificate) -> None:
    """Have a server listen at another address for other machines.

    Raises:
        StartError: that cannot be used, or not yet.
    """
    credentials = grpc.ssl_server_credentials([(certificate.key, certificate.chain)])
    _opened(address, port, lambda at: server.add_secure_port(at, credentials))


def bracketed(host: str) -> str:
    """Return the address as it stands before a port: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def free_port(hosts: Sequence[str]) -> int:
    """Return a port that is free at all these addresses; 0 if that cannot be found out."""
    for _attempt in range(_PORT_ATTEMPTS):
        port = 0
        with ExitStack() as trying:
            for host in hosts:
                family = socket.AF_INET6 if ":" in host else socket.AF_INET
                each = trying.enter_context(socket.socket(family, socket.SOCK_STREAM))
                try:
                    each.bind((host, port))
                except OSError as error:
                    if error.errno != errno.EADDRINUSE:
                        return 0  # listening there will say why
                    break
                port = each.getsockname()[1]
            else:
                return port
    return 0


def _opened(host: str, port: int, add: Callable[[str], int]) -> int:
    try:
        return add(f"{bracketed(host)}:{port}")
    except RuntimeError as error:
        raise why_not(host, port) from error


def why_not(host: str, port: int) -> StartError:
    """Return what keeps us from listening there, which gRPC does not say."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as trying:
        try:
            trying.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                return StartError(
                    "{host} is not an address of this machine: name one that it has, or use --lan.",
                    host=host,
                )
            if error.errno == errno.EACCES:
                return StartError(
                    "Port {port} of {host} needs rights that you do not have: choose one above"
                    " 1023 with --port.",
                    port=port,
                    host=host,
                )
    return StartError(
        "Port {port} of {host} is in use: choose another one with --port, or stop the server "
        "that uses it.",
        port=port,
        host=host,
    )


_RECEIVE_BYTES: Final = 16 * 1024
_SEND_BYTES: Final = 256 * 1024

_PENDING_REQUESTS: Final = 8192
"""How many requests may wait to be looked at.

Beyond this number gRPC drops requests of everybody at random, and those that were reset wait, too.
With 64, four connections that reset stream after stream had the calls of others cancelled.
"""

TRANSPORT_OPTIONS: Final = (
    ("grpc.http2.bdp_probe", 0),
    ("grpc.max_concurrent_streams", 32),
    ("grpc.max_receive_message_length", _RECEIVE_BYTES),
    ("grpc.max_send_message_length", _SEND_BYTES),
    ("grpc.max_metadata_size", 8 * 1024),
    ("grpc.absolute_max_metadata_size", 8 * 1024),
    ("grpc.server_handshake_timeout_ms", 5000),
    ("grpc.server.max_pending_requests", _PENDING_REQUESTS),
    ("grpc.server.max_pending_requests_hard_limit", 2 * _PENDING_REQUESTS),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),  # by itself the former is not heeded: it would be 60 s
    ("grpc.http2.max_ping_strikes", 2),
    ("grpc.http2.min_ping_interval_without_data_ms", 1_000),
    ("grpc.max_connection_idle_ms", 5 * 60_000),
)
"""Each value was tested; the operator's guide gives the reasons."""
