"""What the controller of a table needs of whatever shows it: a `Board`, or a test."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

from cardtui_client.scene.scene import Entry
from cardtui_client.tui.table.frames import Picture
from cardtui_client.tui.table.player import Timer


class Display(Protocol):
    """Where a table is shown."""

    @property
    def moves(self) -> bool:
        """Whether it shows how things move."""

    def show(self, picture: Picture) -> None:
        """Show that."""

    def write_log(self, *entries: Entry) -> None:
        """Add entries to the log."""

    def rewrite_log(self, entries: Sequence[Entry]) -> None:
        """Show those entries in the log instead."""

    def ring(self) -> None:
        """Ring the bell."""

    def alert(self, words: str) -> None:
        """Have the terminal notify who looks elsewhere."""

    def entitle(self, words: str) -> None:
        """Give the terminal that title; ``""`` gives its own back."""

    def run(self, work: Coroutine[None, None, None]) -> None:
        """Have something done that takes time; nobody waits for it."""

    def soon(self, call: Callable[[], None]) -> None:
        """Call back once what waits to be done now is done."""

    def after(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call back after so many seconds."""
