"""How a legal choice is presented: its label, key and price.

Lines of text and the screen share this, so that the same thing is called the same and has
the same key everywhere. The calls of a game stay in the game's own language.
"""

from __future__ import annotations

from typing import Final

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import verb_of
from cardtui_client.games.truco_brasileiro.calls import call, is_brasileiro
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word

CALLS: Final = {
    "truco": "¡Truco!",
    "retruco": "¡Quiero retruco!",
    "vale_cuatro": "¡Quiero vale cuatro!",
    "envido": "¡Envido!",
    "real_envido": "¡Real envido!",
    "falta_envido": "¡Falta envido!",
    "quiero": "¡Quiero!",
    "no_quiero": "No quiero",
    "son_buenas": "Son buenas",
}
"""What is called out at the table: the game's own words in every language."""

_LABELS: Final = {
    "cut": mark("Cut the pack"),
    "tap": mark("Tap the pack"),
    "play": mark("Play a card"),
    "resign": mark("Lay your cards down"),
    "declare": mark("Declare your number"),
    "ask": mark("Ask to see the cards"),
    "waive": mark("Let it be"),
    "truco_argentino_waive": mark("Let it be"),
    "cacheta_cut": mark("Cut the line"),
    "truco_brasileiro_cut": mark("Cut the pack"),
    "say": mark("Say"),
    "pass": mark("Pass"),
    "bet": mark("Bet"),
    "call": mark("Call"),
    "raise": mark("Raise"),
    "check": mark("Check"),
    "fold": mark("Fold"),
    "vou": "Vou!",
    "pagar": "Pago!",
    "estou_fora": "Estou fora",
    "draw": mark("Draw"),
    "discard": mark("Throw the card"),
    "go_out": mark("Go out"),
    "claim": mark("Claim the discard"),
    "bater": "Bati!",
    "knock": mark("Knock"),
    "good_one": "Na boa!",
    "turn_up": mark("Turn up a card"),
}

_KEYS: Final = {
    "truco": "t",
    "retruco": "t",
    "vale_cuatro": "t",
    "envido": "e",
    "real_envido": "r",
    "falta_envido": "f",
    "quiero": "q",
    "no_quiero": "n",
    "declare": "d",
    "son_buenas": "s",
    "resign": "m",
    "ask": "a",
    "waive": "w",
    "truco_argentino_waive": "w",
    "cut": "c",
    "cacheta_cut": "c",
    "truco_brasileiro_cut": "c",
    "tap": "k",
    "play": "enter",
    "pass": "p",
    "bet": "b",
    "call": "c",
    "raise": "r",
    "check": "k",
    "fold": "f",
    "vou": "v",
    "pagar": "p",
    "estou_fora": "x",
    "draw": "s",
    "draw-stock": "s",
    "draw-discards": "d",
    "discard": "enter",
    "go_out": "g",
    "claim": "c",
    "bater": "g",
    "knock": "g",
    "good_one": "b",
    "truco_brasileiro_pass": "p",
    "truco_brasileiro_raise": "t",
    "accept": "q",
    "play_on": "q",
    "run": "n",
    "keep": "enter",
    "reject": "r",
    "turn_up": "enter",
}

_STAYS: Final = ("call", "pagar", "vou")
"""What matches the highest bet, or makes the least one."""
_COMMITS: Final = (actions_pb2.CHOICE_KIND_BURNS, actions_pb2.CHOICE_KIND_STAKES_MATCH)
_ASKS_ONCE: Final = ("no_quiero", "resign", "falta_envido", "fold", "estou_fora", "run")


def due_of(model: TableModel) -> int:
    """Return the chips that it costs to stay in a betting round; 0 where it costs none."""
    stays = (each for each in model.choices() if verb_of(each) in _STAYS)
    return next((choice.price for choice in stays), 0)


def is_check(choice: actions_pb2.Choice) -> bool:
    """Tell whether one stays in the hand with it, for nothing."""
    return choice.kind == actions_pb2.CHOICE_KIND_CHECK


def burns(choice: actions_pb2.Choice) -> bool:
    """Tell whether it is sure to fail, at a cost (CA-43)."""
    return choice.kind == actions_pb2.CHOICE_KIND_BURNS


def label(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return what the choice is called, in the reader's language."""
    verb = verb_of(choice)
    if is_check(choice):
        return _("Check")
    if is_brasileiro(model) and (said := call(verb, choice.price)):
        return said
    return verb_label(verb)


def verb_label(verb: str) -> str:
    """Return what a verb is called where nothing more is known of it."""
    if verb in CALLS:
        return CALLS[verb]
    return _(_LABELS[verb]) if verb in _LABELS else sheet_word(verb).replace("_", " ").capitalize()


def key(verb: str) -> str:
    """Return the key of a verb, ``""`` for one that has none."""
    return _KEYS.get(verb, "")


def price_text(choice: actions_pb2.Choice, model: TableModel, price: int | None = None) -> str:
    """Return what the choice plays for, gives away or costs; ``""`` where that says nothing.

    Args:
        choice: the choice.
        model: the table.
        price: the price with an argument that makes a difference; ``None`` for the choice's own.
    """
    if burns(choice):
        return _("it would burn you")
    if price is None and not choice.HasField("price"):
        return ""
    n = choice.price if price is None else price
    if choice.kind == actions_pb2.CHOICE_KIND_TAKES:
        return n_("the others lose {n} point", "the others lose {n} points", n)
    if model.view is not None and model.view.chips:
        return n_("{n} chip", "{n} chips", n)
    gives_up = choice.kind == actions_pb2.CHOICE_KIND_GIVES_UP
    if is_brasileiro(model):
        if gives_up:
            return n_("gives away {n} tento", "gives away {n} tentos", n)
        return n_("for {n} tento", "for {n} tentos", n)
    if gives_up:
        return n_("gives away {n} point", "gives away {n} points", n)
    return n_("for {n} point", "for {n} points", n)


def needs_confirm(choice: actions_pb2.Choice) -> bool:
    """Tell whether the choice should be asked about once, because it commits or gives up."""
    return choice.kind in _COMMITS or verb_of(choice) in _ASKS_ONCE
