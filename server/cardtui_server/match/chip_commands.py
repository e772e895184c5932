"""The requests about chips: what one brings to a match, and what one buys between two hands."""

from __future__ import annotations

from typing import Final

from cardtui_server.match.buy_ins import brought, least_of
from cardtui_server.match.entries import BoughtIn, ToppedUp
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import BuyIn
from cardtui_server.match.seat_commands import check_no_match
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_NOBODY: Final = "At this table nobody chooses their chips."
_IN_A_HAND: Final = "Chips are bought between two hands: wait until this one is over."
_LIMITS: Final = "At this table each player buys {least} to {most} chips."
_TOOK: Final = "You left this table with {took} chips: bring {least} or more."
_HAVE: Final = "You have {has} chips: say how many you want to have, from {least} to {most}."
_ENOUGH: Final = "You have {has} chips, and this table lets nobody buy more than {most}."


def buy_in(tx: Transaction, request: BuyIn) -> None:
    """Note how many chips a player brings to the next match, or let them buy more in this one.

    Before a match all are asked anew if they are ready.

    Raises:
        Refused: all start with the same there, a hand is played, or it is beyond the limits.
    """
    player, chips = request
    state, made = tx.state, tx.state.made
    check_open(state)
    seat = seat_held(state, player)
    if not made.most_buy_in:
        raise Refused(Reason.TABLE_STATE, _NOBODY)
    if state.life is Life.PLAYING:
        _top_up(tx, seat, chips)
        return
    check_no_match(state)
    if not made.least_buy_in <= chips <= made.most_buy_in:
        raise Refused(Reason.BAD_AMOUNT, _LIMITS, least=made.least_buy_in, most=made.most_buy_in)
    if chips < (least := least_of(state, player)):
        raise Refused(Reason.BAD_AMOUNT, _TOOK, took=state.took[player], least=least)
    if chips != brought(state, seat):
        tx.add(BoughtIn(seat, chips))


def _top_up(tx: Transaction, seat: int, chips: int) -> None:
    """Let a seat buy as many chips as it needs to have that number."""
    state, made = tx.state, tx.state.made
    if not state.resting:
        raise Refused(Reason.TABLE_STATE, _IN_A_HAND)
    has, most = state.tally.chips[seat], made.most_buy_in
    if has >= most:
        raise Refused(Reason.BAD_AMOUNT, _ENOUGH, has=has, most=most)
    least = max(made.least_buy_in, has + 1)
    if not least <= chips <= most:
        raise Refused(Reason.BAD_AMOUNT, _HAVE, has=has, least=least, most=most)
    tx.add(ToppedUp(seat, chips - has))
