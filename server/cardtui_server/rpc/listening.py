"""Where the gRPC server listens: plainly for this machine, over TLS for all others."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Sequence
from contextlib import closing

import grpc

from cardtui_server.failures import StartError
from cardtui_server.network.certificate import Certificate


def listen(
    server: grpc.aio.Server,
    host: str,
    lan: Sequence[str],
    port: int,
    certificate: Certificate | None,
) -> int:
    """Have the server listen at one port of several addresses; return the port.

    Args:
        server: what is to listen.
        host: the address for this machine's own programs, without encryption.
        lan: the addresses for other machines.
        port: the port; 0 for any free one.
        certificate: what other machines are shown; needed if there is a way for them.

    Raises:
        StartError: an address or the port cannot be used.
    """
    port = _opened(host, port, server.add_insecure_port)
    if lan:
        assert certificate is not None
        credentials = grpc.ssl_server_credentials([(certificate.key, certificate.chain)])
        for address in lan:
            _opened(address, port, lambda at: server.add_secure_port(at, credentials))
    return port


def bracketed(host: str) -> str:
    """Return the address as it stands before a port: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _opened(host: str, port: int, add: Callable[[str], int]) -> int:
    try:
        return add(f"{bracketed(host)}:{port}")
    except RuntimeError as error:
        raise _why_not(host, port) from error


def _why_not(host: str, port: int) -> StartError:
    """Return what keeps us from listening there, which gRPC does not say."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family, socket.SOCK_STREAM)) as trying:
        try:
            trying.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                return StartError(
                    "{host} is no address of this machine: name one that it has, or use --lan.",
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
