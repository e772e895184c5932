"""What lets a screen change its language at once: words that know how to be said anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, Protocol, TypeVar, runtime_checkable

from textual.binding import ActiveBinding, Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from cardtui_client.i18n import _
from cardtui_client.tui.standing import StandingScreen
from cardtui_client.tui.textual_words import key_words

Say = Callable[[], str]
"""Says something in the language in use."""

_Result = TypeVar("_Result")


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


class WordButton(Button):
    """A button whose label is said in the language in use."""

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


def said(bindings: dict[str, ActiveBinding]) -> dict[str, ActiveBinding]:
    """Return the bindings with what they do said in the language in use."""
    return {key: _said(active) for key, active in bindings.items()}


def _said(active: ActiveBinding) -> ActiveBinding:
    described = active.binding.description
    words = key_words(described) or _(described)
    binding = replace(active.binding, description=words, tooltip="")
    return active._replace(binding=binding, tooltip="")


class LocalizedScreen(StandingScreen[_Result]):
    """A screen whose words, footer and key help follow the language."""

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now."""
        return said(super().active_bindings)

    def retell(self) -> None:
        """Show all words in the language in use now, if they are there."""
        if self.stands:
            self.say_anew()

    def say_anew(self) -> None:
        """Have everything on the screen say its words anew."""
        for widget in self.query("*"):
            if isinstance(widget, Spoken):
                widget.retell()
        self.refresh_bindings()


class LocalizedModal(ModalScreen[_Result], LocalizedScreen[_Result]):
    """A dialog whose words and footer follow the language."""

    # A dialog covers the app's own keys; this one is expected to work everywhere.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "app.quit", show=False, system=True),
    ]
