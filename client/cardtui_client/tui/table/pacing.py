"""What passes with time at a table: shots one after another, what moves, clocks, a long shuffle.
The table rings when your time gets short: `Ticker.look` (at how many seconds is in
`faces/standing.py`). When more than `MOST_WAITING_SHOTS` shots wait, only the latest is shown.

Each shot waits for its time before the next one is shown; without animation, and when a key is
pressed, the latest is shown at once. A timer runs only while something moves or runs out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from cardtui_client.faces.staging import next_look
from cardtui_client.faces.standing import SHUFFLE_SECONDS, WARNING_SECONDS
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.moves import NO_MOTION, REDRAW_SECONDS, Motion, motion_between, seen_at
from cardtui_client.scene.scene import NOTHING_FRESH, Scene
from cardtui_client.tui.table.picture import Display, Shot
from cardtui_client.tui.timers import After, Alarm

MOST_WAITING_SHOTS: Final = 24


class Show(Protocol):
    """Shows a shot."""

    def __call__(self, shot: Shot, *, moving: bool) -> float:
        """Show it; return how many seconds it moves.

        Args:
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
        after: After,
        *,
        animated: bool,
    ) -> None:
        self.animated = animated
        self._show = show
        self._waiting: deque[Shot] = deque()
        self._alarm = Alarm(after)
        self._current: Shot | None = None

    @property
    def behind(self) -> bool:
        """Whether there is more to be shown than is shown now."""
        return bool(self._waiting)

    @property
    def rests(self) -> bool:
        """Whether what is shown stays until something happens."""
        return not self._alarm.is_set and not self._waiting

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
        if not self.animated or len(self._waiting) > MOST_WAITING_SHOTS:
            self.skip()
        elif not self._alarm.is_set:
            self._next()

    def skip(self) -> None:
        """Show the latest at once."""
        self._alarm.stop()
        if not self._waiting and self._current is not None and self._current.fresh != NOTHING_FRESH:
            self._settle()
        while self._waiting:
            shot = self._waiting.popleft()
            # What would be pointed out is gone before anybody sees it.
            self._current = shot.still()
            told = self._current._replace(tells=shot.tells, bell=shot.bell, sound=shot.sound)
            self._show(told, moving=False)

    def _next(self) -> None:
        if not self._waiting:
            self._settle()
            return
        self._current = self._waiting.popleft()
        moves = self._show(self._current, moving=self.animated)
        if seconds := max(self._current.seconds, moves):
            self._alarm.set(seconds, self._next)
        elif self._waiting:
            self._next()

    def _settle(self) -> None:
        if self._current is not None:
            self._current = self._current.still()
            self._show(self._current, moving=False)


class Mover:
    """Shows how one scene becomes another; its timer runs only while something moves."""

    def __init__(
        self,
        model: TableModel,
        after: After,
        draw: Callable[[], None],
    ) -> None:
        """Begin at rest.

        Args:
            model: the table, whose clock is looked at.
            after: calls back after so many seconds.
            draw: draws the table.
        """
        self._draw = draw
        self._model = model
        self._motion: Motion = NO_MOTION
        self._began = 0.0
        self._alarm = Alarm(after)

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
        self._alarm.set(REDRAW_SECONDS, self._tick)
        return motion.seconds

    def end(self) -> None:
        """Have all lie where it belongs; the caller draws the table."""
        self._motion = NO_MOTION
        self._alarm.stop()

    def seen(self, scene: Scene) -> Scene:
        """Return the scene as it is to be seen now."""
        return (
            seen_at(scene, self._motion, self._model.now() - self._began) if self.moves else scene
        )

    def _tick(self) -> None:
        if self._model.now() - self._began >= self._motion.seconds:
            self._motion = NO_MOTION
        else:
            self._alarm.set(REDRAW_SECONDS, self._tick)
        self._draw()


class ShuffleWait:
    """The wait for a shuffle of one table."""

    def __init__(
        self,
        model: TableModel,
        after: After,
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing to say.

        Args:
            after: calls back after so many seconds.
            changed: shows the words anew.
        """
        self._model = model
        self._alarm = Alarm(after)
        self._changed = changed
        self._long = False

    @property
    def words(self) -> str:
        """What is said; ``""`` for nothing."""
        return _("Shuffling together…") if self._long and self._model.is_shuffling else ""

    def look(self) -> None:
        """Look whether a match is about to begin."""
        if not self._model.is_shuffling:
            self._alarm.stop()
            self._long = False
        elif not (self._long or self._alarm.is_set):
            self._alarm.set(SHUFFLE_SECONDS, self._tell)

    def _tell(self) -> None:
        self._long = True
        self._changed()


class Ticker:
    """Looks again whenever what runs out looks different; never while nothing does."""

    def __init__(
        self,
        model: TableModel,
        display: Display,
        draw: Callable[[], None],
        ring: Callable[[], None],
    ) -> None:
        """Begin with nothing running out.

        Args:
            draw: draws the table, and calls `look`.
            ring: calls the person.
        """
        self._model = model
        self._draw = draw
        self._ring = ring
        self._alarm = Alarm(display.after)
        self._hurries = False

    def look(self) -> None:
        """Arrange the next look; ring if your time has just become short."""
        model = self._model
        own = None if model.seat is None else model.times.clock(model.seat, model.now())
        hurries = own is not None and not own.stopped and own.left <= WARNING_SECONDS[0]
        if hurries and not self._hurries:
            self._ring()
        self._hurries = hurries
        if not self._alarm.is_set and (wait := next_look(model)) is not None:
            self._alarm.set(wait, self._draw)
