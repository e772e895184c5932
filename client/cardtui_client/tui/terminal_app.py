"""The app of a terminal: its title and notifications (`Alerts`), its faults, and its end.
What is drawn through ``NO_COLOR`` or sixteen colours: `get_line_filters`. When you are notified at
a table is in `tui/table/telling.py`.

`TerminalApp` leaves the terminal as it was. How that is taken and drawn on is its driver's matter:
on Windows Textual's own, elsewhere ours (`terminal_driver.py`).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import RenderableType
from textual import constants
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.widget import MountError
from textual.worker import WorkerFailed

from cardtui_client.garbage import go_on
from cardtui_client.settings.values import HUELESS_THEME
from cardtui_client.text import in_letters, safe_text
from cardtui_client.tui.ending import Ending
from cardtui_client.tui.in_order import InOrder
from cardtui_client.tui.sparing import Shown, SparingUpdate

# pyright: reportPrivateUsage=false

_KEEP_TITLE: Final = "\x1b[22;2t"
_TITLE_BACK: Final = "\x1b]2;\x07\x1b[23;2t"
"""No title, and then the one that was kept: some terminals keep none."""

_MOST_CELLS: Final = 80


class Alerts:
    """What the terminal shows outside of its screen. It sends a byte only when that changes.

    Attributes:
        watched: whether the terminal has said that the person looks at it. Those that say nothing
            of the kind are taken for not watched.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self.watched = False
        self._write = write
        self._title = ""
        self._kept = False
        self._resting = False

    def entitle(self, words: str) -> None:
        """Give the terminal that title; ``""`` gives its own back."""
        title = safe_text(words, _MOST_CELLS)
        if title == self._title:
            return
        self._title = title
        if not self._resting:
            self._show()

    def notify(self, words: str) -> None:
        """Have the terminal notify the person, unless they look at it; most know no such thing."""
        if not self.watched and not self._resting:
            self._write(f"\x1b]9;{safe_text(words, _MOST_CELLS)}\x07")

    def rest(self) -> None:
        """Give the title back, and send nothing before `wake`."""
        if not self._resting:
            self._resting = True
            self._give_back()

    def wake(self) -> None:
        """Show again what is to be seen."""
        if self._resting:
            self._resting = False
            self._show()

    def _show(self) -> None:
        if not self._title:
            self._give_back()
            return
        if not self._kept:
            self._kept = True
            self._write(_KEEP_TITLE)
        self._write(f"\x1b]2;{self._title}\x07")

    def _give_back(self) -> None:
        if self._kept:
            self._kept = False
            self._write(_TITLE_BACK)


def use_mouse(driver: Driver | None, on: bool) -> None:
    """Tell the terminal to report the mouse, or to keep it for its own selecting.

    Textual decides this once, at the start, so its driver is told in private; a driver
    without a terminal is left alone.
    """
    if driver is None or sys.platform == "win32":
        return
    from textual.drivers.linux_driver import LinuxDriver

    if isinstance(driver, LinuxDriver):
        # Both do nothing while the driver believes that there is no mouse.
        driver._mouse = True  # noqa: SLF001 - there is no other way in
        if on:
            driver._enable_mouse_support()  # noqa: SLF001 - there is no other way in
        else:
            driver._disable_mouse_support()  # noqa: SLF001 - there is no other way in
            driver._mouse = False  # noqa: SLF001 - there is no other way in


