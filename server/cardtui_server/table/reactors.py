"""What a table does by itself: claim windows, hand pauses, bots, and waiving for late players."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from structlog.typing import FilteringBoundLogger

from cardtui_server.match.entries import Packed
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Waive
from cardtui_server.match.state import CONTEST, Life, TableState
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock
from cardtui_server.table.bot_players import BotPlayers, BotTable
from cardtui_server.table.bot_queue import BotQueue
from cardtui_server.table.claim_window import ClaimWindow
from cardtui_server.table.hand_pause import HandPause
from cardtui_server.table.mailbox import Mailbox, Pending

_RETRY: Final = 1.0
"""Seconds until a refused request is made again."""


class Reactor(Protocol):
    """Does something at a table, without being asked, when its state changes."""

    def on_state(self, state: TableState) -> None:
        """Look at the table's state, and arrange what follows from it."""

    def stop(self) -> None:
        """Cancel what was arranged."""


class Reactors:
    """The reactors of one table.

    Attributes:
        window: the claim window.
        pause: the hand pause.
        bots: the bots.
    """

    def __init__(
        self,
        table: BotTable,
        mailbox: Mailbox,
        clock: Clock,
        log: FilteringBoundLogger,
        *,
        pace: float,
        queue: BotQueue,
    ) -> None:
        """Begin with nothing arranged.

        Args:
            table: the table.
            mailbox: the table's mailbox.
            clock: the table's own clock.
            log: the logger for what goes wrong.
            pace: the seconds that its bots think.
            queue: the queue that the bots of all tables share.
        """
        self.window = ClaimWindow(clock, pace, self._end_window)
        self.pause = HandPause(clock, mailbox.ring)
        self.bots = BotPlayers(table, clock, log, pace, queue)
        self._all: tuple[Reactor, ...] = (self.window, self.pause, self.bots)
        self._table = table
        self._mailbox = mailbox
        self._clock = clock

    def on_state(self, state: TableState) -> None:
        """Arrange what follows from the table's state."""
        for reactor in self._all:
            reactor.on_state(state)

    def on_step(self, step: Step) -> None:
        """Note an entry that is durable."""
        before, after = step.before, step.after
        if before.sitters is not after.sitters:
            for player in before.players().keys() - after.players().keys():
                self.pause.forget(player)
        if isinstance(step.entry, Packed):
            self.pause.begin_hand()

    def wants_pack(self, state: TableState) -> bool:
        """Return whether to deal a pack now."""
        return (
            state.life is Life.PLAYING
            and state.turn is not None
            and state.turn.wants_pack
            and not self.pause.keeps_waiting(state)
        )

    def stop(self) -> None:
        """Cancel what was arranged."""
        for reactor in self._all:
            reactor.stop()

    def _end_window(self) -> None:
        """Release the draws that waited; waive for a seat that was asked in a contest."""
        self._mailbox.let_go(self.window.open)
        self._waive(self._table.state.opened)

    def _waive(self, window: int) -> None:
        """Waive for the seat asked in the contest of that window, and retry until it is written."""
        state = self._table.state
        if state.opened != window or state.turn is None or state.turn.phase != CONTEST:
            return

        def answer(result: int | Refused) -> None:
            if isinstance(result, Refused):
                self._clock.call_later(_RETRY, partial(self._waive, window))

        for seat in state.turn.to_act:
            self._mailbox.put(Pending(Waive(seat=seat, window=window), answer, own=True))
