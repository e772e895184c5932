"""What goes on at a table without anybody asking: windows, pauses, bots, and who is late."""

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
"""Seconds until what was refused is asked again."""


class Reactor(Protocol):
    """Does something of its own accord when the table has another state."""

    def on_state(self, state: TableState) -> None:
        """Look at the table's state, and arrange for what follows from it."""

    def stop(self) -> None:
        """Call off what was arranged."""


class Reactors:
    """The reactors of one table.

    Attributes:
        window: the window in which others may take a discard.
        pause: the pause between two hands.
        bots: the bots of the table.
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
            mailbox: where it is asked.
            clock: the table's own door to time.
            log: where to tell what goes wrong.
            pace: seconds that its bots take to think.
            queue: what the bots of all tables go through.
        """
        self.window = ClaimWindow(clock, pace, self._end_window)
        self.pause = HandPause(clock, mailbox.ring)
        self.bots = BotPlayers(table, clock, log, pace, queue)
        self._all: tuple[Reactor, ...] = (self.window, self.pause, self.bots)
        self._table = table
        self._mailbox = mailbox
        self._clock = clock

    def on_state(self, state: TableState) -> None:
        """Arrange for what follows from the table's state."""
        for reactor in self._all:
            reactor.on_state(state)

    def on_step(self, step: Step) -> None:
        """Take note of an entry that is durable."""
        before, after = step.before, step.after
        if before.sitters is not after.sitters:
            for player in before.players().keys() - after.players().keys():
                self.pause.forget(player)
        if isinstance(step.entry, Packed):
            self.pause.begin_hand()

    def wants_pack(self, state: TableState) -> bool:
        """Return whether a pack is to be dealt now."""
        return (
            state.life is Life.PLAYING
            and state.turn is not None
            and state.turn.wants_pack
            and not self.pause.keeps_waiting(state)
        )

    def stop(self) -> None:
        """Call off what was arranged."""
        for reactor in self._all:
            reactor.stop()

    def _end_window(self) -> None:
        """Go on with the draws that waited; who is asked in a contest has had its time."""
        self._mailbox.let_go(self.window.open)
        self._waive(self._table.state.opened)

    def _waive(self, window: int) -> None:
        """Waive for who is asked in the contest of that window, until it is written down."""
        state = self._table.state
        if state.opened != window or state.turn is None or state.turn.phase != CONTEST:
            return

        def answer(result: int | Refused) -> None:
            if isinstance(result, Refused):
                self._clock.call_later(_RETRY, partial(self._waive, window))

        for seat in state.turn.to_act:
            self._mailbox.put(Pending(Waive(seat=seat, window=window), answer, own=True))
