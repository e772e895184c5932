"""People at the tables of a cluster: they go where theirs is, and repeat what has no answer."""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from secrets import token_bytes
from typing import Any, Final, TypeVar

import grpc

from cardtui.v1 import errors_pb2, shuffle_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest, verb_of
from cardtui_server.fairness.commitments import seat_commitment
from tests.support.calling import Caller, details
from tests.support.playing import Onlooker

_PINGS: Final = (
    ("grpc.keepalive_time_ms", 1500),
    ("grpc.keepalive_timeout_ms", 1500),
    ("grpc.http2.ping_timeout_ms", 1500),
    ("grpc.http2.max_pings_without_data", 0),
)
_PATIENCE: Final = 15.0
"""Seconds without any message after which somebody looks elsewhere, sooner than our own client."""

_AGAIN: Final = (
    errors_pb2.REASON_READ_ONLY,
    errors_pb2.REASON_SHUTTING_DOWN,
    errors_pb2.REASON_REOPENING,
    errors_pb2.REASON_MOVED,
    errors_pb2.REASON_LIMIT,
)
"""Refusals after which the same request is sent again."""

_PASSING: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.INTERNAL,
)
_TOO_LATE: Final = (
    errors_pb2.REASON_TABLE_STATE,
    errors_pb2.REASON_STALE,
    errors_pb2.REASON_BAD_REQUEST,  # bits for the match before
)
_LOST: Final = (grpc.RpcError, grpc.aio.BaseError, asyncio.InvalidStateError, TimeoutError)
_FINAL: Final = {"resign", "falta_envido"}
"""Verbs that would end a match too soon."""

_TALKS: Final = 0.05
"""How often somebody says something instead of acting."""

T = TypeVar("T")


class Rejected(Exception):
    """A request was refused for good, which does not go away by itself."""

    def __init__(self, reason: errors_pb2.Reason.ValueType, told: str) -> None:
        super().__init__(told)
        self.reason = reason


class Person(Onlooker):
    """Somebody with a connection to one server at a time.

    Attributes:
        at: the id of the table.
        late: whether the table is shown later than it is played, by the clock of its server.
        stopping: whether to come back no more.
        trail: why it went elsewhere lately.
    """

    def __init__(self, name: str, places: list[str], luck: random.Random) -> None:
        super().__init__()
        self.name = name
        self.at = ""
        self.late = False
        self.stopping = False
        self.trail: deque[str] = deque(maxlen=6)
        self._places = places
        self._luck = luck
        self.token = ""
        self._follows = Caller(luck.choice(places), *_PINGS)
        self._asks = Caller(luck.choice(places), *_PINGS)
        self._where = ""

    async def come(self) -> None:
        """Become known."""
        await self.asked(lambda caller: caller.open(self.name))
        self.token = self._follows.token = self._asks.token

    async def asked(self, ask: Callable[[Caller], Awaitable[T]]) -> T:
        """Ask until there is an answer, wherever the table is by then."""
        while True:
            try:
                async with asyncio.timeout(5):
                    return await ask(self._asks)
            except (grpc.aio.AioRpcError, TimeoutError) as error:
                self._asks = await self._left(self._asks, "", error)

    async def live(self) -> None:
        """Follow the table until told to stop."""
        while not self.stopping:
            try:
                await self._follow(self._follows)
                await self._go_on(None)
            except _LOST as error:
                if not self.stopping:
                    await self._go_on(error)

    async def leave(self) -> None:
        """Come back no more."""
        self.stopping = True
        await self._follows.close()
        await self._asks.close()

    async def _follow(self, caller: Caller) -> None:
        """Read one stream to its end."""
        raise NotImplementedError

    async def _message(self, call: Any) -> Any:
        async with asyncio.timeout(_PATIENCE):
            return await call.read()

    async def _go_on(self, error: BaseException | None) -> None:
        """Rest a little, and be where the table is, or at another server."""
        where, self._where = self._where, ""
        self.trail.append(f"{time.monotonic():.1f} {where} {error!r:.200}")
        self._follows = await self._left(self._follows, where, error)

    async def _left(self, caller: Caller, where: str, error: BaseException | None) -> Caller:
        """Return another caller than one that was of no use."""
        if isinstance(error, grpc.aio.AioRpcError):
            refusal = refusal_in(error)
            if error.code() not in _PASSING and refusal.reason not in _AGAIN:
                raise Rejected(refusal.reason, repr(error))
            where = where or refusal.arguments.get("address", "")
        await asyncio.sleep(self._luck.uniform(0.02, 0.2))
        await caller.close()
        other = Caller(where or self._luck.choice(self._places), *_PINGS)
        other.token = self.token
        return other

    def _look_at(self, frames: Any) -> None:
        for frame in frames:
            if frame.HasField("snapshot") and not self.late:  # clocks differ
                assert frame.snapshot.seq >= self.seq, "a server has gone back"
            self.fold([frame])
            if frame.HasField("end"):
                self._where = frame.end.address


