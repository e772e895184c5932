"""The connection to a cluster of NATS servers: how long an answer may take (`ANSWER_SECONDS`), and
the first one at the start (`_START_SECONDS`).

What is published is refused, or certainly not sent, or without an answer: then nobody knows. The
connection is made anew whenever it is lost; meanwhile nothing is sent.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import ConnectionClosedError as Closed
from nats.errors import Error as NatsError
from nats.errors import NoRespondersError, OutboundBufferLimitError

from cardtui_server.ports.log_store import StoreError

ANSWER_SECONDS: Final = 1.0
"""Seconds until an answer counts as lost."""

_START_SECONDS: Final = 5.0
"""Seconds in which one of the servers must answer at the start."""

PAGE_MESSAGES: Final = 500
"""How many messages are read at once."""

_BYTES_AT_ONCE: Final = 4_000_000
"""About how many bytes are read at once."""

NO_MESSAGE: Final = 10037
NO_STREAM: Final = 10059
EXPECTED_HEADER: Final = "Nats-Expected-Last-Subject-Sequence"


class Refusal(Exception):
    """NATS has refused a request: nothing was done."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        self.code = int(error.get("err_code") or error.get("code") or 0)
        super().__init__(str(error.get("description", error)))


class NotSent(Exception):
    """A request has certainly reached nobody."""


class NoAnswer(Exception):
    """Nobody knows what has become of a request."""


class Lagging(Exception):
    """The server that answered does not have all of a stream yet."""


NATS_ERRORS: Final = (Refusal, NotSent, NoAnswer, Lagging)


class Message(NamedTuple):
    """A message to be written.

    Attributes:
        expected: the number in the stream of the last message of that subject; 0 if there must be
            none, ``None`` if that does not matter.
        alone: whether all earlier ones of that subject go.
        seconds: after which it goes by itself; 0 for never.
    """

    subject: str
    body: bytes
    expected: int | None = None
    alone: bool = False
    seconds: int = 0

    @property
    def headers(self) -> dict[str, str]:
        """What NATS is told beside the body."""
        headers = {} if self.expected is None else {EXPECTED_HEADER: str(self.expected)}
        if self.seconds:
            headers["Nats-TTL"] = f"{self.seconds}s"
        return {**headers, "Nats-Rollup": "sub"} if self.alone else headers


class Stored(NamedTuple):
    """A message as it stands in a stream, with its number there."""

    subject: str
    number: int
    body: bytes


