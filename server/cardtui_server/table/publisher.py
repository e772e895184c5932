"""Tells a table's readers, and the lobby, what has changed once it is durable (`Publisher`).
Who may know what is decided in `match/seen.py`, in which order they are told in `subscribers.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from cardtui_server.match.entries import (
    Banned,
    Closed,
    Gestured,
    Hosted,
    Kicked,
    Seated,
    SeatsSwapped,
    SpectatorsSet,
    Started,
)
from cardtui_server.match.late import LateTable, is_late
from cardtui_server.match.refusals import Refused
from cardtui_server.match.seen import is_listed_otherwise
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.told_to_few import newly_heard, newly_seen
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock
from cardtui_server.table.clocks import NO_TIMING, Timing
from cardtui_server.table.encoder import Asks, TableEncoder
from cardtui_server.table.late_feed import LateFeed
from cardtui_server.table.reader import EndReason, Reader
from cardtui_server.table.subscribers import Subscribers
from cardtui_server.table.subscription import Subscription


class Publisher:
    """Publishes what happens at one table.

    Attributes:
        state: the table's state as its readers know it.
        subscribers: the readers of the table.
    """

    def __init__(
        self,
        state: TableState,
        encode: Callable[[TableState], TableEncoder],
        clock: Clock,
        *,
        stopped: Callable[[], Refused | None],
        notice: Callable[[], Refused | None],
        asks: Callable[[], Asks],
        silent: Callable[[], AbstractSet[str]],
        presence_changed: Callable[[], None],
        listing_changed: Callable[[bool], None],
        failed: Callable[[Exception], object],
        caught_up: Callable[[], None],
        late: LateTable | None = None,
    ) -> None:
        """Begin with no readers.

        Args:
            encode: makes an encoder.
            stopped: returns why nothing can be done; ``None`` while all is well.
            notice: returns what everybody is told of the server; ``None`` for nothing.
            asks: returns what the players ask for together.
            silent: returns the ids of players who do not answer.
            presence_changed: called when people have come or gone.
            listing_changed: called when the lobby must show the table differently, with whether
                to everybody; if not, to those who hold a seat.
            failed: told of an update that cannot be encoded.
            caught_up: called once everybody has been told that the table is closed.
            late: the table as spectators know it, if they see a match later and it is known.
        """
        encoder = encode(state)
        self.state = state
        self.subscribers = Subscribers(
            state.seq,
            clock,
            encoder,
            snapshot=self._snapshot_frame,
            changed=self.tell_presence,
            failed=failed,
        )
        self._failed = failed
        self._caught_up = caught_up
        self._encoder = encoder
        self._stopped = stopped
        self._notice = notice
        self._asks = asks
        self._silent = silent
        self._presence_changed = presence_changed
        self._listing_changed = listing_changed
        self._encode = encode
        self._clock = clock
        self._crowd = 0
        self._late: LateFeed | None = None
        self._late_sitters = state.sitters
        self._listed = b""
        self._present_late = b""
        encoder.presence([], 0, stopped(), Asks(), notice=notice())
        if is_late(state.made):
            self._begin_late(late or LateTable(state))
            self._listed = self.shown

    @property
    def shown(self) -> bytes:
        """The table as the lobby shows it to strangers, with the number of spectators, encoded."""
        return (self._late or self._encoder).listed(len(self.subscribers.spectators))

    def shown_to(self, player: str | None) -> bytes:
        """Return the same, but as it is now to a player who holds a seat, and to the operator.

        Args:
            player: the player's id; ``None`` for the operator.
        """
        if player is not None and self.state.seat_of(player) is None:
            return self.shown
        return self._encoder.listed(len(self.subscribers.spectators))

    @property
    def late(self) -> LateTable | None:
        """The late table, if spectators see a match later than it is played."""
        return None if self._late is None else self._late.table

    def known_to(self, player: str) -> TableState:
        """Return the table as a player may know it: to strangers it is the late one."""
        late = self._late
        return late.state if late is not None and self.state.is_stranger(player) else self.state

    @property
    def lags(self) -> bool:
        """Whether spectators are yet to see something of a match."""
        return self._late is not None and self._late.table.lags

    def attach(self, reader: Reader) -> Subscription:
        """See `Subscribers.attach`."""
        subscription = self.subscribers.attach(reader)
        viewer = reader.viewer
        if viewer is not None and (lines := self.state.apart.get(viewer)):
            subscription.confide(self._encoder.team_talk(lines))
        if viewer is not None and (seen := self.state.signals.get(viewer)):
            subscription.confide(self._encoder.signals(seen))
        return subscription

    def timing_frame(self, timing: Timing) -> bytes:
        """Return what runs out, as a frame."""
        return self._encoder.timing_frame(timing)

    def tell_timing(self, timing: Timing, *, wake: bool) -> None:
        """Tell readers what runs out; unless they are woken, they are told with the next update."""
        self.subscribers.time(self._encoder.timing_frame(timing), wake=wake)

    def snapshot(self, viewer: str | None) -> bytes:
        """Return all that a viewer may know now, encoded."""
        late = self._late
        if late is not None and (viewer is None or self.state.seat_of(viewer) is None):
            return late.snapshot()
        return self._encoder.snapshot(self.state, viewer)

    def publish(self, step: Step) -> None:
        """Take over an entry that is durable; `tell` tells readers of it."""
        before, after = step.before, step.after
        if step.hidden:
            self._confide(step)
            self.state = after
            self._feed_late(step)
            return
        self.subscribers.buffer.add(self._encoder.update(step))
        self.state = after
        self._feed_late(step)
        if before.sitters is not after.sitters:
            why = EndReason.KICKED if isinstance(step.entry, Kicked) else EndReason.LEFT
            for player in before.players().keys() - after.players().keys():
                self.subscribers.let_go(player, why)
            if isinstance(step.entry, Seated) and before.asks(step.entry.player):
                self.subscribers.seat(step.entry.player)
            if isinstance(step.entry, Started | SeatsSwapped):  # seats may have changed
                self.tell_presence()
        if isinstance(step.entry, Banned) and step.entry.until_milliseconds:
            known = {after.host, *after.players()}
            self.subscribers.ban(step.entry.player, step.entry.likeness, known)
        if isinstance(step.entry, SpectatorsSet | Hosted) and after.made.refuses_spectators:
            self.subscribers.refuse_spectators(after.host)
        if isinstance(step.entry, Closed):
            self._end_closed()
        if is_listed_otherwise(step):
            self._change_listing()

    def tell(self) -> None:
        """Give readers what is new, first those whose turn it is."""
        turn, sitters = self.state.turn, self.state.sitters
        to_act = () if turn is None else turn.to_act
        self.subscribers.tell([each.player for seat in to_act if (each := sitters[seat])])

    def stop(self) -> None:
        """Cancel the timers."""
        self.subscribers.stop()
        if self._late is not None:
            self._late.stop()

    def tell_presence(self) -> None:
        """Tell readers and the lobby who is here, and whether anything can be done."""
        self._presence_changed()  # what is asked for follows from who is here
        subscribers = self.subscribers
        seats = self.state.players()
        here = seats.keys() & subscribers.players.keys()
        connected = sorted([seats[each] for each in here])
        silent = sorted([seats[each] for each in here & self._silent()])
        spectators = len(subscribers.spectators)
        stopped, notice = self._stopped(), self._notice()
        late = b""
        if self._late is not None:
            late = self._late.presence(spectators, stopped, notice)
            if late == self._present_late:  # that somebody went now would tell something, too
                late = b""
            else:
                self._present_late = late
        piece = self._encoder.presence(
            connected, spectators, stopped, self._asks(), silent=silent, notice=notice
        )
        subscribers.present(piece, late)
        if self._crowd != spectators:
            self._crowd = spectators
            self._change_listing()

    def _feed_late(self, step: Step) -> None:
        """Let spectators who see a match later know an entry once it is due."""
        if self._late is None and is_late(step.after.made):
            self._begin_late(LateTable(step.before))
            self.tell_presence()
        if self._late is None:
            return
        if is_late(step.after.made):
            self._late.feed(step)
        else:  # they go on with a snapshot of now
            self._late.stop()
            self._late = None
            self.subscribers.show_late(None)
            self.tell_presence()

    def _begin_late(self, late: LateTable) -> None:
        self._late = LateFeed(
            late, self._encode, self._clock, came=self._come_late, failed=self._failed
        )
        spectators = len(self.subscribers.spectators)
        self._present_late = self._late.presence(spectators, self._stopped(), self._notice())
        self._late_sitters = late.state.sitters
        self._listed = b""
        self.subscribers.show_late(self._late.buffer)
        for spectator in self.subscribers.spectators:
            spectator.time(self._encoder.timing_frame(NO_TIMING))

    def _come_late(self) -> None:
        """Tell spectators, and the lobby, what has become due."""
        if self._late is not None and self._late.state.sitters is not self._late_sitters:
            self._late_sitters = self._late.state.sitters
            self.tell_presence()  # others sit there
        self.subscribers.tell_late()
        self._change_listing()
        if self.state.life is Life.CLOSED:
            self._end_closed()

    def _end_closed(self) -> None:
        """End the streams of players at a closed table, and of spectators who saw all of it."""
        if self.lags:
            self.subscribers.end_players(EndReason.CLOSED)
        else:
            self.subscribers.end(EndReason.CLOSED)
            self._caught_up()

    def _change_listing(self) -> None:
        """Show the table anew in the lobby; one that is late only if it looks different.

        That something happened at all would tell what spectators are not to know yet.
        """
        everybody = self._late is None or self.shown != self._listed
        self._listed = b"" if self._late is None else self.shown
        self._listing_changed(everybody)

    def _confide(self, step: Step) -> None:
        """Tell a line of talk apart or a signal to those whom it is for, and to nobody else."""
        readers = self.subscribers.players
        if isinstance(step.entry, Gestured):
            for player, signal in newly_seen(step.before, step.after):
                if player in readers:
                    readers[player].confide(self._encoder.signals([signal]))
            return
        for player, line in newly_heard(step.before, step.after):
            if player in readers:
                readers[player].confide(self._encoder.team_talk([line]))

    def _snapshot_frame(self, viewer: str | None, hears: bool) -> bytes:
        if viewer is None and self._late is not None:
            return self._late.snapshot_frame()
        return self._encoder.snapshot_frame(self.state, viewer, hears=hears)
