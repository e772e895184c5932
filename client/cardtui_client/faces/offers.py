"""What you may do, as a numbered list: the words to type, the quick keys, and team talk."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, tables_pb2
from cardtui_client.faces.arguments import (
    Argument,
    argument,
    cards_of,
    lays_melds,
    may_hide,
    price_of_throwing,
    span_of,
    stands_alone,
    verb_of,
    words_of,
)
from cardtui_client.faces.choices import burns, is_check, price_text
from cardtui_client.faces.presenter import Presenter
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.table_actions import ACTION_OF
from cardtui_client.i18n import _, p_
from cardtui_client.model.cards import card_words
from cardtui_client.model.quick_talk import PHRASES, REACTIONS, phrase_words, reaction_name
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
from cardtui_client.scene.commands import Bare, Command, SayQuick
from cardtui_client.text import safe_text

HIDE: Final = "hide"
"""What is typed before a card, in every language, to play it face down."""

_WORD_CELLS: Final = 32


class Offer(NamedTuple):
    """One line of the list: a choice, with its card where it takes one.

    Attributes:
        choice: what may be done.
        line: the line to show, without its number.
        card: the card, ``None`` for what takes none.
        word: the word, ``None`` for what takes none.
        face_down: whether the card is played face down.
    """

    choice: actions_pb2.Choice
    line: str
    card: int | None = None
    word: str | None = None
    face_down: bool = False

    def is_like(self, other: Offer) -> bool:
        """Tell whether another offer is of the same act, in whatever words."""
        return self._replace(line="") == other._replace(line="")


def word_of(verb: str, face: Presenter) -> str:
    """Return what to type for a verb in the reader's language."""
    return face.verb(verb).typed() or sheet_word(verb).replace("_", " ")


def hide_word() -> str:
    """Return what to type before a card to play it face down."""
    return p_("verb to type", "hide")


def offers(model: TableModel) -> list[Offer]:
    """Return what one may do now, in the server's order, a line for each card.

    What is sure to fail comes last, so that nobody is burned by the first number of the list.
    """
    face = presenter_of(model)
    choices = sorted(model.choices(), key=burns)
    return [offer for choice in choices for offer in _offers_of(choice, model, face)]


def _offers_of(choice: actions_pb2.Choice, model: TableModel, face: Presenter) -> list[Offer]:
    verb = verb_of(choice)
    if not verb:
        return []  # a newer server's verb
    word = _("pass (a check)") if is_check(choice) else word_of(verb, face)
    price = price_text(choice, model)
    price = f" ({price})" if price else ""
    bare = [Offer(choice, word + price)] if stands_alone(choice) else []
    match argument(choice):
        case Argument.CARD:
            if burns(choice):
                return bare  # whatever is thrown
            if lays_melds(choice):
                return [*bare, *_ways_out(choice, word, model)]
            return [*bare, *_cards(choice, word)]
        case Argument.CUT:
            return [Offer(choice, _cut_line(choice, word))]
        case Argument.WORD:
            return [
                Offer(
                    choice,
                    face.value_line(choice, value, model)
                    or f"{word} {safe_text(value, _WORD_CELLS)}{price}",
                    word=value,
                )
                for value in words_of(choice)
            ]
        case Argument.NUMBER:
            return [Offer(choice, face.number_line(choice, word, price, model))]
        case Argument.NONE:
            return [Offer(choice, word + price)]


def _cards(choice: actions_pb2.Choice, word: str) -> list[Offer]:
    held = cards_of(choice)
    cards = [Offer(choice, f"{word} {card_words(card)}", card) for card in held]
    if may_hide(choice):
        hide = hide_word()
        cards += [
            Offer(choice, f"{hide} {card_words(card)}", card, face_down=True) for card in held
        ]
    return cards


def end_word(end: str) -> str:
    """Return what to type for the end of the pack to deal from."""
    match end:
        case "top":
            return p_("end of the pack", "top")
        case "bottom":
            return p_("end of the pack", "bottom")
        case _:
            return safe_text(end, _WORD_CELLS)


def _cut_line(choice: actions_pb2.Choice, word: str) -> str:
    low, high, most = span_of(choice)
    return _(
        "{word} (in the middle); or {word} 12 30 {end}: 1 to {most} cuts, each of {low} to {high} "
        "cards off the top, dealt from the {end}",
        word=word,
        end=end_word(next(reversed(words_of(choice)), "")),
        most=most,
        low=low,
        high=high,
    )


def _ways_out(choice: actions_pb2.Choice, word: str, model: TableModel) -> list[Offer]:
    thrown = price_of_throwing(choice)
    price = "" if thrown is None else f" ({price_text(choice, model, thrown)})"
    return [
        Offer(
            choice, _("{word}, discarding {card}", word=word, card=card_words(card)) + price, card
        )
        for card in cards_of(choice)
    ]


class _Shared(Enum):
    """What verbs of several games mean, whatever each calls it."""

    CHECK = "check"


class Keys:
    """The key of everything, your own keys before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, command: Command) -> str:
        """Return the first key of a command that is no verb."""
        action = ACTION_OF[command]
        return self.named(action.id, action.key)

    def next(self) -> str:
        """Return the first key that does what is next."""
        return self.of(Bare.PROCEED)

    def of_verb(self, verb: str, usual: str) -> str:
        """Return the first key of a verb, whose usual one that is."""
        # Enter does what is next, whatever that is.
        return self.next() if usual == "enter" else self.named(f"verb.{verb}", usual)

    def of_check(self) -> str:
        """Return the first key by which one stays in for nothing."""
        return self.of_verb(_Shared.CHECK.value, "k")

    def named(self, name: str, usual: str) -> str:
        """Return the first key of what has that name in the keymap."""
        return self._own.get(name, usual).partition(",")[0].strip() or usual


class QuickKey(NamedTuple):
    """A digit, what it says, and the command that it stands for."""

    key: str
    words: str
    command: Command


def quick_keys(*, reactions: bool) -> list[QuickKey]:
    """Return the digits of the phrases, or of the reactions; the last one leads to the others."""
    if reactions:
        keys = [
            QuickKey(str(number), f"{grimace.form} {reaction_name(each)}", SayQuick(reaction=each))
            for number, (each, grimace) in enumerate(REACTIONS.items(), 1)
        ]
        return [*keys, QuickKey("0", _("Phrases"), Bare.TURN_QUICK_TALK)]
    keys = [
        QuickKey(str(number), phrase_words(each), SayQuick(phrase=each))
        for number, each in enumerate(PHRASES, 1)
    ]
    return [*keys, QuickKey("0", _("Reactions"), Bare.TURN_QUICK_TALK)]


def quick_command(key: str, *, reactions: bool) -> Command | None:
    """Return what a digit stands for while nothing has been typed."""
    return next((each.command for each in quick_keys(reactions=reactions) if each.key == key), None)


def may_talk_apart(model: TableModel) -> bool:
    """Tell whether you may say something to your team alone now."""
    if model.table.state != tables_pb2.TABLE_STATE_PLAYING:
        return model.talks_apart
    if model.seat is None or model.view is None or not model.has_company:
        return False
    return presenter_of(model).consults(model.view, model)
