"""What the lessons of trucos share: how the others answer and play, what they think aloud, when a
hand is `won`, and the meaning of the Brazilian calls (`CALL_MEANINGS`).

`CALL_MEANINGS`, `PLAY_ONLY`, `RAN_REMARK` and `answer_and_play` are those of the Brazilian trucos.
"""

from __future__ import annotations

from typing import Any, Final

from cardtui_client.i18n import _, mark
from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.library.match import Match
from cardtui_engine.views import View
from cardtui_lessons.lesson import LEARNER, OPPONENT, Decision, Hand

CALL_MEANINGS: Final = {
    "truco": mark("You ask for a hand worth 3. If they run, you win 1 at once."),
    "raise": mark("You ask for the next stake: 6, then 9, then 12."),
    "accept": mark("You accept what was called, and the hand is worth that much."),
    "run": mark("You give the hand up. They win what it was worth before the call."),
    "turn_up": mark("You turn up your next card, which you have not seen either."),
}
"""What the calls mean, and what is done in an iron hand."""

PLAY_ONLY: Final = frozenset({"play"})
"""What is offered where a hand is about the cards alone."""

RAN_REMARK: Final = mark("You gave this hand away. Play it out here: it costs nothing.")


def won(view: View[Any, Any]) -> bool:
    """Tell whether the learner's side won the hand."""
    return LEARNER in view.game.last.winners


def won_tricks(view: View[Any, Any]) -> bool:
    """Tell whether it won the hand by its cards."""
    return won(view) and view.game.last.reason == "tricks"


def won_three(view: View[Any, Any]) -> bool:
    """Tell whether it won a hand after a truco."""
    return won(view) and view.game.last.points >= 3


def won_six(view: View[Any, Any]) -> bool:
    """Tell whether it won a hand after a raise."""
    return won(view) and view.game.last.points >= 6


def next_card(hand: Hand, match: Match, seat: int) -> Card:
    """Return the next card of one of the others, in the order that was prepared."""
    held = match.seat_view(seat).own.hand
    prepared = hand.setup["hands"][seat] if "hands" in hand.setup else hand.pack
    return next((card for card in match.rules.deck.cards(prepared) if card in held), held[0])


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
            return _("My partner’s card is the highest so far.")
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


def answer_and_play(hand: Hand, match: Match, seat: int) -> Decision:
    """Answer as the hand has it; play the cards in its order."""
    verbs = {choice.verb for choice in match.choices(seat)}
    if "accept" in verbs:
        if str(match.view(None).game.proposed) in hand.wants:
            return Decision(Action("accept"), _("Let us see. I accept."))
        return Decision(Action("run"), _("That is too much for my cards. I run."))
    if hand.opens in verbs and seat == OPPONENT:
        return Decision(Action(hand.opens), _(hand.opening))
    if "turn_up" in verbs:
        return Decision(Action("turn_up"), _("I have not seen this card either."))
    action = Action("play", card=next_card(hand, match, seat))
    return Decision(action, about_card(action, match, seat))
