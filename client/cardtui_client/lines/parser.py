"""Which act you meant by a line: a number, a card, a verb; or why it is none (`Problem`).
What you may say before the number of a raise: `_WORDS_FOR_TO`. Words that are no acts of a game are
in `lines/typed_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor

from cardtui.v1 import actions_pb2, cards_pb2
from cardtui_client.faces.arguments import (
    Argument,
    argument,
    build,
    burns,
    cards_of,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.faces.offers import Offer, end_word, hide_word, offers, word_of
from cardtui_client.faces.presenter import Presenter, Verb
from cardtui_client.faces.prices import risk_question
from cardtui_client.faces.registry import (
    FACES,
    card_verb,
    is_of_other,
    only_number,
    presenter_of,
)
from cardtui_client.faces.standing import prompt
from cardtui_client.faces.typed import HIDE_WORD
from cardtui_client.i18n import _
from cardtui_client.lines.typed_words import TABLE_COMMANDS, unknown
from cardtui_client.model.cards import as_typed, card_typed, coin_word, corner, either_words, face
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import VERBS, sheet_word
from cardtui_client.scene.scene import Tone

_COIN_LETTER_APART: Final = re.compile(r"(?<=\d)\s+o(?!\S)")
"""The letter of coins behind a blank."""


def words_in(line: str) -> list[str]:
    """Return the words of a line; a suit that is set apart from its rank belongs to it."""
    coins = coin_word().casefold().removesuffix("s")
    written = rf"(?<!\S)(1[0-2]|[1-9ajqk])\s+(?:de\s+|of\s+)?{coins}s?(?!\S)"
    return _COIN_LETTER_APART.sub("o", re.sub(written, r"\1o", line.casefold())).split()


def hides(word: str) -> bool:
    """Tell whether a word says that a card is to be played face down."""
    return word in (HIDE_WORD, hide_word().casefold())


def verb_named(line: str, face: Presenter) -> str:
    """Return the verb of the sheet that a word names, ``""`` if it names none."""
    words = words_in(line)
    if len(words) == 1 and hides(words[0]):
        return HIDE_WORD
    verbs, rest = verbs_meant(words, face)
    return sheet_word(next(iter(verbs), "")) if not rest else ""


def verbs_meant(words: Sequence[str], face: Presenter) -> tuple[set[str], Sequence[str]]:
    """Return the verbs that the first words may mean, and what follows them.

    One key serves several verbs, of which a seat has one at a time. A verb of another game is
    understood, too, and never offered.
    """
    for length in (2, 1):
        said = " ".join(words[:length]).replace("_", " ").strip("¡!¿?")
        if not said or len(words) < length:
            continue
        if verbs := _named(said, face):
            return verbs, words[length:]
        if length == 1:
            for verb, value, each in face.keyed():
                if value and each.key == said:
                    return {verb}, [value]
            if verbs := {verb for verb, _value, each in face.keyed() if each.key == said}:
                return verbs, words[1:]
        if verbs := {verb for other in FACES for verb in _named(said, other)}:
            return verbs, words[length:]
    return set(), ()


def _named(said: str, face: Presenter) -> set[str]:
    """Return the verbs of a game of which that is the word."""
    known = face.verbs or {sheet_word(verb): Verb() for verb in VERBS}
    return {
        face.wire_verb(word)
        for word, verb in known.items()
        if said in (_typed(word, verb, face), word.replace("_", " "))
    }


def _typed(word: str, verb: Verb, face: Presenter) -> str:
    """Return what is typed for a verb; a game of another package says it by its face."""
    said = face.verb(word) if is_of_other(face) else verb
    return said.typed().casefold()


def is_of_other_game(word: str, model: TableModel) -> bool:
    """Tell whether a word is a verb of a game of another package: it is that before a command.

    No verb of our own games is also a command, but authors of other games may not know them.
    """
    face = presenter_of(model)
    if not is_of_other(face):
        return False
    verbs = {*face.verbs, *map(verb_of, model.choices())}
    said = {each for verb in verbs for each in (verb, word_of(verb, face)) if each}
    return word.casefold() in {each.casefold().split()[0] for each in said}


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


def problem_sentence(problem: Problem, line: str, model: TableModel) -> str:
    """Return what to say about a line that is no action, and what to type instead."""
    match problem:
        case Problem.NOT_OFFERED | Problem.NO_SUCH_NUMBER if not model.choices():
            waits = "" if model.is_my_turn else prompt(model)[0]
            return " ".join([_("There is nothing for you to do now."), waits]).rstrip()
        case Problem.NOT_OFFERED:
            return _("You cannot do that now. Press Enter to see what you can do.")
        case Problem.NO_SUCH_NUMBER:
            return _("There is no such number in the list. Press Enter to see it again.")
        case Problem.NO_SUCH_CARD:
            return _("You don’t have that card. Type hand to see your cards.")
        case Problem.NEEDS_CARD:
            shown = presenter_of(model)
            verbs, _rest = verbs_meant(words_in(line), shown)
            named = [
                (verb, card)
                for choice in model.choices()
                if (verb := verb_of(choice)) in verbs
                for card in cards_of(choice)
            ]
            held = model.own.hand if model.own else ()
            verb, card = named[0] if named else (card_verb(model), held[0] if held else None)
            example = "7E" if card is None else corner(face(card))
            return _("Say which card: {word} {card}.", word=word_of(verb, shown), card=example)
        case Problem.NEEDS_WORD:
            shown = presenter_of(model)
            verbs, _rest = verbs_meant(words_in(line), shown)
            lines = [offer.line for offer in offers(model) if verb_of(offer.choice) in verbs]
            return _("Say which: {choices}.", choices=either_words(lines))
        case Problem.NEEDS_CUT:
            shown = presenter_of(model)
            cuts = next((word for word, verb in shown.verbs.items() if verb.cuts), "")
            word, end = word_of(cuts, shown), end_word("bottom")
            return _(
                "Type how many cards, for each cut: {word} 12 30, or {word} 20 {end}.",
                word=word,
                end=end,
            )
        case Problem.TAKES_NOTHING:
            word = " ".join(words_in(line)[:1])
            return _("Type “{word}” alone, with nothing after it.", word=word)
        case Problem.UNKNOWN:
            shown = presenter_of(model)
            given_up = [verb for verb in shown.verbs if shown.verbs[verb].tone is Tone.NO]
            return unknown(line, TABLE_COMMANDS, _words_of(shown), _words_of(shown, given_up))


def number_sentence(choice: actions_pb2.Choice) -> str:
    """Return the question for an amount."""
    low, high, _most = span_of(choice)
    return _("How many? Type a number from {low} to {high}.", low=low, high=high)


_WORDS_FOR_TO: Final = ("to", "para", "a")
"""What may be said before the number that a bet is raised to."""
_IN_BRACKETS: Final = re.compile(r" \([^)]*\)")


class NeedsNumber(NamedTuple):
    """The choice wants a number that has not been typed."""

    choice: actions_pb2.Choice


class Understood(NamedTuple):
    """An action.

    Attributes:
        action: what to do.
        asks: what is worth asking once before it; ``""`` for nothing.
    """

    action: actions_pb2.Action
    asks: str = ""


def understand(
    line: str, offered: Sequence[Offer], model: TableModel
) -> Understood | NeedsNumber | Problem:
    """Return what a typed line means among what is offered."""
    face = presenter_of(model)
    words = words_in(line)
    listed = [offer for offer in offered if words_in(as_typed(line)) in _listed(offer)]
    if words and listed:
        return _taken(listed[0], model)
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0]) if len(words[0]) < 4 else 0
        if not 1 <= number <= len(offered):
            return Problem.NO_SUCH_NUMBER
        return _taken(offered[number - 1], model)
    if len(words) == 1 and (card := _card(words[0], offered)) is not None:
        thrown = [each for each in offered if verb_of(each.choice) == card_verb(model)]
        return _with_card(words[0], card, thrown or offered, model)
    if len(words) > 1 and hides(words[0]):
        hidden = [offer for offer in offered if offer.face_down]
        if not hidden:
            return Problem.NOT_OFFERED
        return _with_card(words[1], _card(words[1], hidden), hidden, model)
    if named := [offer for offer in offered if offer.word and _said(offer) == words]:
        return _taken(named[0], model)
    verbs, rest = verbs_meant(words, face)
    if not verbs:
        # The words of a game of another package are known by what is offered.
        typed = {each: word_of(each, face).casefold().split() for each in map(_verb_of, offered)}
        verbs = {each for each, said in typed.items() if said and words[: len(said)] == said}
        rest = words[max((len(typed[each]) for each in verbs), default=0) :]
    if not verbs:
        return Problem.UNKNOWN
    found = [offer for offer in offered if verb_of(offer.choice) in verbs]
    if not found:
        own = {face.wire_verb(word) for word in face.verbs}
        return Problem.NOT_OFFERED if verbs & own or not own else Problem.UNKNOWN
    choice = found[0].choice
    if stands_alone(choice) and not rest:
        return _taken(found[0], model)
    match argument(choice):
        case Argument.WORD:
            named = [each for each in found if [(each.word or "").casefold()] == [*rest]]
            if rest and not named:
                named = [offer for offer in found if set(rest) < set(_said(offer))]
            if not rest and len(found) == 1:
                named = found  # there is but one thing that it can mean
            return _taken(named[0], model) if named else Problem.NEEDS_WORD
        case Argument.CARD:
            if not rest and len(cards_of(choice)) == 1:
                return _taken(next(offer for offer in found if offer.card is not None), model)
            if len(rest) != 1:
                return Problem.NEEDS_CARD
            if burns(choice):
                return _taken(found[0], model)  # whatever is thrown, it is asked about
            return _with_card(rest[0], _card(rest[0], offered), found, model)
        case Argument.NUMBER:
            return _with_number(choice, rest, model)
        case Argument.CUT:
            return _with_cuts(choice, rest)
        case Argument.NONE:
            return Problem.TAKES_NOTHING if rest else _taken(found[0], model)


def _verb_of(offer: Offer) -> str:
    return verb_of(offer.choice)


def _listed(offer: Offer) -> list[list[str]]:
    """Return the words of an offer's line as it is told, with and without what is in brackets."""
    line = as_typed(offer.line)
    return [
        words_in(line),
        words_in(line.rpartition(" (")[0]),
        words_in(_IN_BRACKETS.sub("", line)),
    ]


