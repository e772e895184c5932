"""When spectators who see a match later get its updates: each once the late table has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardtui_server.match.late import LateTable
from cardtui_server.match.refusals import Refused
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Step
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.table.encoder import Asks, TableEncoder
from cardtui_server.table.subscription import UpdateBuffer


class LateFeed:
    """Encodes the late table of one table, and wakes its readers when something is due.

    Attributes:
        table: the late table, and what it does not know yet.
        buffer: the latest updates of the late table.
    """

    def __init__(
        self,
        table: LateTable,
        encode: Callable[[TableState], TableEncoder],
        clock: Clock,
        *,
        came: Callable[[], None],
        failed: Callable[[Exception], object],
    ) -> None:
        """Begin where the late table is now.

        Args:
            encode: makes an encoder.
            came: called when updates have become due.
            failed: told of an update that cannot be encoded.
        """
        table.due(clock.wall())
        self.table = table
        self._encoder = encode(table.state)
        self._clock = clock
        self._came = came
        self._timer: Timer | None = None
        self._rings = 0.0
        self.buffer = UpdateBuffer(table.state.seq, failed)
        self._wait()

    @property
    def state(self) -> TableState:
        """The late table as it is known."""
        return self.table.state

    def listed(self, spectators: int) -> bytes:
        """Return the table as the lobby shows it to those who do not play there."""
        return self._encoder.listed(spectators)

    def feed(self, step: Step) -> None:
        """Take over an entry that is durable; what is due is in the buffer then."""
        self._add(self.table.feed(step, self._clock.wall()))

    def presence(self, spectators: int, stopped: Refused | None, notice: Refused | None) -> bytes:
        """Note how many watch, whether anything can be done, and what is told; return the frame.

        Who of the players has gone is of now: to spectators, all are here.
        """
        return self._encoder.presence(
            list(self.state.players().values()), spectators, stopped, Asks(), notice=notice
        )

    def snapshot(self) -> bytes:
        """Return all that a spectator may know now, encoded."""
        return self._encoder.snapshot(self.state, None)

    def snapshot_frame(self) -> bytes:
        """Return all that a spectator may know now, as a frame."""
        return self._encoder.snapshot_frame(self.state, None, hears=True)

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _add(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.buffer.add(self._encoder.update(step))
        self._wait()
        if steps:
            self._came()

    def _wait(self) -> None:
        """Set the timer for what is due next."""
        seconds = self.table.due_in(self._clock.wall())
        if seconds is None:
            return
        rings = self._clock.now() + seconds
        if self._timer is None or rings < self._rings:
            self.stop()
            self._rings = rings
            self._timer = self._clock.call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self._add(self.table.due(self._clock.wall()))
