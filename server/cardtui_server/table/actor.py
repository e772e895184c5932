"""A table that is played at: one task owns it, others send it requests.

The task takes what has piled up in its inbox, grants or refuses each request on a draft,
makes the draft's entries durable in one append, and only then answers and publishes. What
follows by itself (packs, the next hand after a pause, bots' moves) goes the same way. A draw
that others may be quicker than waits aside until their window is over.

Whatever goes wrong at a table, in its task or in what it has asked the clock for, ends the
task; the table is to be opened again from its log then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final, TypeVar

from cardtui_server.match import play_commands as acting
from cardtui_server.match.entries import Closed, Packed, Started
from cardtui_server.match.high_card import seats_after
from cardtui_server.match.refusals import GOING_DOWN, Reason, Refused
from cardtui_server.match.seen import is_listed_otherwise
from cardtui_server.match.state import CONTEST, Life, Standing
from cardtui_server.match.transaction import CLOSED, Draft, Step
from cardtui_server.ports.log_store import Behind, NoRoom, Unreadable
from cardtui_server.table.bot_players import Bots
from cardtui_server.table.claim_window import Window
from cardtui_server.table.end_reason import EndReason
from cardtui_server.table.environment import Doors
from cardtui_server.table.executor import BUSY, grant
from cardtui_server.table.guarded_clock import GuardedClock
from cardtui_server.table.hand_pause import Rest
from cardtui_server.table.log_retry import Trouble
from cardtui_server.table.mailbox import Ask, Inbox
from cardtui_server.table.replies import Answers
from cardtui_server.table.subscribers import Audience
from cardtui_server.table.subscription import Feed
from cardtui_server.table.table_log import Ledger

T = TypeVar("T")

_RETRY: Final = 1.0
"""Seconds until what was refused is asked again."""

_REOPENING: Final = "Something went wrong at this table, which is being opened again: try again."


class Table:
    """One table.

    Attributes:
        id: its id.
        standing: the table as its readers know it.
        audience: who reads it.
        broken: whether something went wrong here, so that it must be opened again.
    """

    def __init__(
        self,
        table_id: str,
        standing: Standing,
        doors: Doors,
        *,
        thinking: float,
        changed: Callable[[Table], None],
        answers: Answers | None = None,
    ) -> None:
        self.id = table_id
        self.standing = standing
        self.broken = False
        clock = GuardedClock(doors.clock, self.fail)
        self._encoder = doors.encode(table_id, standing)
        self.audience = Audience(
            standing.seq,
            standing.made.seats,
            clock,
            self._encoder,
            snapshot=self._snapshot_frame,
            changed=self.tell_presence,
        )
        self._doors = doors
        self._changed = changed
        self._ledger = Ledger(table_id, standing, doors)
        self._inbox = Inbox()
        self._rest = Rest(clock, self._inbox.ring)
        self._answers = Answers() if answers is None else answers
        self._trouble = Trouble(clock, doors, table_id, self._inbox.ring)
        self._clock = clock
        self._failure: Exception | None = None
        self._over = False
        self._writing = False
        self._stopping = False
        self._crowd = 0
        made = standing.made
        pace = thinking if made.thinking is None else made.thinking / 1000
        self._window = Window(clock, pace, self._end_window)
        self._bots = Bots(self, clock, doors.log, pace, doors.lane)
        self._encoder.presence([], 0, doors.outage.refusal)

    @property
    def shown(self) -> bytes:
        """The table as the lobby shows it, encoded, with how many watch."""
        return self._encoder.listed(len(self.audience.watchers))

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

    def fail(self, error: Exception) -> None:
        """End the task because of something that nobody foresaw."""
        self._failure = self._failure or error
        self._inbox.ring()

    def gone(self, retry: float = _RETRY) -> Refused:
        """Return why nothing can be asked of the table any more."""
        if self.broken:
            return Refused(Reason.REOPENING, _REOPENING, retry=retry)
        if self.standing.life is Life.CLOSED:
            return Refused(Reason.TABLE_STATE, CLOSED)
        return Refused(Reason.SHUTTING_DOWN, GOING_DOWN, retry=retry)

    # --- requests ------------------------------------------------------------------------

    def post(
        self,
        grant: Callable[[Draft], T],
        answer: Callable[[T | Refused], None],
        *,
        own: bool = False,
    ) -> None:
        """Put a request into the inbox; the answer comes once it is durable, or refused.

        Args:
            grant: does it on a draft.
            answer: is called with what came of it.
            own: whether the table itself asks, and fails where the answer does.
        """
        if self._over:
            answer(self.gone())
            return
        if self._inbox.full:
            answer(Refused(Reason.LIMIT, BUSY, retry=1.0))
            return
        self._inbox.put(Ask(grant, answer, own=own))

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

    def attach(
        self, viewer: int | None, after: int | None, player: str = "", *, hears: bool = False
    ) -> Feed:
        """Return a new reader's feed; a seat's earlier reader is let go.

        Args:
            viewer: the reader's seat, ``None`` for a spectator.
            after: the number of the last update that the reader has.
            player: who reads.
            hears: whether a seat hears the spectators, too.
        """
        feed = self.audience.attach(viewer, after, player, hears=hears)
        if self.broken:
            feed.end(EndReason.REOPENING, _REOPENING)
        elif self._over:
            feed.end(EndReason.CLOSED, CLOSED)
        return feed

    def detach(self, feed: Feed) -> None:
        """Let a reader go."""
        self.audience.detach(feed)
        if feed.viewer is not None and feed.viewer not in self.audience.seats:
            self._rest.forget(feed.viewer)
            self._rest.check(self.standing, self.audience.seats.keys())

    def is_watched_by(self, player: str) -> bool:
        """Return whether a player reads here as a spectator."""
        return player in self.audience.watchers.values()

    def snapshot(self, viewer: int | None) -> bytes:
        """Return all that a viewer may know now, as a `Snapshot`."""
        return self._encoder.snapshot(self.standing, viewer)

    def _snapshot_frame(self, viewer: int | None, hears: bool) -> bytes:
        return self._encoder.snapshot_frame(self.standing, viewer, hears=hears)

    def tell_presence(self) -> None:
        """Tell who is here and whether anything can be done, readers and the lobby."""
        audience = self.audience
        watchers, stopped = len(audience.watchers), self._doors.outage.refusal
        audience.present(self._encoder.presence(sorted(audience.seats), watchers, stopped))
        self._bots.look()
        if self._crowd != watchers:
            self._crowd = watchers
            self._changed(self)

    # --- the task ------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the table until it is closed.

        Raises:
            Exception: something went wrong; everybody who waited has been told to try again.
        """
        try:
            self._settle()
            while self.standing.life is not Life.CLOSED and not self._stopping:
                if self._failure is not None:
                    raise self._failure
                if not self._inbox and (self._trouble.resting or not self._due(self.standing)):
                    await self._inbox.wait()
                elif self._trouble.blind and self._trouble.resting:
                    self._reply([(ask, self._trouble.refusal()) for ask in self._inbox.take()])
                else:
                    await self._serve(self._inbox.take())
            if self._failure is not None:  # as it came to its end
                raise self._failure
        except Exception:
            self.broken = True
            raise
        finally:
            self._over = True
            for reactor in (self._bots, self._window, self.audience, self._rest, self._trouble):
                reactor.stop()
            if self._writing:  # It may be durable: who asks again unseen may do it twice.
                self._reply([(ask, self.gone(retry=0)) for ask in self._inbox.served])
            self._reply([(ask, self.gone()) for ask in self._inbox.empty()])

    async def _serve(self, asks: list[Ask]) -> None:
        draft = Draft(self.standing, self._doors.dealer, self._answers, self._window.past)
        failed = partial(self._tell_failed, "request failed")
        out, held = grant(asks, draft, self._inbox.may_hold, failed)
        while self._due(draft.standing):
            acting.deal(draft)
        if draft.steps:
            try:
                await self._write(draft)
            except Behind:
                await self._read_on(asks)
                return
            except NoRoom as error:
                self._trouble.meet(error)
                refusal = self._trouble.refusal()
                refused = [(ask, each if _is_refused(each) else refusal) for ask, each in out]
                self._reply([*refused, *((ask, refusal) for ask in held)])
                return
        try:
            if draft.steps:
                self._doors.outage.ended()
                self._trouble.over()
            self._publish(draft)
        finally:  # What is durable is done, and not to be asked again.
            self._reply(out, held)
        self._tell(draft)
        self._inbox.let_go(self._window.open)

    async def _write(self, draft: Draft) -> None:
        """Make a draft's entries durable; see `Ledger.write`."""
        self._writing = True
        try:
            await self._ledger.write(self.standing.seq, draft)
        except (Behind, NoRoom):
            self._writing = False
            raise
        self._writing = False

    async def _read_on(self, asks: list[Ask]) -> None:
        """Take in what another server has written, and have the requests wait again."""
        draft = Draft(self.standing, self._doors.dealer, self._answers)
        try:
            await self._ledger.read_on(draft)
        except Unreadable as error:
            self._trouble.meet(error)
            self._reply([(ask, self._trouble.refusal()) for ask in asks])
            return
        self._trouble.over()
        self._publish(draft)
        self._inbox.give_back()
        self._tell(draft)

    def _tell_failed(self, what: str, error: Exception) -> None:
        self._doors.log.error(what, table=self.id, exc_info=error)

    def _publish(self, draft: Draft) -> None:
        """Take in what is durable now, so that it can be told."""
        for step in draft.steps:
            self.audience.tape.add(self._encoder.update(step))
            self._note(step)
        self.standing = draft.standing
        self._answers.add(draft.fresh)
        if any(map(is_listed_otherwise, draft.steps)):
            self._changed(self)

    def _reply(self, out: list[tuple[Ask, Any]], held: Iterable[Ask] = ()) -> None:
        """Answer what was served, each whatever becomes of the others."""
        self._inbox.done(held)
        for ask, result in out:
            try:
                ask.answer(result)
            except Exception as error:  # noqa: BLE001 - the others must be answered all the same
                if ask.own:
                    self.fail(error)
                else:
                    self._tell_failed("answer failed", error)

    def _tell(self, draft: Draft) -> None:
        """Tell all readers, and arrange for what comes next."""
        if draft.steps:
            turn = self.standing.turn
            self.audience.tell(turn.to_act if turn is not None else ())
            self._settle()

    def _note(self, step: Step) -> None:
        """Do what a change of seats, a new hand or the end asks for."""
        before, after, entry = step.before, step.after, step.entry
        if isinstance(entry, Started) and (to := seats_after(entry.draws)):
            self.audience.move(to, after.seq)
            self.tell_presence()
        elif before.sitters is not after.sitters:
            for seat, (old, new) in enumerate(zip(before.sitters, after.sitters, strict=True)):
                if (old and old.player) != (new and new.player):
                    self.audience.pass_on(seat, after.seq)
                    self._rest.forget(seat)
        if isinstance(entry, Started):
            self._answers.begin_match()
        if isinstance(entry, Packed):
            self._rest.begin_hand()
        if isinstance(entry, Closed):
            self.audience.end(EndReason.CLOSED, "The table was closed.")

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
                self._clock.call_later(_RETRY, partial(self._waive, window))

        for seat in turn.to_act:
            self._inbox.put(Ask(partial(acting.waive, seat=seat, window=window), answer, own=True))

    def _due(self, standing: Standing) -> bool:
        """Whether a pack is to be dealt now."""
        return (
            standing.life is Life.PLAYING
            and standing.turn is not None
            and standing.turn.wants_pack
            and (not self._rest.keeps_waiting(standing))
        )


def _is_refused(result: object) -> bool:
    return isinstance(result, Refused)