def _said(offer: Offer) -> list[str]:
    """Return the words of a line before the card that it tells."""
    return offer.line.partition(":")[0].casefold().split()


def may_be_act(line: str, model: TableModel) -> bool:
    """Tell whether a line may mean an act once something is offered.

    An empty line may: it asks what can be done, or goes on.
    """
    shown = presenter_of(model)
    words = [word.strip("¡!¿?,:") for word in words_in(line)]
    if not words or (len(words) == 1 and words[0].isdecimal()):
        return True
    if hides(words[0]) or verbs_meant(words, shown)[0]:
        return True
    begun = {each.casefold().split()[0] for each in (*shown.phrases(), *_words_of(shown))}
    if words[0] in begun:
        return True
    return len(words) == 1 and card_typed(words[0], model.deck) is not None


def _words_of(shown: Presenter, verbs: Iterable[str] | None = None) -> list[str]:
    """Return what is typed for those verbs of a game, or for all of them."""
    return [word_of(verb, shown) for verb in (shown.verbs if verbs is None else verbs)]


def raw_action(line: str, model: TableModel) -> actions_pb2.Action | None:
    """Return a well-formed action that is not on offer, for the server to say why not.

    ``None`` if the line does not name one verb with the argument that it takes.
    """
    face = presenter_of(model)
    words = words_in(line)
    face_down = len(words) > 1 and hides(words[0])
    found, rest = ({card_verb(model)}, words[1:]) if face_down else verbs_meant(words, face)
    verbs = {face.wire_verb(sheet_word(verb)) for verb in found if verb}
    if len(verbs) != 1:
        return None
    (verb,) = verbs
    if is_of_other(face) or verb not in VERBS:
        card = card_typed(rest[0], model.deck) if len(rest) == 1 else None
        return face.attempt(verb, model, card or 1) if card is not None or not rest else None
    said = face.verb(verb)
    action = actions_pb2.Action()
    part = getattr(action, verb)
    part.SetInParent()
    fields = part.DESCRIPTOR.fields
    if said.cuts or not rest:
        return face.attempt(verb, model) if said.cuts or said.bare or not fields else None
    if len(rest) != 1 or not fields:
        return None
    match fields[0].type:
        case FieldDescriptor.TYPE_ENUM if fields[0].enum_type == cards_pb2.Card.DESCRIPTOR:
            value = card_typed(rest[0], model.deck)
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


