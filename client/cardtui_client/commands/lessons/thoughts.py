"""What the patient others of a lesson think aloud at games of tricks."""

from __future__ import annotations

from cardtui_client.commands.lessons.lesson import LEARNER, OPPONENT, Hand
from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match


def next_card(hand: Hand, match: Match, seat: int) -> Card:
    """Return the next card of one of the others, in the order that was prepared."""
    held = match.seat_view(seat).own.hand
    return next(card for card in match.rules.deck.cards(hand.setup["hands"][seat]) if card in held)


def about_card(action: Action, match: Match, seat: int) -> str:
    """Return what one of two players thinks of the card that they are about to play."""
    if not match.seat_view(seat).game.trick:
        return _("It is for me to begin this trick.")
    after = match.copy()
    after.act(action, seat)
    if after.turn.wants_pack:
        return _("This card decides the hand.")
    team = after.view(None).game.tricks[-1].team
    if team == OPPONENT:
        return _("My card is higher than yours.")
    if team == LEARNER:
        return _("My card is lower than yours, so this trick is yours.")
    return _("My card is equal to yours: nobody wins this trick.")
