"""Alerts of the terminal itself: its title, and notifications for who looks elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtui_client.text import safe_text

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
