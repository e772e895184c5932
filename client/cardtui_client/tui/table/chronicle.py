"""What the log of a table tells, kept so that it can be told again in another language."""

from __future__ import annotations

from collections import deque

from cardtui_client.scene.scene import MOST_ENTRIES, Entry, Kind, Telling
from cardtui_client.tui.table.display import Display


class Chronicle:
    """Writes the log."""

    def __init__(self, display: Display) -> None:
        """Begin with nothing told; ``display`` has the log."""
        self._display = display
        self._told: deque[Telling] = deque(maxlen=MOST_ENTRIES)
        self._last: tuple[Entry, ...] = ()

    def begin(self, tells: Telling) -> tuple[Entry, ...]:
        """Tell that, and nothing of what was told before, and return it."""
        self._told.clear()
        self._told.append(tells)
        self._last = tells()
        self._display.rewrite_log(self._last)
        return self._last

    def write(self, tells: Telling) -> tuple[Entry, ...]:
        """Tell that too, and return it; a notice that says the same again is not told."""
        entries = tells()
        if not entries or (entries == self._last and entries[0].kind is Kind.NOTICE):
            return entries
        self._told.append(tells)
        self._last = entries
        self._display.write_log(*entries)
        return entries

    def retell(self) -> tuple[Entry, ...]:
        """Tell all of it in the language in use now, and return it."""
        entries = tuple(entry for tells in self._told for entry in tells())[-MOST_ENTRIES:]
        self._display.rewrite_log(entries)
        return entries
