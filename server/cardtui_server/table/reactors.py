"""When a table deals (`wants_pack`), and when clocks and waits stand still (`on_state`): it joins
them all. How long each wait is: a module beside this one; what is done at its end:
`match/commands`.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from cardtui_server.match import requests
from cardtui_server.match.commands.seats import waits_to_fill
from cardtui_server.match.entries import Packed, SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.seat_asking import comers
from cardtui_server.match.state import CONTEST, Life, TableState
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import is_tournament_id
from cardtui_server.table.absences import Absences, AskersAway, HostAbsence
from cardtui_server.table.before_match import Filling, Revealing
from cardtui_server.table.bots.players import BotPlayers, BotTable
from cardtui_server.table.bots.queue import BotQueue
from cardtui_server.table.bots.signals import SignalsOfBots
from cardtui_server.table.bots.talk import BotTalk
from cardtui_server.table.claim_window import ClaimWindow
from cardtui_server.table.clocks import Timing, TurnClock
from cardtui_server.table.hand_pause import HandPause
from cardtui_server.table.mailbox import Mailbox, Pending
from cardtui_server.table.silence import Silence

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_RETRY_SECONDS: Final = 1.0
"""Seconds until a refused request is made again."""


class PeopledTable(BotTable, Protocol):
    """What the reactors need from their table."""

    @property
    def here(self) -> AbstractSet[str]:
        """The ids of the players who hold a seat and read there."""

    @property
    def tellers(self) -> AbstractSet[str]:
        """The ids of those of them whose screens tell when the end of a hand stands there."""

    @property
    def answering(self) -> AbstractSet[str]:
        """The ids of those of them whose connections answer pings."""

    def ping(self, player: str) -> None:
        """Ask a player for an answer, unless they have just gone."""

    def tell_presence(self) -> None:
        """Tell readers and the lobby who is here, and whether anything can be done."""

    def is_watched_by(self, player: str) -> bool:
        """Return whether a player reads there without a seat."""

    @property
    def is_watched_live(self) -> bool:
        """Whether spectators see the match as it is played."""

    @property
    def stands_still(self) -> bool:
        """Whether nothing can be written down for now."""


class Reactors:
    """The reactors of one table.

    Attributes:
        window: the claim window.
        pause: the hand pause.
        clock: the players' clocks.
        absences: the players who are away.
        host: whether the host is.
        silence: the players who are here and do not answer.
        askers: those who ask for a seat and are.
        filling: the wait for people before bots fill the table.
        revealing: the wait for what players have yet to reveal before a match.
        bots: the bots.
        talk: what they say.
        signals: the signals that they give.
    """

    def __init__(
        self,
        table: PeopledTable,
        mailbox: Mailbox,
        clock: Clock,
        log: FilteringBoundLogger,
        *,
        pace: float,
        queue: BotQueue,
        timing_changed: Callable[[], None],
    ) -> None:
        """Begin with nothing arranged.

        Args:
            log: the logger for what goes wrong.
            pace: the seconds that its bots think.
            queue: the queue that the bots of all tables share.
            timing_changed: called when what runs out has changed, although the state has not.
        """
        self.window = ClaimWindow(clock, pace, self._end_window)
        self.pause = HandPause(clock, self._look_again)
        self.clock = TurnClock(clock, self._time_out)
        self.absences = Absences(clock, self._sit_in)
        self.silence = Silence(clock, table.ping, table.tell_presence)
        self.askers = AskersAway(clock, self._drop)
        self.host = HostAbsence(clock, self._keep_host)
        self.after_match = Absences(clock, _nothing, Life.OVER)
        self.filling = Filling(clock, self._fill)
        self.revealing = Revealing(clock, self._begin_match)
        self.bots = BotPlayers(table, clock, log, pace, queue)
        self.talk = BotTalk(table, clock, pace)
        self.signals = SignalsOfBots(table, clock, log, pace)
        self._table = table
        self._mailbox = mailbox
        self._clock = clock
        self._timing_changed = timing_changed
        self._seen: tuple[object, ...] = ()
        self._stopped = False

    def on_state(self, state: TableState) -> None:
        """Arrange what follows from the table's state, and from who is here."""
        here = self._table.here
        host_here = self._host_here(here)
        able = bool(here & state.people().keys() or comers(state, host_here))
        able = able or is_tournament_id(state.host)  # others wait for the end of its match
        able = able and not state.paused and not self._table.stands_still
        skipped = self.pause.is_skipped(state, here) and not self._table.is_watched_live
        self.window.on_state(state, skipped=skipped)
        if state.resting:
            self.pause.on_state(state, self._table.tellers, here)
        self.clock.on_state(state, runs=able and self.window.open is None)
        self.host.on_state(state, host_here)
        self.silence.on_state(state, self._table.answering, runs=able)
        self.askers.on_state(state, self._table.is_watched_by)
        # Most moves change nothing about the people.
        seen = (state.made, state.life, state.match, state.sitters, here, able)
        if seen != self._seen:
            self._seen = seen
            self.absences.on_state(state, here, runs=able)
            self.after_match.on_state(state, here, runs=able)
            self.filling.on_state(state, here, runs=able)
        self.revealing.on_state(state)
        self.signals.on_state(state)
        self.bots.on_state(state, skipped=skipped)

    def on_step(self, step: Step) -> None:
        """Note an entry that is durable."""
        before, after = step.before, step.after
        if before.sitters is not after.sitters:
            for player in before.players().keys() - after.players().keys():
                self.pause.forget(player)
        if isinstance(step.entry, Packed):
            self.pause.begin_hand()
        self.talk.on_step(step)

    def wants_pack(self, state: TableState) -> bool:
        """Return whether to deal a pack now."""
        return (
            state.life is Life.PLAYING
            and state.turn is not None
            and state.turn.wants_pack
            and not state.paused
            and not self.pause.keeps_waiting(state)
        )

    def timing(self, state: TableState) -> Timing:
        """Return what runs out now."""
        seats = state.players()
        return Timing(
            self.clock.times(state),
            self.pause.left,
            tuple(sorted([seats[each] for each in self.pause.holders & seats.keys()])),
            self.window.left,
            self.absences.left,
            self.filling.left,
        )

    @property
    def changes(self) -> tuple[object, ...]:
        """A value that stays the same while all that runs out runs on smoothly."""
        window = self.window.left
        return (
            self.clock.changes,
            self.pause.changes,
            frozenset(self.pause.holders),
            self.window.open,
            window is not None and window.stopped,
            self.absences.changes,
            self.filling.changes,
        )

    def stop(self) -> None:
        """Cancel what was arranged."""
        self._stopped = True
        for reactor in (
            self.window,
            self.pause,
            self.clock,
            self.absences,
            self.host,
            self.silence,
            self.askers,
            self.after_match,
            self.filling,
            self.revealing,
            self.bots,
            self.talk,
            self.signals,
        ):
            reactor.stop()

    def _look_again(self) -> None:
        """Look at what has changed although the state has not."""
        if not self._stopped:
            self.on_state(self._table.state)
            self._timing_changed()
            self._mailbox.ring()

    def _end_window(self) -> None:
        """Release the draws that waited; waive for a seat that was asked in a contest."""
        self._mailbox.let_go(self.window.open)
        self._waive(self._table.state.opened)
        self._look_again()

    def _waive(self, window: int) -> None:
        """Waive for the seat asked in the contest of that window, and retry until it is written."""
        state = self._table.state
        if state.opened != window or state.turn is None or state.turn.phase != CONTEST:
            return
        for seat in state.turn.to_act:
            self._ask(requests.Waive(seat=seat, window=window), partial(self._waive, window))

    def _time_out(self, seat: int, asked: int) -> None:
        """Do the mildest action for a player whose time is over, and retry until it is written."""
        if self._table.state.asked == asked:
            self._ask(
                requests.TimeOut(seat, asked, self.clock.reserves()),
                partial(self._time_out, seat, asked),
            )

    def _sit_in(self, seat: int) -> None:
        """Let a bot sit in for a player away for too long, and retry until it is written."""
        if self.absences.has(seat):
            self._ask(requests.SitIn(seat, SitInCause.AWAY), partial(self._sit_in, seat))

    def _host_here(self, here: AbstractSet[str]) -> AbstractSet[str]:
        """Return who is here, with those who look on: who asks, the host, or the one before."""
        state = self._table.state
        watching = {
            each
            for each in (state.host, state.lender, *(asker.player for asker in state.asking))
            if each and each not in here and self._table.is_watched_by(each)
        }
        return here | watching if watching else here

    def _keep_host(self) -> None:
        """Have a host who is here, and retry until it is written."""
        here = frozenset(self._host_here(self._table.here))
        self._ask(requests.KeepHost(here), self._keep_host)

    def _drop(self, player: str) -> None:
        """Drop the request of somebody who has gone, and retry until it is written."""
        if self._table.state.asks(player):
            self._ask(requests.Leave(player, asked=True), partial(self._drop, player))

    def _fill(self) -> None:
        """Let bots take the free seats, and retry until it is written."""
        here = frozenset(self._table.here)
        if waits_to_fill(self._table.state, here):
            self._ask(requests.Fill(here), self._fill)

    def _begin_match(self, match: int) -> None:
        """Wait no longer for what players have to reveal, and retry until it is written."""
        found = self._table.state.shuffle
        if self._table.state.shuffling and found is not None and found.match == match:
            self._ask(requests.BeginMatch(match), partial(self._begin_match, match))

    def _ask(self, request: requests.Request, again: Callable[[], None]) -> None:
        """Ask the table itself for something; ask again if it cannot be written for now."""

        def answer(result: int | Refused) -> None:
            if isinstance(result, Refused) and result.reason is not Reason.STALE:
                self._clock.call_later(_RETRY_SECONDS, again)

        self._mailbox.put(Pending(request, answer, own=True))


def _nothing(_seat: int) -> None:
    """Do nothing: who is gone after a match only holds up the next one no longer."""
