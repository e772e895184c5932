"""The bots of a table at their seats: when they think, how long, and what if they are too late."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from structlog.typing import FilteringBoundLogger

from cardtui_engine.actions import Action
from cardtui_engine.turn import Turn
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Act
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.dealer import Stream
from cardtui_server.table.bot_decisions import BotDecisions, simple_action
from cardtui_server.table.bot_queue import BotQueue, Ticket
from cardtui_server.table.claim_window import window_length

_LONG: Final = 0.005
"""Seconds of thinking that the loop can bear; who takes longer thinks in a thread."""

_IN_TIME: Final = 0.9
"""How much of a window the bots use: they must not be too late."""

_PATIENCE: Final = 0.05
"""Seconds for which the bots of other tables wait for a move to be granted."""

_ALONE: Final = 1.0
"""Seconds that bots think at least where nobody plays or reads."""

_RETRY: Final = 1.0
"""Seconds until a move that could not be written down is tried again."""

_LATE: Final = (
    Reason.STALE,
    Reason.NOT_SEATED,
    Reason.TABLE_STATE,
    Reason.SHUTTING_DOWN,
    Reason.REOPENING,
)
"""Why a move that was right is refused: the table has moved on, or is being opened again."""


class BotTable(Protocol):
    """What the bots need of their table."""

    @property
    def state(self) -> TableState:
        """The table as its readers know it."""

    @property
    def attended(self) -> bool:
        """Whether anybody plays or reads there."""

    def is_connected(self, seat: int) -> bool:
        """Return whether whoever holds the seat reads there."""

    def post(
        self,
        request: Act,
        answer: Callable[[int | Refused], None],
        *,
        own: bool,
    ) -> None:
        """Put a request into the table's mailbox, as the table's own."""

    def fail(self, error: Exception) -> None:
        """Take note of what no bot should have done."""


class BotPlayers:
    """Lets the bots of one table think and act."""

    def __init__(
        self,
        table: BotTable,
        clock: Clock,
        log: FilteringBoundLogger,
        thinking: float,
        queue: BotQueue,
    ) -> None:
        self._table = table
        self._clock = clock
        self._log = log
        self._thinking = thinking
        self._looked = -1
        self._asked: list[int] = []
        self._window = 0
        self._window_began = 0.0
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._decisions = BotDecisions(log)
        self._slow = False
        self._queue = queue
        self._ticket: Ticket | None = None

    def on_state(self, state: TableState) -> None:
        """Let a bot think if one may do something in this position."""
        if state.opened != self._window:
            self._window, self._window_began = state.opened, self._clock.now()
        waiting = self._waiting(state)
        if (state.position, waiting) == (self._looked, self._asked):
            return
        self._looked, self._asked = state.position, waiting
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not waiting:
            return
        pace = self._thinking if self._table.attended else max(self._thinking, _ALONE)
        if pace:
            # A person never takes the same time twice; nothing hidden is in it.
            spread = Stream(state.secret, "pace", state.position).below(1000) / 1000
            pace *= 0.6 + 0.8 * spread
            if state.opened and (length := window_length(state, self._thinking)):
                gone = self._clock.now() - self._window_began
                pace = min(pace, max(length * _IN_TIME - gone, 0.0))
        self._timer = self._clock.call_later(pace, self._enter)

    def _look_again(self) -> None:
        self.on_state(self._table.state)

    def stop(self) -> None:
        """Stop thinking."""
        self._leave()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _waiting(self, state: TableState) -> list[int]:
        """Return the seats of bots that may do something, in the order in which they are asked.

        Where a discard may be taken, first who may take it, since the draw ends that, and then
        who may declare something. Elsewhere first who may declare, then who must act. Where
        either partner may answer, a bot leaves it to a person who is there.
        """
        turn = state.turn
        if state.life is not Life.PLAYING or turn is None:
            return []
        sitters = state.sitters
        must = turn.to_act
        asked = turn.asked if state.opened else (*turn.may_declare, *must, *turn.may_act)
        return [
            seat
            for seat in asked
            if (sitter := sitters[seat]) is not None
            and sitter.bot
            and not (seat in must and self._is_left_to_partner(state, turn, seat))
        ]

    def _is_left_to_partner(self, state: TableState, turn: Turn, seat: int) -> bool:
        """Return whether a person who is there may do it for both."""
        return state.rules.teams and any(
            other != seat
            and other % 2 == seat % 2
            and (partner := state.sitters[other]) is not None
            and bool(partner.player)
            and self._table.is_connected(other)
            for other in turn.to_act
        )

    def _enter(self) -> None:
        self._timer = None
        self._leave()
        self._ticket = Ticket(self._queue, self._clock, self._begin)
        self._queue.enter(self._ticket)

    def _leave(self) -> None:
        """Let the bots of other tables go on."""
        if self._ticket is not None:
            self._ticket.end()

    def _begin(self) -> None:
        try:
            self._think()
        except Exception as error:  # noqa: BLE001 - the queue is not where it is to be heard
            self._leave()
            self._table.fail(error)

    def _think(self) -> None:
        state = self._table.state
        if state.position != self._looked:
            self._leave()
            self._looked = -1
            self._look_again()
        elif self._slow:
            self._task = asyncio.get_running_loop().create_task(self._think_long(state))
        else:
            self._do(state, self._decide(state, self._waiting(state)))

    async def _think_long(self, state: TableState) -> None:
        try:
            seats = self._waiting(state)
            decided = await asyncio.to_thread(self._decide, state, seats)
            if self._table.state.position == state.position:
                self._do(state, decided)
            else:
                self._leave()
        except asyncio.CancelledError:
            self._leave()
            raise
        except Exception as error:  # noqa: BLE001 - nobody waits for this task
            self._leave()
            self._table.fail(error)

    def _decide(self, state: TableState, seats: list[int]) -> tuple[int, Action] | None:
        """Return what the first bot that wants to act does; it runs in the loop or a thread."""
        began = time.perf_counter()
        try:
            return self._decisions.first(state, seats)
        finally:
            self._slow = time.perf_counter() - began > _LONG

    def _do(self, state: TableState, decided: tuple[int, Action] | None) -> None:
        if decided is None:
            self._leave()
            return
        seat, action = decided
        if self._ticket is not None:
            self._ticket.end_within(_PATIENCE)
        self._table.post(
            Act(seat=seat, player="", action=action, expected=state.position),
            partial(self._done, self._ticket, state, seat, action),
            own=True,
        )

    def _done(
        self,
        way: Ticket | None,
        state: TableState,
        seat: int,
        action: Action,
        result: int | Refused,
    ) -> None:
        """Look again if the move was too late; mend it if it was not legal."""
        if way is not None:
            way.end()
        if not isinstance(result, Refused):
            return
        if result.reason in (Reason.READ_ONLY, Reason.LIMIT):
            self._looked = -1
            self._timer = self._clock.call_later(_RETRY, self._look_again)
        elif result.reason not in _LATE:
            # Neither the sentence nor the action: there may be a card in them.
            reason = result.reason.name
            self._log.error("bot refused", game=state.rules.id, reason=reason)
            view = state.rules.seat_view(state.game, seat)
            simple = simple_action(view)
            if simple is not None and simple != action:
                self._do(state, (seat, simple))
