"""Who may have a hint now (`seat_to_advise`), and what the others are told of it.

A hint is help, so there is none at a rated table. Elsewhere the people whom one plays with know who
lets a bot think: they are told when it first happens in a hand.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Hinted
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import AskHint
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_RATED: Final = "There are no hints at a rated table."
_NO_MATCH: Final = "There are no hints now: no match is being played."
_PAUSED: Final = "The table is paused: hints come once play goes on."
_BOT_PLAYS: Final = "A bot plays for you: come back to ask for hints."
_NOT_YOUR_TURN: Final = "There is nothing for you to decide now: ask when you may act."


def ask_hint(tx: Transaction, request: AskHint) -> None:
    """Ask for a hint; if other people play, they are told, once in each hand."""
    seat = seat_to_advise(tx.state, request.player)
    people = [each for each in tx.state.players() if not is_bot_account(each)]
    if len(people) > 1 and seat not in tx.state.hinted:
        tx.add(Hinted(seat))


def seat_to_advise(state: TableState, player: str) -> int:
    """Return the seat of a player who may have a hint now.

    Raises:
        Refused: the player may have none.
    """
    seat = seat_held(state, player)
    check_open(state)
    if state.made.rated or state.rated:
        raise Refused(Reason.NOT_ALLOWED, _RATED)
    turn = state.turn
    if state.life is not Life.PLAYING or turn is None:
        raise Refused(Reason.TABLE_STATE, _NO_MATCH)
    if state.paused:
        raise Refused(Reason.TABLE_STATE, _PAUSED)
    sitter = state.sitters[seat]
    if sitter is not None and sitter.stand_in:
        raise Refused(Reason.TABLE_STATE, _BOT_PLAYS)
    if seat not in (*turn.to_act, *turn.may_act, *turn.may_declare):
        raise Refused(Reason.NOT_YOUR_TURN, _NOT_YOUR_TURN)
    return seat
