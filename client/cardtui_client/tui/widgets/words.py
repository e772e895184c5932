"""Widgets that say words, and say them anew when the language changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from textual.content import Content
from textual.widgets import Button, Static

Say = Callable[[], str]
"""Says something in the language in use."""


@runtime_checkable
class Spoken(Protocol):
    """Something that shows words and can show them anew in another language."""

    def retell(self) -> None:
        """Show all words in the language in use now."""


class Words(Static):
    """Words on a screen, plain text whatever they hold."""

    def __init__(self, say: Say, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's name
        self._said = say()
        super().__init__(Content(self._said), id=id, classes=classes)
        self._say = say

    def say(self, say: Say) -> None:
        """Show these words from now on."""
        self._say = say
        self.retell()

    def retell(self) -> None:
        """Show the words in the language in use now, if they have changed."""
        if (said := self._say()) != self._said:
            self._said = said
            self.update(Content(said))


class WordButton(Button, inherit_css=False):
    """A button whose label is said in the language in use, and one plain style.

    Textual's own styles of buttons, of which this one uses none, take longer to read than all
    others of the first screen together.
    """

    DEFAULT_CSS = """
    WordButton {
        width: auto;
        min-width: 12;
        height: 3;
        border: tall $button-edge;
        background: $button;
        color: $foreground;
        text-align: center;
        content-align: center middle;
        line-pad: 1;
        pointer: pointer;
        &:hover { background: $button-edge; }
        &.-primary { color: $primary; text-style: bold; }
        &:focus {
            background: $primary; color: $background; border: tall $primary; text-style: bold;
        }
        &.-active { tint: $background 30%; }
        &:disabled {
            color: $text-disabled; background: $surface; border: tall $surface;
            pointer: not-allowed;
        }
    }
    """

    def __init__(
        self,
        say: Say,
        *,
        id: str | None = None,  # noqa: A002 - Textual's name
        classes: str | None = None,
        primary: bool = False,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            Content(say()),
            variant="primary" if primary else "default",
            id=id,
            classes=classes,
            disabled=disabled,
        )
        self._say = say

    def retell(self) -> None:
        """Show the label in the language in use now."""
        self.label = Content(self._say())
