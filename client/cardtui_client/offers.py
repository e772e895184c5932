"""What one may do, as a numbered list to type from; and what was typed, understood.

A word is a verb in the reader's language or in the protocol's, or the key of the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, views_pb2
from cardtui_client.cards import card_of, card_words, face
from cardtui_client.choices import (
    Argument,
    argument,
    build,
    is_check,
    key,
    needs_confirm,
    price_text,
    verb_of,
)
from cardtui_client.i18n import _, mark_p, p_
from cardtui_client.model import TableModel
from cardtui_client.tell_cacho import rank_words
from cardtui_client.text import safe_text

WORDS: Final = {
    "cut": mark_p("verb to type", "cut"),
    "tap": mark_p("verb to type", "tap"),
    "play": mark_p("verb to type", "play"),
    "resign": mark_p("verb to type", "resign"),
    "declare": mark_p("verb to type", "declare"),
    "ask": mark_p("verb to type", "ask"),
    "waive": mark_p("verb to type", "waive"),
    "pass": mark_p("verb to type", "pass"),
    "bet": mark_p("verb to type", "bet"),
    "call": mark_p("verb to type", "call"),
    "raise": mark_p("verb to type", "raise"),
}

CLAUSES: Final = {
    "cut": "TA-03",
    "tap": "TA-03",
    "play": "TA-10",
    "resign": "TA-13",
    "truco": "TA-20",
    "retruco": "TA-20",
    "vale_cuatro": "TA-20",
    "envido": "TA-31",
    "real_envido": "TA-31",
    "falta_envido": "TA-40",
    "quiero": "TA-20",
    "no_quiero": "TA-21",
    "declare": "TA-42",
    "son_buenas": "TA-42",
    "ask": "TA-44",
    "waive": "TA-44",
    "pass": "CC-14",
    "bet": "CC-14",
    "call": "CC-14",
    "raise": "CC-15",
}
"""The clause that says most about a verb."""


_VERBS: Final = tuple(
    field.name for field in actions_pb2.Action.DESCRIPTOR.fields if field.name != "say"
)
_MAY_STAND_ALONE: Final = ("bet", "vou", "bater", "knock", "claim", "go_out", "cut")
_WORD_CELLS: Final = 32

_BETTING_CLAUSES: Final = {"first": "CC-10", "second": "CC-12"}


class Offer(NamedTuple):
    """One line of the list: a choice, with its card where it takes one.

    Attributes:
        choice: what may be done.
        line: the line to show, without its number.
        card: the card, ``None`` for what takes none.
        word: the word, ``None`` for what takes none.
    """

    choice: actions_pb2.Choice
    line: str
    card: int | None = None
    word: str | None = None


class Problem(Enum):
    """Why what was typed is not an action; the caller has the sentence for it."""

    NOT_OFFERED = "not offered"
    NO_SUCH_NUMBER = "no such number"
    NO_SUCH_CARD = "no such card"
    NEEDS_CARD = "needs card"
    NEEDS_WORD = "needs word"
    TAKES_NOTHING = "takes nothing"
    UNKNOWN = "unknown"


class NeedsNumber(NamedTuple):
    """The choice wants a number that has not been typed."""

    choice: actions_pb2.Choice


class Understood(NamedTuple):
    """An action.

    Attributes:
        action: what to do.
        confirm: whether it is worth asking about once.
    """

    action: actions_pb2.Action
    confirm: bool


def word_of(verb: str) -> str:
    """Return what to type for a verb in the reader's language."""
    if verb in WORDS:
        return p_("verb to type", WORDS[verb])
    return verb.replace("_", " ")


def offers(model: TableModel) -> list[Offer]:
    """Return what one may do now, in the server's order, a line for each card."""
    return [offer for choice in model.choices() for offer in _offers_of(choice, model)]


def _offers_of(choice: actions_pb2.Choice, model: TableModel) -> list[Offer]:
    verb = verb_of(choice)
    if not verb:
        return []  # a newer server's verb
    word = _("pass (a check)") if is_check(choice, model) else word_of(verb)
    price = price_text(choice, model)
    price = f" ({price})" if price else ""
    bare = [Offer(choice, word + price)] if choice.bare else []
    match argument(choice):
        case Argument.CARD:
            cards = [Offer(choice, f"{word} {card_words(card)}", card) for card in choice.cards]
            return [*bare, *cards]
        case Argument.WORD:
            return [
                Offer(choice, f"{word} {safe_text(each, _WORD_CELLS)}{price}", word=each)
                for each in choice.words
            ]
        case Argument.NUMBER if verb == "declare" and model.own is not None:
            line = _(
                "{word} N, from {low} to {high}; you have {number}",
                word=word,
                low=choice.low,
                high=choice.high,
                number=model.own.truco_argentino.number,
            )
        case Argument.NUMBER:
            line = _("{word} N, from {low} to {high}", word=word, low=choice.low, high=choice.high)
        case Argument.NONE:
            line = word
    return [Offer(choice, line + price)]


def own_words(own: views_pb2.OwnView) -> str:
    """Return what one's cards make, as a sentence; ``""`` if that says nothing."""
    match own.WhichOneof("game"):
        case "truco_argentino":
            return _("Your envido is {number}.", number=own.truco_argentino.number)
        case "cacho":
            words = rank_words(own.cacho.rank, own.cacho.points)
            return _("You have {rank}.", rank=words) if words else ""
        case _:
            return ""


