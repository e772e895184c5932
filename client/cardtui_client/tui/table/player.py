"""Pacing: what happens at the table is shown one thing after another, so that eyes can follow.

Every change makes a shot. A shot stays for its time before the next one is shown; without
animation, and when a key is pressed, the latest is shown at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from cardtui_client.scene.scene import STILL
from cardtui_client.tui.table.frames import Shot

MOST_WAITING: Final = 24


class Timer(Protocol):
    """What runs down, and may be stopped before."""

    def stop(self) -> None:
        """Let it not run down."""


class Show(Protocol):
    """Shows a shot."""

    def __call__(self, shot: Shot, *, moving: bool) -> float:
        """Show it; return how many seconds it moves.

        Args:
            shot: the shot.
            moving: whether it is to be seen how things come there.
        """


class Pacer:
    """Shows shots in order, each for its time.

    Attributes:
        animated: whether shots take time at all.
    """

    def __init__(
        self,
        show: Show,
        set_timer: Callable[[float, Callable[[], None]], Timer],
        *,
        animated: bool,
    ) -> None:
        self.animated = animated
        self._show = show
        self._set_timer = set_timer
        self._waiting: deque[Shot] = deque()
        self._timer: Timer | None = None
        self._current: Shot | None = None

    @property
    def behind(self) -> bool:
        """Whether there is more to be shown than is shown now."""
        return bool(self._waiting)

    @property
    def rests(self) -> bool:
        """Whether what is shown stays until something happens."""
        return self._timer is None and not self._waiting

    @property
    def offers_the_same(self) -> bool:
        """Whether nothing has happened in what is still to be shown that a key depends on."""
        if self._current is None or not self._current.buttons:
            return False
        return all(
            not shot.seconds and shot.buttons == self._current.buttons for shot in self._waiting
        )

    def add(self, *shots: Shot) -> None:
        """Show these after what is still to be shown."""
        self._waiting.extend(shots)
        if not self.animated or len(self._waiting) > MOST_WAITING:
            self.skip()
        elif self._timer is None:
            self._next()

    def skip(self) -> None:
        """Show the latest at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not self._waiting and self._current is not None and self._current.fresh != STILL:
            self._settle()
        while self._waiting:
            shot = self._waiting.popleft()
            # What would be pointed out is gone before anybody sees it.
            self._current = shot.still()
            told = self._current._replace(tells=shot.tells, bell=shot.bell)
            self._show(told, moving=False)

    def _next(self) -> None:
        self._timer = None
        if not self._waiting:
            self._settle()
            return
        self._current = self._waiting.popleft()
        moves = self._show(self._current, moving=self.animated)
        if seconds := max(self._current.seconds, moves):
            self._timer = self._set_timer(seconds, self._next)
        elif self._waiting:
            self._next()

    def _settle(self) -> None:
        if self._current is not None:
            self._current = self._current.still()
            self._show(self._current, moving=False)