def _taken(offer: Offer, model: TableModel) -> Understood | NeedsNumber:
    choice = offer.choice
    if argument(choice) is Argument.NUMBER and not stands_alone(choice):
        return _with_number(choice, (), model)
    try:
        action = build(choice, card=offer.card, word=offer.word, face_down=offer.face_down)
    except ValueError:
        return NeedsNumber(choice)  # a broken server's range, which holds nothing
    return Understood(action, risk_question(choice, model))


def with_number(
    choice: actions_pb2.Choice, text: str, model: TableModel
) -> Understood | NeedsNumber:
    """Return the action with the number typed, or ask for one again."""
    number = int(text) if text.isdecimal() and len(text) < 9 else None
    if number is None or not span_of(choice).holds(number):
        return NeedsNumber(choice)
    return Understood(build(choice, number=number), risk_question(choice, model, number))


def _with_number(
    choice: actions_pb2.Choice, rest: Sequence[str], model: TableModel
) -> Understood | NeedsNumber:
    low, high, _most = span_of(choice)
    if not rest and low == high:
        return with_number(choice, str(low), model)
    if not rest and (number := only_number(choice, model)) is not None:
        return with_number(choice, str(number), model)
    if len(rest) == 2 and rest[0] in _WORDS_FOR_TO:
        rest = rest[1:]
    return with_number(choice, rest[0], model) if len(rest) == 1 else NeedsNumber(choice)


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
    return Understood(action)


def _with_card(
    text: str, card: int | None, offered: Sequence[Offer], model: TableModel
) -> Understood | NeedsNumber | Problem:
    if card is None:
        return Problem.NO_SUCH_CARD
    for offer in offered:
        if offer.card == card:
            return _taken(offer, model)
    return Problem.NO_SUCH_CARD if text else Problem.UNKNOWN


def _card(text: str, offered: Sequence[Offer]) -> int | None:
    cards = [offer.card for offer in offered if offer.card is not None]
    by_code = {face(card).code: card for card in cards if face(card).deck != "french"}
    if (card := by_code.get(text.upper())) is not None or not cards:
        return card
    return card_typed(text, face(cards[0]).deck)
