"""What a worker uses that its parent keeps for all workers: the store (`ParentStore`), and the bus
(`ParentBus`); what they share is in `SharedStore`.

Both go over one socket for each worker (`Link`), as pickled values: nobody but the parent and that
worker ever has it. How much may wait for a worker that does not read until it is told no more
hints: `_MOST_WAITING_BYTES`.
"""

from __future__ import annotations

import asyncio
import pickle
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from cardtui_server.ports.bus import Message
from cardtui_server.ports.log_store import (
    NO_CHANGE,
    NOTHING_KEPT,
    Checkpoint,
    Counted,
    Kept,
    LogStore,
    NoRoom,
    OpenTable,
    Player,
    PlayersPage,
    Result,
    StoreError,
    check_append,
    claimed,
)

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_MOST_WAITING_BYTES: Final = 2**20

_LENGTH_BYTES: Final = 4
"""The bytes before each value that say how long it is."""

V = TypeVar("V")


class Said(NamedTuple):
    """A message on the bus."""

    message: Message


class Noticed(NamedTuple):
    """The store is found to be gone or full, or can be written to again."""

    error: NoRoom | None


class _Asked(NamedTuple):
    """A worker calls a method of the store."""

    number: int
    method: str
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]


class _Answered(NamedTuple):
    """What came of the call with that number."""

    number: int
    value: Any = None
    error: StoreError | None = None


class Link(asyncio.Protocol):
    """One end of the socket between a parent and a worker.

    Attributes:
        ended: is called when the other end is gone, unless this one was closed.
    """

    def __init__(self) -> None:
        self.ended: Callable[[], object] = lambda: None
        self._takers: dict[type[Any], Callable[[Any], object]] = {}
        self._transport: asyncio.Transport | None = None
        self._received = bytearray()
        self._waiting: list[bytes] = []

    async def attach(self, held: socket.socket) -> None:
        """Begin to use a socket."""
        await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=held)

    def take(self, kind: type[V], taker: Callable[[V], object]) -> None:
        """Have a function called with each value of a kind that comes."""
        self._takers[kind] = taker

    def send(self, value: object) -> None:
        """Send a value, together with all that are sent in this turn of the loop."""
        body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting += (len(body).to_bytes(_LENGTH_BYTES), body)

    def hint(self, value: object) -> None:
        """Send a value that may get lost, unless the other end is far behind."""
        if self._transport and self._transport.get_write_buffer_size() < _MOST_WAITING_BYTES:
            self.send(value)

    def close(self) -> None:
        """Send what waits, and close the socket."""
        self._flush()
        self.ended = lambda: None
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self.ended()

    def data_received(self, data: bytes) -> None:
        self._received += data
        begin = 0
        while len(self._received) >= begin + _LENGTH_BYTES:
            body = begin + _LENGTH_BYTES
            end = body + int.from_bytes(self._received[begin:body])
            if len(self._received) < end:
                break
            value = pickle.loads(self._received[body:end])  # noqa: S301 - only our own process has the other end
            if taker := self._takers.get(type(value)):
                taker(value)
            begin = end
        del self._received[:begin]

    def _flush(self) -> None:
        if self._waiting and self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(self._waiting))
        self._waiting.clear()


