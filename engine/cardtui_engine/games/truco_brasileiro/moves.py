"""What an action does: cards, raises and answers, and penalties for fouls (TB-20 to TB-61)."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.families.truco.laid import Laid
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, DRAWN
from cardtui_engine.families.truco.view import PlayedCard, SpokenCall, heard
from cardtui_engine.games.truco_brasileiro import hand
from cardtui_engine.games.truco_brasileiro.cards import STRENGTH
from cardtui_engine.games.truco_brasileiro.hand import draw, score, win
from cardtui_engine.games.truco_brasileiro.stakes import RAISED_BY_ELEVEN, STAKES
from cardtui_engine.games.truco_brasileiro.state import (
    ANSWER,
    AT_ELEVEN,
    ELEVEN,
    PLAY,
    State,
    TrucoBrasileiroFoul,
)
from cardtui_engine.games.truco_brasileiro.tricks import LAST_DECIDES


def act(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Return the position after an action that is allowed."""
    match action.verb:
        case "cut":
            return hand.cut(state, action, events)
        case "keep":
            return hand.keep(speak(state, seat, "keep", None), events)
        case "pass":
            return hand.pass_on(speak(state, seat, "pass", None), events)
        case "reject":
            return hand.reject(speak(state, seat, "reject", None), events)
        case "play":
            return play_card(state, seat, action, events)
        case "turn_up":
            return turn_up(state, seat, events)
        case "accept":
            return accept(state, seat)
        case "play_on":
            after = speak(state, seat, "play_on", None)
            return after._replace(phase=PLAY, raises=RAISED_BY_ELEVEN)
        case "run" if state.phase is ELEVEN:
            return hand.run_at_eleven(speak(state, seat, "run", None), events)
        case "run":
            return run(state, seat, events)
        case _:
            return raise_stake(state, seat, action)


def penalise(state: State, seat: int, action: Action, kind: str, events: list[Event]) -> State:
    """Penalise a foul of that kind; play continues as if the action had not been made."""
    state = state._replace(last_foul=TrucoBrasileiroFoul(seat, kind))
    if kind == "show":
        assert action.card is not None
        events.append(CardsShown(seat, (action.card,)))
        shown = PlayedCard(seat, action.card)
        if shown not in state.shown:
            state = state._replace(shown=(*state.shown, shown))
    mine = seat & 1
    if state.scores[1 - mine] < AT_ELEVEN:
        return score(state, 1 - mine, 1, events)
    return score(state, mine, -min(1, state.scores[mine]), events)


def play_card(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Play a card from the hand to the trick."""
    card = action.card
    assert card is not None
    return _lay(state, Laid(seat, card, bool(action.face_down)), events)


def turn_up(state: State, seat: int, events: list[Event]) -> State:
    """Turn up the next unseen card of the seat's hand (TB-53)."""
    card = state.cards.hands[seat][0]
    events.append(CardsShown(seat, (card,)))
    return _lay(state, Laid(seat, card, face_down=False), events)


def raise_stake(state: State, seat: int, action: Action) -> State:
    """Propose the next stake; the other team must answer."""
    proposed = STAKES.above(state.raises.stands)
    state = speak(state, seat, action.verb, proposed)
    return state._replace(phase=ANSWER, raises=state.raises.raised(proposed, seat & 1))


def accept(state: State, seat: int) -> State:
    """Agree to the proposed stake; the seat whose turn it was plays on."""
    state = speak(state, seat, "accept", None)
    return state._replace(phase=PLAY, raises=state.raises.accepted())


def run(state: State, seat: int, events: list[Event]) -> State:
    """Give the hand to the raisers at the stake before the raise (TB-31)."""
    state = speak(state, seat, "run", None)
    _, proposed, raiser, _ = state.raises
    assert proposed is not None
    assert raiser is not None
    return win(state, raiser, STAKES.below(proposed), "run", events)


def speak(state: State, seat: int, verb: str, number: int | None) -> State:
    """Note a seat's last word."""
    return state._replace(spoken=heard(state.spoken, SpokenCall(seat, verb, number)))


def _lay(state: State, laid: Laid, events: list[Event]) -> State:
    state = state._replace(cards=state.cards.with_card(laid), spoken=())
    return _settle(state, events) if state.cards.complete else state


def _settle(state: State, events: list[Event]) -> State:
    """Count a complete trick, and end the hand if the trick decides it."""
    raised = state.raises.raiser is not None and state.terms.trick_decides  # TB-46
    course = LAST_DECIDES if raised else BEST_OF_THREE  # TB-21 to TB-26
    cards, takes = state.cards.settled(STRENGTH, course, events)
    state = state._replace(cards=cards)
    if takes is None:
        return state
    if takes == DRAWN:
        return draw(state, events)
    return win(state, takes, state.raises.stake, "tricks", events)
