"""Tables of tournaments: what nobody does there but the tournament (`check_tournament`).

A tournament is the host of its tables, by its id, which no player has. It seats the players and
begins the match; they play it.
"""

from __future__ import annotations

from typing import Final

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import (
    AskHint,
    Leave,
    Request,
    SetPause,
    SetReady,
    Sit,
    SwapSeats,
)
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.log_store import is_tournament_id

_SEATS: Final = "The seats here are those of a tournament: watch, or enter the tournament."
_NOT_HERE: Final = "Nobody does that in a tournament."
_LEAVE: Final = "This match is a tournament's: leave the tournament, or wait for the match."
_ONE_MATCH: Final = "The match is over: the tournament opens the next table itself."


def check_tournament(state: TableState, request: Request) -> None:
    """Refuse what players may not do at the table of a tournament.

    Raises:
        Refused: one of them asks for it.
    """
    if not is_tournament_id(state.host):
        return
    match request:
        case Sit(player=player):
            own = any(each and player in (each.player, each.away) for each in state.sitters)
            if not own:
                raise Refused(Reason.NOT_ALLOWED, _SEATS)
        case SetPause(player=player) if player != state.host:
            raise Refused(Reason.NOT_ALLOWED, _NOT_HERE)
        case SwapSeats() | AskHint():
            raise Refused(Reason.NOT_ALLOWED, _NOT_HERE)
        case SetReady() | Leave() if state.life is Life.OVER:
            raise Refused(Reason.TABLE_STATE, _ONE_MATCH)
        case Leave() if not state.seats_are_set:
            raise Refused(Reason.TABLE_STATE, _LEAVE)
        case _:
            pass
