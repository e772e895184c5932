"""What a reader gets: the updates missed, of the last `KEPT_UPDATES`, or else a snapshot. A reader
who reads nothing for `STUCK_BEATS` heartbeats is dropped.

The latest updates are kept in one `UpdateBuffer` that all readers of a table share; a
`Subscription` only knows how far its reader has come. A reader that falls behind the start of the
buffer gets a fresh snapshot, so slow readers cost neither memory nor time. Resuming after an
update's number works the same way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from cardtui_server.match.refusals import Refused
from cardtui_server.table.encoder import EncodeUpdate, ReaderEncoder, UpdateFrames
from cardtui_server.table.reader import EndReason, Reader

KEPT_UPDATES: Final = 256
"""How many updates the buffer keeps at most."""

KEPT_BYTES: Final = 256 * 1024
"""How many bytes of the spectators' updates it keeps at most."""


class UpdateBuffer:
    """The latest updates of a table, numbered without gaps; each is encoded when it is first read.

    Every number is an update for every reader; for a reader that does not hear what is said in it,
    the update is empty.
    """

    def __init__(self, seq: int, failed: Callable[[Exception], object] | None = None) -> None:
        """Begin with no updates.

        Args:
            seq: the number of the update before the first one.
            failed: told of an update that cannot be encoded, before its reader is.
        """
        self._failed = failed
        self.first = seq + 1
        self.last = seq
        self._updates: list[UpdateFrames | EncodeUpdate] = []
        self._bytes = 0

    def add(self, update: EncodeUpdate) -> None:
        """Add the next update; the oldest ones make room for it."""
        updates = self._updates
        updates.append(update)
        self.last += 1
        while len(updates) > KEPT_UPDATES or self._bytes > KEPT_BYTES:
            half = max(1, len(updates) // 2)
            self._bytes -= sum(
                [len(each.shared) for each in updates[:half] if isinstance(each, UpdateFrames)]
            )
            del updates[:half]
            self.first += half

    def one(self, seq: int, viewer: str | None, *, hears: bool) -> bytes:
        """Return an update as that viewer gets it; ``hears`` includes the spectators' talk."""
        update = self._updates[seq - self.first]
        if not isinstance(update, UpdateFrames):
            try:
                update = self._updates[seq - self.first] = update()
            except Exception as error:
                if self._failed is not None:
                    self._failed(error)
                raise
            self._bytes += len(update.shared)
        shared, unheard, own = update
        if viewer is None:
            return shared
        if unheard and not hears:
            return unheard
        return shared if own is None else own(viewer)


BATCH_BYTES: Final = 64 * 1024
"""The most bytes of updates in one message; a snapshot may be larger."""

STUCK_BEATS: Final = 2
"""After this many heartbeats without progress, a reader is dropped."""

WAITING_REPLIES: Final = 64
"""How many replies may wait for a reader that does not read."""

Snapshots = Callable[[str | None, bool], bytes]
"""Returns a viewer's snapshot as a frame, given whether the viewer hears the spectators' talk."""


class Subscription:
    """What one reader of a table gets, in order.

    Attributes:
        viewer: the id of the player who reads; ``None`` for a spectator.
        hears: whether the reader hears the spectators' talk; all spectators do.
        tells_hands: whether the reader tells when the end of a hand stands on the screen.
        answers: whether the reader answers pings.
        cursor: the number of the last update that the reader was given.
        writing: whether a write is in progress.
        written: the number of writes that have ended.
        writer: the task that writes to the reader.
        slow: whether the reader was dropped for reading too slowly.
        done: whether the reader was given everything, including the reason for the end.
    """

    __slots__ = (
        "_apart",
        "_beat",
        "_beats_stuck",
        "_buffer",
        "_encoder",
        "_end",
        "_ping",
        "_presence",
        "_snapshot",
        "_timing",
        "_until",
        "_waiter",
        "_waiting",
        "_written_then",
        "answers",
        "cursor",
        "done",
        "hears",
        "slow",
        "tells_hands",
        "viewer",
        "writer",
        "writing",
        "written",
    )

    def __init__(
        self,
        buffer: UpdateBuffer,
        encoder: ReaderEncoder,
        snapshot: Snapshots,
        reader: Reader,
    ) -> None:
        after = reader.after
        self.viewer = reader.viewer
        self.hears = reader.hears or reader.viewer is None
        self.tells_hands = reader.tells_hands
        self.answers = reader.answers
        self.cursor = -1 if after is None or after > buffer.last else after
        self.writing = False
        self.written = 0
        self.writer: asyncio.Task[None] | None = None
        self.slow = False
        self.done = False
        self._buffer = buffer
        self._snapshot = snapshot
        self._encoder = encoder
        self._waiting: list[bytes] = []
        self._presence = b""
        self._timing = b""
        self._apart: list[bytes] = []
        self._ping = False
        self._beat = False
        self._beats_stuck = 0
        self._written_then = 0
        self._end = b""
        self._until = 0
        self._waiter: asyncio.Future[None] | None = None

    def read_from(self, buffer: UpdateBuffer) -> None:
        """Read on in another buffer, after the same number."""
        self._buffer = buffer
        self.wake()

    def wake(self) -> None:
        """Wake the writer: there is something to give."""
        waiter = self._waiter
        if waiter is not None:
            self._waiter = None
            if not waiter.done():
                waiter.set_result(None)

    def present(self, piece: bytes, *, wake: bool = True) -> None:
        """Tell the reader who is here; only the latest report counts."""
        self._presence = piece
        if wake:
            self.wake()

    def time(self, piece: bytes, *, wake: bool = True) -> None:
        """Tell the reader what runs out; only the latest report counts."""
        self._timing = piece
        if wake:
            self.wake()

    def confide(self, piece: bytes) -> None:
        """Tell the reader what is for this reader and few others."""
        self._apart.append(piece)
        del self._apart[:-WAITING_REPLIES]
        self.wake()

    def answer(self, request_id: str, result: int | Refused | None) -> None:
        """Answer a request of this reader; a reader that never reads answers is dropped."""
        if len(self._waiting) >= WAITING_REPLIES:
            self.end(EndReason.SLOW)
            return
        self._waiting.append(self._encoder.reply(request_id, result))
        self.wake()

    def beat(self) -> None:
        """Send a heartbeat; break off a write that has been stuck for several of them."""
        if self.writing and self.written == self._written_then:
            self._beats_stuck += 1
            if self._beats_stuck >= STUCK_BEATS and self.writer is not None and not self.slow:
                self.slow = True
                self.writer.cancel()
            return
        self._beats_stuck = 0
        self._written_then = self.written
        self._beat = True
        self.wake()

    def ping(self) -> None:
        """Ask the reader for an answer; those that wait to be written are one."""
        self._ping = True
        self.wake()

    def end(self, reason: EndReason, address: str = "") -> None:
        """End the stream after what is owed by now, and say why, and where the table has moved."""
        if not self._end:
            self._until = self._buffer.last
            self._end = self._encoder.end(reason, address)
            self.wake()

    async def wait(self) -> None:
        """Wait until there may be something to give."""
        if self._idle():
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter

    def take(self) -> bytes:
        """Return everything there is to give now as one message; empty if there is nothing.

        A stream that ends tells nothing that happened later: somebody else may hold the seat by
        now.
        """
        buffer = self._buffer
        parts, self._waiting = self._waiting, []
        cursor = self.cursor
        last = self._until if self._end else buffer.last
        if cursor < last:
            if cursor < buffer.first - 1 and self._end and self.viewer is not None:
                self.cursor = last
            elif cursor < buffer.first - 1:
                parts.append(self._snapshot(self.viewer, self.hears))
                self._presence = b""
                self.cursor = buffer.last
            else:
                size = 0
                while cursor < last and size < BATCH_BYTES:
                    cursor += 1
                    piece = buffer.one(cursor, self.viewer, hears=self.hears)
                    size += len(piece)
                    parts.append(piece)
                self.cursor = cursor
        if self._presence:
            parts.append(self._presence)
            self._presence = b""
        if self._apart and not self._end:  # somebody else may hold the seat by now
            parts += self._apart
            self._apart = []
        if self._timing:
            parts.append(self._timing)
            self._timing = b""
        if self._ping:
            self._ping = False
            parts.append(self._encoder.ping())
        if self._beat:
            self._beat = False
            if not parts:
                parts.append(self._encoder.heartbeat(self.cursor))
        if self._end and self.cursor >= last:
            parts.append(self._end)
            self.done = True
        return self._encoder.message(parts)

    def _idle(self) -> bool:
        return not (
            self._waiting
            or self._presence
            or self._timing
            or self._apart
            or self._ping
            or self._beat
            or self._end
            or self.cursor < self._buffer.last
        )
