"""A running table (`Table`): one task takes requests, writes down what they come to, then answers.
What a request comes to is decided in `match/commands`; what happens by itself, in `reactors.py`.

The task takes the requests that have piled up in its mailbox, and grants or refuses each in one
transaction. It makes the entries durable in one append, and only then answers and publishes. What
the table does by itself (packs, the next hand after a pause, bots' moves) goes the same way. A draw
waits aside while others may take the discard, until the claim window is over.

Any unexpected error, in the task or in a call that the table has set on the clock, ends the task.
The table must then be opened again from its log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import partial

from cardtui_server.match.commands.play import deal
from cardtui_server.match.entries import Owned, Partners, Paused, Resumed, SatIn, SitInCause
from cardtui_server.match.late import LateTable
from cardtui_server.match.refusals import (
    GOING_DOWN,
    RETRY_SECONDS,
    TABLE_BUSY,
    TABLE_CLOSED,
    TABLE_MOVED,
    TABLE_REOPENING,
    Reason,
    Refused,
)
from cardtui_server.match.replies import ReplyCache
from cardtui_server.match.requests import (
    MAY_BEGIN_MATCH,
    CloseUnused,
    Own,
    Request,
    Return,
    begins_match,
)
from cardtui_server.match.seat_asking import let_in_after_match
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.ports.log_store import Behind, NoRoom, Unreadable, Unsure
from cardtui_server.ports.peers import Place
from cardtui_server.table.agreements import Agreements
from cardtui_server.table.clocks import NO_TIMING, GuardedClock, Timing
from cardtui_server.table.environment import Environment
from cardtui_server.table.mailbox import Answer, Mailbox, Pending, carry_out
from cardtui_server.table.outage import LogRetry
from cardtui_server.table.publisher import Publisher
from cardtui_server.table.reactors import Reactors
from cardtui_server.table.reader import EndReason, Reader
from cardtui_server.table.subscribers import Subscribers
from cardtui_server.table.subscription import Subscription
from cardtui_server.table.table_log import TableLog


class Table:
    """A running table.

    Attributes:
        id: the table's id.
        broken: whether something went wrong, so that the table must be opened again.
        moved: the address of the server that has opened the table since; ``""`` for none.
        agreements: what its players ask for together.
    """

    def __init__(
        self,
        table_id: str,
        state: TableState,
        env: Environment,
        *,
        thinking: float,
        changed: Callable[[Table, bool], None],
        replies: ReplyCache | None = None,
        late: LateTable | None = None,
        checkpoint: int = 0,
        time: int = 0,
    ) -> None:
        self.id = table_id
        self.broken = False
        self.moved = ""
        self._doubtful = False
        self._given: list[Pending] = []
        self._looking: list[asyncio.Future[None]] = []
        self._mailbox = Mailbox()
        clock = GuardedClock(env.clock, self.fail, time)
        self._publisher = Publisher(
            state,
            partial(env.encode, table_id),
            clock,
            stopped=lambda: env.outage.refusal,
            notice=lambda: env.restart.notice,
            asks=lambda: self.agreements.asks,
            silent=lambda: self._reactors.silence.silent,
            presence_changed=self._look_at_presence,
            listing_changed=partial(changed, self),
            failed=self.fail,
            caught_up=self._mailbox.ring,
            late=late,
        )
        self._env = env
        self._log = env.log.bind(table=table_id)
        self._table_log = TableLog(table_id, env, clock, checkpoint, self._publisher.late)
        self._replies = ReplyCache() if replies is None else replies
        self._log_retry = LogRetry(clock, self._log, env.outage, self._mailbox.ring)
        self._failure: Exception | None = None
        self._over = False
        self._stopping = False
        self._waits_for_late = True
        made = state.made
        pace = thinking if made.thinking_milliseconds is None else made.thinking_milliseconds / 1000
        self._reactors = Reactors(
            self,
            self._mailbox,
            clock,
            self._log,
            pace=pace,
            queue=env.queue,
            timing_changed=self._tell_timing,
        )
        self.agreements = Agreements(self)
        self._timing_told: tuple[object, ...] = ()
        self._own = None if env.peers is None else Owned(*env.peers.own)
        self._former = state.owner  # that may go on writing until this server has
        if self._own is not None and state.owner != self._own:
            self.post(Own(*self._own), _ignore, own=True)

    @property
    def state(self) -> TableState:
        """The table's state as its readers know it."""
        return self._publisher.state

    @property
    def subscribers(self) -> Subscribers:
        """The readers of the table."""
        return self._publisher.subscribers

    @property
    def shown(self) -> bytes:
        """The table as the lobby shows it, with the number of spectators, encoded."""
        return self._publisher.shown

    def shown_to(self, player: str | None) -> bytes:
        """Return the same, but as it is now to a player who holds a seat; see `Publisher`."""
        return self._publisher.shown_to(player)

    def known_to(self, player: str) -> TableState:
        """Return the table as a player may know it: to strangers it is the late one."""
        return self._publisher.known_to(player)

    @property
    def lags(self) -> bool:
        """Whether spectators are yet to see something of a match."""
        return self._publisher.lags

    def listed_for(self, player: str) -> bool:
        """Return whether a player finds the table in the list."""
        known = self.known_to(player)
        return known.life is not Life.CLOSED and known.seen_by(player)

    @property
    def is_read(self) -> bool:
        """Whether anybody reads here."""
        return bool(self.subscribers.players or self.subscribers.spectators)

    @property
    def attended(self) -> bool:
        """Whether any person plays or reads here."""
        return self.is_read or bool(self.state.players())

    @property
    def here(self) -> AbstractSet[str]:
        """The ids of the players who hold a seat and read here."""
        return self.subscribers.players.keys() & self.state.players().keys()

    @property
    def tellers(self) -> AbstractSet[str]:
        """The ids of those of them whose screens tell when the end of a hand stands there."""
        players = self.subscribers.players
        return {each for each in self.here if players[each].tells_hands}

    @property
    def answering(self) -> AbstractSet[str]:
        """The ids of those of them whose connections answer pings."""
        players = self.subscribers.players
        return {each for each in self.here if players[each].answers}

    @property
    def stands_still(self) -> bool:
        """Whether nothing can be written down for now."""
        return self._env.outage.refusal is not None

    def is_connected(self, seat: int) -> bool:
        """Return whether the player who holds the seat reads here."""
        sitter = self.state.sitters[seat]
        return sitter is not None and sitter.player in self.subscribers.players

    def is_away(self, seat: int) -> bool:
        """Return whether the player of a seat is away during a match, and no bot sits in."""
        return self._reactors.absences.has(seat)

    @property
    def gone_after_match(self) -> frozenset[str]:
        """The ids of the players who have been away so long that the next match may begin."""
        return self._reactors.after_match.gone

    def stop(self) -> None:
        """End the task once its current work is done and answered."""
        self._stopping = True
        self._mailbox.ring()

    async def hand_over(self, to: Place) -> None:
        """Give the table to another server, once its current work is done.

        Raises:
            Refused: that cannot be written down now, or another server has the table already.
        """
        if self._over:
            raise self.gone()
        given: asyncio.Future[int | Refused] = asyncio.get_running_loop().create_future()

        def answer(result: int | Refused) -> None:
            if not given.done():
                given.set_result(result)

        self._given.append(Pending(Own(*to), answer))
        self._mailbox.ring()
        if isinstance(result := await given, Refused):
            raise result

    def look_at_log(self) -> None:
        """Look whether another server has opened the table."""
        self._doubtful = True
        self._mailbox.ring()

    async def catch_up(self, player: str, seen: int | None) -> None:
        """Look at the log first, if a reader has seen more than a player may know here.

        So a server that stood still, and does not know yet that another one has the table, shows
        nobody less than they have seen.

        Raises:
            Refused: another server has the table.
        """
        if seen is None or seen <= self.known_to(player).seq or self._over:
            return
        looked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._looking.append(looked)
        self.look_at_log()
        await looked
        if self.moved:
            raise self.gone()

    def fail(self, error: Exception) -> None:
        """End the task because of an unexpected error."""
        self._failure = self._failure or error
        self._mailbox.ring()

    def gone(self, retry: float = RETRY_SECONDS) -> Refused:
        """Return the refusal for requests that come too late for this table."""
        if self.moved:
            return Refused(Reason.MOVED, TABLE_MOVED, address=self.moved)
        if self.broken:
            return Refused(Reason.REOPENING, TABLE_REOPENING, retry=retry)
        if self.state.life is Life.CLOSED:
            return Refused(Reason.TABLE_STATE, TABLE_CLOSED)
        return Refused(Reason.SHUTTING_DOWN, GOING_DOWN, retry=retry)

    # --- requests ------------------------------------------------------------------------

    def post(
        self, request: Request, answer: Callable[[int | Refused], None], *, own: bool = False
    ) -> None:
        """Put a request into the mailbox; it is answered once it is durable or refused.

        Args:
            answer: called with the result.
            own: whether the table itself asks; then it fails if ``answer`` raises.
        """
        if self._over:
            answer(self.gone())
            return
        if self._mailbox.full:
            answer(Refused(Reason.LIMIT, TABLE_BUSY, retry=RETRY_SECONDS))
            return
        self._mailbox.put(Pending(request, answer, own=own))

    async def ask(self, request: Request) -> int:
        """Make a request and return its result. It is carried out even if the caller goes away.

        Raises:
            Refused: the request was refused.
        """
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def answer(result: int | Refused) -> None:
            if future.done():
                return
            if isinstance(result, Refused):
                future.set_exception(result)
            else:
                future.set_result(result)

        self.post(request, answer)
        return await future

    def go_on(self, player: str, hand: int) -> None:
        """Note that a player has seen how the hand ended, or enough of it.

        Once all have, the next hand begins; before its end, bots play it out at once.
        """
        self._reactors.pause.saw(player, hand, self.state, self.subscribers.players.keys())
        self._look()

    def hold(self, player: str, *, hold: bool) -> None:
        """Let the hand pause wait for a player, or no longer."""
        self._reactors.pause.hold(player, self.state, hold=hold)
        self._look()

    def shows(self, player: str, hand: int) -> None:
        """Note that the end of a hand stands on a player's screen."""
        self._reactors.pause.shows(player, hand, self.state)
        self._look()

    def ping(self, player: str) -> None:
        """Ask a player for an answer, unless they have just gone: that is seen a moment later."""
        if (subscription := self.subscribers.players.get(player)) is not None:
            subscription.ping()

    def heard(self, player: str) -> None:
        """Note a sign of life of a player."""
        self._reactors.silence.heard(player)

    # --- readers -------------------------------------------------------------------------

    def attach(self, reader: Reader) -> Subscription:
        """Return a new reader's subscription; see `Subscribers.attach`."""
        subscription = self._publisher.attach(reader)
        if reader.viewer is not None:
            self._reactors.silence.came(reader.viewer)
        timing = self._reactors.timing(self.state)
        if timing != NO_TIMING and not (reader.viewer is None and self._publisher.late):
            subscription.time(self._publisher.timing_frame(timing))
        if self.broken:
            subscription.end(EndReason.REOPENING)
        elif self.moved:
            subscription.end(EndReason.MOVED, self.moved)
        elif self.state.life is Life.CLOSED and (self._over or reader.viewer is not None):
            subscription.end(EndReason.CLOSED)
        elif self._over:
            subscription.end(EndReason.SHUTDOWN)
        return subscription

    def detach(self, subscription: Subscription) -> None:
        """Drop a reader."""
        viewer, players = subscription.viewer, self.subscribers.players
        self.subscribers.detach(subscription)
        if viewer is not None and viewer not in players:
            self.agreements.forget(viewer)
            self._reactors.pause.forget(viewer)
            self._reactors.pause.check(self.state, players.keys())

    def is_watched_by(self, player: str) -> bool:
        """Return whether a player reads here as a spectator."""
        return any(each.id == player for each in self.subscribers.spectators.values())

    @property
    def is_watched_live(self) -> bool:
        """Whether spectators see the match as it is played."""
        return bool(self.subscribers.spectators) and self._publisher.late is None

    def snapshot(self, viewer: str | None) -> bytes:
        """Return all that a viewer may know now, encoded."""
        return self._publisher.snapshot(viewer)

    def tell_presence(self) -> None:
        """Tell readers and the lobby who is here, and whether anything can be done."""
        self._publisher.tell_presence()

    def timing(self, viewer: str) -> Timing:
        """Return what runs out here now, as far as a viewer may know it."""
        late = self._publisher.late and self.state.seat_of(viewer) is None
        return NO_TIMING if late else self._reactors.timing(self.state)

    def _look_at_presence(self) -> None:
        """Reconsider everything when people come or go, and give those who are back their seats."""
        if self._over:
            return
        self._look()
        for player in self.here:
            sitter = self.state.sitters[self.state.players()[player]]
            if sitter is not None and sitter.stand_in and sitter.cause is not SitInCause.LATE:
                self.post(Return(player, came=True), _ignore)

    def _look(self) -> None:
        """Look at what has changed although the state has not."""
        if not self._over:
            self._reactors.on_state(self.state)
            self._tell_timing()
            self._mailbox.ring()

    def _tell_timing(self, *, wake: bool = True) -> None:
        """Tell readers what runs out, if that has changed; they may have to wait for an update."""
        changes = self._reactors.changes
        if changes == self._timing_told:
            return
        self._timing_told = changes
        if self.is_read:
            self._publisher.tell_timing(self._reactors.timing(self.state), wake=wake)

    # --- the task ------------------------------------------------------------------------

    async def run(self) -> None:
        """Run the table's task until the table is closed, which all have been told, or stopped.

        It also ends once another server has opened the table.

        Raises:
            Exception: something went wrong; all who waited have been told to try again.
        """
        try:
            self._reactors.on_state(self.state)
            while not (self._stopping or self.moved) and (
                self.state.life is not Life.CLOSED or self._is_late
            ):
                if self._failure is not None:
                    raise self._failure
                if self._doubtful:
                    self._doubtful = False
                    if await self._table_log.has_more(self.state.entries):
                        await self._read_on([])
                    self._let_look()
                    continue
                if self._given:  # by itself: nothing is written after it
                    await self._serve(self._mailbox.take_only(self._given.pop()))
                    continue
                if self.state.life is Life.CLOSED:
                    self._refuse_all()
                    await self._mailbox.wait()
                    continue
                if not self._mailbox and (
                    self._log_retry.resting or not self._reactors.wants_pack(self.state)
                ):
                    await self._mailbox.wait()
                elif self._log_retry.blind and self._log_retry.resting:
                    self._reply([(ask, self._log_retry.refusal()) for ask in self._mailbox.take()])
                else:
                    await self._serve(self._mailbox.take())
            if self._failure is not None:  # it came while the task was ending
                raise self._failure
        except Exception:
            self.broken = True
            raise
        finally:
            self._over = True
            self._let_look()
            self._reactors.stop()
            self._publisher.stop()
            self._log_retry.stop()
            if self.moved:
                self.subscribers.end(EndReason.MOVED, self.moved)
            if self._table_log.writing:  # It may be durable: a blind repeat could do it twice.
                self._reply([(ask, self.gone(retry=0)) for ask in self._mailbox.served])
            self._reply([(ask, self.gone()) for ask in (*self._mailbox.empty(), *self._given)])

    def _let_look(self) -> None:
        """Let those go on who wait until somebody has looked at the log."""
        for looked in self._looking:
            if not looked.done():
                looked.set_result(None)
        self._looking = []

    @property
    def _is_late(self) -> bool:
        """Whether the closed table must stay for those who watch it later than it was played."""
        return self._waits_for_late and self._publisher.lags

    def _refuse_all(self) -> None:
        """Refuse all requests to a table that is closed; strangers in the words of the late one."""
        for ask in self._mailbox.take():
            tx = Transaction(self.state, self._env.dealer, {}, late=self.known_to(""))
            out, _ = carry_out([ask], tx, lambda _: False, lambda _: None)
            refused = [
                (each, found if isinstance(found, Refused) else self.gone()) for each, found in out
            ]
            self._reply(refused)

    async def _serve(self, asks: list[Pending]) -> None:
        asks = self._not_barred(asks)
        past = self._reactors.window.past
        late = self._publisher.late
        known = None if late is None else late.state
        tx = Transaction(
            self.state, self._env.dealer, self._replies, past, table=self.id, late=known
        )
        tx.timed, tx.reserves = self._reactors.clock.asked, self._reactors.clock.reserves()
        tx.strengths = await self._strengths(asks)
        if self._own is not None and self.state.owner != self._own:
            tx.add(self._own)  # before anything else that this server writes
        failed = partial(self._tell_failed, "request failed")
        out, held = carry_out(asks, tx, self._mailbox.may_hold, failed)
        if not self._is_given(tx.state):
            while self._reactors.wants_pack(tx.state):
                deal(tx)
            let_in_after_match(tx)
        if tx.steps:
            try:
                await self._table_log.write(
                    self.state.entries, tx, self._replies, late, self._until_next_try
                )
            except Behind:
                await self._read_on(asks)
                return
            except NoRoom as error:
                self._log_retry.meet(error)
                refusal = self._log_retry.refusal()
                refused = [
                    (ask, each if isinstance(each, Refused) else refusal) for ask, each in out
                ]
                self._reply([*refused, *((ask, refusal) for ask in held)])
                return
        try:
            if tx.steps:
                self._env.outage.ended()
                self._log_retry.over()
                # Room must be made at once, and where nobody was, nobody misses an end.
                self._waits_for_late = not any(
                    isinstance(ask.request, CloseUnused) and not isinstance(found, Refused)
                    for ask, found in out
                )
            self._publish(tx)
        finally:  # What is durable is done and must be answered, so that nobody repeats it.
            self._reply(out, held)
        self._tell(tx)
        self._mailbox.let_go(self._reactors.window.open)

    def _not_barred(self, asks: list[Pending]) -> list[Pending]:
        """Refuse what may begin a match, if none may begin; return the rest."""
        refusal = self._env.restart.refusal
        if refusal is None or self.state.shuffling:  # that match has begun for those who play it
            return asks
        self._answer([(ask, refusal) for ask in asks if begins_match(ask.request)])
        return [ask for ask in asks if not begins_match(ask.request)]

    async def _strengths(self, asks: list[Pending]) -> Mapping[str, float]:
        """Return how strong the players are, if a match may begin whose partners depend on it."""
        state = self.state
        if state.made.partners is not Partners.STRENGTH or not any(
            isinstance(ask.request, MAY_BEGIN_MATCH) for ask in asks
        ):
            return {}
        return await self._env.ratings.strengths(state.rules.id, state.players())

    async def _read_on(self, asks: list[Pending]) -> None:
        """Read what another server has written, and put the requests back to wait."""
        tx = Transaction(self.state, self._env.dealer, self._replies)
        try:
            await self._table_log.read_on(tx)
        except Unreadable as error:
            self._log_retry.meet(error)
            self._reply([(ask, self._log_retry.refusal()) for ask in asks])
            return
        self._env.outage.ended()
        self._log_retry.over()
        self._publish(tx)
        given = [ask for ask in asks if isinstance(ask.request, Own) and not ask.own]
        self._given += given
        self._mailbox.give_back(but=given)
        self._tell(tx)

    async def _until_next_try(self, error: Unsure) -> None:
        """Wait until it may be asked again what became of a write; refuse what comes meanwhile.

        Raises:
            Unsure: the table stops before that.
        """
        self._log_retry.meet(error)
        while self._log_retry.resting:
            if self._stopping or self._failure is not None:
                raise error
            refusal = self._log_retry.refusal()
            self._answer([(ask, refusal) for ask in self._mailbox.take_waiting()])
            await self._mailbox.wait()

    def _tell_failed(self, what: str, error: Exception) -> None:
        self._log.error(what, exc_info=error)

    def _publish(self, tx: Transaction) -> None:
        """Take over what is durable now, so that it can be told."""
        for step in tx.steps:
            self._publisher.publish(step)
            self._reactors.on_step(step)
        self._replies.add(tx.fresh)
        if self.state.owner == self._own:
            self._former = None
        if self._is_given(self.state) and self.state.owner is not None:
            self.moved = self.state.owner.address

    def _is_given(self, state: TableState) -> bool:
        """Return whether the table is another server's."""
        return self._own is not None and state.owner not in (None, self._own, self._former)

    def _reply(self, answers: Iterable[Answer], held: Iterable[Pending] = ()) -> None:
        """Answer what was served, and hold these draws."""
        self._mailbox.done(held)
        self._answer(answers)

    def _answer(self, answers: Iterable[Answer]) -> None:
        """Answer requests; no failing answer keeps the others from theirs."""
        for asked, result in answers:
            try:
                asked.answer(result)
            except Exception as error:  # noqa: BLE001 - the others must still be answered
                if asked.own:
                    self.fail(error)
                else:
                    self._tell_failed("answer failed", error)

    def _tell(self, tx: Transaction) -> None:
        """Tell all readers, and arrange what comes next."""
        # What few are told wakes nobody else, and delays nothing.
        kinds = {type(step.entry) for step in tx.steps if not step.hidden}
        if not kinds:
            return
        self._publisher.tell()
        self._reactors.on_state(self.state)
        self._tell_timing(wake=False)
        if Paused in kinds or Resumed in kinds:
            self.agreements.pause.clear()
            self.tell_presence()
        elif SatIn in kinds:
            self.tell_presence()


def _ignore(result: object) -> None:
    """Take a result that nobody waits for."""
    del result