class Connection:
    """A connection to whichever server of a cluster answers."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = list(urls)
        self._credential = _credential(urls)
        self._client: Client | None = None
        self._again: asyncio.Task[None] | None = None
        self._closing = False
        self._name = token_hex(8)
        self._batches = 0
        self._hearing: dict[str, list[Callable[[bytes], None]]] = {}
        self._subscribing: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Timeout] = set()

    @property
    def version(self) -> tuple[int, int]:
        """The version of the server that answers."""
        assert self._client is not None
        found = self._client.connected_server_version
        return found.major, found.minor

    @property
    def most_bytes(self) -> int:
        """The most bytes that a message may have."""
        return 0 if self._client is None else self._client.max_payload

    @property
    def shown(self) -> str:
        """The addresses as a sentence may tell them: without passwords."""
        return ", ".join(urlsplit(each).netloc.rpartition("@")[2] or each for each in self._urls)

    async def open(self) -> None:
        """Connect.

        Raises:
            StoreError: no server answers, or they let nobody in with this credential.
        """
        failures: list[Exception] = []
        enough = asyncio.Event()

        async def failed(error: Exception) -> None:
            failures.append(error)
            if len(failures) >= 2 * len(self._urls):
                enough.set()

        connecting = asyncio.ensure_future(self._connect(failed))
        waiting = asyncio.ensure_future(enough.wait())
        await asyncio.wait(
            (connecting, waiting), timeout=_START_SECONDS, return_when="FIRST_COMPLETED"
        )
        waiting.cancel()
        if connecting.done() and connecting.exception() is None:
            self._client = connecting.result()
            await self._subscribe(self._hearing)
            return
        connecting.cancel()
        await asyncio.wait([connecting])
        if any("authorization" in str(each).lower() for each in failures):
            raise StoreError(
                "The NATS servers at {urls} refuse the credential: correct the name and the"
                " password in their addresses.",
                urls=self.shown,
            )
        broken = connecting.exception() if not connecting.cancelled() else None
        why = broken or (failures[-1] if failures else "no answer")
        raise StoreError(
            "No NATS server answers at {urls} ({error}): start it, or correct the addresses.",
            urls=self.shown,
            error=why,
        )

    async def _connect(self, failed: Any) -> Client:
        return await nats.connect(
            self._urls,
            **self._credential,
            name="cardtui",
            error_cb=failed,
            disconnected_cb=self._disconnected,
            closed_cb=self._closed,
            connect_timeout=2,
            reconnect_time_wait=0.1,
            max_reconnect_attempts=-1,
            ping_interval=1,
            max_outstanding_pings=2,
            pending_size=0,  # while there is no connection, nothing waits to be sent later
        )

    def follow(self, stream: str) -> None:
        """Ask again at once when another server leads a stream: the one before answers nothing."""
        self.hear(f"$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.{stream}", lambda _: self._give_up())

    async def _disconnected(self) -> None:
        self._give_up()

    def _give_up(self) -> None:
        """Wait no longer for the answers that are under way."""
        waiting, self._waiting = self._waiting, set()
        for each in waiting:
            each.reschedule(0)

    @contextlib.asynccontextmanager
    async def _awaited(self) -> AsyncGenerator[None]:
        """Wait for an answer in the block, until it does not come any more.

        Raises:
            NotSent, NoAnswer: it does not.
        """
        try:
            async with asyncio.timeout(None) as limit:
                self._waiting.add(limit)
                try:
                    yield
                finally:
                    self._waiting.discard(limit)
        except (NoRespondersError, Closed, OutboundBufferLimitError) as error:
            raise NotSent(str(error)) from error
        except (NatsError, TimeoutError) as error:
            raise NoAnswer(str(error) or type(error).__name__) from error

    async def _closed(self) -> None:
        """Connect anew: a server may refuse a client for good and yet take it a little later."""
        if not self._closing and self._client is not None and self._again is None:
            self._again = asyncio.create_task(self._reconnect())

    async def _reconnect(self) -> None:
        async def failed(error: Exception) -> None:
            del error
            await asyncio.sleep(0.5)

        try:
            self._client = await self._connect(failed)
            await self._subscribe(self._hearing)
        finally:
            self._again = None

    async def close(self) -> None:
        """Send what was published, and disconnect."""
        self._closing = True
        if self._again is not None:
            self._again.cancel()
        if self._client is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait_for(self._client.flush(), ANSWER_SECONDS)
            await self._client.close()

    async def api(self, what: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Ask JetStream for something.

        Raises:
            Refusal, NotSent, NoAnswer: see there.
        """
        asked = b"" if body is None else json.dumps(body).encode()
        return await self._asked(f"$JS.API.{what}", asked, {})

    async def last(self, stream: str, subject: str) -> Stored | None:
        """Return the last message of a subject, as the leader of the stream has it.

        Raises:
            Refusal, NotSent, NoAnswer: see there.
        """
        return await self._message(stream, {"last_by_subj": subject})

    async def numbered(self, stream: str, number: int) -> Stored | None:
        """Return the message with that number in a stream.

        Raises:
            Refusal, NotSent, NoAnswer: see there.
        """
        return await self._message(stream, {"seq": number})

    async def _message(self, stream: str, which: Mapping[str, Any]) -> Stored | None:
        try:
            found = await self.api(f"STREAM.MSG.GET.{stream}", which)
        except Refusal as refusal:
            if refusal.code == NO_MESSAGE:
                return None
            raise
        message = found["message"]
        body = base64.b64decode(message.get("data", ""))
        return Stored(message["subject"], message["seq"], body)

    async def publish(self, messages: Sequence[Message]) -> int:
        """Write messages to a stream, all or none; return the number of the last one.

        Raises:
            Refusal, NotSent, NoAnswer: see there.
        """
        if len(messages) == 1:
            (one,) = messages
            return int((await self._asked(one.subject, one.body, one.headers))["seq"])
        self._batches += 1
        batch = f"{self._name}{self._batches:x}"
        *others, last = messages
        for number, each in enumerate(others, 1):
            headers = {**each.headers, "Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(number)}
            await self._send(each.subject, each.body, headers)
        headers = {
            **last.headers,
            "Nats-Batch-Id": batch,
            "Nats-Batch-Sequence": str(len(messages)),
        }
        found = await self._asked(last.subject, last.body, {**headers, "Nats-Batch-Commit": "1"})
        return int(found["seq"])

    async def tell(self, subject: str, body: bytes) -> None:
        """Write a message without looking what becomes of it."""
        with contextlib.suppress(NotSent, NatsError):
            await self._send(subject, body, {})

    def hear(self, subject: str, heard: Callable[[bytes], None]) -> Callable[[], None]:
        """Have a function called with each message of a subject, over lost connections, too.

        Returns:
            What ends that.
        """
        functions = self._hearing.setdefault(subject, [])
        functions.append(heard)
        if self._client is not None and len(functions) == 1:
            asking = asyncio.ensure_future(self._subscribe([subject]))
            self._subscribing.add(asking)
            asking.add_done_callback(self._subscribing.discard)
        return lambda: functions.remove(heard)

    async def _subscribe(self, subjects: Iterable[str]) -> None:
        for subject in list(subjects):

            async def hear(message: Msg) -> None:
                for heard in list(self._hearing[message.subject]):
                    heard(message.data)

            with contextlib.suppress(NatsError):
                await self._open_client().subscribe(subject, cb=hear)

    async def some(self, stream: str, subject: str, first: int) -> Sequence[Stored]:
        """Return the first messages of a subject from a number in the stream on, at least one.

        Any server of the cluster answers.

        Raises:
            Lagging: the one that answered has none yet.
            NotSent, NoAnswer, Refusal: see there.
        """
        which = {"seq": first, "next_by_subj": subject}
        asked = {**which, "batch": PAGE_MESSAGES, "max_bytes": _BYTES_AT_ONCE}
        found, _ = await self._direct(stream, asked)
        if not found:
            raise Lagging("a server lags behind")
        return found

    async def last_of_each(
        self, stream: str, subjects: Sequence[str], upto: int
    ) -> Sequence[Stored]:
        """Return the last messages of up to `PAGE_MESSAGES` subjects, one of which there must be.

        Args:
            upto: the number up to which the server that answers must have the stream.

        Raises:
            Lagging, NotSent, NoAnswer, Refusal: see there.
        """
        found, known = await self._direct(
            stream, {"multi_last": list(subjects), "batch": PAGE_MESSAGES}
        )
        if known < upto:
            raise Lagging("a server lags behind")
        return found

    async def _direct(self, stream: str, asked: Mapping[str, Any]) -> tuple[Sequence[Stored], int]:
        """Return the messages that a server has, and up to which number it has the stream."""
        client = self._open_client()
        inbox = client.new_inbox()
        answers = await client.subscribe(inbox)
        found: list[Stored] = []
        try:
            await self._send(f"$JS.API.DIRECT.GET.{stream}", json.dumps(asked).encode(), {}, inbox)
            while True:
                async with self._awaited():
                    answer = await answers.next_msg(timeout=ANSWER_SECONDS)
                told: Mapping[str, str] = answer.headers or {}
                status = told.get("Status")
                if status == "503":
                    raise NotSent("nobody answers for the stream")
                if status in ("204", "404"):
                    return found, int(told.get("Nats-UpTo-Sequence", 0))
                if status is not None:
                    raise Refusal({"code": status, "description": told.get("Description", "")})
                number = int(told["Nats-Sequence"])
                found.append(Stored(told["Nats-Subject"], number, answer.data))
        finally:
            with contextlib.suppress(NatsError):
                await answers.unsubscribe()

    def _open_client(self) -> Client:
        if self._client is None or not self._client.is_connected:
            raise NotSent("there is no connection")
        return self._client

    async def _send(
        self, subject: str, body: bytes, headers: dict[str, str], reply: str = ""
    ) -> None:
        try:
            await self._open_client().publish(subject, body, reply, headers or None)
        except (Closed, OutboundBufferLimitError) as error:
            raise NotSent(str(error)) from error

    async def _asked(self, subject: str, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
        client = self._open_client()
        try:
            async with self._awaited():
                answer: Msg = await client.request(
                    subject, body, timeout=ANSWER_SECONDS, headers=headers or None
                )
            found: dict[str, Any] = json.loads(answer.data)
        except ValueError as error:
            raise NoAnswer(str(error)) from error
        if "error" in found:
            raise Refusal(found["error"])
        return found


def _credential(urls: Sequence[str]) -> dict[str, str]:
    """Return the credential in the first address that has one, for servers learned of later too."""
    for each in map(urlsplit, urls):
        if each.username and each.password:
            return {"user": unquote(each.username), "password": unquote(each.password)}
        if each.username:
            return {"token": unquote(each.username)}
    return {}
