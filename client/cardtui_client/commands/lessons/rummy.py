"""What the patient others of a lesson do, and think aloud, at games of draws and discards."""

from __future__ import annotations

from cardtui_client.commands.lessons.lesson import Decision, Hand
from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match


def draws_or_throws(hand: Hand, match: Match, seat: int, out: str) -> Decision:
    """Draw from the stock, go out if possible, and else throw the card that was prepared.

    Args:
        hand: the hand of the lesson.
        match: the match.
        seat: who acts.
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
