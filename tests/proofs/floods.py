"""Floods (`WAYS`): what never becomes a call is sent without end, and costs little memory
(`MOST_GROWN`) and no player.

Attackers, each a process of its own, send as fast as they can: heads of requests that do not end,
metadata that is too long, and calls without a session, in pieces of 64 kB and of 500 bytes, plain
and over TLS. Each comes back as soon as it is closed or can send no more, and is nice: it should
cost the server's time, and not that of the machine. `python -m tests.proofs.floods serve` says
`ready PORT`; `… attack KIND PIECE PORT plain SECONDS` prints how often it was stopped.
"""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.__main__ import run, stop_on_signals
from cardtui_server.app import serve
from cardtui_server.server_log import printed
from cardtui_server.settings import Settings
from tests.support.calling import BOUND, Caller
from tests.support.raw_http2 import (
    DATA,
    EMPTY,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    HELLO,
    frame,
    request,
)

_KINDS: Final = ("heads", "metadata", "calls")
"""What attackers send: heads of requests without end, long metadata, calls without a session."""

WAYS: Final = tuple(
    (kind, piece, door)
    for door in ("plain", "tls")
    for piece in (64 * 1024, 500)
    for kind in _KINDS
)
"""What attackers send, in pieces of how many bytes, and whether plain or over TLS."""

MOST_GROWN: Final = 64 * 2**20
"""By how many bytes a server's memory may grow."""

_HOSTS: Final = {"plain": "127.0.0.1", "tls": "127.0.0.2"}

_CONTINUATION: Final = 9
_LONGEST: Final = 16 * 1024
_ATTACKERS: Final = 4

_PATIENCE: Final = 0.3
"""Seconds after which an attacker who can send no more comes back."""

_PAUSE: Final = 0.02
"""Seconds between two calls of a player."""

_OFTEN: Final = 15
"""After how many calls of a player a newcomer comes."""


class Tally(NamedTuple):
    """What came of floods.

    Attributes:
        stopped: how many times an attacker was closed, or could send no more.
        calls: how many calls of a player were answered meanwhile.
        newcomers: how many people came in meanwhile.
        grown: by how many bytes the server's memory had grown at most.
        slowest: seconds that the slowest call in a hundred took.
        waited: seconds that the slowest newcomer took.
    """

    stopped: int
    calls: int
    newcomers: int
    grown: int
    slowest: float
    waited: float

    def plus(self, other: Tally) -> Tally:
        """Return what came of both."""
        return Tally(
            self.stopped + other.stopped,
            self.calls + other.calls,
            self.newcomers + other.newcomers,
            max(self.grown, other.grown),
            max(self.slowest, other.slowest),
            max(self.waited, other.waited),
        )

    def __str__(self) -> str:
        """Return it as it is printed."""
        return (
            f"attackers stopped {self.stopped} times; {self.calls} calls, "
            f"{1000 * self.slowest:.0f} ms at the 99th hundredth (goal 100); "
            f"{self.newcomers} newcomers, the slowest {self.waited:.1f} s (goal 2); "
            f"memory + {self.grown / 2**20:.0f} MiB (bound {MOST_GROWN >> 20})"
        )


async def flooded(seed: int, seconds: int, _folder: Path) -> Tally:
    """Flood a server in the way that a seed says, for so many seconds, while people play.

    Raises:
        AssertionError: the memory grew too much, or nobody was stopped or let in.
    """
    kind, piece, door = WAYS[seed % len(WAYS)]
    async with _process("serve") as (process, said):
        word, port = (await said.readline()).decode().split()
        assert word == "ready"
        address = f"{_HOSTS['plain']}:{port}"
        ana = await Caller.of(address, "Ana")
        table = (await ana.create(seat=0)).id
        quiet = most = _memory(process)
        attack = ("attack", kind, str(piece), port, door, str(seconds))
        began, took, waited = time.monotonic(), list[float](), list[float]()
        attackers = [asyncio.create_task(_stopped(*attack)) for _ in range(_ATTACKERS)]
        while time.monotonic() - began < seconds:
            for _ in range(_OFTEN):
                at = time.monotonic()
                assert (await ana.view(table)).table.id == table
                took.append(time.monotonic() - at)
                most = max(most, _memory(process))
                await asyncio.sleep(_PAUSE)
            at = time.monotonic()
            bia = Caller(address)
            async with asyncio.timeout(BOUND):
                await bia.open(f"Bia {len(waited)}")
            waited.append(time.monotonic() - at)
            await bia.close()
        stopped = sum(await asyncio.gather(*attackers))
        await ana.close()
    slowest = sorted(took)[len(took) * 99 // 100]
    tally = Tally(stopped, len(took), len(waited), most - quiet, slowest, max(waited, default=0))
    assert min(tally.stopped, tally.newcomers) > 0, tally
    assert tally.grown < MOST_GROWN, tally
    return tally


async def _stopped(*attack: str) -> int:
    """Attack, and return how often the attacker was stopped."""
    async with _process(*attack) as (_, said):
        return int(await said.readline())


def _attack(kind: str, piece: int, port: int, door: str, seconds: float) -> None:
    """Send until the time is over, and print how often that was stopped."""
    os.nice(10)
    times, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with _connected(port, door) as made:
                made.settimeout(_PATIENCE)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if piece < _LONGEST:  # otherwise pieces that wait are sent as one
                    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
                for each in _pieces(kind):
                    for begin in range(0, len(each), piece):
                        made.sendall(each[begin : begin + piece])
                    if time.monotonic() > end:
                        break
        except OSError:
            times += 1
    print(times, flush=True)


def _connected(port: int, door: str) -> socket.socket:
    made = socket.create_connection((_HOSTS[door], port), BOUND)
    if door == "tls":
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
async def _process(
    *arguments: str,
) -> AsyncGenerator[tuple[asyncio.subprocess.Process, asyncio.StreamReader]]:
    """Run this module; yield the process and what it prints."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.proofs.floods", *arguments),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        yield process, process.stdout
    finally:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(BOUND):
            await process.wait()


async def _serve() -> None:
    server = await serve(Settings(port=0, thinking=0, lan=(_HOSTS["tls"],)), log=printed())
    stop_on_signals(server)
    print(f"ready {server.port}", flush=True)
    await server.wait()
    await server.stop()


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        run(_serve())
    else:
        _, _, kind, piece, port, door, seconds = sys.argv
        _attack(kind, int(piece), int(port), door, float(seconds))
