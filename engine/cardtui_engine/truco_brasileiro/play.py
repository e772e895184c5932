"""The cards and the raises: a card laid, a trick settled, a stake proposed (TB-20 to TB-46)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.events import CardsShown, Event, TrickEnded
from cardtui_engine.truco.public import SpokenCall
from cardtui_engine.truco.tricks import TIE, winning_seat
from cardtui_engine.truco_brasileiro import state as s
from cardtui_engine.truco_brasileiro.cards import STRENGTH
from cardtui_engine.truco_brasileiro.checking import next_stake, stake_before
from cardtui_engine.truco_brasileiro.hands import draw, win
from cardtui_engine.truco_brasileiro.state import SEATS, Laid, State, Trick

DRAWN: Final = -1
"""No team: nobody has won the hand."""


def play_card(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Play a card of the hand to the trick."""
    card = action.card
    assert card is not None
    return _lay(state, Laid(seat, card, bool(action.face_down)), events)


def turn_up(state: State, seat: int, events: list[Event]) -> State:
    """Turn up the next unseen card of the seat's hand (TB-53)."""
    card = state.hands[seat][0]
    events.append(CardsShown(seat, (card,)))
    return _lay(state, Laid(seat, card, face_down=False), events)


def raise_stake(state: State, seat: int, action: Action) -> State:
    """Propose the next stake; the other side must answer."""
    proposed = next_stake(state.proposed or state.stake)
    state = speak(state, seat, action.verb, proposed)
    return state._replace(phase=s.ANSWER, proposed=proposed, raiser=seat & 1)


def accept(state: State, seat: int) -> State:
    """Agree to the proposed stake; the caller plays on."""
    state = speak(state, seat, "accept", None)
    return state._replace(phase=s.PLAY, stake=state.proposed, proposed=0)


def run(state: State, seat: int, events: list[Event]) -> State:
    """Give the hand to the callers at the stake before the call (TB-31)."""
    state = speak(state, seat, "run", None)
    return win(state, state.raiser, stake_before(state.proposed), "run", events)


def speak(state: State, seat: int, verb: str, number: int | None) -> State:
    """Note a seat's last word."""
    others = tuple([each for each in state.spoken if each.seat != seat])
    return state._replace(spoken=(*others, SpokenCall(seat, verb, number)))


def winner_of(trick: tuple[Laid, ...]) -> int:
    """Return the seat whose card wins the trick, `TIE` if none does (TB-21 to TB-24)."""
    return winning_seat(_open_cards(trick), STRENGTH, (1 << SEATS) - 1)


def decided(tricks: tuple[Trick, ...]) -> int | None:
    """Return the team that the tricks give the hand to, `DRAWN` or ``None`` (TB-24 to TB-26)."""
    teams = [trick.team for trick in tricks]
    if len(teams) < 2:
        return None
    first = next((team for team in teams if team is not None), None)
    for team in (0, 1):
        if teams.count(team) == 2 or (None in teams and team == first):
            return team
    return DRAWN if len(teams) == 3 else None


def _open_cards(trick: tuple[Laid, ...]) -> list[tuple[int, Card]]:
    return [(laid.seat, laid.card) for laid in trick if not laid.face_down]


def _lay(state: State, laid: Laid, events: list[Event]) -> State:
    seat = laid.seat
    rest = tuple([card for card in state.hands[seat] if card != laid.card])
    state = state._replace(
        hands=(*state.hands[:seat], rest, *state.hands[seat + 1 :]),
        trick=(*state.trick, laid),
        spoken=(),
    )
    return state if len(state.trick) < SEATS else _settle(state, events)


def _settle(state: State, events: list[Event]) -> State:
    """Count a complete trick: who won it, who leads next, whether the hand is decided."""
    winner = winner_of(state.trick)
    team = None if winner == TIE else winner & 1
    leader = _first_of_highest(state.trick) if team is None else winner
    events.append(TrickEnded(team, None if team is None else winner, leader))
    tricks = (*state.tricks, Trick(team, state.trick))
    state = state._replace(trick=(), tricks=tricks, leader=leader)
    takes = decided(tricks)
    if team is not None and state.raiser >= 0 and state.terms.trick_decides:
        takes = team  # TB-46
    if takes is None:
        return state
    if takes == DRAWN:
        return draw(state, events)
    return win(state, takes, state.stake, "tricks", events)


def _first_of_highest(trick: tuple[Laid, ...]) -> int:
    """Return who leads after a tie: the first of those who tie, else the leader (TB-22, TB-24)."""
    cards = _open_cards(trick) or [(trick[0].seat, trick[0].card)]
    return max(cards, key=lambda each: STRENGTH[each[1]])[0]
