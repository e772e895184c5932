"""The app and its terminal: what it sends besides the screen, and how it gives it back in time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from textual import constants
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.screen import Screen
from textual.widget import MountError
from textual.worker import WorkerFailed

from cardtui_client.text import in_letters
from cardtui_client.tui import collector
from cardtui_client.tui.alerts import Alerts
from cardtui_client.tui.driver import TerminalDriver
from cardtui_client.tui.ending import Ending
from cardtui_client.tui.sparing import Shown, SparingUpdate


class TerminalApp(App[None]):
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
        super().__init__()
        self.crash: BaseException | None = None
        self.alerts = Alerts(self._send)
        self._ending = ending
        self._leaving = False
        self._letters_alone = False
        self._shown = Shown()
        self._drawn: Screen[object] | None = None

    def get_driver_class(self) -> type[Driver]:
        """Return what draws: on a terminal ours, in a browser the one that is asked for."""
        return super().get_driver_class() if constants.DRIVER else TerminalDriver

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
        collector.let_go()

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
        # Whoever started us reports the fault; the screen is left clean, without a traceback.
        fault = self._exception
        self.crash = fault.error if isinstance(fault, WorkerFailed) else fault
        self._close_messages_no_wait()
