"""A table that is played at: one task owns it, others send it requests.

The task takes what has piled up in its inbox, grants or refuses each request on a draft,
makes the draft's entries durable in one append, and only then answers and publishes. What
follows by itself (packs, the next hand after a pause, bots' moves) goes the same way. A draw
that others may be quicker than waits aside until their window is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_server import requests
from cardtui_server.answers import Answers
from cardtui_server.audience import Audience
from cardtui_server.bots import Bots
from cardtui_server.clock import Clock, Timer
from cardtui_server.dealer import Dealer
from cardtui_server.entries import Acted, Closed, Packed, Stamped
from cardtui_server.errors import Reason, Refused
from cardtui_server.feed import Feed
from cardtui_server.lane import Lane
from cardtui_server.log import Behind, Journal, LogStore, NoRoom
from cardtui_server.painter import Painter
from cardtui_server.requests import Answered, Draft, Held
from cardtui_server.standing import CONTEST, Life, Standing
from cardtui_server.window import Window

T = TypeVar("T")

_INBOX: Final = 256
"""How many requests may wait; more are refused."""

_RETRY: Final = 1.0
"""Seconds until a table whose log could not be written tries again."""

_HELD: Final = 16
"""How many draws may wait for the end of a window."""

_BUSY: Final = "Too many requests wait at this table: try again in a moment."
_BROKEN: Final = "Something went wrong inside the server: nothing was changed."
_CLOSED: Final = "This table is closed: choose another one."
_GOING_DOWN: Final = "The server is going down: connect again when it is back."
_READ_ONLY: Final = (
    "The server cannot write its log, so nothing can be done at the tables for now: try again."
)


class _Ask(NamedTuple):
    """A request, and whom to answer."""

    grant: Callable[[Draft], Any]
    answer: Callable[[Any], None]
    """Called with the result, or with the `Refused`."""
    window: int = 0
    """The window for whose end it waits."""


@dataclass(frozen=True, slots=True)
class Doors:
    """A table's ways to the world."""

    store: LogStore
    clock: Clock
    dealer: Dealer
    log: Any
    lane: Lane = field(default_factory=Lane)
    """What the bots of all tables go through."""


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
        self._journal = Journal(standing.rules.deck)
        self._painter = Painter(table_id, standing)
        self._inbox: list[_Ask] = []
        self._serving: list[_Ask] = []
        self._held: list[_Ask] = []
        self._bell: asyncio.Future[None] | None = None
        self._answers = Answers(answered or {})
        self._answered = self._answers.known
        self._rested = False
        self._stuck = False
        self._over = False
        self._stopping = False
        self._rest: Timer | None = None
        self._gone_on: set[int] = set()
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

    def stop(self) -> None:
        """End the task once what it is doing is done and answered."""
        self._stopping = True
        self._ring()

    # --- requests ------------------------------------------------------------------------

    def post(self, grant: Callable[[Draft], T], answer: Callable[[T | Refused], None]) -> None:
        """Put a request into the inbox; the answer comes once it is durable, or refused."""
        if self._over:
            answer(self._gone())
            return
        if len(self._inbox) >= _INBOX:
            answer(Refused(Reason.REASON_LIMIT, _BUSY, retry=1.0))
            return
        self._inbox.append(_Ask(grant, answer))
        self._ring()

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
        standing = self.standing
        if not standing.resting or hand != standing.tally.hand:
            return
        self._gone_on.add(seat)
        self._check_gone_on()

    # --- readers -------------------------------------------------------------------------

    def attach(self, viewer: int | None, after: int | None) -> Feed:
        """Return a new reader's feed; a seat's earlier reader is let go."""
        feed = self.audience.attach(viewer, after)
        if self._over:
            feed.end(table_service_pb2.END_REASON_CLOSED, _CLOSED)
        return feed

    def detach(self, feed: Feed) -> None:
        """Let a reader go."""
        self.audience.detach(feed)
        if feed.viewer is not None and feed.viewer not in self.audience.seats:
            self._gone_on.discard(feed.viewer)
            self._check_gone_on()

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
        if self._crowd != watchers:
            self._crowd = watchers
            self._changed(self)

    # --- the task ------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the table until it is closed."""
        try:
            self._settle()
            self._ring()
            while self.standing.life is not Life.CLOSED and not self._stopping:
                if not self._inbox and (self._stuck or not self._due(self.standing)):
                    self._bell = asyncio.get_running_loop().create_future()
                    await self._bell
                    self._bell = None
                    continue
                self._serving, self._inbox = self._inbox, []
                await self._serve(self._serving)
                self._serving = []
        finally:
            self._inbox[:0] = self._serving
            self._bots.stop()
            self._window.stop()
            self.audience.stop()
            if self._rest is not None:
                self._rest.cancel()
            self._over = True
            for ask in (*self._inbox, *self._held):
                ask.answer(self._gone())
            self._inbox, self._held = [], []

    async def _serve(self, asks: list[_Ask]) -> None:
        draft = Draft(self.standing, self._doors.dealer, self._answered, self._window.past)
        out: list[tuple[_Ask, Any]] = []
        held: list[_Ask] = []
        for ask in asks:
            before, draft.waited = draft.mark(), ask.window
            try:
                result = ask.grant(draft)
            except Refused as refused:
                result = refused
            except Held:
                if len(self._held) + len(held) < _HELD:
                    held.append(ask._replace(window=draft.standing.opened))
                    continue
                result = Refused(Reason.REASON_LIMIT, _BUSY, retry=1.0)
            except Exception:
                self._doors.log.exception("request failed", table=self.id)
                draft.back_to(before)
                result = Refused(Reason.REASON_INTERNAL, _BROKEN)
            out.append((ask, result))
        while self._due(draft.standing):
            requests.deal(draft)
        if draft.steps:
            try:
                await self._append(draft)
            except Behind:
                await self._catch_up()
                self._inbox[:0] = asks
                self._ring()
                return
            except NoRoom as error:
                self._doors.log.warning("log cannot be written", error=str(error))
                self._refuse([*out, *((ask, None) for ask in held)])
                self._stuck = True
                self._doors.clock.call_later(_RETRY, self._try_again)
                return
        self._stuck = False
        self._held += held
        self._answers.add(draft.fresh)
        self._publish(draft, out)
        self._let_go()

    def _try_again(self) -> None:
        self._stuck = False
        self._ring()

    async def _append(self, draft: Draft) -> None:
        time = self._doors.clock.wall()
        rows = [self._journal.write(Stamped(time, step.entry)) for step in draft.steps]
        last = draft.standing.life is Life.CLOSED
        await self._doors.store.append(self.id, self.standing.seq, rows, last=last)

    async def _catch_up(self) -> None:
        """Read what another server has written, and publish it."""
        draft = Draft(self.standing, self._doors.dealer, self._answered)
        for row in await self._doors.store.read(self.id, self.standing.seq):
            entry = self._journal.read(row).entry
            seq = draft.add(entry)
            if isinstance(entry, Acted) and entry.request_id:
                draft.fresh[entry.request_id] = Answered(entry.seat, seq)
        self._answers.add(draft.fresh)
        self._publish(draft, [])

    def _publish(self, draft: Draft, out: list[tuple[_Ask, Any]]) -> None:
        """Answer, and tell all readers."""
        steps, shown = draft.steps, self._painter.table
        for step in steps:
            shared, own = self._painter.update(step)
            self.audience.tape.add(shared, own)
            self._note(step)
        self.standing = draft.standing
        if out:
            self._serving = []
        for ask, result in out:
            ask.answer(result)
        if not steps:
            return
        turn = self.standing.turn
        self.audience.tell(turn.to_act if turn is not None else ())
        if self._painter.table is not shown:
            self._changed(self)
        self._settle()

    def _note(self, step: requests.Step) -> None:
        """Do what a change of seats, a new hand or the end asks for."""
        before, after = step.before, step.after
        if before.sitters is not after.sitters:
            for seat, (old, new) in enumerate(zip(before.sitters, after.sitters, strict=True)):
                if (old and old.player) != (new and new.player):
                    self.audience.pass_on(seat, after.seq)
                    self._gone_on.discard(seat)
        if isinstance(step.entry, Packed):
            self._rested = False
            self._gone_on.clear()
        if isinstance(step.entry, Closed):
            self.audience.end(table_service_pb2.END_REASON_CLOSED, "The table was closed.")

    def _settle(self) -> None:
        """Arrange for what comes next by itself."""
        standing = self.standing
        self._window.look(standing)
        if standing.life is not Life.PLAYING:
            return
        if standing.resting and not self._rested and self._rest is None:
            if standing.made.pause:
                self._rest = self._doors.clock.call_later(standing.made.pause, self._end_rest)
            else:
                self._end_rest()
        self._bots.look()

    def _check_gone_on(self) -> None:
        """Begin the next hand if everybody who is connected has seen how the last one ended."""
        connected = self.audience.seats.keys() & set(self.standing.people())
        if self.standing.resting and self._gone_on and self._gone_on >= connected:
            self._end_rest()

    def _end_rest(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None
        self._rested = True
        self._ring()

    def _end_window(self) -> None:
        """Go on with the draws that waited; who is asked in a contest has had its time."""
        self._let_go()
        self._waive(self.standing.opened)

    def _let_go(self) -> None:
        """Ask again for the draws whose window is over, by time or because somebody acted."""
        still, asks = self._window.open, self._held
        self._held = [ask for ask in asks if ask.window == still]
        if len(self._held) < len(asks):
            self._inbox += [ask for ask in asks if ask.window != still]
            self._ring()

    def _waive(self, window: int) -> None:
        """Waive for who is asked in the contest of that window, until it is written down."""
        turn = self.standing.turn
        if self.standing.opened != window or turn is None or turn.phase != CONTEST:
            return

        def answer(result: int | Refused) -> None:
            if isinstance(result, Refused):
                self._doors.clock.call_later(_RETRY, partial(self._waive, window))

        for seat in turn.to_act:
            self._inbox.append(_Ask(partial(requests.waive, seat=seat, window=window), answer))
        self._ring()

    def _due(self, standing: Standing) -> bool:
        """Whether a pack is to be dealt now."""
        return (
            standing.life is Life.PLAYING
            and standing.turn is not None
            and standing.turn.wants_pack
            and (self._rested or not standing.resting)
        )

    def _refuse(self, out: list[tuple[_Ask, Any]]) -> None:
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
            return Refused(Reason.REASON_TABLE_STATE, _CLOSED)
        return Refused(Reason.REASON_SHUTTING_DOWN, _GOING_DOWN, retry=_RETRY)

    def _ring(self) -> None:
        bell = self._bell
        if bell is not None and not bell.done():
            bell.set_result(None)
