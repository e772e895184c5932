"""What runs out at a table: how long is `Left`, counted on from what the server last said.
Only counted here: the warnings are in `faces/standing.py`, the bars in `faces/staging.py`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui.v1 import timing_pb2

_LONGEST_SECONDS: Final = 24 * 3600.0
"""Seconds; a server that tells of more gets no more."""


class Left(NamedTuple):
    """What is left of a time.

    Attributes:
        seconds: what is left.
        total: the whole of it.
        stopped: whether it stands still.
    """

    seconds: float
    total: float
    stopped: bool


class SeatTime(NamedTuple):
    """What is left of a player's time: the time to act, then the reserve."""

    act: Left
    reserve: Left

    @property
    def left(self) -> float:
        """All the seconds that are left."""
        return self.act.seconds + self.reserve.seconds

    @property
    def stopped(self) -> bool:
        """Whether neither of them runs."""
        return self.act.stopped and self.reserve.stopped


class Times:
    """What runs out at a table, as a server told it at some moment.

    Attributes:
        holding: the seats that hold the hand pause.
    """

    def __init__(self, timing: timing_pb2.Timing | None = None, at: float = 0.0) -> None:
        """Take over what was told.

        Args:
            timing: what runs out; nothing if it is ``None``.
            at: when it was told, in the seconds of some clock that only goes forwards.
        """
        self._timing = timing_pb2.Timing() if timing is None else timing
        self._at = at
        self.holding = tuple(self._timing.holding)

    def halted(self, now: float) -> Times:
        """Return the same times as they stand now, counted on no further."""
        timing = timing_pb2.Timing()
        timing.CopyFrom(self._timing)
        for clock in timing.clocks:
            time = self.clock(clock.seat, now)
            assert time is not None
            _halt(clock.act, time.act)
            _halt(clock.reserve, time.reserve)
        for each in timing.away:
            _halt(each.patience, self._left(each.patience, now))
        for name in ("hand_pause", "window", "fill"):
            if timing.HasField(name):
                countdown = getattr(timing, name)
                _halt(countdown, self._left(countdown, now))
        return Times(timing, now)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose clocks run, or stand still while others could act."""
        return tuple(clock.seat for clock in self._timing.clocks)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats for which a bot will sit in by itself."""
        return tuple(each.seat for each in self._timing.away)

    def clock(self, seat: int, now: float) -> SeatTime | None:
        """Return what is left of a player's time; ``None`` if it is not taken now."""
        for clock in self._timing.clocks:
            if clock.seat == seat:
                act, reserve = self._left(clock.act, now), clock.reserve
                left = _seconds(reserve.left_milliseconds)
                runs = not act.seconds and not (clock.act.stopped and reserve.stopped)
                if runs:  # the reserve runs once the time to act is used up
                    gone = now - self._at - _seconds(clock.act.left_milliseconds)
                    left = max(left - max(gone, 0.0), 0.0)
                return SeatTime(act, Left(left, _seconds(reserve.total_milliseconds), not runs))
        return None

    def hand_pause(self, now: float) -> Left | None:
        """Return what is left of the hand pause; ``None`` between pauses."""
        if not self._timing.HasField("hand_pause"):
            return None
        return self._left(self._timing.hand_pause, now)

    def window(self, now: float) -> Left | None:
        """Return what is left of the claim window; ``None`` if none is open."""
        if not self._timing.HasField("window"):
            return None
        return self._left(self._timing.window, now)

    def fill(self, now: float) -> Left | None:
        """Return when bots take the free seats; ``None`` if none will."""
        if not self._timing.HasField("fill"):
            return None
        return self._left(self._timing.fill, now)

    def patience(self, seat: int, now: float) -> Left | None:
        """Return when a bot sits in for a player who is away; ``None`` if none will."""
        for each in self._timing.away:
            if each.seat == seat:
                return self._left(each.patience, now)
        return None

    def _left(self, countdown: timing_pb2.Countdown, now: float) -> Left:
        left, total = _seconds(countdown.left_milliseconds), _seconds(countdown.total_milliseconds)
        if not countdown.stopped:
            left = max(left - (now - self._at), 0.0)
        return Left(left, total, countdown.stopped)


def _halt(countdown: timing_pb2.Countdown, left: Left) -> None:
    countdown.left_milliseconds = round(left.seconds * 1000)
    countdown.stopped = True


def _seconds(milliseconds: int) -> float:
    return min(milliseconds / 1000, _LONGEST_SECONDS)
