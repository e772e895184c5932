"""The interaction at a table as it goes on: its state, and what passes by itself after a while."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtui_client.i18n import _
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button
from cardtui_client.tui.table.display import Display
from cardtui_client.tui.table.panel import Panel
from cardtui_client.tui.table.player import Timer
from cardtui_client.tui.table.ui_state import Notice, Reacted, TableUi

_NOTICE_SECONDS: Final = 6.0
_REACTION_SECONDS: Final = 3.0
_ESCAPE_SECONDS: Final = 1.5
"""For so long after a line was said, Esc is meant for the line."""
_BREATH_SECONDS: Final = 0.6
"""Whoever types on after a digit has not seen yet that it said a phrase."""


class Interaction:
    """Holds the state of the interaction, and takes back what is said or shown for a while.

    Attributes:
        ui: the state.
    """

    def __init__(self, display: Display, redraw: Callable[[], None]) -> None:
        """Begin with nothing done.

        Args:
            display: where the table is shown.
            redraw: shows what stands now.
        """
        self.ui = TableUi()
        self._display = display
        self._redraw = redraw
        self._breath: Timer | None = None

    def become(self, ui: TableUi) -> None:
        """Take another state; a notice that is new goes away after a while."""
        if ui.just_said and not self.ui.just_said:
            self._display.after(_ESCAPE_SECONDS, self._forget_line)
        if ui.in_breath and not self.ui.in_breath:
            self._breath = self._display.after(_BREATH_SECONDS, self._breathe)
        told, self.ui = self.ui.notice, ui
        if (notice := ui.notice) is not None and notice is not told:
            self._display.after(_NOTICE_SECONDS, lambda: self.untell(notice))

    def _forget_line(self) -> None:
        self.ui = self.ui._replace(just_said=False)

    def is_typed_on(self, key: str) -> bool:
        """Tell whether a key goes on with what a phrase was taken for; say so, and wait anew."""
        if not self.ui.in_breath or self.ui.panel.talking or len(key) != 1:
            return False
        if self._breath is not None:
            self._breath.stop()
        self._breath = self._display.after(_BREATH_SECONDS, self._breathe)
        self.tell(_("A digit says its phrase at once. To type a text: /, and a letter first."))
        return True

    def _breathe(self) -> None:
        self.ui = self.ui._replace(in_breath=False)

    def tell(self, sentence: str, mood: Mood = Mood.PLAIN, clause: str = "") -> None:
        """Say something in the status line for a while."""
        self.become(self.ui.told(sentence, mood, clause))
        self._redraw()

    def untell(self, said: Notice | Mood | None = None) -> None:
        """Say what is awaited again, instead of that, of what has that mood, or of anything."""
        notice = self.ui.notice
        if notice is not None and (said is None or said is notice or said is notice.mood):
            self.ui = self.ui.untold()
            self._redraw()

    def ask(self, question: str, answer: Button) -> None:
        """Ask something that one may agree to."""
        self.become(self.ui.asked(question, answer))
        self._redraw()

    def show_panel(self, panel: Panel) -> None:
        """Show another state of the side panel."""
        self.ui = self.ui._replace(panel=panel)
        self._redraw()

    def react(self, shown: Reacted) -> None:
        """Show at a seat for a moment what it has just sent; who calls draws it."""
        self.ui = self.ui.reacted(shown)
        self._display.after(_REACTION_SECONDS, lambda: self._calm(shown))

    def _calm(self, shown: Reacted) -> None:
        if shown in self.ui.reactions:
            self.ui = self.ui.calmed(shown)
            self._redraw()
