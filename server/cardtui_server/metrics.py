"""What a server counts of itself (`Metrics`), between which bounds it counts durations
(`DURATION_BOUNDS`), and the page for Prometheus that shows it.

Nobody's name or address is ever part of it. Who asks for the page has `_REQUEST_SECONDS` and
`_MOST_REQUEST_BYTES` to say so.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

DURATION_BOUNDS: Final = tuple(0.000_25 * 2**step for step in range(16))
"""The longest duration of each group, in seconds: from a quarter of a millisecond to eight."""

_QUANTILES: Final = (0.5, 0.95, 0.99)

_REQUEST_SECONDS: Final = 5.0
_MOST_REQUEST_BYTES: Final = 8192


class Durations:
    """How often something took how long."""

    __slots__ = ("counts", "seconds")

    def __init__(self) -> None:
        self.counts = [0] * (len(DURATION_BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Count one of them."""
        self.counts[bisect_left(DURATION_BOUNDS, seconds)] += 1
        self.seconds += seconds

    def __add__(self, other: Durations) -> Durations:
        both = Durations()
        both.counts = [one + two for one, two in zip(self.counts, other.counts, strict=True)]
        both.seconds = self.seconds + other.seconds
        return both

    def quantile(self, share: float) -> float:
        """Return within how many seconds that share of them was done, by the bound of its group."""
        wanted = share * sum(self.counts)
        sums = accumulate(self.counts)
        found = next(
            (at for at, so_far in enumerate(sums) if so_far >= wanted), len(DURATION_BOUNDS)
        )
        return DURATION_BOUNDS[min(found, len(DURATION_BOUNDS) - 1)] if wanted else 0.0


@dataclass
class Metrics:
    """What a server has counted since it started, and what there is now.

    Attributes:
        acts: from when an act of a person is read until it is answered.
        appends: from when a table has entries to write until they are kept.
        moves: acts at all tables, also of bots.
        refusals: by reason.
        tables: how many are open.
        matches: how many are played.
        people: how many are connected, to any server that shares these tables.
    """

    acts: Durations = field(default_factory=Durations)
    appends: Durations = field(default_factory=Durations)
    moves: int = 0
    refusals: Counter[str] = field(default_factory=Counter[str])
    tables: int = 0
    matches: int = 0
    people: int = 0

    def __add__(self, other: Metrics) -> Metrics:
        return Metrics(
            self.acts + other.acts,
            self.appends + other.appends,
            self.moves + other.moves,
            self.refusals + other.refusals,
            self.tables + other.tables,
            self.matches + other.matches,
            max(self.people, other.people),  # each knows all of them
        )

    def text(self) -> str:
        """Return all of it as Prometheus reads it."""
        return "\n".join((*self._lines(), ""))

    def gauges(self) -> Iterator[tuple[str, str, int]]:
        """Yield what there is now: its name, what it is, and how many."""
        yield "tables", "Tables that are open", self.tables
        yield "matches", "Matches that are played", self.matches
        yield "people", "People who are connected", self.people

    def counters(self) -> Iterator[tuple[str, str, list[tuple[dict[str, str], int]]]]:
        """Yield what was counted: its name, what it is, and how many by their labels."""
        yield "moves", "Acts at all tables, also of bots", [({}, self.moves)]
        refusals = [({"reason": each.lower()}, n) for each, n in sorted(self.refusals.items())]
        yield "refusals", "Requests that were refused, by reason", refusals

    def durations(self) -> Iterator[tuple[str, str, Durations]]:
        """Yield what was measured: its name, what it is, and the durations."""
        yield "act", "From when an act of a person is read until it is answered", self.acts
        yield "append", "From when entries are written until they are kept", self.appends

    def _lines(self) -> Iterator[str]:
        for name, what, value in self.gauges():
            yield from _head(name, "gauge", what)
            yield f"cardtui_{name} {value}"
        for name, what, counted in self.counters():
            yield from _head(f"{name}_total", "counter", what)
            for labels, value in counted:
                told = ",".join(f'{label}="{each}"' for label, each in labels.items())
                yield f"cardtui_{name}_total{f'{{{told}}}' if told else ''} {value}"
        for name, what, found in self.durations():
            yield from _histogram(f"{name}_seconds", what, found)
            yield from _head(f"{name}_quantile_seconds", "gauge", f"{what}, since the start")
            for share in _QUANTILES:
                label = f'{{quantile="{share}"}}'
                yield f"cardtui_{name}_quantile_seconds{label} {found.quantile(share)}"


def _head(name: str, kind: str, what: str) -> Iterator[str]:
    yield f"# HELP cardtui_{name} {what}"
    yield f"# TYPE cardtui_{name} {kind}"


def _histogram(name: str, what: str, found: Durations) -> Iterator[str]:
    yield from _head(name, "histogram", what)
    bounds = (*map(str, DURATION_BOUNDS), "+Inf")
    for bound, number in zip(bounds, accumulate(found.counts), strict=True):
        yield f'cardtui_{name}_bucket{{le="{bound}"}} {number}'
    yield f"cardtui_{name}_sum {found.seconds:.6f}"
    yield f"cardtui_{name}_count {sum(found.counts)}"


@asynccontextmanager
async def metrics_page(
    host: str, port: int, measured: Callable[[], Awaitable[Metrics]]
) -> AsyncGenerator[int]:
    """Show metrics at ``/metrics`` for as long as the block lasts; it gets the port.

    Args:
        host: an address of this machine.
        port: 0 for any free one.
        measured: returns what is to be shown by then.

    Raises:
        OSError: the port cannot be had.
    """

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            async with asyncio.timeout(_REQUEST_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(await _answer(head, measured))
                await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, host, port, limit=_MOST_REQUEST_BYTES)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def _answer(head: bytes, measured: Callable[[], Awaitable[Metrics]]) -> bytes:
    method, _, rest = head.partition(b" ")
    path = rest.partition(b" ")[0].partition(b"?")[0]
    status, body = "200 OK", ""
    if method not in (b"GET", b"HEAD"):
        status = "405 Method Not Allowed"
    elif path != b"/metrics":
        status, body = "404 Not Found", "The metrics are at /metrics.\n"
    else:
        body = (await measured()).text()
    shown = body.encode()
    kind = "text/plain; version=0.0.4; charset=utf-8"
    line = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(shown)}\r\n"
    return f"{line}Connection: close\r\n\r\n".encode() + (b"" if method == b"HEAD" else shown)
