"""The feed of one table: frames in order, without gaps, over connections that come and go.
It connects again by itself, sends again what has no answer, and reveals your bits in time; how
long it tries is in `net/call_errors.py`.

A seat plays over one stream in both directions, a spectator watches. When the stream is lost the
feed resumes after the last update it has, and sends unanswered acts again with the same request
ids, so that nothing is done twice.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, errors_pb2, shuffle_pb2, table_service_pb2
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.i18n import _
from cardtui_client.model.table import Status
from cardtui_client.net.call_errors import (
    Patience,
    Refused,
    Unintelligible,
    Unreachable,
    is_cancelled,
)
from cardtui_client.net.connection import Connection
from cardtui_client.net.moved import Seeker, moved_words
from cardtui_client.net.services import MOST_MOVES
from cardtui_client.net.stream import Lost, Over, Stream

_BUSY_REASONS: Final = (
    errors_pb2.REASON_LIMIT,
    errors_pb2.REASON_SHUTTING_DOWN,
    errors_pb2.REASON_REOPENING,
    errors_pb2.REASON_MOVED,
)
_UNSEATED_REASONS: Final = (
    table_service_pb2.END_REASON_LEFT,
    table_service_pb2.END_REASON_KICKED,
    table_service_pb2.END_REASON_BANNED,
)
_REVEAL_DELAY: Final = 0.05
"""Seconds before one reveals: what has arrived by then may say that it is too late."""

_MOST_WAITING_FRAMES: Final = 64
"""How many frames may wait to be shown; the rest wait at the server."""


class _Pending(NamedTuple):
    request: table_service_pb2.PlayAct
    reply: asyncio.Future[table_service_pb2.ActReply]


class ActsUnderWay:
    """The acts that have no answer yet, however many streams they are sent over."""

    def __init__(self) -> None:
        self._pending: dict[str, _Pending] = {}
        # Ids must be unique for the seat, also across its programs and machines.
        self._prefix = secrets.token_hex(6)
        self._made = 0

    def new(
        self, action: actions_pb2.Action, expected: int | None, request_id: str | None
    ) -> table_service_pb2.PlayAct:
        """Return the act as it is sent, with a new id if it has none."""
        if request_id is None:
            self._made += 1
            request_id = f"{self._prefix}-{self._made}"
        return table_service_pb2.PlayAct(action=action, expected=expected, request_id=request_id)

    def begin(
        self, request: table_service_pb2.PlayAct
    ) -> asyncio.Future[table_service_pb2.ActReply]:
        """Return what will be the reply; `end` must follow."""
        reply = asyncio.get_running_loop().create_future()
        self._pending[request.request_id] = _Pending(request, reply)
        return reply

    def end(self, request: table_service_pb2.PlayAct) -> None:
        """Stop waiting for that reply."""
        self._pending.pop(request.request_id, None)

    def unanswered(self) -> list[table_service_pb2.PlayAct]:
        """Return what a new stream must send again."""
        return [pending.request for pending in self._pending.values()]

    def answer(self, reply: table_service_pb2.ActReply) -> None:
        """Give a reply to the act that it is for."""
        pending = self._pending.get(reply.request_id)
        if pending is not None and not pending.reply.done():
            pending.reply.set_result(reply)

    def give_up(self, error: Refused | Unreachable) -> None:
        """Tell every act that no reply will come."""
        for pending in self._pending.values():
            if not pending.reply.done():
                pending.reply.set_exception(error)


class FeedStatus(NamedTuple):
    """How the feed stands now.

    Attributes:
        status: the state.
        sentence: what to tell the reader; ``""`` if there is nothing to tell.
        wait: seconds until the next attempt.
        attempt: the number of that attempt, from 1; 0 where none is counted.
        useless: whether it ended because the server is of no use, rather than that this player
            is not wanted there any more.
    """

    status: Status
    sentence: str = ""
    wait: float = 0.0
    attempt: int = 0
    useless: bool = False


_Items = asyncio.Queue[table_service_pb2.Frame | FeedStatus | None]


class TableFeed:
    """The frames of a table, and the acts of a seat there.

    Attributes:
        table_id: the table's id.
        seat: whether this is a seat's feed; a spectator's cannot act.
        hears: whether a seat hears what spectators say; spectators always do.
    """

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        seat: bool,
        *,
        patience: Patience | None = None,
        hears: bool = False,
        tells_hands_shown: bool = False,
    ) -> None:
        """Make a feed that is not open yet.

        Args:
            connection: a session on the table's server.
            seat: whether to play the seat that you hold there.
            patience: how long the server may take.
            hears: whether a seat hears what spectators say.
            tells_hands_shown: whether `shown` will be called after each hand.
        """
        self.table_id = table_id
        self.seat = seat
        self.hears = hears
        self._connection = connection
        self._tells_hands_shown = tells_hands_shown
        self._patience = patience or Patience()
        self._after: int | None = None
        self._stream: Stream | None = None
        self._acts = ActsUnderWay()
        self._owed: tuple[bytes, shuffle_pb2.Shuffle] | None = None
        self._reopened = False
        self._good = False
        self._doubts = 0
        self._closed = asyncio.Event()

    async def frames(self) -> AsyncIterator[table_service_pb2.Frame | FeedStatus]:
        """Yield the frames in order, and how the feed stands whenever that changes.

        A server that cannot be reached is tried for ever: it may come back at any time. It
        ends after a status ``ENDED``: the table is closed, the seat is given up, the server
        does not let this player in, or keeps sending what cannot be read. In the last
        two cases it may be called again.

        Take frames in within ``Connection.workload.working()``, so that a server which makes
        much work has to wait.
        """
        arrived: _Items = asyncio.Queue(_MOST_WAITING_FRAMES)
        workload = self._connection.workload
        self._doubts = 0
        reader = asyncio.create_task(self._read_into(arrived))
        try:
            while (item := await arrived.get()) is not None:
                yield item
                await asyncio.sleep(workload.take_turn())
            await reader
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)

    async def act(
        self,
        action: actions_pb2.Action,
        expected: int | None = None,
        *,
        request_id: str | None = None,
    ) -> table_service_pb2.ActReply:
        """Act, and return the server's answer: the update's number, or the refusal.

        Neither a lost connection nor a busy server loses the act: it is sent again with
        the same id, so that it happens once. `frames` must be running.

        Args:
            expected: the position that the person saw (`TableModel.position`), so that the
                act is refused as stale if another has changed it; ``None`` to act regardless.
            request_id: an id of the caller's own; by default a new one.

        Raises:
            Unreachable: no answer came in time; what became of it is seen at the table.
            Refused: the server does not let this player in any more.
            ValueError: this is a spectator's feed.
        """
        if not self.seat:
            raise ValueError("a spectator cannot act")
        self._connection.acting(action)
        request = self._acts.new(action, expected, request_id)
        try:
            async with asyncio.timeout(self._patience.seconds):
                for tries in range(1, self._patience.tries):
                    reply = await self._answer(request)
                    if reply.refusal.reason not in _BUSY_REASONS:
                        return reply
                    await asyncio.sleep(self._patience.wait(tries))
                return await self._answer(request)
        except TimeoutError:
            raise Unreachable(_("No answer from the server; look at the table again.")) from None

    async def say(
        self,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> None:
        """Say a text, a phrase or a reaction at the table; a text also to your team alone.

        Raises:
            Refused: the server does not take it, for instance because there were too many.
            Unreachable: nobody answers.
        """
        await self._connection.say(self.table_id, text, team=team, phrase=phrase, reaction=reaction)

    async def go_on(self, hand: int) -> None:
        """Say that you have seen how that hand ended; if the connection is lost, so is this."""
        if self.seat:
            go_on = table_service_pb2.PlayContinue(hand=hand)
            await self._send(table_service_pb2.PlayRequest(go_on=go_on))

    async def shown(self, hand: int) -> None:
        """Say that the end of that hand stands on the screen: the hand pause counts from then."""
        if self.seat:
            told = table_service_pb2.PlayHandShown(hand=hand)
            await self._send(table_service_pb2.PlayRequest(hand_shown=told))

    async def hold(self, hold: bool) -> None:
        """Have the hand pause wait, or wait no longer."""
        if self.seat:
            wanted = table_service_pb2.PlayHold(hold=hold)
            await self._send(table_service_pb2.PlayRequest(hold=wanted))

    async def back(self) -> None:
        """Say that you are back, so that no bot needs to sit in."""
        if self.seat:
            await self._send(table_service_pb2.PlayRequest(back=table_service_pb2.PlayBack()))

    async def hear(self, spectators: bool) -> None:
        """Hear what spectators say from now on, over lost connections too, or do not."""
        self.hears = spectators
        if self.seat:
            hear = table_service_pb2.PlayHear(spectators=spectators)
            await self._send(table_service_pb2.PlayRequest(hear=hear))

    def resync(self) -> None:
        """Ask for a snapshot, because what was folded so far cannot be trusted."""
        self._after = None
        if self._stream is not None:
            self._stream.cancel()

    async def close(self) -> None:
        """End the feed; the seat is kept."""
        self._closed.set()
        if self._stream is not None:
            self._stream.cancel()
        self._acts.give_up(Unreachable(_("You left the table; your seat is kept.")))

    async def _answer(self, request: table_service_pb2.PlayAct) -> table_service_pb2.ActReply:
        reply = self._acts.begin(request)
        try:
            await self._send(table_service_pb2.PlayRequest(act=request))
            return await reply
        finally:
            self._acts.end(request)

    async def _send(self, request: table_service_pb2.PlayRequest) -> bool:
        return self._stream is not None and await self._stream.send(request)

    async def _read_into(self, arrived: _Items) -> None:
        try:
            await arrived.put(FeedStatus(Status.CONNECTING))
            await self._keep_open(arrived)
        except Over as over:
            useless = isinstance(over.cause, Unreachable)
            await arrived.put(FeedStatus(Status.ENDED, over.sentence, useless=useless))
            self._acts.give_up(over.cause or Unreachable(over.sentence))
        finally:
            if not is_cancelled():
                await arrived.put(None)

    async def _keep_open(self, arrived: _Items) -> None:
        """Read stream after stream, for as long as it takes, until closed or `Over` is raised."""
        failures, moves, seeker = 0, 0, Seeker(self._connection)
        while not self._closed.is_set():
            live, self._good = False, False
            began = time.monotonic()
            try:
                async for frame in self._frames():
                    if not live:
                        moves = 0
                        live, began = True, time.monotonic()
                        seeker.stop()
                        await arrived.put(FeedStatus(Status.LIVE))
                    await arrived.put(frame)
            except Lost as lost:
                if self._closed.is_set():
                    return
                settled = live and time.monotonic() - began > self._patience.settled
                self._doubt(lost, settled=settled)
                if self._good or settled:
                    # A stream that only shows the table and ends at once would be asked for
                    # for ever without a rest.
                    failures, self._reopened = 0, False
                if lost.moved and moves < MOST_MOVES and await self._go_where(lost, arrived):
                    moves += 1
                    continue
                moves = 0
                failures += 1
                wait = max(lost.wait, self._patience.wait(failures))
                await arrived.put(FeedStatus(Status.RECONNECTING, lost.sentence, wait, failures))
                if await seeker.rest(wait):
                    failures = 0
                    now_at = moved_words(self._connection)
                    await arrived.put(FeedStatus(Status.RECONNECTING, now_at))
                if lost.stranger:
                    await self._be_known()

    async def _go_where(self, lost: Lost, arrived: _Items) -> bool:
        """Go on at the server that has the table; tell whether it is there."""
        if not lost.moved.startswith(":"):  # another port of the same server is no news
            await arrived.put(FeedStatus(Status.RECONNECTING, lost.sentence))
        with suppress(Unreachable):
            await self._connection.go_where(lost.moved)
            return True
        return False

    def _doubt(self, lost: Lost, *, settled: bool) -> None:
        """Count the streams in a row that were lost because of what they carried.

        Raises:
            Over: there were too many: asking for a snapshot does not help.
        """
        if settled:
            self._doubts = 0
        if lost.doubtful:
            self._doubts += 1
            if self._doubts >= self._patience.doubts:
                error = Unintelligible(self._connection.address)
                raise Over(str(error), error) from lost

    async def _frames(self) -> AsyncIterator[table_service_pb2.Frame]:
        """Yield what one stream carries, except for replies, which go to their acts."""
        self._stream = Stream(
            self._connection,
            self.table_id,
            seat=self.seat,
            after=self._after,
            hears=self.hears,
            tells_hands_shown=self._tells_hands_shown,
        )
        begins = True
        revealing: asyncio.Task[None] | None = None
        try:
            async for frame in self._stream.frames(self._acts.unanswered, self._patience):
                await self._learn(frame)
                asked = self._look_at(frame)
                if begins or asked:
                    begins = False
                    revealing = asyncio.create_task(self._reveal())
                match frame.WhichOneof("frame"):
                    case "reply":
                        self._good = True
                        self._acts.answer(frame.reply)
                        continue
                    case "snapshot":
                        self._after = frame.snapshot.seq
                    case "update":
                        self._good = True
                        self._after = frame.update.seq
                    case "end":
                        self._look_at_end(frame.end)
                    case _:
                        pass
                yield frame
        except Lost as lost:
            if lost.anew:
                self._after = None
            raise
        finally:
            self._stream = None
            if revealing is not None:
                revealing.cancel()

    async def _learn(self, frame: table_service_pb2.Frame) -> None:
        """Ask for the records of matches that you missed: they may have the bits that you gave."""
        bits = self._connection.bits
        if not (self.seat and bits and frame.HasField("snapshot")):
            return
        for match in bits.missed(self.table_id, frame.snapshot.shuffle):
            with suppress(Refused, Unreachable, TimeoutError):
                async with asyncio.timeout(self._patience.silence / 4):  # the table waits for it
                    record = await self._connection.get_record(self.table_id, match)
                bits.learn(self.table_id, match, record)

    def _look_at(self, frame: table_service_pb2.Frame) -> bool:
        """Return whether a frame tells of a match that waits for what you have committed to."""
        bits = self._connection.bits
        told = frame.snapshot if frame.HasField("snapshot") else frame.update
        if not (self.seat and bits) or not (told.HasField("shuffle") or frame.HasField("snapshot")):
            return False
        owed = bits.wanted(self.table_id, told.shuffle)
        self._owed = (owed, told.shuffle) if owed else None
        return bool(owed)

    def _look_at_end(self, end: table_service_pb2.StreamEnd) -> None:
        """Take note that the seat is no longer yours, or that you have one now."""
        if end.reason == table_service_pb2.END_REASON_SEATED:
            self._connection.seated_at.add(self.table_id)
        if self.seat and end.reason in _UNSEATED_REASONS:
            self._connection.seated_at.discard(self.table_id)
            if self._connection.bits:
                self._connection.bits.put_out(self.table_id)

    async def _reveal(self) -> None:
        """Reveal what is owed; once more over a new stream, if the last one may have lost it."""
        await asyncio.sleep(_REVEAL_DELAY)
        bits = self._connection.bits
        if self._owed and bits:
            owed, shuffle = self._owed
            reveal = table_service_pb2.PlayReveal(bits=owed)
            # Noted before: the answer may be there as soon as it is sent.
            first = bits.sent(self.table_id, shuffle)
            if not await self._send(table_service_pb2.PlayRequest(reveal=reveal)) and first:
                bits.not_sent(self.table_id, shuffle.match)

    async def _be_known(self) -> None:
        """Open the session again, but only once in a row of failures."""
        if self._reopened:
            raise Over(_("Your session has expired; reconnect."))
        self._reopened = True
        try:
            await self._connection.reopen()
        except Refused as refused:
            raise Over(str(refused), refused) from refused
        except Unintelligible as error:
            raise Over(str(error), error) from error
        except Unreachable:
            self._reopened = False  # the next attempt of the stream will tell
