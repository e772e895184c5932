"""When the bots of a table move: how long each thinks, when it does so in a thread
(`_LONG_THINKING_SECONDS`), and when it leaves an answer to a partner who is a person
(`_is_left_to_partner`). How much of a claim window they use: `_WINDOW_SHARE`; how slowly they play
where nobody looks: `_UNWATCHED_SECONDS`. The usual time to think is in `table/pace.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from cardtui_engine.actions import Action
from cardtui_engine.bots import Level, simple_action
from cardtui_engine.turn import Turn
from cardtui_server.fairness.packs import Stream
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Act, BotSays, BotSignals
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.bots.decisions import BotDecisions
from cardtui_server.table.bots.queue import BotQueue, Kind, Ticket
from cardtui_server.table.claim_window import window_length
from cardtui_server.table.pace import HURRY_SHARE, hurries, tempo_of

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_LONG_THINKING_SECONDS: Final = 0.005
"""Seconds of a processor that the event loop can bear; bots that ever took more think in a thread.

So do all hard ones, and the first of a kind, which has the most to load.
"""

_WINDOW_SHARE: Final = 0.9
"""The part of a claim window that bots use, so that they are not too late."""

_SPARE_SECONDS: Final = 0.2
"""The least seconds of it that they leave over."""

_GRANT_SECONDS: Final = 0.05
"""Seconds that the bots of other tables wait at most for a move to be granted."""

_UNWATCHED_SECONDS: Final = 1.0
"""The least seconds that bots think where no person plays or reads."""

_RETRY_SECONDS: Final = 1.0
"""Seconds until the next try, if a move could not be written down."""

_LATE_REASONS: Final = (
    Reason.STALE,
    Reason.NOT_SEATED,
    Reason.TABLE_STATE,
    Reason.SHUTTING_DOWN,
    Reason.REOPENING,
    Reason.MOVED,
)
"""Reasons to refuse a correct move: the table has moved on, or elsewhere, or is opened again."""


class BotTable(Protocol):
    """What the bots need from their table."""

    @property
    def state(self) -> TableState:
        """The table's state as its readers know it."""

    @property
    def attended(self) -> bool:
        """Whether any person plays or reads there."""

    def is_connected(self, seat: int) -> bool:
        """Return whether the player who holds the seat reads there."""

    def post(
        self,
        request: Act | BotSays | BotSignals,
        answer: Callable[[int | Refused], None],
        *,
        own: bool,
    ) -> None:
        """Put a request into the table's mailbox."""

    def fail(self, error: Exception) -> None:
        """Note an unexpected error."""


