"""Problems: why a line is no action, and what is said about it, with what to type instead."""

from __future__ import annotations

from enum import Enum

from cardtui.v1 import actions_pb2
from cardtui_client.games.arguments import cards_of, span_of, verb_of
from cardtui_client.games.offers import end_word, offers, word_of
from cardtui_client.games.registry import presenter_of
from cardtui_client.i18n import _
from cardtui_client.lines.verb_words import verbs_meant, words_in
from cardtui_client.model.cards import corner, either_words, face
from cardtui_client.model.table import TableModel


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
        case Problem.NOT_OFFERED:
            return _("You cannot do that now. Press Enter to see what you can do.")
        case Problem.NO_SUCH_NUMBER if not model.choices():
            return _("There is nothing for you to do now.")
        case Problem.NO_SUCH_NUMBER:
            return _("There is no such number in the list. Press Enter to see it again.")
        case Problem.NO_SUCH_CARD:
            return _("You don't have that card. Type hand to see your cards.")
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
            verb, card = named[0] if named else (shown.card_verb, held[0] if held else None)
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
            return _("Type that word alone.")
        case Problem.UNKNOWN:
            return _("There is no “{line}” here. Type ? for help.", line=line)


def number_sentence(choice: actions_pb2.Choice) -> str:
    """Return the question for an amount."""
    low, high, _most = span_of(choice)
    return _("How many? Type a number from {low} to {high}.", low=low, high=high)