class Watcher(Person):
    """Somebody who watches a table, perhaps later than it is played."""

    async def _follow(self, caller: Caller) -> None:
        after = self.seq if self.seq >= 0 else None
        request = table_service_pb2.WatchRequest(table=self.at, after=after)
        call: Any = caller.tables.Watch(request, metadata=caller.metadata)
        while (message := await self._message(call)) is not grpc.aio.EOF:
            self._look_at(message.frames)


class Player(Person):
    """Somebody who holds a seat.

    Attributes:
        acknowledged: by request id, the number that was acknowledged, of acts and of lines.
        refused: the ids of requests that were refused for good.
        sent: by request id, every act and line that was ever sent.
        doubtful: how many acts had to be sent again.
        resting: whether to begin nothing new.
        last: when something was acknowledged last.
    """

    def __init__(self, name: str, seat: int, places: list[str], luck: random.Random) -> None:
        super().__init__(name, places, luck)
        self.seat = seat
        self.gives_bits = False
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.sent: dict[str, table_service_pb2.PlayAct | table_service_pb2.SayRequest] = {}
        self.doubtful = 0
        self.pending: table_service_pb2.PlayAct | None = None
        self.resting = False
        self.last = time.monotonic()
        self._stale = -1
        self._aside: asyncio.Task[None] | None = None
        self._bits = b""
        self._revealed = 0

    def __str__(self) -> str:
        state = tables_pb2.TableState.Name(self.table.state)
        waits = "" if self.pending is None else f", waits for {self.pending.request_id}"
        turn = self.seat in self.view.to_act
        told = f"{self.seq}, {state}{waits}, turn {turn}, stale {self._stale == self.position}"
        return f"\n{self.name} at {self.at}: {told}, aside {self.aside}, {[*self.trail]}"

    async def ready(self) -> None:
        """Be ready for the next match, with bits for its shuffle perhaps."""
        self._bits = token_bytes(32)
        commitment = seat_commitment(self._bits) if self.gives_bits else b""
        with too_late():
            await self.asked(lambda caller: caller.ready(self.at, commitment))

    async def rest(self) -> None:
        """Begin nothing new, and wait until all is answered."""
        self.resting = True
        while self.pending is not None or self.aside:  # noqa: ASYNC110 - it is looked at rarely
            await asyncio.sleep(0.02)

    @property
    def aside(self) -> bool:
        """Whether something is asked for beside the stream."""
        return self._aside is not None and not self._aside.done()

    async def leave(self) -> None:
        if self._aside is not None:
            self._aside.cancel()
        await super().leave()

    async def _follow(self, caller: Caller) -> None:
        call: Any = caller.tables.Play(metadata=caller.metadata)
        after = self.seq if self.seq >= 0 else None
        join = table_service_pb2.PlayJoin(table=self.at, after=after)
        async with asyncio.timeout(_PATIENCE):
            await call.write(table_service_pb2.PlayRequest(join=join))
        if self.pending is not None:
            self.doubtful += 1
            await call.write(table_service_pb2.PlayRequest(act=self.pending))
        while True:
            await self._act(call)
            message = await self._message(call)
            if message is grpc.aio.EOF:
                return
            self._look_at(message.frames)
            again = [self._take(each.reply) for each in message.frames if each.HasField("reply")]
            if any(again):
                return

    def _take(self, reply: table_service_pb2.ActReply) -> bool:
        """Take a reply; return whether the act must be sent again over another stream."""
        pending = self.pending
        if pending is None or reply.request_id != pending.request_id:
            assert reply.request_id in self.sent
            return False  # it was sent twice
        if reply.HasField("refusal"):
            if reply.refusal.reason in _AGAIN:
                self._where = reply.refusal.arguments.get("address", "")
                return True
            self.refused.add(reply.request_id)
            if reply.refusal.reason == errors_pb2.REASON_STALE:
                self._stale = pending.expected
        else:
            self._acknowledge(reply.request_id, reply.seq)
        self.pending = None
        return False

    def _acknowledge(self, request_id: str, seq: int) -> None:
        assert self.acknowledged.setdefault(request_id, seq) == seq, "another answer than before"
        self.last = time.monotonic()

    async def _act(self, call: Any) -> None:
        """Do something, if it is this player's turn."""
        if self._aside is not None and self._aside.done():
            self._aside.result()
        if self.pending is not None:
            return
        match = self.shuffle.match
        if self._owes_bits(self.shuffle) and match > self._revealed and not self.aside:
            self._revealed = match
            self._begin(self._reveal())
        if self.resting:
            return
        if self.table.state == tables_pb2.TABLE_STATE_OVER:
            if not self.table.seats[self.seat].ready:
                self._begin(self.ready())
            return
        if not self.aside and self._luck.random() < _TALKS:
            self._begin(self._say())
        if self.seat not in self.view.to_act or not self.own.choices:
            return
        if self.position == self._stale:  # an update is on its way
            return
        mild = [each for each in self.own.choices if verb_of(each) not in _FINAL]
        action = plainest(self._luck.choice(mild))
        self.pending = table_service_pb2.PlayAct(
            action=action, expected=self.position, request_id=self._new_id()
        )
        self.sent[self.pending.request_id] = self.pending
        await call.write(table_service_pb2.PlayRequest(act=self.pending))

    def _owes_bits(self, shuffle: shuffle_pb2.Shuffle) -> bool:
        return self.gives_bits and bool(self._bits) and bool(shuffle.match) and not shuffle.begun

    def _new_id(self) -> str:
        return f"{self.name}-{len(self.sent)}"

    def _begin(self, work: Any) -> None:
        if not self.aside:
            self._aside = asyncio.create_task(work)
        else:
            work.close()

    async def _reveal(self) -> None:
        bits = self._bits
        with too_late():
            await self.asked(lambda caller: caller.reveal(self.at, bits))

    async def _say(self) -> None:
        said = table_service_pb2.SayRequest(
            table=self.at, text=f"line {len(self.sent)}", request_id=self._new_id()
        )
        self.sent[said.request_id] = said
        answer = await self.asked(lambda caller: caller.call(caller.tables.Say, said))
        self._acknowledge(said.request_id, answer.seq)


@contextmanager
def too_late() -> Generator[None]:
    """Take it well if the table has gone on meanwhile."""
    try:
        yield
    except Rejected as rejected:
        if rejected.reason not in _TOO_LATE:
            raise


def refusal_in(error: grpc.aio.AioRpcError) -> errors_pb2.Refusal:
    """Return the refusal of a call; an empty one if it is none."""
    found = errors_pb2.Refusal()
    try:
        for detail in details(error):
            if detail.Unpack(found):
                break
    except AssertionError:
        pass
    return found
