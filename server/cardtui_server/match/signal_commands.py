"""The requests of signals: to look at a seat, and to give a signal."""

from __future__ import annotations

from typing import Final

from cardtui_server.match.entries import Gestured, Looked
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import GiveSignal, Look
from cardtui_server.match.seat_commands import check_seat
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_NO_PARTNERS: Final = "Nobody has partners at this table: there are no signals."
_NOT_NOW: Final = "Signals are for a match: wait until it has begun."
_BOT_PLAYS: Final = "A bot plays for you: come back to give signals."
_OWN_SEAT: Final = "You cannot look at yourself: name another seat."


def look(tx: Transaction, request: Look) -> None:
    """Look at a seat; does nothing if the player looks there already."""
    player, at = request
    seat = _checked(tx.state, player)
    check_seat(tx.state, at)
    if at == seat:
        raise Refused(Reason.BAD_REQUEST, _OWN_SEAT)
    if tx.state.gazes[seat] != at:
        tx.add(Looked(seat, at))


def give_signal(tx: Transaction, request: GiveSignal) -> None:
    """Give a signal; a bot gives none, nor does who lets one play."""
    player, gesture = request
    seat = _checked(tx.state, player)
    sitter = tx.state.sitters[seat]
    if sitter is not None and sitter.stand_in:
        raise Refused(Reason.TABLE_STATE, _BOT_PLAYS)
    tx.add(Gestured(seat, gesture))


def _checked(state: TableState, player: str) -> int:
    """Return the seat of a player who may look around and give signals now."""
    check_open(state)
    seat = seat_held(state, player)
    if not state.gazes:
        raise Refused(Reason.TABLE_STATE, _NO_PARTNERS)
    if state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, _NOT_NOW)
    return seat
