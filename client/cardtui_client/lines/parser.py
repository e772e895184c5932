"""What was typed, understood among what is offered: a number, a card, a word, or a key."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2
from cardtui_client.games.arguments import (
    Argument,
    argument,
    build,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.games.choices import key, needs_confirm
from cardtui_client.games.offers import Offer, draw_phrases, end_word, word_of
from cardtui_client.games.truco_brasileiro.calls import middle_cut
from cardtui_client.i18n import _
from cardtui_client.model.cards import card_of, face
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import VERBS, sheet_word, verb_at

_VERBS: Final = tuple(verb for verb in VERBS if verb != "say")
_MAY_STAND_ALONE: Final = ("bet", "vou", "bater", "knock", "claim", "go_out", "cut", "cacheta_cut")
_TO: Final = ("to", "para", "a")
"""What may be said before the number that a bet is raised to."""


class Problem(Enum):
    """Why what was typed is not an action; `problem_sentence` says it."""

    NOT_OFFERED = "not offered"
    NO_SUCH_NUMBER = "no such number"
    NO_SUCH_CARD = "no such card"
    NEEDS_CARD = "needs card"
    NEEDS_WORD = "needs word"
    NEEDS_CUT = "needs cut"
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


def understand(line: str, offered: Sequence[Offer]) -> Understood | NeedsNumber | Problem:
    """Return what a typed line means among what is offered."""
    words = line.casefold().split()
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0]) if len(words[0]) < 4 else 0
        if not 1 <= number <= len(offered):
            return Problem.NO_SUCH_NUMBER
        return _taken(offered[number - 1])
    if len(words) == 1 and (card := _card(words[0], offered)) is not None:
        thrown = [each for each in offered if verb_of(each.choice) in ("play", "discard")]
        return _with_card(words[0], card, thrown or offered)
    if len(words) > 1 and words[0] in ("hide", word_of("hide").casefold()):
        hidden = [offer for offer in offered if offer.face_down]
        if not hidden:
            return Problem.NOT_OFFERED
        return _with_card(words[1], _card(words[1], hidden), hidden)
    drawn = [offer for offer in offered if verb_of(offer.choice) == "draw"]
    if drawn and (named := [offer for offer in drawn if _says(offer, words)]):
        return _taken(named[0])
    verb, rest = _verb(words)
    if not verb:
        return Problem.UNKNOWN
    found = [offer for offer in offered if verb_of(offer.choice) in verb]
    if not found:
        return Problem.NOT_OFFERED
    choice = found[0].choice
    if stands_alone(choice) and not rest:
        return _taken(found[0])
    match argument(choice):
        case Argument.WORD:
            named = [offer for offer in found if [offer.word] == [*rest]]
            if verb == {"draw"} and rest and not named:
                named = [offer for offer in found if set(rest) < set(_said(offer))]
            return _taken(named[0]) if named else Problem.NEEDS_WORD
        case Argument.CARD:
            if len(rest) != 1:
                return Problem.NEEDS_CARD
            return _with_card(rest[0], _card(rest[0], offered), found)
        case Argument.NUMBER:
            return _with_number(choice, rest)
        case Argument.CUT:
            return _with_cuts(choice, rest)
        case Argument.NONE:
            return Problem.TAKES_NOTHING if rest else _taken(found[0])


def _said(offer: Offer) -> list[str]:
    """Return the words of a line before the card that it tells."""
    return offer.line.partition(":")[0].casefold().split()


def _says(offer: Offer, words: Sequence[str]) -> bool:
    return _said(offer) == [*words]


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
        case Problem.NEEDS_CUT:
            word, end = word_of("cut"), end_word("bottom")
            return _(
                "Type how many cards, for each cut: {word} 12 30, or {word} 20 {end}.",
                word=word,
                end=end,
            )
        case Problem.TAKES_NOTHING:
            return _("Type that word alone.")
        case Problem.UNKNOWN:
            return _("“{line}” means nothing here. Type ? for help.", line=line)


def number_sentence(choice: actions_pb2.Choice) -> str:
    """Return the question for an amount."""
    low, high, _most = span_of(choice)
    return _("How many? Type a number from {low} to {high}.", low=low, high=high)


def verb_named(line: str) -> str:
    """Return the verb that a word names, ``""`` if it names none."""
    if line.casefold() in ("hide", word_of("hide").casefold()):
        return "hide"
    verbs, rest = _verb(line.casefold().split())
    return sheet_word(next(iter(verbs), "")) if not rest else ""


def may_be_act(line: str) -> bool:
    """Tell whether a line may mean an act once something is offered, in whatever game.

    An empty line may: it asks what can be done, or goes on.
    """
    words = line.casefold().split()
    if not words or (len(words) == 1 and words[0].isdecimal()):
        return True
    if words[0] in ("hide", word_of("hide").casefold()) or _verb(words)[0]:
        return True
    if words in [phrase.casefold().split() for phrase in draw_phrases()]:
        return True
    return len(words) == 1 and any(card_of(words[0], deck) for deck in ("spanish", "french"))


def raw_action(line: str, model: TableModel) -> actions_pb2.Action | None:
    """Return a well-formed action that is not on offer, for the server to say why not.

    ``None`` if the line does not name one verb with the argument that it takes.
    """
    words = line.casefold().split()
    face_down = len(words) > 1 and words[0] in ("hide", word_of("hide").casefold())
    found, rest = ({"play"}, words[1:]) if face_down else _verb(words)
    verbs = {verb_at(model.table.game, sheet_word(verb)) for verb in found}
    if len(verbs) != 1:
        return None
    (verb,) = verbs
    if verb == "truco_brasileiro_cut":
        return middle_cut()
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    fields = part.DESCRIPTOR.fields
    if not rest:
        return action if not fields or verb in _MAY_STAND_ALONE else None
    if len(rest) != 1 or not fields:
        return None
    match fields[0].type:
        case FieldDescriptor.TYPE_ENUM if fields[0].enum_type == cards_pb2.Card.DESCRIPTOR:
            value = card_of(rest[0], model.deck)
        case FieldDescriptor.TYPE_SINT32:
            value = int(rest[0]) if rest[0].isdecimal() and len(rest[0]) < 9 else None
        case _:
            value = None
    if value is None:
        return None
    setattr(part, fields[0].name, value)
    if face_down:
        action.play.face_down = True
    return action


def _taken(offer: Offer) -> Understood | NeedsNumber:
    choice = offer.choice
    if argument(choice) is Argument.NUMBER and not stands_alone(choice):
        return _with_number(choice, ())
    try:
        action = build(choice, card=offer.card, word=offer.word, face_down=offer.face_down)
    except ValueError:
        return NeedsNumber(choice)  # a broken server's range, which holds nothing
    return Understood(action, needs_confirm(choice))


def with_number(choice: actions_pb2.Choice, text: str) -> Understood | NeedsNumber:
    """Return the action with the number typed, or ask for one again."""
    number = int(text) if text.isdecimal() and len(text) < 9 else None
    if number is None or not span_of(choice).holds(number):
        return NeedsNumber(choice)
    return Understood(build(choice, number=number), needs_confirm(choice))


def _with_number(choice: actions_pb2.Choice, rest: Sequence[str]) -> Understood | NeedsNumber:
    low, high, _most = span_of(choice)
    if not rest and low == high:
        return with_number(choice, str(low))
    if len(rest) == 2 and rest[0] in _TO:
        rest = rest[1:]
    return with_number(choice, rest[0]) if len(rest) == 1 else NeedsNumber(choice)


def _with_cuts(choice: actions_pb2.Choice, rest: Sequence[str]) -> Understood | Problem:
    """Return a cut of several numbers, after which the end to deal from may be named."""
    ends = {said: end for end in words_of(choice) for said in (end, end_word(end).casefold())}
    word = ends.get(rest[-1]) if rest else None
    numbers = rest if word is None else rest[:-1]
    if not all(each.isdecimal() and len(each) < 4 for each in numbers):
        return Problem.NEEDS_CUT
    try:
        action = build(choice, cuts=[int(each) for each in numbers], word=word)
    except ValueError:
        return Problem.NEEDS_CUT
    return Understood(action, confirm=False)


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
            verb
            for verb in _VERBS
            if said in (word_of(verb).casefold(), sheet_word(verb).replace("_", " "))
        }
        if not verbs and length == 1:
            verbs = {verb for verb in _VERBS if key(verb) == said}
        if verbs:
            return verbs, words[length:]
    return set(), ()
