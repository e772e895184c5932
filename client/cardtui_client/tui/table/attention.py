"""When the bell rings and the terminal alerts you: your turn, or somebody says your name."""

from __future__ import annotations

from cardtui_client.i18n import _
from cardtui_client.limits import NAME_CELLS
from cardtui_client.settings import Settings
from cardtui_client.text import safe_text
from cardtui_client.tui.table.display import Display


class Attention:
    """Rings, changes the terminal's title and notifies, as far as the person wants that."""

    def __init__(self, display: Display, settings: Settings) -> None:
        self._display = display
        self._settings = settings
        self._my_turn = False
        self._mentioned = False

    def turn_came(self) -> None:
        """Tell that it is the person's turn, once for each turn."""
        self._tell(_("cardtui: it is your turn."))

    def mentioned(self, name: str) -> None:
        """Tell that somebody of that name has said the person's name."""
        if not self._settings.mentions:
            return
        self._mentioned = True
        self._tell(_("cardtui: {name} says your name.", name=safe_text(name, NAME_CELLS)))
        self._entitle()

    def ring(self) -> None:
        """Ring the bell, if the person wants that."""
        if self._settings.bell:
            self._display.ring()

    def noticed(self) -> None:
        """Take note that the person is there."""
        if self._mentioned:
            self._mentioned = False
            self._entitle()

    def look(self, *, my_turn: bool) -> None:
        """Let the title follow whose turn it is, and the settings."""
        self._my_turn = my_turn
        self._entitle()

    def leave(self) -> None:
        """Give the terminal its title back."""
        self._display.entitle("")

    def _tell(self, words: str) -> None:
        self.ring()
        if self._settings.notifications:
            self._display.alert(words)

    def _entitle(self) -> None:
        if not self._settings.terminal_title:
            self._display.entitle("")
        elif self._my_turn:
            self._display.entitle(_("Your turn: cardtui"))
        elif self._mentioned:
            self._display.entitle(_("Somebody says your name: cardtui"))
        else:
            self._display.entitle("cardtui")
