"""Shows the order of the cards over the table, those you hold and have seen; any key closes it.
Only drawn here: which card beats which, each truco's face says (`faces/truco/face.py`).
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from cardtui_client.i18n import _
from cardtui_client.model.cards import corner, face, in_codes, suits_named
from cardtui_client.scene.scene import CardOrder
from cardtui_client.tui.screens import LocalizedModal
from cardtui_client.tui.widgets.words import Words

_CARD_CELLS: Final = 6
"""A card with its brackets."""


_LETTER_WORDS: Final = {"E": "espadas", "B": "bastos", "C": "copas"}
"""The Spanish words from which the letters of Spanish suits come; coins have a sign."""


def _with(word: str, name: str) -> str:
    """Return the name of a suit; where it does not begin as its letter does, that word, too."""
    return f"{name} ({word})" if word and not name.startswith(word[0]) else name


class CardOrderScreen(LocalizedModal[None]):
    """The cards from the highest down, those that tie in a line."""

    NAMES_HELP = False

    DEFAULT_CSS = """
    CardOrderScreen {
        align: center middle;
        #box {
            width: auto; height: auto; padding: 0 2;
            border: tall $primary; background: $surface;
        }
        Words { width: auto; height: 1; }
        #title { color: $primary; text-style: bold; }
        #order { width: auto; }
        #suits, #marks { color: $text-muted; }
    }
    """

    def __init__(self, order: CardOrder, deck: str, *, ascii_only: bool) -> None:
        super().__init__()
        self._order = order
        self._deck = deck
        self._ascii_only = ascii_only

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: _("The highest card first"), id="title")
            if suits_named(self._deck, ascii_only=self._ascii_only):
                yield Words(self._suits, id="suits")
            yield Static(Content.assemble(*self._pieces()), id="order")
            yield Words(lambda: _("[yours]  (seen)  · any key"), id="marks")

    def _suits(self) -> str:
        suits = suits_named(self._deck, ascii_only=self._ascii_only)
        words = _LETTER_WORDS if self._deck == "spanish" else {}
        told = [f"{suit} {_with(words.get(suit, ''), name)}" for suit, name in suits.items()]
        return "  ".join(told)

    def _pieces(self) -> list[tuple[str, str]]:
        pieces: list[tuple[str, str]] = []
        for number, tie in enumerate(self._order.ties):
            pieces.append(("\n" if number else "", ""))
            pieces += map(self._piece, tie)
        return pieces

    def _piece(self, card: int) -> tuple[str, str]:
        words = corner(face(card))
        words = in_codes(words) if self._ascii_only else words
        if card in self._order.own:
            return f"[{words}]".center(_CARD_CELLS), "bold $accent"
        if card in self._order.seen:
            return f"({words})".center(_CARD_CELLS), "$foreground 45%"
        return words.center(_CARD_CELLS), ""

    def on_key(self, event: events.Key) -> None:
        """Close: the key is meant for nothing else."""
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()
