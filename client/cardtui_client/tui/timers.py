"""Timers: an `Alarm` that is set anew, and a spinner that appears after `SPINNER_SECONDS`.
Which times run out at a table is in `model/timing.py`; when the table rings, in
`tui/table/pacing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from typing import Final, Protocol

Say = Callable[[], str]
"""Says something in the language in use."""

SPINNER_SECONDS: Final = 0.3
"""How long an answer may take before something turns: most come sooner."""

_TURN_SECONDS: Final = 0.15
_SPINNER_SIGNS: Final = "|/-\\"
"""Every terminal has these."""


class Timer(Protocol):
    """A timer that runs."""

    def stop(self) -> None:
        """Cancel it."""


After = Callable[[float, Callable[[], None]], Timer]
"""Calls back after so many seconds."""


class Alarm:
    """One timer at a time: setting it again begins anew."""

    def __init__(self, after: After) -> None:
        self._after = after
        self._timer: Timer | None = None
        self._number = 0

    @property
    def is_set(self) -> bool:
        """Whether it runs."""
        return self._timer is not None

    def set(self, seconds: float, call: Callable[[], None]) -> None:
        """Call back after so many seconds, and no more for what it was set for before."""
        self.stop()
        self._timer = self._after(seconds, partial(self._ring, self._number, call))

    def stop(self) -> None:
        """Cancel it, if it runs."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._number += 1

    def _ring(self, number: int, call: Callable[[], None]) -> None:
        if number != self._number:
            return  # a timer that was stopped too late, when its call was due already
        self._timer = None
        call()


class UnderWay:
    """Says what was asked of a server, from the moment it is asked until it is answered."""

    def __init__(
        self, after: After, changed: Callable[[], None], *, turns: Callable[[], bool]
    ) -> None:
        """Begin with nothing awaited.

        Args:
            after: calls back after so many seconds.
            changed: shows the words anew.
            turns: whether the person wants to see things move.
        """
        self._alarm = Alarm(after)
        self._changed = changed
        self._turns = turns
        self._said: list[Say] = []
        self._turned = 0

    @property
    def words(self) -> str:
        """What is awaited, the latest of several; ``""`` for nothing."""
        if not self._said:
            return ""
        mark = f"{_SPINNER_SIGNS[self._turned % len(_SPINNER_SIGNS)]} " if self._turned else ""
        return mark + self._said[-1]()

    @contextmanager
    def waiting(self, say: Say) -> Generator[None]:
        """Say that while something is awaited."""
        self._said.append(say)
        if not self._alarm.is_set:
            self._alarm.set(SPINNER_SECONDS, self._turn)
        self._changed()
        try:
            yield
        finally:
            self._said.remove(say)
            if not self._said:
                self._alarm.stop()
                self._turned = 0
            self._changed()

    def _turn(self) -> None:
        self._turned += 1
        if self._turns():
            self._alarm.set(_TURN_SECONDS, self._turn)
        self._changed()
