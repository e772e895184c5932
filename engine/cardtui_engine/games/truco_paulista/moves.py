"""What a truco that nobody may call costs at Truco Paulista (`lose_by_foul`), and cuts. All else
that actions do is in `families/truco/brazilian/moves.py`.
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Event, Fouled
from cardtui_engine.families.truco.brazilian import moves
from cardtui_engine.families.truco.brazilian.hand import win
from cardtui_engine.families.truco.brazilian.stakes import TARGET
from cardtui_engine.games.truco_paulista.hand import cut
from cardtui_engine.games.truco_paulista.state import State


def act(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Return the position after an action that is allowed."""
    if action.verb in ("cut", "tap"):
        return cut(state, action, events)
    return moves.act(state, seat, action, events)


def lose_by_foul(state: State, seat: int, events: list[Event]) -> State:
    """Give the hand or the game to the others (TP-44)."""
    events.append(Fouled(seat))
    others = 1 - (seat & 1)
    state = state._replace(spoken=state.with_word(seat, "truco"))
    lacking = TARGET - state.scores[others]
    points = lacking if state.terms.foul == "game" else state.raises.stake
    return win(state, others, points, "foul", events)
