"""What was asked of a server and is not answered yet: said at once, turning once it takes long."""

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
_TURNING: Final = "|/-\\"
"""Every terminal has these."""


class Stops(Protocol):
    """What runs down, and may be stopped before."""

    def stop(self) -> None:
        """Let it not run down."""


class UnderWay:
    """Says what is awaited, from the moment it is asked until it is answered."""

    def __init__(
        self,
        after: Callable[[float, Callable[[], None]], Stops],
        changed: Callable[[], None],
        *,
        turns: Callable[[], bool],
    ) -> None:
        """Begin with nothing awaited.

        Args:
            after: calls back after so many seconds.
            changed: shows the words anew.
            turns: whether the person wants to see things move.
        """
        self._after = after
        self._changed = changed
        self._turns = turns
        self._said: list[Say] = []
        self._turned = 0
        self._waits = 0
        self._timer: Stops | None = None

    @property
    def words(self) -> str:
        """What is awaited, the latest of several; ``""`` for nothing."""
        if not self._said:
            return ""
        mark = f"{_TURNING[self._turned % len(_TURNING)]} " if self._turned else ""
        return mark + self._said[-1]()

    @contextmanager
    def waiting(self, say: Say) -> Generator[None]:
        """Say that while something is awaited."""
        self._said.append(say)
        if self._timer is None:
            self._timer = self._after(SPINNER_SECONDS, partial(self._turn, self._waits))
        self._changed()
        try:
            yield
        finally:
            self._said.remove(say)
            if not self._said:
                self._rest()
            self._changed()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._turned = None, 0
        self._waits += 1

    def _turn(self, waits: int) -> None:
        if waits != self._waits:
            return  # a timer that was stopped too late, when its turn was due already
        self._turned += 1
        turn = partial(self._turn, waits)
        self._timer = self._after(_TURN_SECONDS, turn) if self._turns() else None
        self._changed()
