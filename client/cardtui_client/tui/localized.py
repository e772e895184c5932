"""Screens that change their language at once: their words, their footer and their key help."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, TypeVar

from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import ModalScreen

from cardtui_client.i18n import _
from cardtui_client.tui.lifecycle import StandingScreen
from cardtui_client.tui.textual_words import key_words
from cardtui_client.tui.widgets.words import Spoken

_Result = TypeVar("_Result")


def said(bindings: dict[str, ActiveBinding]) -> dict[str, ActiveBinding]:
    """Return the bindings, described in the language in use."""
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
