"""The life of screens and widgets: drawn on only while they stand, and left only once.
How long there is at least between two drawings of a screen: `_REDRAW_SECONDS`.

Something stands from when all its widgets are there until it begins to be taken down. What
comes from outside (a server's answer, a key, another screen's result) may come earlier or
later; then it is kept as data.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol, TypeVar, runtime_checkable

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.messages import Prune
from textual.screen import Screen
from textual.widget import Widget

# pyright: reportPrivateUsage=false

_REDRAW_SECONDS: Final = 0.1
"""The least time between two drawings of what a server tells, in seconds: eyes need no more."""

_Result = TypeVar("_Result")


@runtime_checkable
class TakesAhead(Protocol):
    """An app that keeps what is typed while a screen is being built."""

    async def take_ahead(self) -> None:
        """Pass the keys on to the screen, if it stands by now."""


class Standing(Widget):
    """Something that stands or does not.

    Attributes:
        stands: whether its widgets are there.
    """

    stands = False

    def on_mount(self) -> None:
        """Stand up, unless it was closed before all its widgets were there."""
        # Once closed, or with the program ending, it has been composed only in part.
        if self.is_attached and not self._pruning:  # there is no public word for it
            self.stand()

    def stand(self) -> None:
        """Stand from now on; one that is furnished later overrides this."""
        self.stands = True
        self.stood()

    async def on_prune(self, event: Prune) -> None:
        """Stand no longer; end its workers before its widgets go."""
        self.stands = False
        self.workers.cancel_node(self)
        await super().on_prune(event)

    def stood(self) -> None:
        """Begin: all widgets are there."""


class StandingScreen(Screen[_Result], Standing):  # pyright: ignore[reportIncompatibleMethodOverride]
    """A screen that is left only once, takes keys when it stands, and is drawn when it is seen.

    Its widgets get their styles once as it opens: Textual would give them again when it tells the
    screen its size, and again when it shows it.

    Attributes:
        subject: what it is about; of screens of one kind with one subject, one is open at a time.
    """

    subject: object = None
    _left: Callable[[], AwaitComplete] | None = None
    _stale = False
    _drawn = 0.0
    _styled = False

    def on_compose(self) -> None:
        """Take the classes of this size, before there are widgets that have to follow them."""
        width, height = self.app.size
        across = self.app.HORIZONTAL_BREAKPOINTS or []
        down = self.app.VERTICAL_BREAKPOINTS or []
        if self.HORIZONTAL_BREAKPOINTS is not None:
            across = self.HORIZONTAL_BREAKPOINTS
        if self.VERTICAL_BREAKPOINTS is not None:
            down = self.VERTICAL_BREAKPOINTS
        for size, breakpoints in ((width, across), (height, down)):
            fitting = [name for least, name in sorted(breakpoints) if size >= least]
            self.add_class(*fitting[-1:])

    def on_mount(self) -> None:
        """Take the keys that were typed ahead."""
        self.take_keys()

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Have the styles left alone when it is shown first: they have just been given."""
        event.refresh_styles = event.refresh_styles and self._styled
        self._styled = True

    def on_screen_resume(self) -> None:
        """Go now, if it was left before it stood, or while another screen lay on it."""
        if self._left is not None and self.is_active:
            self._left()
        self.take_keys()
        self._draw()

    def changed(self) -> None:
        """Draw what is known now, together with whatever else changes at this moment.

        While the screen is not seen nothing is drawn; when it is seen again, once.
        """
        if not self._stale:
            self._stale = True
            wait = self._drawn + _REDRAW_SECONDS - time.monotonic()
            if wait <= 0:
                self._draw()
            else:
                self.set_timer(wait, self._draw)

    def draw(self) -> None:
        """Show what is known."""

    @property
    def _is_seen(self) -> bool:
        """Whether nothing lies over it but dialogs; Textual counts what lies below any screen."""
        stack = self.app.screen_stack
        return self in stack and all(each.is_modal for each in stack[stack.index(self) + 1 :])

    def _draw(self) -> None:
        if self._stale and self.stands and self._is_seen:
            self._stale = False
            self._drawn = time.monotonic()
            self.draw()

    def dismiss(self, result: _Result | None = None) -> AwaitComplete:
        """Leave, only once: a second time does nothing, and what lies on top is left alone.

        A screen that does not stand yet leaves when it does: Textual's widgets cannot be taken
        down while they are being built.
        """
        if self._left is None and self in self.app.screen_stack[1:]:
            self._left = partial(super().dismiss, result)
            if self.is_active and self.stands:
                return self._left()
        return AwaitComplete()

    def take_keys(self) -> None:
        """Take the keys that were typed ahead, if it stands."""
        app: object = self.app
        if isinstance(app, TakesAhead):
            self.app.call_later(app.take_ahead)
