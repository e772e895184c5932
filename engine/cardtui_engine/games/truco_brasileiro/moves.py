"""What a foul costs (`penalise`), what running at eleven costs where runners lose (`lose_one`),
and what an action does where Brazilian truco differs from the others (TB-46 on).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import CardsShown, Event, Fouled
from cardtui_engine.families.truco.brazilian import moves, phases
from cardtui_engine.families.truco.brazilian.hand import end, score
from cardtui_engine.families.truco.seats import TEAM_SEATS
from cardtui_engine.families.truco.view import PlayedCard
from cardtui_engine.games.truco_brasileiro import hand
from cardtui_engine.games.truco_brasileiro.state import State, TrucoBrasileiroFoul


def act(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Return the position after an action that is allowed."""
    match action.verb:
        case "cut":
            return hand.cut(state, action, events)
        case "keep":
            return hand.keep(state, seat, events)
        case "pass":
            return hand.pass_on(state, seat, events)
        case "reject":
            return hand.reject(state, seat, events)
        case "accept" if state.terms.trick_decides:
            return moves.agree(state, seat, "accept", state.raises.closed())  # TB-34
        case "run" if state.phase is phases.ELEVEN and state.terms.runners_lose:
            return lose_one(state, seat, events)
        case _:
            return moves.act(state, seat, action, events)


def lose_one(state: State, seat: int, events: list[Event]) -> State:
    """End the hand of a team that runs at eleven and loses a tento (TB-51)."""
    mine = seat & 1
    state = state._replace(spoken=state.with_word(seat, "run"))
    state = score(state, mine, -min(1, state.scores[mine]), events)
    return end(state, TEAM_SEATS[state.terms.seats][1 - mine], 0, "eleven_run", events)


def penalise(state: State, seat: int, action: Action, kind: str, events: list[Event]) -> State:
    """Penalise a foul of that kind; play continues as if the action had not been made."""
    events.append(Fouled(seat))
    game = state.game._replace(last_foul=TrucoBrasileiroFoul(seat, kind))
    if kind == "show":
        assert action.card is not None
        events.append(CardsShown(seat, (action.card,)))
        shown = PlayedCard(seat, action.card)
        if shown not in game.shown:
            game = game._replace(shown=(*game.shown, shown))
    state = state._replace(game=game)
    mine = seat & 1
    if state.scores[1 - mine] < state.terms.stakes.eleven:
        return score(state, 1 - mine, 1, events)
    return score(state, mine, -min(1, state.scores[mine]), events)
