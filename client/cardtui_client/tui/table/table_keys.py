"""The keys of the table screen: what always works, and a key for each verb of the games."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from cardtui_client.games.keys import KEYS
from cardtui_client.games.registry import FACES
from cardtui_client.i18n import mark

_WHAT: Final = {
    "go_on": mark("Go on"),
    "ready": mark("Ready"),
    "add_bot": mark("Add a bot"),
    "remove_bot": mark("Remove a bot"),
    "start": mark("Start"),
    "retry": mark("Try again"),
    "turn_table": mark("Turn the table"),
    "log": mark("Show or hide the log"),
    "talk": mark("Say something"),
    "rules": mark("Rules"),
    "leave": mark("Leave"),
    "hide": mark("Play face down"),
}


def table_bindings() -> list[BindingType]:
    """Return all bindings; those of no use at a moment are not active then."""
    fixed: list[BindingType] = [
        Binding("left", "pick(-1)", mark("Pick another card"), id="table.before"),
        Binding("right", "pick(1)", mark("Pick another card"), id="table.next"),
        Binding("shift+left", "shift(-1)", mark("Move the card"), id="table.move_left"),
        Binding("shift+right", "shift(1)", mark("Move the card"), id="table.move_right"),
        Binding("o", "sort", mark("Sort your cards"), id="table.sort"),
        Binding(KEYS["select"], "select", mark("Select for a meld"), id="table.select"),
        Binding(KEYS["lay"], "lay", mark("Lay the melds"), id="table.lay"),
        Binding("enter", "play", mark("Play the card"), id="verb.play"),
        # The program's key under the program's name, for who hears more by it.
        Binding("f3", "settings", mark("Settings: hear spectators, and more"), id="app.settings"),
        Binding("pageup", "scroll_log(1)", mark("Scroll the log"), id="table.log_up"),
        Binding("pagedown", "scroll_log(-1)", mark("Scroll the log"), id="table.log_down"),
    ]
    fixed += [
        Binding(KEYS[what], f"press('{what}')", words, id=f"table.{what}")
        for what, words in _WHAT.items()
    ]
    fixed += [
        Binding(key, f"verb('{verb}')", words, id=f"verb.{verb}")
        for verb, (key, words) in sorted(_verbs().items())
    ]
    return fixed


def _verbs() -> dict[str, tuple[str, str]]:
    """Return the usual key and the words of all that has a key of its own in some game."""
    return {
        f"{verb}-{value}" if value else verb: (each.key, each.label or each.call)
        for face in FACES
        for verb, value, each in face.keyed()
    }
