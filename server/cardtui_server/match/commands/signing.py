"""When a player's signature of a match counts (`sign_head`): over the head that the server itself
has for one of the last two ends of hands.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.fairness.signatures import OVER, SERVER, HandEnd, HeadSignature, message
from cardtui_server.match.entries import HeadSigned
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import SignHead
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_OTHER_HEAD: Final = "No hand of this match has just ended with that head."
_NO_KEY: Final = "You have revealed no key for this match: nothing that you sign counts in it."


def to_sign(state: TableState, table: str, request: SignHead) -> tuple[bytes, bytes]:
    """Return what a player signs at one of the two last ends of hands, and what the server does.

    Raises:
        Refused: no hand ended so.
    """
    check_open(state)
    seat = seat_held(state, request.player)
    if request.match != state.match or HandEnd(request.hand, request.head) not in state.ends:
        raise Refused(Reason.STALE, _OTHER_HEAD)
    when, head = request.hand or OVER, request.head
    by_player = message(table, request.match, when, seat, head)
    return by_player, message(table, request.match, when, SERVER, head)


def key_of(state: TableState, player: str) -> bytes:
    """Return the key by which a player signs in this match.

    Raises:
        Refused: there is none.
    """
    sitter = state.sitters[seat_held(state, player)]
    if sitter is None or not sitter.key:
        raise Refused(Reason.TABLE_STATE, _NO_KEY)
    return sitter.key


def sign_head(tx: Transaction, request: SignHead) -> None:
    """Keep a signature that was found to be right, unless the player has signed more before."""
    to_sign(tx.state, tx.table, request)
    key = key_of(tx.state, request.player)
    if _is_later(request.hand, tx.state.vouched.get(key)):
        seat = seat_held(tx.state, request.player)
        tx.add(HeadSigned(key, request.hand, request.signature, seat))


def all_signed(state: TableState) -> bool:
    """Tell whether all players who sign have signed the end of the match, if it is over."""
    keys = {each.key for each in state.sitters if each is not None and each.key}
    signed = {key for key, vouch in state.vouched.items() if vouch.hand == 0}
    return state.life is not Life.OVER or keys <= signed


def _is_later(hand: int, before: HeadSignature | None) -> bool:
    return before is None or (before.hand != 0 and (hand == 0 or hand > before.hand))
