"""Hands: the cut, the deal, the mão's decisions, and how a hand ends (TB-03 to TB-11)."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN
from cardtui_engine.events import (
    CardsDealt,
    CardsShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PointsScored,
)
from cardtui_engine.families.truco.eleven import Kind, kind_of
from cardtui_engine.families.truco.scores import added
from cardtui_engine.games.truco_brasileiro.state import (
    AT_ELEVEN,
    CUT,
    ELEVEN,
    IRON,
    MAO,
    ORDINARY,
    OVER,
    PLAY,
    SEATS,
    TARGET,
    Hand,
    State,
    TrucoBrasileiroResult,
    mao,
    waiting,
)
from cardtui_engine.games.truco_brasileiro.verbs import BOTTOM
from cardtui_engine.outcome import Ending


def begin(state: State, pack: Hand, events: list[Event]) -> State:
    """Begin a hand with a pack that has yet to be cut."""
    dealer, hand = state.dealer, state.hand
    if state.played:
        dealer, hand = mao(state), hand + 1  # TB-11
    events.append(HandStarted(hand, dealer))
    return waiting(state.terms, dealer, hand, state.scores)._replace(
        phase=CUT,
        stub=pack,
        last=state.last,
        last_foul=state.last_foul,
        spoken=state.spoken,
    )


def of_kind(state: State) -> State:
    """Set the kind of the hand by the scores as they are now (TB-50, TB-53)."""
    kind, eleven = kind_of(state.scores, AT_ELEVEN)
    return state._replace(kind=kind, eleven=eleven)


def cut(state: State, action: Action, events: list[Event]) -> State:
    """Cut the pack and deal: to the mão alone, or to all if a team is at eleven."""
    assert isinstance(action.at, tuple)
    pack = state.stub
    for cards in action.at:
        pack = pack[cards:] + pack[:cards]
    state = of_kind(state._replace(stub=pack, from_bottom=action.source == BOTTOM, spoken=()))
    first = mao(state)
    if state.kind is ORDINARY:
        return _serve(state._replace(phase=MAO), first, events)
    for seat in range(first, first + SEATS):
        state = _serve(state, seat % SEATS, events)
    phase = ELEVEN if state.kind is Kind.ELEVEN else IRON
    events.append(PhaseBegan(phase))
    return state._replace(phase=phase)


def keep(state: State, events: list[Event]) -> State:
    """Deal to the others: the dealer's partner, the mão's unless dealt to, the dealer (TB-06)."""
    for seat in ((state.dealer + 2) % SEATS, (state.dealer + 3) % SEATS, state.dealer):
        if not state.cards.hands[seat]:
            state = _serve(state, seat, events)
    return state._replace(phase=PLAY)


def pass_on(state: State, events: list[Event]) -> State:
    """Give the mão's cards to the partner, and deal the mão three more (TB-07)."""
    first = mao(state)
    cards = state.cards.hands[first]
    partner = (first + 2) % SEATS
    events.append(CardsDealt(partner, cards))
    return _serve(_with_hand(state, partner, cards)._replace(passed=cards), first, events)


def reject(state: State, events: list[Event]) -> State:
    """Turn the mão's cards up, out of play, and deal three more (TB-08)."""
    first = mao(state)
    cards = state.cards.hands[first]
    events.append(CardsShown(first, cards))
    return _serve(state._replace(rejected=state.rejected + cards), first, events)


def _serve(state: State, seat: int, events: list[Event]) -> State:
    """Deal three cards to a seat, from the chosen end of the pack."""
    if state.from_bottom:
        cards, stub = state.stub[:-4:-1], state.stub[:-3]
    else:
        cards, stub = state.stub[:3], state.stub[3:]
    # TB-54: in an iron hand not even the owner may know; `seen` has no position to look at.
    known = (UNKNOWN,) * 3 if state.kind is Kind.IRON else cards
    events.append(CardsDealt(seat, known))
    return _with_hand(state._replace(stub=stub), seat, cards)


def _with_hand(state: State, seat: int, cards: Hand) -> State:
    return state._replace(
        cards=state.cards.with_hand(seat, cards),
        dealt=(*state.dealt[:seat], cards, *state.dealt[seat + 1 :]),
    )


def win(state: State, team: int, points: int, reason: str, events: list[Event]) -> State:
    """End the hand for a team, at that stake; its score stops at twelve (TB-35)."""
    gained = min(points, TARGET - state.scores[team])
    state = score(state, team, gained, events)
    return _end(state, (team, team + 2), points, reason, events)


def draw(state: State, events: list[Event]) -> State:
    """End a hand that nobody has won (TB-25)."""
    return _end(state, (), 0, "drawn", events)


def run_at_eleven(state: State, events: list[Event]) -> State:
    """End the hand of a team that runs at eleven (TB-51)."""
    assert state.eleven is not None
    others = 1 - state.eleven
    if not state.terms.runners_lose:
        return win(state, others, 1, "eleven_run", events)
    state = score(state, state.eleven, -min(1, state.scores[state.eleven]), events)
    return _end(state, (others, others + 2), 0, "eleven_run", events)


def score(state: State, team: int, points: int, events: list[Event]) -> State:
    """Add points to a team's score."""
    if not points:
        return state
    events.append(PointsScored(team, points))
    return state._replace(scores=added(state.scores, team, points))


def _end(
    state: State, winners: tuple[int, ...], points: int, reason: str, events: list[Event]
) -> State:
    """Take all cards off the table and gather them; the match may be over."""
    bare = waiting(state.terms, state.dealer, state.hand, state.scores)._replace(
        played=True,
        last=TrucoBrasileiroResult(winners, points, reason),
        last_foul=state.last_foul,
        spoken=state.spoken,
        gathered=_gather(state),
    )
    events.append(HandEnded(winners, reason))
    if max(state.scores) < TARGET:
        return bare
    team = state.scores.index(TARGET)
    events.append(MatchEnded((team, team + 2), Ending.POINTS))
    return bare._replace(phase=OVER, winners=(team, team + 2))


def _gather(state: State) -> Hand:
    """Return the gathered pack, top first (TB-03)."""
    laid = [card.card for trick in state.cards.tricks for card in trick.cards]
    laid += [card.card for card in state.cards.trick]
    held = [card for hand in state.cards.hands for card in hand]
    return (*laid, *state.rejected, *held, *state.stub)
