"""A table that is played at: one task owns it, others send it requests.

The task takes what has piled up in its inbox, grants or refuses each request on a draft,
makes the draft's entries durable in one append, and only then answers and publishes. What
follows by itself (packs, the next hand after a pause, bots' moves) goes the same way. A draw
that others may be quicker than waits aside until their window is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_server import acting
from cardtui_server.answers import Answers
from cardtui_server.audience import Audience
from cardtui_server.bots import Bots
from cardtui_server.doors import Doors
from cardtui_server.draft import CLOSED, Answered, Draft, Step
from cardtui_server.entries import Closed, Packed, Started
from cardtui_server.errors import Reason, Refused
from cardtui_server.feed import Feed
from cardtui_server.granting import BUSY, grant
from cardtui_server.inbox import Ask, Inbox
from cardtui_server.ledger import Ledger
from cardtui_server.log import Behind, NoRoom
from cardtui_server.painter import Painter
from cardtui_server.partners import seats_after
from cardtui_server.rest import Rest
from cardtui_server.standing import CONTEST, Life, Standing
from cardtui_server.window import Window

T = TypeVar("T")

_RETRY: Final = 1.0
"""Seconds until a table whose log could not be written tries again."""

_GOING_DOWN: Final = "The server is going down: connect again when it is back."
_READ_ONLY: Final = (
    "The server cannot write its log, so nothing can be done at the tables for now: try again."
)


class Table:
    """One table.

    Attributes:
        id: its id.
        standing: the table as its readers know it.
        audience: who reads it.
    """

    def __init__(
        self,
        table_id: str,
        standing: Standing,
        doors: Doors,
        *,
        thinking: float,
        changed: Callable[[Table], None],
        answered: dict[str, Answered] | None = None,
    ) -> None:
        self.id = table_id
        self.standing = standing
        self.audience = Audience(
            standing.seq,
            standing.made.seats,
            doors.clock,
            self._snapshot_frame,
            self._tell_presence,
        )
        self._doors = doors
        self._changed = changed
        self._ledger = Ledger(table_id, standing, doors)
        self._painter = Painter(table_id, standing)
        self._inbox = Inbox()
        self._rest = Rest(doors.clock, self._inbox.ring)
        self._answers = Answers(answered or {})
        self._stuck = False
        self._over = False
        self._stopping = False
        self._crowd = 0
        made = standing.made
        pace = thinking if made.thinking is None else made.thinking / 1000
        self._window = Window(doors.clock, pace, self._end_window)
        self._bots = Bots(self, doors.clock, doors.log, pace, doors.lane)
        self._painter.present([], 0)

    @property
    def shown(self) -> bytes:
        """The table as the lobby shows it, encoded; how many watch is in no log."""
        crowd = tables_pb2.Table(watchers=len(self.audience.watchers)).SerializeToString()
        return self._painter.table + crowd

    @property
    def attended(self) -> bool:
        """Whether anybody plays or reads here."""
        return bool(self.audience.seats or self.audience.watchers or self.standing.people())

    def is_connected(self, seat: int) -> bool:
        """Return whether whoever holds the seat reads here."""
        return seat in self.audience.seats

    def stop(self) -> None:
        """End the task once what it is doing is done and answered."""
        self._stopping = True
        self._inbox.ring()

    # --- requests ------------------------------------------------------------------------

    def post(self, grant: Callable[[Draft], T], answer: Callable[[T | Refused], None]) -> None:
        """Put a request into the inbox; the answer comes once it is durable, or refused."""
        if self._over:
            answer(self._gone())
            return
        if self._inbox.full:
            answer(Refused(Reason.REASON_LIMIT, BUSY, retry=1.0))
            return
        self._inbox.put(Ask(grant, answer))

    async def ask(self, grant: Callable[[Draft], T]) -> T:
        """Make a request and return its result. It is done even if the caller goes away.

        Raises:
            Refused: it was refused.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def answer(result: T | Refused) -> None:
            if future.done():
                return
            if isinstance(result, Refused):
                future.set_exception(result)
            else:
                future.set_result(result)

        self.post(grant, answer)
        return await future

    def go_on(self, seat: int, hand: int) -> None:
        """Note that a seat has seen how the hand ended; with all of them the next begins."""
        self._rest.saw(seat, hand, self.standing, self.audience.seats.keys())

    # --- readers -------------------------------------------------------------------------

    def attach(self, viewer: int | None, after: int | None) -> Feed:
        """Return a new reader's feed; a seat's earlier reader is let go."""
        feed = self.audience.attach(viewer, after)
        if self._over:
            feed.end(table_service_pb2.END_REASON_CLOSED, CLOSED)
        return feed

    def detach(self, feed: Feed) -> None:
        """Let a reader go."""
        self.audience.detach(feed)
        if feed.viewer is not None and feed.viewer not in self.audience.seats:
            self._rest.forget(feed.viewer)
            self._rest.check(self.standing, self.audience.seats.keys())

    def snapshot(self, viewer: int | None) -> bytes:
        """Return all that a viewer may know now, as a `Snapshot`."""
        return self._painter.snapshot(self.standing, viewer)

    def _snapshot_frame(self, viewer: int | None) -> bytes:
        return self._painter.snapshot_frame(self.standing, viewer)

    def _tell_presence(self) -> None:
        """Tell who is here, readers and the lobby."""
        audience = self.audience
        watchers = len(audience.watchers)
        audience.present(self._painter.present(sorted(audience.seats), watchers))
        self._bots.look()
        if self._crowd != watchers:
            self._crowd = watchers
            self._changed(self)

    # --- the task ------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the table until it is closed."""
        try:
            self._settle()
            while self.standing.life is not Life.CLOSED and not self._stopping:
                if not self._inbox and (self._stuck or not self._due(self.standing)):
                    await self._inbox.wait()
                    continue
                await self._serve(self._inbox.take())
                self._inbox.done()
        finally:
            self._bots.stop()
            self._window.stop()
            self.audience.stop()
            self._rest.stop()
            self._over = True
            for ask in self._inbox.empty():
                ask.answer(self._gone())

    async def _serve(self, asks: list[Ask]) -> None:
        draft = Draft(self.standing, self._doors.dealer, self._answers.known, self._window.past)
        out, held = grant(asks, draft, self._inbox.may_hold, self._tell_failed)
        while self._due(draft.standing):
            acting.deal(draft)
        if draft.steps:
            try:
                await self._ledger.write(self.standing.seq, draft)
            except Behind:
                draft = Draft(self.standing, self._doors.dealer, self._answers.known)
                await self._ledger.read_on(draft)
                self._publish(draft, [])
                self._inbox.give_back()
                return
            except NoRoom as error:
                self._doors.log.warning("log cannot be written", error=str(error))
                self._refuse([*out, *((ask, None) for ask in held)])
                self._stuck = True
                self._doors.clock.call_later(_RETRY, self._try_again)
                return
        self._stuck = False
        self._inbox.hold(held)
        self._publish(draft, out)
        self._inbox.let_go(self._window.open)

    def _try_again(self) -> None:
        self._stuck = False
        self._inbox.ring()

    def _tell_failed(self, error: Exception) -> None:
        self._doors.log.error("request failed", table=self.id, exc_info=error)

    def _publish(self, draft: Draft, out: list[tuple[Ask, Any]]) -> None:
        """Answer, and tell all readers."""
        steps, shown = draft.steps, self._painter.table
        for step in steps:
            shared, own = self._painter.update(step)
            self.audience.tape.add(shared, own)
            self._note(step)
        self.standing = draft.standing
        self._answers.add(draft.fresh)
        if out:
            self._inbox.done()
        for ask, result in out:
            ask.answer(result)
        if not steps:
            return
        turn = self.standing.turn
        self.audience.tell(turn.to_act if turn is not None else ())
        if self._painter.table is not shown:
            self._changed(self)
        self._settle()

    def _note(self, step: Step) -> None:
        """Do what a change of seats, a new hand or the end asks for."""
        before, after, entry = step.before, step.after, step.entry
        if isinstance(entry, Started) and entry.draws:
            self._answers.move(entry)
            self.audience.move(seats_after(entry.draws), after.seq)
            self._tell_presence()
        elif before.sitters is not after.sitters:
            for seat, (old, new) in enumerate(zip(before.sitters, after.sitters, strict=True)):
                if (old and old.player) != (new and new.player):
                    self.audience.pass_on(seat, after.seq)
                    self._rest.forget(seat)
        if isinstance(entry, Packed):
            self._rest.begin_hand()
        if isinstance(entry, Closed):
            self.audience.end(table_service_pb2.END_REASON_CLOSED, "The table was closed.")

    def _settle(self) -> None:
        """Arrange for what comes next by itself."""
        standing = self.standing
        self._window.look(standing)
        if standing.life is not Life.PLAYING:
            return
        self._rest.look(standing)
        self._bots.look()

    def _end_window(self) -> None:
        """Go on with the draws that waited; who is asked in a contest has had its time."""
        self._inbox.let_go(self._window.open)
        self._waive(self.standing.opened)

    def _waive(self, window: int) -> None:
        """Waive for who is asked in the contest of that window, until it is written down."""
        turn = self.standing.turn
        if self.standing.opened != window or turn is None or turn.phase != CONTEST:
            return

        def answer(result: int | Refused) -> None:
            if isinstance(result, Refused):
                self._doors.clock.call_later(_RETRY, partial(self._waive, window))

        for seat in turn.to_act:
            self._inbox.put(Ask(partial(acting.waive, seat=seat, window=window), answer))

    def _due(self, standing: Standing) -> bool:
        """Whether a pack is to be dealt now."""
        return (
            standing.life is Life.PLAYING
            and standing.turn is not None
            and standing.turn.wants_pack
            and (not self._rest.keeps_waiting(standing))
        )

    def _refuse(self, out: list[tuple[Ask, Any]]) -> None:
        """Answer what was granted, but could not be written down."""
        for ask, result in out:
            ask.answer(
                result
                if isinstance(result, Refused)
                else Refused(Reason.REASON_READ_ONLY, _READ_ONLY, retry=_RETRY)
            )

    def _gone(self) -> Refused:
        """Return why nothing can be asked of the table any more."""
        if self.standing.life is Life.CLOSED:
            return Refused(Reason.REASON_TABLE_STATE, CLOSED)
        return Refused(Reason.REASON_SHUTTING_DOWN, _GOING_DOWN, retry=_RETRY)
