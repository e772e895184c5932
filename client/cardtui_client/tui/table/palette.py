"""What the command palette offers at a table: all that one may do there, with prices and keys."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.games import choices
from cardtui_client.games.table_actions import TABLE_ACTIONS
from cardtui_client.i18n import _
from cardtui_client.scene.commands import Command, Do
from cardtui_client.tui.paint.actions import key_name
from cardtui_client.tui.table import keymap
from cardtui_client.tui.table.meanings import choice_of
from cardtui_client.tui.table.modes.mode import Situation
from cardtui_client.tui.table.ui_state import TableUi


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
    for action in TABLE_ACTIONS:
        wanted = action.in_palette and action.command not in known
        if wanted and keymap.is_active(action, ui, now):
            about = _with_key(now.keys.of(action.command))
            found.append(Offered(_(action.words), about, action.command))
    return found


def _about(command: Command, key: str, now: Situation) -> str:
    price = ""
    if isinstance(command, Do) and (choice := choice_of(command.verb, now.model)) is not None:
        price = choices.price_text(choice, now.model)
    return " · ".join(words for words in (price, _with_key(key)) if words)


def _with_key(key: str) -> str:
    return _("key {key}", key=key_name(key))
