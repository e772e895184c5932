"""What the others of a lesson think aloud at trucos, and the cards they play."""

from __future__ import annotations

from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match
from cardtui_lessons.lesson import Hand


def next_card(hand: Hand, match: Match, seat: int) -> Card:
    """Return the next card of one of the others, in the order that was prepared."""
    held = match.seat_view(seat).own.hand
    prepared = hand.setup["hands"][seat] if "hands" in hand.setup else hand.pack
    return next((card for card in match.rules.deck.cards(prepared) if card in held), held[0])


def unseen_card() -> str:
    """Return what one of the others thinks of a card that they have not seen either."""
    return _("I have not seen this card either.")


def about_card(action: Action, match: Match, seat: int) -> str:
    """Return what one of the others thinks of the card that they are about to play."""
    if not match.seat_view(seat).game.trick:
        return _("It is for me to begin this trick.")
    after = match.copy()
    after.act(action, seat)
    if after.turn.wants_pack or after.over:
        return _("This card decides the hand.")
    game, own = after.view(None).game, after.rules.team_of(seat)
    if game.trick:
        if game.winning == seat:
            return _("My card is the highest so far.")
        if game.winning is not None and after.rules.team_of(game.winning) == own:
            return _("My partner's card is the highest so far.")
        return _("I cannot beat what lies there.")
    team = game.tricks[-1].team
    if after.seats > 2:
        if team is None:
            return _("Two cards are equal: nobody wins this trick.")
        return _("This trick is ours.") if team == own else _("This trick is yours.")
    if team == own:
        return _("My card is higher than yours.")
    if team is not None:
        return _("My card is lower than yours, so this trick is yours.")
    return _("My card is equal to yours: nobody wins this trick.")
