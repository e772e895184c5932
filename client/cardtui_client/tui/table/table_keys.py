"""The keys of the table screen: what always works, and a key for each verb of the games."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

from cardtui_client.games import choices
from cardtui_client.games.keys import KEYS, VERBS
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

_VERB_WORDS: Final = {
    "quiero": "¡Quiero!",
    "no_quiero": "No quiero",
    "truco": "¡Truco!",
    "retruco": "¡Quiero retruco!",
    "vale_cuatro": "¡Quiero vale cuatro!",
    "envido": "¡Envido!",
    "real_envido": "¡Real envido!",
    "falta_envido": "¡Falta envido!",
    "son_buenas": "Son buenas",
    "declare": mark("Declare your number"),
    "ask": mark("Ask to see the cards"),
    "waive": mark("Let it be"),
    "truco_argentino_waive": mark("Let it be"),
    "resign": mark("Lay your cards down"),
    "cut": mark("Cut the pack"),
    "cacheta_cut": mark("Cut the line"),
    "truco_brasileiro_cut": mark("Cut the pack"),
    "tap": mark("Tap the pack"),
    "pass": mark("Pass"),
    "bet": mark("Bet"),
    "call": mark("Call"),
    "raise": mark("Raise"),
    "truco_brasileiro_pass": mark("Pass"),
    "truco_brasileiro_raise": mark("Raise"),
    "check": mark("Check"),
    "fold": mark("Fold"),
    "vou": "Vou!",
    "pagar": "Pago!",
    "estou_fora": "Estou fora",
    "draw-stock": mark("Draw"),
    "draw-discards": mark("Take the discard"),
    "claim": mark("Claim the discard"),
    "go_out": mark("Go out"),
    "bater": "Bati!",
    "knock": mark("Knock"),
    "good_one": "Na boa!",
    "accept": "Aceito!",
    "run": "Corro!",
    "play_on": "Vamos!",
    "reject": "Recuso",
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
    verbs = {verb for known in VERBS.values() for verb in known}
    fixed += [
        Binding(choices.key(verb), f"verb('{verb}')", _VERB_WORDS[verb], id=f"verb.{verb}")
        for verb in sorted(verbs)
        if choices.key(verb)
    ]
    return fixed