def understand(line: str, offered: Sequence[Offer]) -> Understood | NeedsNumber | Problem:
    """Return what a typed line means among what is offered."""
    words = line.casefold().split()
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0]) if len(words[0]) < 4 else 0
        if not 1 <= number <= len(offered):
            return Problem.NO_SUCH_NUMBER
        return _taken(offered[number - 1])
    if len(words) == 1 and (card := _card(words[0], offered)) is not None:
        return _with_card(words[0], card, offered)
    verb, rest = _verb(words)
    if not verb:
        return Problem.UNKNOWN
    found = [offer for offer in offered if verb_of(offer.choice) in verb]
    if not found:
        return Problem.NOT_OFFERED
    choice = found[0].choice
    if choice.bare and not rest:
        return _taken(found[0])
    match argument(choice):
        case Argument.WORD:
            named = [offer for offer in found if [offer.word] == [*rest]]
            return _taken(named[0]) if named else Problem.NEEDS_WORD
        case Argument.CARD:
            if len(rest) != 1:
                return Problem.NEEDS_CARD
            return _with_card(rest[0], _card(rest[0], offered), found)
        case Argument.NUMBER:
            return _with_number(choice, rest)
        case Argument.NONE:
            return Problem.TAKES_NOTHING if rest else _taken(found[0])


def problem_sentence(problem: Problem, line: str, model: TableModel) -> str:
    """Return what to say about a line that is no action, and what to type instead."""
    match problem:
        case Problem.NOT_OFFERED:
            return _("You cannot do that now. Press Enter to see what you can do.")
        case Problem.NO_SUCH_NUMBER:
            return _("There is no such number in the list. Press Enter to see it again.")
        case Problem.NO_SUCH_CARD:
            return _("You do not hold that card. Type hand to see your cards.")
        case Problem.NEEDS_CARD:
            held = model.own.hand if model.own else ()
            example = face(held[0]).code if held else "7E"
            word = word_of("play")
            return _("Say which card: {word} {card}.", word=word, card=example)
        case Problem.NEEDS_WORD:
            return _("Type one of the words after it, as in the list. Press Enter to see it.")
        case Problem.TAKES_NOTHING:
            return _("Type that word alone.")
        case Problem.UNKNOWN:
            return _("“{line}” means nothing here. Type ? for help.", line=line)


def number_sentence(choice: actions_pb2.Choice) -> str:
    """Return the question for an amount."""
    return _("How many? Type a number from {low} to {high}.", low=choice.low, high=choice.high)


def clause_of(verb: str, model: TableModel) -> str:
    """Return the clause that says most about a verb now."""
    if model.view is not None and verb in ("pass", "bet"):
        return _BETTING_CLAUSES.get(model.view.phase, CLAUSES[verb])
    return CLAUSES.get(verb, "")


def verb_named(line: str) -> str:
    """Return the verb that a word names, ``""`` if it names none."""
    verbs, rest = _verb(line.casefold().split())
    return next(iter(verbs), "") if not rest else ""


def raw_action(line: str, model: TableModel) -> actions_pb2.Action | None:
    """Return a well-formed action that is not on offer, to be told by the server why not.

    ``None`` if the line does not name one verb with the argument that it takes.
    """
    verbs, rest = _verb(line.casefold().split())
    if len(verbs) != 1:
        return None
    (verb,) = verbs
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    fields = part.DESCRIPTOR.fields
    if not rest:
        return action if not fields or verb in _MAY_STAND_ALONE else None
    if len(rest) != 1 or not fields:
        return None
    match fields[0].type:
        case FieldDescriptor.TYPE_ENUM:
            value = card_of(rest[0], "spanish" if model.has_teams else "french")
        case FieldDescriptor.TYPE_SINT32:
            value = int(rest[0]) if rest[0].isdecimal() and len(rest[0]) < 9 else None
        case _:
            value = None
    if value is None:
        return None
    setattr(part, fields[0].name, value)
    return action


def _taken(offer: Offer) -> Understood | NeedsNumber:
    if argument(offer.choice) is Argument.NUMBER and not offer.choice.bare:
        return NeedsNumber(offer.choice)
    action = build(offer.choice, card=offer.card, word=offer.word)
    return Understood(action, needs_confirm(offer.choice))


def with_number(choice: actions_pb2.Choice, text: str) -> Understood | NeedsNumber:
    """Return the action with the number typed, or ask for one again."""
    number = int(text) if text.isdecimal() and len(text) < 9 else None
    if number is None or not choice.low <= number <= choice.high:
        return NeedsNumber(choice)
    return Understood(build(choice, number=number), needs_confirm(choice))


def _with_number(choice: actions_pb2.Choice, rest: Sequence[str]) -> Understood | NeedsNumber:
    return with_number(choice, rest[0]) if len(rest) == 1 else NeedsNumber(choice)


def _with_card(
    text: str, card: int | None, offered: Sequence[Offer]
) -> Understood | NeedsNumber | Problem:
    if card is None:
        return Problem.NO_SUCH_CARD
    for offer in offered:
        if offer.card == card:
            return _taken(offer)
    return Problem.NO_SUCH_CARD if text else Problem.UNKNOWN


def _card(text: str, offered: Sequence[Offer]) -> int | None:
    for offer in offered:
        if offer.card is not None:
            return card_of(text, face(offer.card).deck)
    return None


def _verb(words: Sequence[str]) -> tuple[set[str], Sequence[str]]:
    """Return the verbs that the first words may mean, and what follows them.

    One key serves several verbs, of which a seat has one at a time.
    """
    for length in (2, 1):
        said = " ".join(words[:length]).replace("_", " ").strip("¡!¿?")
        if not said or len(words) < length:
            continue
        verbs = {
            verb for verb in _VERBS if said in (word_of(verb).casefold(), verb.replace("_", " "))
        }
        if not verbs and length == 1:
            verbs = {verb for verb in _VERBS if key(verb) == said}
        if verbs:
            return verbs, words[length:]
    return set(), ()