class BotPlayers:
    """Makes the bots of one table think and act."""

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
        self._skipped = False
        self._window = 0
        self._window_began = 0.0
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._decisions = BotDecisions(log)
        self._hand = -1
        self._alone = False
        self._queue = queue
        self._ticket: Ticket | None = None

    def on_state(self, state: TableState, *, skipped: bool = False) -> None:
        """Let a bot think, if one may do something in this position.

        Args:
            skipped: whether nobody waits to see how bots play on, so that they take no time.
        """
        if state.opened != self._window:
            self._window, self._window_began = state.opened, self._clock.now()
        waiting = self._waiting(state)
        seen = (state.position, waiting, skipped)
        if seen == (self._looked, self._asked, self._skipped):
            return
        self._looked, self._asked, self._skipped = seen
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not waiting:
            return
        pace = self._thinking if self._table.attended else max(self._thinking, _UNWATCHED_SECONDS)
        if pace and not skipped:
            # No person takes the same time twice. The spread must not depend on anything hidden.
            spread = Stream(state.key, "pace", state.moves).below(1000) / 1000
            pace *= tempo_of(state).at(spread) * (HURRY_SHARE if self._hurries(state) else 1)
            if state.opened and (length := window_length(state, self._thinking)):
                gone = self._clock.now() - self._window_began
                pace = min(
                    pace, max(min(length * _WINDOW_SHARE, length - _SPARE_SECONDS) - gone, 0.0)
                )
        self._timer = self._clock.call_later(0 if skipped else pace, self._enter)

    def _hurries(self, state: TableState) -> bool:
        if state.tally.hand != self._hand:  # nobody goes out within a hand
            self._hand, self._alone = state.tally.hand, hurries(state)
        return self._alone

    def _look_again(self) -> None:
        self.on_state(self._table.state, skipped=self._skipped)

    def stop(self) -> None:
        """Stop thinking."""
        self._leave()
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _waiting(self, state: TableState) -> list[int]:
        """Return the seats of bots that may do something, in the order in which to ask them.

        While a discard may be taken, seats that may take it come first, since the draw ends that
        chance; then come seats that may declare something. Otherwise seats that may declare come
        first, then seats that must act. If either partner may answer, a bot leaves it to a person
        who is there.
        """
        turn = state.turn
        if state.life is not Life.PLAYING or turn is None or state.paused:
            return []
        sitters = state.sitters
        must = turn.to_act
        asked = turn.asked if state.opened else (*turn.may_declare, *must, *turn.may_act)
        return [
            seat
            for seat in asked
            if (sitter := sitters[seat]) is not None
            and sitter.level
            and not (seat in must and self._is_left_to_partner(state, turn, seat))
        ]

    def _is_left_to_partner(self, state: TableState, turn: Turn, seat: int) -> bool:
        """Return whether a person who is there may answer for both partners."""
        rules = state.rules
        return rules.teams and any(
            other != seat
            and rules.team_of(other) == rules.team_of(seat)
            and (partner := state.sitters[other]) is not None
            and not partner.level
            and self._table.is_connected(other)
            for other in turn.to_act
        )

    def _enter(self) -> None:
        self._timer = None
        self._leave()
        self._ticket = Ticket(self._queue, self._clock, self._begin)
        self._queue.enter(self._ticket)

    def _leave(self) -> None:
        """Let the bots of other tables continue."""
        if self._ticket is not None:
            self._ticket.end()

    def _begin(self) -> None:
        try:
            self._think()
        except Exception as error:  # noqa: BLE001 - the table must hear of it, not the queue
            self._leave()
            self._table.fail(error)

    def _think(self) -> None:
        state = self._table.state
        if state.position != self._looked:
            self._leave()
            self._looked = -1
            self._look_again()
        elif any(map(self._thinks_long, self._kinds(state))):
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
        """Return what the first bot that wants to act does; runs on the loop or in a thread."""
        began = time.thread_time()
        try:
            return self._decisions.first(state, seats)
        finally:
            took = time.thread_time() - began
            for kind in self._kinds(state):
                before = self._queue.longest.get(kind)
                self._queue.longest[kind] = 0.0 if before is None else max(before, took)

    def _kinds(self, state: TableState) -> list[Kind]:
        """Return which kinds of bots sit at the table: of one kind, all take as long."""
        game = state.rules.id
        return [(game, each.level) for each in state.sitters if each is not None and each.level]

    def _thinks_long(self, kind: Kind) -> bool:
        return (
            kind[1] == Level.HARD
            or self._queue.longest.get(kind, _LONG_THINKING_SECONDS + 1) > _LONG_THINKING_SECONDS
        )

    def _do(self, state: TableState, decided: tuple[int, Action] | None) -> None:
        if decided is None:
            self._leave()
            return
        seat, action = decided
        if self._ticket is not None:
            self._ticket.end_within(_GRANT_SECONDS)
        self._table.post(
            Act(seat=seat, player="", action=action, expected=state.position),
            partial(self._done, self._ticket, state, seat, action),
            own=True,
        )

    def _done(
        self,
        ticket: Ticket | None,
        state: TableState,
        seat: int,
        action: Action,
        result: int | Refused,
    ) -> None:
        """Look again if the move was too late; replace it if it was not legal."""
        if ticket is not None:
            ticket.end()
        if not isinstance(result, Refused):
            return
        if result.reason in (Reason.READ_ONLY, Reason.LIMIT):
            self._looked = -1
            self._timer = self._clock.call_later(_RETRY_SECONDS, self._look_again)
        elif result.reason not in _LATE_REASONS:
            # Neither the sentence nor the action is logged: they may name a hidden card.
            reason = result.reason.name
            self._log.error("bot refused", game=state.rules.id, reason=reason)
            view = state.rules.seat_view(state.game, seat)
            simple = simple_action(view)
            if simple is not None and simple != action:
                self._do(state, (seat, simple))
