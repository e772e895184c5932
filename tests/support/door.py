"""The certificate of made-up servers, and where they listen so that the client trusts them
(`add_door`).
"""

from functools import cache
from typing import Any

import grpc

from cardtui_client.net.address import JoinLine, line_to, parse_address, pin_of
from cardtui_server.app import RunningServer
from cardtui_server.network.certificate import Certificate, make_certificate
from cardtui_server.rpc.listening import DOOR_HOST


@cache
def certificate() -> Certificate:
    """Return the certificate of all made-up servers of this run."""
    return make_certificate()


def add_door(server: Any, port: int = 0, shown: Certificate | None = None) -> str:
    """Have a server of gRPC listen where the client looks for it; return its address."""
    kept = shown or certificate()
    credentials = grpc.ssl_server_credentials([(kept.key, kept.chain)])
    return f"127.0.0.1:{server.add_secure_port(f'{DOOR_HOST}:{port}', credentials)}"


def pinned(address: str) -> str:
    """Return the line to such a server, which vouches for it."""
    return line_to(address, certificate().fingerprint.hex())


def line_of(server: RunningServer) -> str:
    assert server.certificate is not None
    addresses = tuple(parse_address(each) for each in server.lan)
    return str(JoinLine(addresses, pin_of(server.certificate.fingerprint)))
