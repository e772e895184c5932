"""Tells lines: answers at once, and what happens meanwhile at once or when one is done typing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TextIO

from cardtui_client.i18n import _, n_
from cardtui_client.lines.terminal import write_lines

Print = Callable[[Sequence[str]], None]
"""Tells lines that were asked for, as `Teller.answer` does."""

_MOST_KEPT: Final = 500
"""More lines than this are not kept back: the latest count."""


class Teller:
    """Writes what there is to tell.

    Attributes:
        holds: whether news are kept back until the person presses Enter.
    """

    def __init__(self, output: TextIO) -> None:
        self.holds = False
        self._output = output
        self._kept: list[str] = []
        self._dropped = 0

    def answer(self, lines: Sequence[str]) -> None:
        """Tell what was asked for."""
        if lines:
            write_lines(self._output, lines)

    def news(self, lines: Sequence[str]) -> None:
        """Tell what happened, or keep it back."""
        if not self.holds:
            self.answer(lines)
            return
        self._kept.extend(lines)
        self._dropped += max(0, len(self._kept) - _MOST_KEPT)
        del self._kept[:-_MOST_KEPT]

    def urgent(self, line: str, *, ring: bool) -> None:
        """Tell what cannot wait until one is done typing; ring the bell of a terminal for it."""
        self.answer([line])
        if ring:
            self.ring()

    def ring(self) -> None:
        """Ring the bell of a terminal; a pipe has none."""
        if self._output.isatty():
            self._output.write("\a")
            self._output.flush()

    def tell_kept(self) -> bool:
        """Tell what was kept back; return whether there was anything."""
        kept, self._kept = self._kept, []
        dropped, self._dropped = self._dropped, 0
        if dropped:
            kept.insert(
                0, n_("1 line before this was dropped.", "{n} lines were dropped.", dropped)
            )
        self.answer(kept)
        return bool(kept)

    def toggle(self) -> list[str]:
        """Hold news back from now on, or do not; return what to say about it."""
        self.holds = not self.holds
        if self.holds:
            return [_("What happens is kept back until you press Enter.")]
        return [_("What happens is told at once again.")]
