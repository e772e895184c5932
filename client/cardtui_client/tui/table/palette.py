"""What the command palette offers at a table: all that one may do there, with prices and keys."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_client.games import choices
from cardtui_client.games.keys import COMMANDS
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Command, Do
from cardtui_client.tui.paint.actions import key_name
from cardtui_client.tui.table import keymap
from cardtui_client.tui.table.meanings import choice_of
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.ui_state import TableUi

_MOVING: Final = frozenset(
    f"table.{what}"
    for what in ("before", "next", "move_left", "move_right", "select", "log_up", "log_down")
)
"""What only moves something: nobody looks for that among words."""

_ELSEWHERE: Final = frozenset(("app.settings", "table.rules"))
"""What the palette offers on every screen."""


class Offered(NamedTuple):
    """An entry of the palette.

    Attributes:
        words: what it is called.
        about: what it costs and which key does the same; ``""`` where there is nothing to say.
        command: what it stands for.
    """

    words: str
    about: str
    command: Command


def table_commands(ui: TableUi, now: Situation) -> list[Offered]:
    """Return what may be done now: first what is offered in the game, then around it."""
    found = [
        Offered(button.label, _about(button.command, button.key, now), button.command)
        for button in now.offered
        if button.key
    ]
    known = {each.command for each in found}
    for name, entry in keymap.KEYMAP.items():
        around = entry.command in COMMANDS.values() and name not in _MOVING | _ELSEWHERE
        if around and entry.command not in known and keymap.is_active(entry.command, ui, now):
            what = name.partition(".")[2]
            found.append(Offered(_(entry.words), _with_key(now.keys.of(what)), entry.command))
    return found


def _about(command: Command, key: str, now: Situation) -> str:
    price = ""
    if isinstance(command, Do) and (choice := choice_of(command.verb, now.model)) is not None:
        price = choices.price_text(choice, now.model)
    return " · ".join(words for words in (price, _with_key(key)) if words)


def _with_key(key: str) -> str:
    return _("key {key}", key=key_name(key))
