"""Who may pause a match (`may_pause_alone`), and how a bot sits in for a player who is away."""

from __future__ import annotations

from typing import Final

from cardtui_server.match.bot_seats import replacement_level
from cardtui_server.match.entries import Paused, Resumed, Returned, SatIn, SitInCause
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Return, SetPause, SitIn
from cardtui_server.match.seat_commands import check_host
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Transaction, check_open, seat_held

_RATED_MATCH: Final = "A rated match is paused only if all want it."
NOT_PLAYING: Final = "No match is being played: there is nothing to pause."


def sit_in(tx: Transaction, request: SitIn) -> None:
    """Let a bot sit in for a player, no weaker than the bots at the table.

    Raises:
        Refused: no player decides for that seat, or no match is played.
    """
    seat, cause = request
    state = tx.state
    sitter = state.sitters[seat]
    if sitter is None or sitter.level or state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, "No bot can sit in there now.")
    tx.add(SatIn(seat, replacement_level(state), cause))


def return_to_seat(tx: Transaction, request: Return) -> None:
    """Give the seat back to a player for whom a bot sits in; does nothing if none does.

    A new stream is not enough for a player who was too late several times in a row: such a player
    was here all the time, or left a program running. It takes a word or an action.
    """
    player, came = request
    seat = seat_held(tx.state, player)
    sitter = tx.state.sitters[seat]
    if sitter is not None and sitter.stand_in and not (came and sitter.cause is SitInCause.LATE):
        tx.add(Returned(seat))


def may_pause_alone(state: TableState, player: str, *, pause: bool) -> bool:
    """Tell whether one player pauses the table, or ends a pause, without the others.

    In a rated match nobody begins a pause alone, and everybody ends one: whoever loses could put
    off the result for ever otherwise.
    """
    if state.rated:
        return not pause and state.seat_of(player) is not None
    return state.host == player


def set_pause(tx: Transaction, request: SetPause) -> None:
    """Pause the table, or let play go on; does nothing if that is so already.

    Raises:
        Refused: no match is played, or the player may not do it alone.
    """
    player, paused, agreed = request
    state = tx.state
    check_open(state)
    if state.life is not Life.PLAYING:
        raise Refused(Reason.TABLE_STATE, NOT_PLAYING)
    if state.paused == paused:
        return
    if not agreed and not may_pause_alone(state, player, pause=paused):
        if state.rated and paused:
            raise Refused(Reason.TABLE_STATE, _RATED_MATCH)
        check_host(state, player)
    seat = None if agreed else state.seat_of(player)
    tx.add(Paused(seat) if paused else Resumed(seat))
