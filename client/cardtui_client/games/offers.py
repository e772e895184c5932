"""What one may do, as a numbered list to type from; and what was typed, understood.

A word is a verb in the reader's language or in the protocol's, or the key of the screen.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, views_pb2
from cardtui_client.games.arguments import (
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
from cardtui_client.games.cacho.sentences import rank_words
from cardtui_client.games.choices import is_check, price_text
from cardtui_client.games.rummy import standing as standing_rummy
from cardtui_client.games.rummy.view import rummy_of
from cardtui_client.i18n import _, mark_p, p_
from cardtui_client.model.cards import card_words, cards_words
from cardtui_client.model.table import TableModel
from cardtui_client.model.verbs import sheet_word
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
    "check": mark_p("verb to type", "check"),
    "fold": mark_p("verb to type", "fold"),
    "draw": mark_p("verb to type", "draw"),
    "discard": mark_p("verb to type", "throw"),
    "go_out": mark_p("verb to type", "go out"),
    "claim": mark_p("verb to type", "claim"),
    "knock": mark_p("verb to type", "knock"),
    "good_one": mark_p("verb to type", "good one"),
    "keep": mark_p("verb to type", "keep"),
    "reject": mark_p("verb to type", "reject"),
    "accept": mark_p("verb to type", "accept"),
    "run": mark_p("verb to type", "run"),
    "play_on": mark_p("verb to type", "play on"),
    "turn_up": mark_p("verb to type", "turn up"),
    "hide": mark_p("verb to type", "hide"),
}

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


def word_of(verb: str) -> str:
    """Return what to type for a verb in the reader's language."""
    word = sheet_word(verb)
    if word in WORDS:
        return p_("verb to type", WORDS[word])
    return word.replace("_", " ")


def offers(model: TableModel) -> list[Offer]:
    """Return what one may do now, in the server's order, a line for each card."""
    return [offer for choice in model.choices() for offer in _offers_of(choice, model)]


def _offers_of(choice: actions_pb2.Choice, model: TableModel) -> list[Offer]:
    verb = verb_of(choice)
    if not verb:
        return []  # a newer server's verb
    word = _("pass (a check)") if is_check(choice) else word_of(verb)
    price = price_text(choice, model)
    price = f" ({price})" if price else ""
    low, high, _most = span_of(choice)
    bare = [Offer(choice, word + price)] if stands_alone(choice) else []
    match argument(choice):
        case Argument.CARD:
            if lays_melds(choice):
                return [*bare, *_ways_out(choice, word, model)]
            held = cards_of(choice)
            cards = [Offer(choice, f"{word} {card_words(card)}", card) for card in held]
            if may_hide(choice):
                hide = word_of("hide")
                cards += [
                    Offer(choice, f"{hide} {card_words(card)}", card, face_down=True)
                    for card in held
                ]
            return [*bare, *cards]
        case Argument.CUT:
            return [Offer(choice, _cut_line(choice, word))]
        case Argument.WORD if verb == "draw":
            return _draws(choice, word, model)
        case Argument.WORD:
            return [
                Offer(choice, f"{word} {safe_text(each, _WORD_CELLS)}{price}", word=each)
                for each in words_of(choice)
            ]
        case Argument.NUMBER if verb == "declare" and model.own is not None:
            line = _(
                "{word} N, from {low} to {high}; you have {number}",
                word=word,
                low=low,
                high=high,
                number=model.own.truco_argentino.number,
            )
        case Argument.NUMBER if verb == "raise" and low == high:
            return [Offer(choice, _("{word} to {n}", word=word, n=low))]
        case Argument.NUMBER if verb == "raise":
            line = _("{word} to N, from {low} to {high}", word=word, low=low, high=high)
        case Argument.NUMBER if verb == "vou":
            line = _("{word} N: {low} to {high} chips", word=word, low=low, high=high)
            price = ""  # of the word alone
        case Argument.NUMBER:
            line = _("{word} N, from {low} to {high}", word=word, low=low, high=high)
        case Argument.NONE:
            line = word
    return [Offer(choice, line + price)]


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
        "{word} (in the middle); or {word} 12 30 {end}: 1 to {most} cuts, {low} to {high}",
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
        Offer(choice, _("{word}, throwing {card}", word=word, card=card_words(card)) + price, card)
        for card in cards_of(choice)
    ]


def draw_phrases() -> tuple[str, str]:
    """Return what may be typed for a draw besides its verb, as the list has it."""
    return _("draw from the stock"), _("take the discard: {card}", card="").partition(":")[0]


def _draws(choice: actions_pb2.Choice, word: str, model: TableModel) -> list[Offer]:
    rummy = rummy_of(model.view)
    top = rummy.discards[-1] if rummy is not None and rummy.discards else None
    found: list[Offer] = []
    for source in words_of(choice):
        match source:
            case "stock":
                line = _("draw from the stock")
            case "discards" if top is not None:
                line = _("take the discard: {card}", card=card_words(top))
            case _:
                line = f"{word} {safe_text(source, _WORD_CELLS)}"
        found.append(Offer(choice, line, word=source))
    return found


def own_words(own: views_pb2.OwnView, view: views_pb2.PublicView | None = None) -> str:
    """Return what one's cards make, as a sentence; ``""`` if that says nothing."""
    rummy = rummy_of(view)
    if melds := standing_rummy.own_words(own, () if rummy is None else rummy.trumps):
        return melds
    match own.WhichOneof("game"):
        case "truco_argentino":
            return _("Your envido is {number}.", number=own.truco_argentino.number)
        case "truco_brasileiro" if own.truco_brasileiro.partner:
            cards = cards_words(own.truco_brasileiro.partner)
            return _("Your partner was dealt {cards}.", cards=cards)
        case "cacho":
            words = rank_words(own.cacho.rank, own.cacho.points)
            return _("You have {rank}.", rank=words) if words else ""
        case _:
            return ""
