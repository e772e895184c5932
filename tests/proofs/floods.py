"""Floods: what never becomes a call is sent without end, and costs little memory and no player.

`python -m tests.proofs.floods` serves plain and over TLS, and says `ready PORT`. Attackers send
heads of requests that do not end, metadata that is too long, and calls without a session; each
comes back when it is closed. They keep to a pace, so that what is proved is the bound, not the
machine.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
import threading
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.__main__ import run, stop_on_signals
from cardtui_server.app import serve
from cardtui_server.server_log import printed
from cardtui_server.settings import Settings
from tests.server.calling import BOUND, Caller
from tests.server.raw_http2 import (
    DATA,
    EMPTY,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    HELLO,
    frame,
    request,
)

KINDS: Final = ("heads", "metadata", "calls")
"""What attackers send: heads of requests without end, long metadata, calls without a session."""

_PLAIN: Final = "127.0.0.1"
_TLS: Final = "127.0.0.2"

_CONTINUATION: Final = 9
_LONGEST: Final = 16 * 1024
_ATTACKERS: Final = 4
_CLOSED: Final = 5
"""How often each attacker is closed, and comes back but for the last time."""

_SENT: Final = 10_000_000
"""After how many bytes in one go an attacker counts as never closed."""

_PAUSE: Final = 0.1
"""Seconds between the pieces of 64 kB that an attacker sends."""


class Tally(NamedTuple):
    """What came of a flood.

    Attributes:
        closed: how many times an attacker was closed.
        calls: how many calls of a player were answered meanwhile.
        newcomers: how many people came in meanwhile.
        grown: by how many bytes the server's memory had grown at most.
    """

    closed: int
    calls: int
    newcomers: int
    grown: int


async def flooded(kind: str, *, secure: bool) -> Tally:
    """Flood a server until all attackers have been closed again and again."""
    async with _served() as (port, process):
        ana = Caller(f"{_PLAIN}:{port}")
        await ana.open("Ana")
        table = (await ana.create(seat=0)).id
        quiet = most = _memory(process)
        closed = list[int]()
        attackers = [
            threading.Thread(target=_attack, args=(kind, port, secure, closed), daemon=True)
            for _ in range(_ATTACKERS)
        ]
        for each in attackers:
            each.start()
        calls = newcomers = 0
        while any(each.is_alive() for each in attackers):
            for _ in range(10):
                assert (await ana.view(table)).table.id == table
                calls += 1
                most = max(most, _memory(process))
                await asyncio.sleep(_PAUSE / 4)
            bia = Caller(f"{_PLAIN}:{port}")
            async with asyncio.timeout(BOUND):
                await bia.open(f"Bia {newcomers}")
            await bia.close()
            newcomers += 1
        await ana.close()
        return Tally(sum(closed), calls, newcomers, most - quiet)


def _attack(kind: str, port: int, secure: bool, closed: list[int]) -> None:
    """Send until closed, and come back; note how often."""
    times = 0
    while times < _CLOSED:
        sent = 0
        with suppress(OSError), _connected(port, secure=secure) as made:
            for piece in _pieces(kind):
                made.sendall(piece)
                sent += len(piece)
                if sent > _SENT:
                    return
                time.sleep(_PAUSE)
        if sent:  # otherwise it was not let in
            times += 1
            closed.append(1)


def _connected(port: int, *, secure: bool) -> socket.socket:
    made = socket.create_connection((_TLS if secure else _PLAIN, port), BOUND)
    if secure:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        made = context.wrap_socket(made)
    made.sendall(HELLO)
    return made


def _pieces(kind: str) -> Iterator[bytes]:
    """Yield about 64 kB at a time, without end."""
    head = request("/cardtui.v1.TableService/GetView")
    field = b"\0\6x-long\x64" + b"v" * 100
    full = field * (_LONGEST // len(field))
    if kind == "heads":
        yield frame(HEADERS, 0, 1, head)
        while True:
            yield frame(_CONTINUATION, 0, 1, full) * 4
    for stream in count(1, 2):
        if kind == "metadata":
            more = frame(_CONTINUATION, 0, stream, full) * 3
            yield frame(HEADERS, 0, stream, head) + more + frame(_CONTINUATION, END_HEADERS, stream)
        else:
            streams = range(400 * stream - 399, 400 * stream + 401, 2)
            yield b"".join(
                frame(HEADERS, END_HEADERS, each, head) + frame(DATA, END_STREAM, each, EMPTY)
                for each in streams
            )


def _memory(process: asyncio.subprocess.Process) -> int:
    """Return how many bytes of memory a process holds."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    (line,) = (line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


@asynccontextmanager
async def _served() -> AsyncGenerator[tuple[int, asyncio.subprocess.Process]]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.proofs.floods",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        async with asyncio.timeout(BOUND):
            word, port = (await process.stdout.readline()).decode().split()
        assert word == "ready"
        yield int(port), process
    finally:
        process.terminate()
        async with asyncio.timeout(BOUND):
            await process.wait()


async def _serve() -> None:
    server = await serve(Settings(port=0, thinking=0, lan=(_TLS,)), log=printed())
    stop_on_signals(server)
    print(f"ready {server.port}", flush=True)
    await server.wait()
    await server.stop()


if __name__ == "__main__":
    run(_serve())
