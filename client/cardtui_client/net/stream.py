"""One stream of one table: what it carries, in order, until it is lost or over.
What is said when a server ends it: `_END_SENTENCES`. When another one is opened is in
`net/feed.py`.

A stream never mends itself: it says whether another one is wanted (`Lost`) or not (`Over`),
and the feed acts on that.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final

import grpc
import grpc.aio

from cardtui.v1 import table_service_pb2
from cardtui_client.i18n import _, mark
from cardtui_client.model.table import FINAL_REASONS
from cardtui_client.net.call_errors import (
    SERVER_SILENT,
    Patience,
    Refused,
    TlsRefused,
    Unintelligible,
    Unreachable,
    failure,
    is_cancelled,
    moved_to,
)
from cardtui_client.net.connection import Connection

_TRANSIENT_CODES: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
    grpc.StatusCode.ABORTED,
)

_END_SENTENCES: Final = {
    table_service_pb2.END_REASON_CLOSED: mark("The table was closed."),
    table_service_pb2.END_REASON_SHUTDOWN: mark(
        "The server has stopped; waiting until it runs again."
    ),
    table_service_pb2.END_REASON_REPLACED: mark(
        "You are playing this seat from another place now."
    ),
    table_service_pb2.END_REASON_SLOW: mark("The connection is slow; catching up."),
    table_service_pb2.END_REASON_LEFT: mark("You got up from the table."),
    table_service_pb2.END_REASON_REOPENING: mark(
        "Something went wrong at this table: it is being opened again."
    ),
    table_service_pb2.END_REASON_FAILED: mark(
        "Something keeps going wrong at this table: it stays closed until the server is restarted."
    ),
    table_service_pb2.END_REASON_KICKED: mark(
        "The host has taken your seat away: you can watch, or sit down where a seat is free."
    ),
    table_service_pb2.END_REASON_BANNED: mark(
        "The host has banned you from this table for the evening: choose another one, or make one"
        " of your own."
    ),
    table_service_pb2.END_REASON_NO_SPECTATORS: mark(
        "This table takes no spectators: sit down, or choose another one."
    ),
    table_service_pb2.END_REASON_MOVED: mark("Another server has the table now; going there."),
    table_service_pb2.END_REASON_SEATED: mark("You have a seat now: play on."),
}
_EMPTY_MESSAGE_SECONDS: Final = 0.05
"""Seconds to rest after a message that says nothing: a flood of them costs only its sender."""

CONNECTION_LOST: Final = mark("The connection was lost.")
"""What is said where nothing better is known."""

_PlayCall = grpc.aio.StreamStreamCall[table_service_pb2.PlayRequest, table_service_pb2.PlayResponse]
_WatchCall = grpc.aio.UnaryStreamCall[
    table_service_pb2.WatchRequest, table_service_pb2.WatchResponse
]
_RESPONSE_TYPES: Final = (table_service_pb2.PlayResponse, table_service_pb2.WatchResponse)


class Lost(Exception):
    """The stream is gone, or of no use any more: another one is wanted.

    Attributes:
        sentence: what to tell the reader.
        wait: seconds that the server asks to wait.
        anew: whether an update is missing, so that only a snapshot helps.
        stranger: whether the server does not know the token any more.
        doubtful: whether it carried what cannot be read, or does not fit together: a snapshot
            may help, but not for ever.
        moved: the address of the server that has the table; ``""`` if it is this one.
    """

    def __init__(
        self,
        sentence: str,
        *,
        wait: float = 0.0,
        anew: bool = False,
        stranger: bool = False,
        doubtful: bool = False,
        moved: str = "",
    ) -> None:
        self.sentence = sentence
        self.wait = wait
        self.anew = anew or doubtful
        self.stranger = stranger
        self.doubtful = doubtful
        self.moved = moved
        super().__init__(sentence)


class Over(Exception):
    """No other stream is wanted, or none will be given.

    Attributes:
        sentence: what to tell the reader.
        cause: the server's refusal, or why it is of no use, if it was one of these.
    """

    def __init__(self, sentence: str, cause: Refused | Unreachable | None = None) -> None:
        self.sentence = sentence
        self.cause = cause
        super().__init__(sentence)


class Stream:
    """One stream of a table, behind the update ``after`` or from a snapshot on."""

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        *,
        seat: bool,
        after: int | None,
        hears: bool = False,
        tells_hands_shown: bool = False,
    ) -> None:
        self._address = connection.address
        self._workload = connection.workload
        self._after = after
        self._has_shown = False
        self._writing = asyncio.Lock()
        self._joined = False
        self._join = table_service_pb2.PlayJoin(
            table=table_id,
            after=after,
            hear_spectators=hears,
            tells_hands_shown=tells_hands_shown,
            answers_pings=True,
        )
        self._play: _PlayCall | None = connection.play_stream() if seat else None
        self._call: _PlayCall | _WatchCall = self._play or connection.watch_stream(
            table_service_pb2.WatchRequest(table=table_id, after=after)
        )

    def cancel(self) -> None:
        """End the stream; its reader sees it as lost."""
        self._call.cancel()

    async def send(self, request: table_service_pb2.PlayRequest) -> bool:
        """Send up what a seat wants, if the stream has been joined and still lives.

        Returns:
            Whether it went out.
        """
        async with self._writing:
            if self._play is None or not self._joined:
                return False
            try:
                await self._play.write(request)
            except (grpc.RpcError, asyncio.InvalidStateError, asyncio.CancelledError):
                # The stream has ended, as its reader will notice too. Only a cancellation
                # of our own task must go on.
                if is_cancelled():
                    raise
                return False
            return True

    async def frames(
        self, again: Callable[[], Sequence[table_service_pb2.PlayAct]], patience: Patience
    ) -> AsyncIterator[table_service_pb2.Frame]:
        """Join, send unanswered acts again, and yield the frames without gap or repetition.

        Args:
            again: gives the acts that earlier streams left unanswered.
            patience: how long the server may be silent.

        Raises:
            Lost: another stream is wanted.
            Over: none is.
        """
        try:
            now = asyncio.get_running_loop().time
            until = now() + min(patience.opening, patience.silence)
            async with asyncio.timeout_at(until):
                await self._begin(again)
            while True:
                async with asyncio.timeout_at(until):
                    response = await self._call.read()
                if response is grpc.aio.EOF:
                    raise Lost(_(CONNECTION_LOST))
                if not isinstance(response, _RESPONSE_TYPES):
                    raise Lost(str(Unintelligible(self._address)), doubtful=True)
                rest = self._workload.take_rest()
                await asyncio.sleep(rest)
                until += rest  # while we rest, it is not the server that is silent
                said = await self._answered(response.frames)
                for frame in response.frames:
                    if self._wanted(frame):
                        said = True
                        yield frame
                    if frame.HasField("end"):
                        raise _ended(frame.end)
                if said:
                    until = now() + patience.silence
                else:  # nothing was said, however often
                    await asyncio.sleep(_EMPTY_MESSAGE_SECONDS)
        except TimeoutError:
            raise Lost(_(SERVER_SILENT)) from None
        except asyncio.CancelledError:
            if is_cancelled():
                raise
            # By our own `cancel`.
            raise Lost(_("Reloading the table."), doubtful=True) from None
        except asyncio.InvalidStateError:
            raise Lost(_(CONNECTION_LOST)) from None  # it broke before the join was sent
        except grpc.RpcError as error:
            raise _failed(error, self._address) from error
        finally:
            self._joined = False
            self._call.cancel()

    async def _answered(self, frames: Sequence[table_service_pb2.Frame]) -> bool:
        """Answer a ping, if there is one; return whether there was."""
        pinged = any(each.HasField("ping") for each in frames)
        if pinged:
            pong = table_service_pb2.PlayPong()
            await self.send(table_service_pb2.PlayRequest(pong=pong))
        return pinged

    async def _begin(self, again: Callable[[], Sequence[table_service_pb2.PlayAct]]) -> None:
        if self._play is None:
            return
        async with self._writing:  # nothing may go up before the join
            await self._write_join(self._play)
            for act in again():
                await self._play.write(table_service_pb2.PlayRequest(act=act))
            self._joined = True

    async def _write_join(self, play: _PlayCall) -> None:
        """Write the join, as long as the call lives.

        gRPC by itself would wait for ever if the channel was closed before the call was under way,
        as where another call of ours has gone on at another server just then.
        """
        ended = asyncio.get_running_loop().create_future()
        play.add_done_callback(lambda _: None if ended.done() else ended.set_result(None))
        writing = asyncio.ensure_future(play.write(table_service_pb2.PlayRequest(join=self._join)))
        try:
            await asyncio.wait((writing, ended), return_when=asyncio.FIRST_COMPLETED)
            if writing.done():
                await writing
            elif play.cancelled():
                raise Lost(_(CONNECTION_LOST))  # by the closing of the channel
            else:
                await play.read()  # which says why it ended
        finally:
            writing.cancel()

    def _wanted(self, frame: table_service_pb2.Frame) -> bool:
        """Keep count of the updates; tell whether the frame says anything.

        Raises:
            Lost: you never came, or they go backwards.
        """
        after = self._after
        shows = frame.HasField("snapshot")
        told = frame.snapshot if shows else frame.update
        if (shows or told.HasField("table")) and told.table.id != self._join.table:
            raise Lost(str(Unintelligible(self._address)), doubtful=True)
        match frame.WhichOneof("frame"):
            case "snapshot":
                # The first may be of before what we have: a log can have lost its end.
                if self._has_shown and after is not None and frame.snapshot.seq < after:
                    raise self._missed()
                self._after = frame.snapshot.seq
            case "update":
                if after is not None and frame.update.seq <= after:
                    return False
                if after is None or frame.update.seq > after + 1:
                    raise self._missed()
                self._after = frame.update.seq
            case "heartbeat":
                if after is None or frame.heartbeat.seq > after:
                    raise self._missed()
            case "ping" | None:
                return False
            case _:
                return True
        self._has_shown = True
        return True

    def _missed(self) -> Lost:
        return Lost(_("Something was missed; reloading the table."), doubtful=True)


def end_sentence(end: table_service_pb2.StreamEnd) -> str:
    """Return why a server has ended a stream."""
    return _(_END_SENTENCES.get(end.reason, CONNECTION_LOST))


def _ended(end: table_service_pb2.StreamEnd) -> Lost | Over:
    sentence = end_sentence(end)
    return Over(sentence) if end.reason in FINAL_REASONS else Lost(sentence, moved=end.address)


def _failed(error: grpc.RpcError, address: str) -> Lost | Over:
    assert isinstance(error, grpc.aio.AioRpcError)
    told = failure(error, address)
    if isinstance(told, Unintelligible):
        # What breaks the rules of gRPC may be a connection that broke in the middle of a stream.
        too_large = error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        return Lost(str(told), doubtful=too_large)
    if isinstance(told, TlsRefused):
        return Lost(str(told))
    if isinstance(told, Unreachable):
        return Lost(_(CONNECTION_LOST))
    if told.code is grpc.StatusCode.UNAUTHENTICATED:
        return Lost(str(told), stranger=True)
    if moved := moved_to(told):
        return Lost(_(_END_SENTENCES[table_service_pb2.END_REASON_MOVED]), moved=moved)
    if told.code in _TRANSIENT_CODES:
        return Lost(str(told), wait=told.wait or 0.0)
    return Over(str(told), told)
