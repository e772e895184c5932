"""The field for a line of text, the only one of the client: takes whatever is pasted into it.
How many letters of it: `_MOST_LETTERS`; what is said of what does not fit: `_say_unfit`.

Line ends become blanks, those at both ends go, and so do control characters. What fits is taken,
and the field says that the rest did not. It takes as many cells as it takes letters: what is shown
in so many cells later on is cut nowhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from textual import events
from textual.command import CommandInput
from textual.message import Message
from textual.widgets import Input

from cardtui_client.i18n import _, n_
from cardtui_client.text import cell_width, cut

_LINE_ENDS_AND_TABS: Final = re.compile(r"\r\n|[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")
_CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

_MOST_LETTERS: Final = 4096
"""Letters that are looked at, at most: the largest field takes a tenth of them."""


class TextField(Input):
    """A line of text."""

    DEFAULT_CSS = """
    TextField { border-subtitle-color: $text-warning; border-subtitle-background: $surface; }
    """

    @dataclass
    class Unfit(Message):
        """What was typed or pasted does not fit.

        Attributes:
            sentence: says so.
        """

        sentence: str

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Leave the key of the help to the screen where its letter cannot stand."""
        return super().check_consume_key(key, character) and not self._leaves(character or "")

    def on_key(self, event: events.Key) -> None:
        """Leave the key of the help to the screen where its letter cannot stand."""
        if self._leaves(event.character or ""):
            event.prevent_default()

    def _leaves(self, letter: str) -> bool:
        return letter == "?" and not (self.restrict is None or re.fullmatch(self.restrict, letter))

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()  # Textual's takes the first line, or nothing
        self._take(event.text)

    def action_paste(self) -> None:
        """Take what was copied from another field."""
        self._take(self.app.clipboard)

    def replace(self, text: str, start: int, end: int) -> None:
        """Take a text in place of another, unless all of it would be too long."""
        first, last = sorted((start, end))
        most = self.max_length
        if most and cell_width(self.value[:first] + text + self.value[last:]) > most:
            self.restricted()
            self._say_unfit(n_("{n} letter at most", "{n} letters at most", most))
        else:
            super().replace(text, start, end)

    def watch_value(self) -> None:
        """Say no more what did not fit."""
        self.border_subtitle = ""

    def _take(self, pasted: str) -> None:
        """Take as much of what is pasted as fits, in place of what is selected."""
        pasted = pasted.strip("\r\n")
        text = _CONTROL_CHARACTERS.sub("", _LINE_ENDS_AND_TABS.sub(" ", pasted[:_MOST_LETTERS]))
        start, end = sorted(self.selection)
        before, after = self.value[:start], self.value[end:]
        if self.restrict is None:
            kept = text
            if self.max_length:
                kept = cut(text, max(0, self.max_length - cell_width(before + after)))
        else:
            kept = ""
            for letter in text:
                if self._may_be(before + kept + letter + after):
                    kept += letter
        if kept:
            self.replace(kept, start, end)
        left_out = (
            len(kept.replace(" ", "")) < len(text.replace(" ", "")) or len(pasted) > _MOST_LETTERS
        )
        if left_out:
            self._say_unfit(_("the rest does not fit") if kept else _("this does not fit"))

    def _say_unfit(self, sentence: str) -> None:
        self.border_subtitle = sentence
        self.post_message(self.Unfit(sentence))  # for where it has no border

    def _may_be(self, value: str) -> bool:
        fits = not self.max_length or cell_width(value) <= self.max_length
        return fits and (self.restrict is None or re.fullmatch(self.restrict, value) is not None)


class PaletteField(CommandInput, TextField):  # in this order for Textual's style sheets
    """The line of the command palette, which Textual makes itself."""

    def _leaves(self, letter: str) -> bool:
        return letter == "?"  # no command has it; it asks for the keys
