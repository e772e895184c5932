"""A program that takes the port of a server that is down (`squatting`), of several kinds
(`KINDS`), and writes down what comes.
"""

import socket
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, Final

import grpc

from cardtui_server.network.certificate import make_certificate
from cardtui_server.rpc.listening import DOOR_HOST
from tests.support.door import add_door

KINDS: Final = ("plain", "outside", "certificate", "closes", "junk", "relay")
"""Without TLS at both addresses, or only at that for programs; with its own certificate; one that
says nothing, or junk; and one that relays everything to the server, which listens elsewhere."""


class _Ears(grpc.GenericRpcHandler):
    """Hears every call, and answers none."""

    def __init__(self, heard: list[bytes]) -> None:
        self._heard = heard

    def service(self, handler_call_details: Any) -> Any:
        for key, value in handler_call_details.invocation_metadata:
            self._heard.append(f"{key}: {value}".encode())

        def hear(request: bytes, context: grpc.ServicerContext) -> bytes:
            self._heard.append(request)
            context.abort(grpc.StatusCode.UNIMPLEMENTED, "")

        return grpc.unary_unary_rpc_method_handler(hear)


@contextmanager
def squatting(kind: str, port: int, leads_to: int = 0) -> Generator[list[bytes]]:
    """Take a port, and yield what is heard there.

    Args:
        kind: one of `KINDS`.
        port: at which a server used to listen.
        leads_to: the port at which the server listens now, for a relay.
    """
    heard: list[bytes] = []
    if kind in ("plain", "outside", "certificate"):
        alone = [("grpc.so_reuseport", 0)]
        server = grpc.server(ThreadPoolExecutor(4), [_Ears(heard)], options=alone)
        server.add_insecure_port(f"127.0.0.1:{port}")
        if kind == "plain":
            server.add_insecure_port(f"{DOOR_HOST}:{port}")
        elif kind == "certificate":
            add_door(server, port, make_certificate())
        server.start()
        try:
            yield heard
        finally:
            server.stop(None).wait()
        return
    doors = [socket.create_server((host, port)) for host in ("127.0.0.1", DOOR_HOST)]
    threads = [
        threading.Thread(target=_take, args=(door, kind, heard, leads_to), daemon=True)
        for door in doors
    ]
    for thread in threads:
        thread.start()
    try:
        yield heard
    finally:
        for door in doors:
            with suppress(OSError):
                door.shutdown(socket.SHUT_RDWR)
            door.close()
        for thread in threads:
            thread.join(10)


def _take(door: socket.socket, kind: str, heard: list[bytes], leads_to: int) -> None:
    host = door.getsockname()[0]
    with suppress(OSError):  # it is closed
        while True:
            caller = door.accept()[0]
            if kind == "relay":
                server = socket.create_connection((host, leads_to))
                for ends in ((caller, server), (server, caller)):
                    threading.Thread(target=_pass_on, args=(*ends, heard), daemon=True).start()
            elif kind == "junk":
                caller.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                heard.append(caller.recv(65536))
                caller.close()
            else:
                caller.close()


def _pass_on(source: socket.socket, goal: socket.socket, heard: list[bytes]) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            heard.append(piece)
            goal.sendall(piece)
    for each in (source, goal):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