class TerminalApp(InOrder):
    """An app that leaves its terminal as it was, however it ends.

    Attributes:
        crash: the fault that ended the app, ``None`` if it ended well.
        alerts: the terminal's title and notifications.
        log_folder: where what others write to the terminal goes while the screens stand;
            ``None`` for nowhere. To be said before the app runs.
    """

    log_folder: Path | None = None

    def __init__(self, ending: Ending | None) -> None:
        """Make it.

        Args:
            ending: makes sure that it ends in time once it is asked to.
        """
        self._has_sixteen = False
        super().__init__()
        self.crash: BaseException | None = None
        self.alerts = Alerts(self._send)
        self._ending = ending
        self._leaving = False
        self._letters_alone = False
        self._shown = Shown()
        self._drawn: Screen[object] | None = None
        self._fewer_colours: Sequence[LineFilter] | None = None
        if self.no_color:
            from cardtui_client.tui.colourless import Colourless

            self._fewer_colours = [*super().get_line_filters(), Colourless()]

    def get_driver_class(self) -> type[Driver]:
        """Return what draws: on a terminal ours, in a browser the one that is asked for."""
        if constants.DRIVER or sys.platform == "win32":
            return super().get_driver_class()
        from cardtui_client.tui.terminal_driver import TerminalDriver

        return TerminalDriver

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return what colours go through: none is left with `NO_COLOR`, or sixteen are."""
        if self._fewer_colours is None:
            if not self._has_sixteen:
                return super().get_line_filters()
            from cardtui_client.tui.sixteen import Sixteen

            self._fewer_colours = [*super().get_line_filters(), Sixteen()]
        return self._fewer_colours

    def wear_sixteen(self) -> None:
        """Have the suits in colours that are told apart where the terminal has but sixteen."""
        if self.console.color_system == "standard":
            self._has_sixteen = True
            self.stylesheet.set_variables(self.get_css_variables())

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of the theme; of suits, those that sixteen colours tell apart."""
        variables = super().get_css_variables()
        if self._has_sixteen and self.theme != HUELESS_THEME:
            from cardtui_client.tui.sixteen import SUIT_COLOURS

            variables.update(SUIT_COLOURS)
        return variables

    def on_load(self) -> None:
        """Leave when a signal says so, which may have happened before this."""
        if self._ending is not None:
            loop = asyncio.get_running_loop()
            # A signal comes in the middle of anything; the loop leaves between two callbacks.
            self._ending.call(lambda: loop.call_soon_threadsafe(self.exit))

    def on_mount(self) -> None:
        """Give the title back while the app is suspended."""
        self.app_suspend_signal.subscribe(self, self._rest, immediate=True)
        self.app_resume_signal.subscribe(self, self._wake, immediate=True)

    def _rest(self, _app: object) -> None:
        self.alerts.rest()

    def _wake(self, _app: object) -> None:
        self.alerts.wake()
        self._shown.forget()

    def _send(self, sequence: str) -> None:
        """Send the terminal what is no part of the screen."""
        if self._driver is not None and not self.is_headless:
            self._driver.write(in_letters(sequence) if self._letters_alone else sequence)

    def show_letters(self, *, alone: bool) -> None:
        """Show nothing but ASCII, or all signs."""
        if alone != self._letters_alone:
            self._letters_alone = alone
            self._shown.forget()
            self.refresh()

    def on_app_focus(self) -> None:
        """Take note that the person looks at the terminal."""
        self.alerts.watched = True

    def on_app_blur(self) -> None:
        """Take note that the person looks elsewhere."""
        self.alerts.watched = False

    def exit(
        self, result: None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the client, in time."""
        self._leave()
        super().exit(result, return_code, message)

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        sent: Any = renderable
        if screen is not self._drawn:
            self._shown.forget()
        self._drawn = screen
        if isinstance(renderable, ChopsUpdate | LayoutUpdate):
            sent = SparingUpdate(renderable, self._shown, letters_alone=self._letters_alone)
        super()._display(screen, sent)
        go_on()

    def on_resize(self) -> None:
        """Draw everything anew: terminals fold and cut what they show."""
        self._shown.forget()

    def update_styles(self, node: DOMNode, animate: bool = True) -> None:
        """Style what has changed, but not what is being taken down, which is most of the work."""
        if not self._leaving:
            super().update_styles(node, animate)

    def _leave(self) -> None:
        self._leaving = True
        self.alerts.rest()
        if self._ending is not None:
            self._ending.begin()

    def _handle_exception(self, error: Exception) -> None:
        # Once the end is asked for, Textual mounts no more widgets. Code that looks for those of
        # a screen that was being built finds none, which does no harm.
        fault = error.error if isinstance(error, WorkerFailed) else error
        if not (self._leaving and isinstance(fault, NoMatches | MountError)):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self._leave()
        # The program that started us reports the fault; the screen is left clean, without a
        # traceback.
        fault = self._exception
        self.crash = fault.error if isinstance(fault, WorkerFailed) else fault
        self._close_messages_no_wait()
