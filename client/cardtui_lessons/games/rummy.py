"""After how many turns astray the coach of a rummy lesson says what to keep (`_HINT_AFTER_TURNS`),
and outright what to do (`_ADVISE_AFTER_TURNS`). How many cards it names: `_MOST_CARDS_NAMED`. Also
how the others draw and discard, and think aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_client.model.cards import card_name, card_of, corner, either_words, face
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_bot_maker
from cardtui_engine.views import SeatView, View
from cardtui_lessons.lesson import LEARNER, Act, Decision, Hand

_HINT_AFTER_TURNS: Final = 3
"""The turns after which the coach says what to keep, and whether a single card is missing."""

_ADVISE_AFTER_TURNS: Final = 5
"""The turns after which the coach says what to do."""

_MOST_CARDS_NAMED: Final = 4
"""The cards that are named one by one; of more, some would do as an example."""


COULD_GO_OUT: Final = mark("With nine cards in melds you could have gone out.")


def won(view: View[Any, Any]) -> bool:
    """Tell whether the learner won the hand."""
    return LEARNER in view.game.last.winners


def won_with_ten(view: View[Any, Any]) -> bool:
    """Tell whether the learner went out with ten cards."""
    return won(view) and view.game.last.cards == 10


def draws_or_throws(hand: Hand, match: Match, seat: int, out: str) -> Decision:
    """Draw from the stock, go out if possible, and else throw the card that was prepared.

    Args:
        out: the verb that goes out.
    """
    own = match.seat_view(seat).own
    offered = {choice.verb for choice in match.choices(seat)}
    if "draw" in offered:
        return Decision(Action("draw", source="stock"), _("I take a card from the stock."))
    if out in offered:
        throws = own.game.throws
        action = Action(out) if own.game.ten or not throws else Action(out, discard=throws[0])
        return Decision(action, _("All my cards lie in melds."))
    card = _thrown(hand, match, own.hand)
    return Decision(Action("discard", card=card), _("I have no use for this one."))


def _thrown(hand: Hand, match: Match, held: tuple[Card, ...]) -> Card:
    """Return the next prepared card that is still held, or else one that fits nothing."""
    for card in match.rules.deck.cards(hand.throws):
        if card in held:
            return card
    return max(held)


def took_from(thrower: int, acts: Sequence[Act]) -> bool:
    """Tell whether the learner's last card was one that this seat had thrown."""
    taken, last = None, None
    for seat, action in acts:
        if action.verb == "discard":
            last = seat
        elif seat == LEARNER and action.verb in ("claim", "cut"):
            taken = last
        elif seat == LEARNER and action.verb == "draw":
            taken = None if action.source == "stock" else last
    return taken == thrower


def left_what_ends_it(before: SeatView[Any, Any], action: Action) -> bool:
    """Tell whether a card was drawn from the stock though the open one ends the hand."""
    return action.source == "stock" and _top(before) in before.own.game.outs


def leaves_nine_in_melds(before: SeatView[Any, Any], action: Action) -> bool:
    """Tell whether the nine cards kept after a discard all lie in melds."""
    return action.card in before.own.game.throws


def advise(hand: Hand, match: Match, done: Sequence[Action]) -> str:
    """Return what helps in this position, once the learner has discarded a few times."""
    turns = sum(action.verb == "discard" for action in done)
    if turns < _HINT_AFTER_TURNS:
        return ""
    view = match.seat_view(LEARNER)
    own, verbs = view.own, {choice.verb for choice in view.own.choices}
    if hand.ten and view.game.way_out.verb in verbs and not own.game.ten:
        return _("You could end the hand with nine cards, but the goal asks for ten.")
    if verbs & {view.game.way_out.verb, "claim"}:
        return _("Your cards lie in melds: you can end the hand now.")
    firm = turns >= _ADVISE_AFTER_TURNS
    if "discard" in verbs:
        return _throwing(match) if firm else _keeping(match)
    if "draw" not in verbs:
        return ""
    if firm and _top(view) in own.game.outs:
        return _("The open card ends the hand for you: take it.")
    if not own.game.outs:
        return _("You lack more than one card. Draw, and keep what goes together.")
    if len(own.game.outs) > _MOST_CARDS_NAMED:
        return _("You lack a single card, and many would do. Draw, and see whether it fits.")
    return _(
        "You lack a single card: the {cards}.", cards=either_words(_names(match, own.game.outs))
    )


def _keeping(match: Match) -> str:
    melded = [card for meld in match.seat_view(LEARNER).own.game.melds for card in meld.cards]
    if not melded:
        return _("Keep cards that stand next to each other, and discard one that stands alone.")
    return _(
        "Keep what lies in melds: {cards}. Of the others, discard one that stands alone.",
        cards=" ".join(corner(face(card)) for card in _shown(match, melded)),
    )


def _throwing(match: Match) -> str:
    bot = get_bot_maker(match.rules.id)(match.options, match.seats, Level.HARD)
    wise = bot.decide(match.seat_view(LEARNER), Bits(0))
    if wise is None or wise.card is None:
        return ""
    card = _names(match, [wise.card])[0]
    return _("Discard the {card}, and keep all your other cards.", card=card)


def _top(view: SeatView[Any, Any]) -> Card | None:
    """Return the card that lies open on the discards."""
    game = view.game
    cards: Sequence[Card | None] = [game.top] if hasattr(game, "top") else game.discards
    return cards[-1] if cards else None


def _names(match: Match, cards: Iterable[Card]) -> list[str]:
    """Return those cards in words, each once."""
    return [card_name(card) for card in _shown(match, dict.fromkeys(cards))]


def _shown(match: Match, cards: Iterable[Card]) -> list[int]:
    """Return those cards as the client knows them."""
    deck = match.rules.deck
    found = [card_of(deck.code(card), deck.name) for card in cards]
    return [card for card in found if card is not None]
