"""Moves what moves on the table: a timer draws it anew until all lies where it belongs.

Nothing waits for it but the next shot. A key ends it, and does what it stands for at once.
"""

from __future__ import annotations

from collections.abc import Callable

from cardtui_client.model.table import TableModel
from cardtui_client.scene.moves import FRAME, NO_MOTION, Motion, motion_between, seen_at
from cardtui_client.scene.scene import Scene
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
