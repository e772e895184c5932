"""Moves what moves on the table and counts the seconds: one timer until all lies in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtui_client.faces.staging import next_look
from cardtui_client.faces.standing import WARNINGS
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.moves import FRAME, NO_MOTION, Motion, motion_between, seen_at
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.table.display import Display
from cardtui_client.tui.table.player import Timer


class Mover:
    """Shows how one scene becomes another; its timer runs only while something moves."""

    def __init__(
        self,
        model: TableModel,
        set_timer: Callable[[float, Callable[[], None]], Timer],
        draw: Callable[[], None],
    ) -> None:
        """Begin at rest.

        Args:
            model: the table, whose clock is looked at.
            set_timer: calls back after so many seconds.
            draw: draws the table.
        """
        self._set_timer = set_timer
        self._draw = draw
        self._model = model
        self._motion: Motion = NO_MOTION
        self._began = 0.0
        self._timer: Timer | None = None

    @property
    def moves(self) -> bool:
        """Whether anything is on its way."""
        return self._motion is not NO_MOTION

    def begin(self, before: Scene, after: Scene) -> float:
        """Begin to move from one scene to another; return how many seconds that takes."""
        self.end()
        motion = motion_between(before, after)
        if not motion.seconds:
            return 0.0
        self._motion, self._began = motion, self._model.now()
        self._timer = self._set_timer(FRAME, self._tick)
        return motion.seconds

    def end(self) -> None:
        """Have all lie where it belongs; whoever calls this draws the table."""
        self._motion = NO_MOTION
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def seen(self, scene: Scene) -> Scene:
        """Return the scene as it is to be seen now."""
        return (
            seen_at(scene, self._motion, self._model.now() - self._began) if self.moves else scene
        )

    def _tick(self) -> None:
        self._timer = None
        if self._model.now() - self._began >= self._motion.seconds:
            self._motion = NO_MOTION
        else:
            self._timer = self._set_timer(FRAME, self._tick)
        self._draw()


_SECONDS: Final = 0.3
"""How long players may take to reveal what they give before anything is said: most take less."""


class ShuffleWait:
    """The wait for a shuffle of one table."""

    def __init__(
        self,
        model: TableModel,
        after: Callable[[float, Callable[[], None]], Timer],
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing to say.

        Args:
            model: the table.
            after: calls back after so many seconds.
            changed: shows the words anew.
        """
        self._model = model
        self._after = after
        self._changed = changed
        self._timer: Timer | None = None
        self._long = False

    @property
    def words(self) -> str:
        """What is said; ``""`` for nothing."""
        return _("Shuffling together…") if self._long and self._model.is_shuffling else ""

    def look(self) -> None:
        """Look whether a match is about to begin."""
        if not self._model.is_shuffling:
            if self._timer is not None:
                self._timer.stop()
            self._timer, self._long = None, False
        elif self._timer is None:
            self._timer = self._after(_SECONDS, self._tell)

    def _tell(self) -> None:
        self._long = True
        self._changed()


class Ticker:
    """Looks again whenever what runs out looks different; never while nothing does."""

    def __init__(self, model: TableModel, display: Display, draw: Callable[[], None]) -> None:
        """Begin with nothing running out.

        Args:
            model: the table.
            display: where timers run and the bell rings.
            draw: draws the table, and calls `look`.
        """
        self._model = model
        self._display = display
        self._draw = draw
        self._timer: Timer | None = None
        self._hurries = False

    def look(self, *, rings: bool) -> None:
        """Arrange the next look; ring if your time has just become short.

        Args:
            rings: whether the person wants to hear the bell.
        """
        model = self._model
        own = None if model.seat is None else model.times.clock(model.seat, model.now())
        hurries = own is not None and not own.stopped and own.left <= WARNINGS[0]
        if hurries and not self._hurries and rings:
            self._display.ring()
        self._hurries = hurries
        if self._timer is None and (wait := next_look(model)) is not None:
            self._timer = self._display.after(wait, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._draw()
