"""What actions do at a Brazilian truco: cards, raises and answers, the choice of a side at eleven,
and what the others score when a side runs (`run`).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import CardsShown, Event
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.hand import end_drawn, win
from cardtui_engine.families.truco.brazilian.laid import Laid, LaidCards
from cardtui_engine.families.truco.brazilian.state import G, T, Truco
from cardtui_engine.families.truco.ladder import Raises
from cardtui_engine.families.truco.tricks import DRAWN


def act(state: Truco[T, G], seat: int, action: Action, events: list[Event]) -> Truco[T, G]:
    """Return the position after an action that is allowed."""
    match action.verb:
        case "play":
            card = action.card
            assert card is not None
            return _lay(state, Laid(seat, card, bool(action.face_down)), events)
        case "turn_up":
            return turn_up(state, seat, events)
        case "accept":
            return agree(state, seat, "accept", state.raises.accepted())
        case "play_on":
            return agree(state, seat, "play_on", state.terms.stakes.played_on)
        case "run":
            return run(state, seat, events)
        case _:
            return raise_stake(state, seat, action)


def turn_up(state: Truco[T, G], seat: int, events: list[Event]) -> Truco[T, G]:
    """Turn up the next unseen card of the seat's hand."""
    card = state.cards.hands[seat][0]
    events.append(CardsShown(seat, (card,)))
    return _lay(state, Laid(seat, card, face_down=False), events)


def raise_stake(state: Truco[T, G], seat: int, action: Action) -> Truco[T, G]:
    """Propose the next stake; the other team must answer."""
    proposed = state.terms.stakes.ladder.above(state.raises.stands)
    raises = state.raises.raised(proposed, seat)
    return state.with_words(phases.ANSWER, raises, seat, action.verb, proposed)


def agree(state: Truco[T, G], seat: int, verb: str, raises: Raises) -> Truco[T, G]:
    """Agree to a stake; the seat whose turn it is plays on."""
    return state.with_words(phases.PLAY, raises, seat, verb)


def run(state: Truco[T, G], seat: int, events: list[Event]) -> Truco[T, G]:
    """Give the hand to the others: at the stake before their raise, or unraised at eleven."""
    state = state.with_words(state.phase, state.raises, seat, "run")
    ladder = state.terms.stakes.ladder
    if state.phase is phases.ELEVEN:
        assert state.eleven is not None
        return win(state, 1 - state.eleven, ladder.stakes[0], "eleven_run", events)
    _, proposed, raiser, _, _ = state.raises
    assert proposed is not None
    assert raiser is not None
    return win(state, raiser, ladder.below(proposed), "run", events)


def _lay(state: Truco[T, G], laid: Laid, events: list[Event]) -> Truco[T, G]:
    cards = state.cards.with_card(laid)
    return _settle(state, cards, events) if cards.complete else state.with_cards(cards)


def _settle(state: Truco[T, G], complete: LaidCards, events: list[Event]) -> Truco[T, G]:
    """Count a complete trick, and end the hand if the trick decides it."""
    course = state.terms.course(state.raises.raiser is not None)
    cards, takes = complete.settled(state.game.strength, course, events)
    state = state.with_cards(cards)
    if takes is None:
        return state
    if takes == DRAWN:
        return end_drawn(state, events)
    return win(state, takes, state.raises.stake, "tricks", events)
