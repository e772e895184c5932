"""How a legal choice is presented: its label, key and price; and the action built from it.

Lines of text and the screen share this, so that the same thing is called the same and has
the same key everywhere. The calls of a game stay in the game's own language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2
from cardtui.v1.truco_brasileiro_pb2 import PackEnd
from cardtui_client.calls_brasileiro import brasileiro_cut, call, is_brasileiro
from cardtui_client.i18n import _, mark, n_
from cardtui_client.model import TableModel
from cardtui_client.verbs import sheet_word, words_of

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

_GIVES_AWAY: Final = ("no_quiero", "resign", "run")
_ASKS_ONCE: Final = ("no_quiero", "resign", "falta_envido", "fold", "estou_fora", "run")
_CARD: Final = cards_pb2.Card.DESCRIPTOR
_QUEDA: Final = 12
"""The stake that is a whole match of Brazilian truco."""
MOST_CUTS: Final = 3
"""TB-04"""


class Argument(Enum):
    """What a choice needs to be told before it is an action."""

    NONE = "none"
    CARD = "card"
    NUMBER = "number"
    WORD = "word"
    CUT = "cut"
    """One to three numbers, and where to deal from."""


def verb_of(choice: actions_pb2.Choice) -> str:
    """Return the verb, ``""`` for one that this client does not know."""
    return choice.action.WhichOneof("action") or ""


def argument(choice: actions_pb2.Choice) -> Argument:
    """Return what the choice needs, or may be given if it is `bare`."""
    if verb_of(choice) == "truco_brasileiro_cut" and choice.words:
        return Argument.CUT
    if choice.cards and _card_field(choice):
        return Argument.CARD
    if choice.HasField("low") and _number_field(choice):
        return Argument.NUMBER
    if choice.words and _word_field(choice):
        return Argument.WORD
    return Argument.NONE


def _single_fields(choice: actions_pb2.Choice) -> Sequence[FieldDescriptor]:
    verb = verb_of(choice)
    takes = getattr(choice.action, verb).DESCRIPTOR.fields if verb else ()
    return [each for each in takes if not each.is_repeated]


def _card_field(choice: actions_pb2.Choice) -> str:
    """Return the verb's field for a card, ``""`` if it takes none."""
    found = (each.name for each in _single_fields(choice) if each.enum_type == _CARD)
    return next(found, "")


def _number_field(choice: actions_pb2.Choice) -> str:
    """Return the verb's field for a number, ``""`` if it takes none."""
    kind = FieldDescriptor.TYPE_SINT32
    return next((each.name for each in _single_fields(choice) if each.type == kind), "")


def _word_field(choice: actions_pb2.Choice) -> tuple[str, Mapping[str, int]] | None:
    """Return the verb's field for a word with the values of the words, if it takes one."""
    for each in _single_fields(choice):
        if each.enum_type is not None and each.enum_type != _CARD:
            return each.name, words_of(each.enum_type)
    return None


def is_check(choice: actions_pb2.Choice, model: TableModel) -> bool:
    """Tell whether passing keeps the seat in the hand (CC-17)."""
    view = model.view
    if verb_of(choice) != "pass" or view is None or view.phase != "third":
        return False
    allowed = model.table.options.get("third_round_check")
    return allowed is not None and allowed.flag and not any(view.cacho.bets)


def label(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return what the choice is called, in the reader's language."""
    verb = verb_of(choice)
    if is_check(choice, model):
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


def price_text(choice: actions_pb2.Choice, model: TableModel) -> str:
    """Return what the choice plays for, gives away or costs; ``""`` where that says nothing."""
    if not choice.HasField("price"):
        return ""
    n = choice.price
    verb = verb_of(choice)
    if verb == "check":
        return ""
    if verb in ("knock", "cacheta_cut"):
        if not n:
            return _("it would burn you")
        return n_("the others lose {n} point", "the others lose {n} points", n)
    if not model.has_teams:
        return n_("{n} chip", "{n} chips", n)
    if is_brasileiro(model):
        if verb in _GIVES_AWAY:
            return n_("gives away {n} tento", "gives away {n} tentos", n)
        return n_("for {n} tento", "for {n} tentos", n)
    if verb in _GIVES_AWAY:
        return n_("gives away {n} point", "gives away {n} points", n)
    return n_("for {n} point", "for {n} points", n)


def needs_confirm(choice: actions_pb2.Choice) -> bool:
    """Tell whether the choice should be asked about once, because it commits or gives up."""
    verb = verb_of(choice)
    if verb == "pass":
        return choice.price > 0
    if verb == "cacheta_cut":
        return choice.HasField("price") and not choice.price  # CA-43: it burns
    if verb in ("truco_brasileiro_raise", "accept"):
        return choice.price >= _QUEDA
    return verb in _ASKS_ONCE


def build(
    choice: actions_pb2.Choice,
    *,
    card: int | None = None,
    number: int | None = None,
    word: str | None = None,
    cuts: Sequence[int] = (),
    face_down: bool = False,
) -> actions_pb2.Action:
    """Return the action that the choice becomes with that argument.

    A cut of several numbers needs no argument: it is then one in the middle.

    Raises:
        ValueError: the choice needs an argument of another kind, or the value is not among
            those that are offered.
    """
    verb = verb_of(choice)
    if not verb:
        raise ValueError("a choice without a verb")
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    given = [value for value in (card, number, word) if value is not None]
    needs = argument(choice)
    if needs is Argument.CUT:
        middle = (choice.low + choice.high) // 2
        return _cut(choice, cuts or (middle,), word or choice.words[0])
    if face_down and verb == "play":
        action.play.face_down = True
    if not given and (needs is Argument.NONE or choice.bare):
        return action
    if len(given) != 1:
        raise ValueError(f"{verb} takes one {needs.value}")
    match needs:
        case Argument.CARD if card in choice.cards:
            setattr(part, _card_field(choice), card)
        case Argument.NUMBER if number is not None and choice.low <= number <= choice.high:
            setattr(part, _number_field(choice), number)
        case Argument.WORD if word in choice.words and (named := _word_field(choice)):
            setattr(part, named[0], named[1].get(word or "", 0))
        case _:
            raise ValueError(f"{verb} needs another {needs.value}")
    return action


def _cut(choice: actions_pb2.Choice, cuts: Sequence[int], word: str) -> actions_pb2.Action:
    inside = all(choice.low <= cards <= choice.high for cards in cuts)
    if not inside or len(cuts) > MOST_CUTS or word not in choice.words:
        raise ValueError("cut needs one to three numbers, and an end of the pack")
    end = words_of(PackEnd.DESCRIPTOR).get(word or "", 0)
    return brasileiro_cut(cuts, PackEnd.ValueType(end))