class ParentBus:
    """The bus of a worker: its parent passes on what each of them says to all others."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def send(self, message: Message) -> None:
        """See `Bus.send`."""
        self._link.send(Said(message))

    def listen(self, heard: Callable[[Message], None]) -> Callable[[], None]:
        """See `Bus.listen`; what this worker sends, it does not hear."""
        self._link.take(Said, lambda said: heard(said.message))
        return lambda: self._link.take(Said, lambda _: None)


class ParentStore(LogStore):
    """The store that the parent keeps, used by a worker."""

    def __init__(self, link: Link) -> None:
        """Use a store over a link on which `SharedStore.serve` serves it."""
        self._link = link
        self._numbers = count()
        self._calls: dict[int, asyncio.Future[Any]] = {}
        link.take(_Answered, self._take)
        link.take(Noticed, lambda _: None)

    async def append(
        self,
        table: str,
        expected: int,
        rows: Sequence[bytes],
        *,
        append_id: bytes = b"",
        last: bool = False,
        results: Sequence[Result] = (),
        shown: Mapping[int, int] = NO_CHANGE,
        kept: Kept = NOTHING_KEPT,
    ) -> None:
        check_append(table, rows)
        await self._call(
            *("append", table, expected, rows),
            append_id=append_id,
            last=last,
            results=results,
            shown=dict(shown),
            kept=kept,
        )

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        return cast("list[bytes]", await self._call("read", table, after))

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        for page in await self._call("open_tables"):
            yield page

    async def tables(self) -> dict[str, bool]:
        return cast("dict[str, bool]", await self._call("tables"))

    async def check(self, table: str) -> None:
        await self._call("check", table)

    async def checkpoint(self, table: str) -> Checkpoint | None:
        return cast("Checkpoint | None", await self._call("checkpoint", table))

    async def keep(self, table: str, entries: int, kept: Kept) -> None:
        await self._call("keep", table, entries, kept)

    async def last(self, table: str) -> bytes:
        return cast("bytes", await self._call("last", table))

    async def redact(
        self, table: str, rows: Sequence[bytes], *, instead_of: Sequence[bytes] = ()
    ) -> None:
        await self._call("redact", table, rows, instead_of=instead_of)

    async def results_of(
        self, player: str, most: int = 10_000, *, known: tuple[str, int] | None = None
    ) -> list[Result]:
        return cast("list[Result]", await self._call("results_of", player, most, known=known))

    async def results(self, game: str, after: str = "", most: int = 1000) -> list[Counted]:
        return cast("list[Counted]", await self._call("results", game, after, most))

    async def add_results(self, results: Sequence[Result]) -> None:
        await self._call("add_results", results)

    async def forget_results(self, before: int) -> None:
        await self._call("forget_results", before)

    async def size(self) -> int:
        return cast("int", await self._call("size"))

    async def who_played(self) -> set[str]:
        return cast("set[str]", await self._call("who_played"))

    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        await self._call("save_players", players, instead_of=instead_of)

    async def players(self, after: str = "") -> PlayersPage:
        return cast("PlayersPage", await self._call("players", after))

    async def player(self, token_hash: bytes) -> Player | None:
        return cast("Player | None", await self._call("player", token_hash))

    async def sessions(self, players: Sequence[str]) -> list[Player]:
        return cast("list[Player]", await self._call("sessions", players))

    async def alike(self, name: str) -> list[Player]:
        return cast("list[Player]", await self._call("alike", name))

    async def claim(
        self, likeness: str, player: str, *, instead_of: str = "", seconds: int = 0
    ) -> str:
        del seconds  # until the parent ends
        return cast("str", await self._call("claim", likeness, player, instead_of=instead_of))

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        self._link.take(Noticed, lambda noticed: changed(noticed.error))

    async def close(self) -> None:
        if self._calls:
            await asyncio.wait(self._calls.values())
        self._link.close()

    async def _call(self, method: str, *arguments: object, **named: object) -> Any:
        number = next(self._numbers)
        self._calls[number] = answer = asyncio.get_running_loop().create_future()
        self._link.send(_Asked(number, method, arguments, named))
        try:
            return await answer
        finally:
            del self._calls[number]

    def _take(self, answered: _Answered) -> None:
        waiting = self._calls.get(answered.number)
        if waiting is None or waiting.done():
            return  # the caller has gone away
        if answered.error is None:
            waiting.set_result(answered.value)
        else:
            waiting.set_exception(answered.error)


class SharedStore:
    """Serves one store to all workers, and keeps which names they claim."""

    def __init__(self, store: LogStore, log: FilteringBoundLogger) -> None:
        self._store = store
        self._log = log
        self._claims: dict[str, str] = {}  # who has kept a name before is known to all workers
        self._pages: asyncio.Task[list[Sequence[OpenTable]]] | None = None
        self._answering: set[asyncio.Task[None]] = set()
        self._methods: dict[str, Callable[..., Awaitable[Any]]] = {
            "append": store.append,
            "read": store.read,
            "open_tables": self._open_tables,
            "tables": store.tables,
            "check": store.check,
            "checkpoint": store.checkpoint,
            "keep": store.keep,
            "last": store.last,
            "redact": store.redact,
            "results_of": store.results_of,
            "results": store.results,
            "add_results": store.add_results,
            "forget_results": store.forget_results,
            "size": store.size,
            "who_played": store.who_played,
            "save_players": store.save_players,
            "players": store.players,
            "player": store.player,
            "sessions": store.sessions,
            "alike": store.alike,
            "claim": self._claim,
        }

    def serve(self, link: Link) -> None:
        """Answer what is asked over a link."""
        link.take(_Asked, partial(self._begin, link))

    def _begin(self, link: Link, asked: _Asked) -> None:
        answering = asyncio.get_running_loop().create_task(self._answer(link, asked))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    async def _answer(self, link: Link, asked: _Asked) -> None:
        try:
            value = await self._methods[asked.method](*asked.arguments, **asked.named)
        except StoreError as error:
            link.send(_Answered(asked.number, error=error))
        except Exception as error:  # noqa: BLE001 - the worker waits for an answer
            self._log.error("store failed", method=asked.method, exc_info=error)
            link.send(_Answered(asked.number, error=StoreError("{error}", error=repr(error))))
        else:
            link.send(_Answered(asked.number, value))

    async def _open_tables(self) -> list[Sequence[OpenTable]]:
        """Return all pages; workers that start together are told of one look."""
        if self._pages is None or self._pages.done():
            self._pages = asyncio.get_running_loop().create_task(self._look())
        return await asyncio.shield(self._pages)

    async def _look(self) -> list[Sequence[OpenTable]]:
        return [page async for page in self._store.open_tables()]

    async def _claim(self, likeness: str, player: str, *, instead_of: str = "") -> str:
        return claimed(self._claims, likeness, player, instead_of)
