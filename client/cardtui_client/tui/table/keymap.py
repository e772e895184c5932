"""Which keys do something now at the table (`KEYMAP`), and which the help and footer name.
Which key is which is in `faces/table_actions.py` and, for a game's verbs, in its face.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from cardtui_client.faces.arguments import Argument, argument
from cardtui_client.faces.offers import Keys, may_talk_apart
from cardtui_client.faces.registry import FACES, card_verb, presenter_of
from cardtui_client.faces.table_actions import ACTION_OF, TABLE_ACTIONS, TableAction, in_match
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel
from cardtui_client.scene.commands import Bare, Do, Step, Talk
from cardtui_client.scene.scene import Button
from cardtui_client.tui.table.modes.mode import Situation, is_meant
from cardtui_client.tui.table.ui_state import TableUi


def _verbs() -> Iterator[TableAction]:
    """Yield all that has a key of its own in some game."""
    for face in FACES:
        for verb, value, said in face.keyed():
            name = f"verb.{verb}-{value}" if value else f"verb.{verb}"
            do = Do(verb, value)
            offered = partial(_is_meant, do)
            words = said.label or said.call
            yield TableAction(name, said.key, words, do, offered, in_palette=False)


def _is_meant(do: Do, model: TableModel) -> bool:
    return in_match(model) and is_meant(do, model)


KEYMAP: Final = {
    each.id: each for each in (*TABLE_ACTIONS, *sorted(_verbs(), key=lambda verb: verb.id))
}
"""Every key of the table screen by its name; those of no use at a moment are not active then."""


def is_active(action: TableAction, ui: TableUi, now: Situation) -> bool:
    """Tell whether the key of an action does something now."""
    if action.command is Bare.RECALL:
        return ui.held
    if action.command in (Bare.SELECT, Bare.LAY):
        return bool(ui.cards.given.lays)
    if action.offered is not None:
        return action.offered(now.model)
    return now.button(action.command) is not None


_CARD_COMMANDS: Final = (Step(-1), Step(1), Bare.PROCEED)


def is_of_use(action: TableAction, now: Situation) -> bool:
    """Tell whether help names the key of an action: none of cards while they are of no use."""
    if action.command not in _CARD_COMMANDS:
        return True
    takes_card = any(argument(each) is Argument.CARD for each in now.model.choices())
    may_point = takes_card or not now.model.is_my_turn
    return bool(card_verb(now.model)) and may_point and not now.is_cut_off


def only_points(key: str, keys: Keys) -> bool:
    """Tell whether a key points at a card and does no more: whatever has happened, it may."""
    return key in (keys.of(Step(-1)), keys.of(Step(1)))


def keys_offered(buttons: Iterable[Button]) -> list[tuple[str, str]]:
    """Return the keys of what may be done now, and what they do, with the price."""
    burns = _("(burns you)")
    offered = sorted(buttons, key=lambda button: button.price == burns)
    return [
        (button.key, f"{button.label} {button.lost or button.price}".rstrip()) for button in offered
    ]


def number_keys() -> list[tuple[str, str]]:
    """Return the keys of a number that is being chosen, and what they do."""
    return [
        ("left", _("One less")),
        ("right", _("One more")),
        ("pagedown", _("Five less")),
        ("pageup", _("Five more")),
        ("home", _("The least")),
        ("end", _("The most")),
        ("0-9", _("Type the number")),
        ("backspace", _("Take back a digit")),
    ]


def action_of(entry: TableAction) -> str:
    """Return what Textual calls the action of a key."""
    return f"press('{entry.id}')"


_ENTRY_OF_ACTION: Final = {action_of(entry): entry for entry in KEYMAP.values()}


def bound_to(action: str) -> TableAction | None:
    """Return what an action of Textual's stands for; ``None`` for one that is not the table's."""
    return _ENTRY_OF_ACTION.get(action)


def waiting_words(action: str, model: TableModel) -> str:
    """Return what an action of the game is called that is not offered now; ``""`` for others."""
    bound = bound_to(action)
    match None if bound is None else bound.command:
        case Do(verb, value):
            known = presenter_of(model).verb(verb)
            return known.values.get(value, known).title()
        case Talk(team=True) if not may_talk_apart(model):
            return _(ACTION_OF[Talk(team=True)].words)
        case _:
            return ""
