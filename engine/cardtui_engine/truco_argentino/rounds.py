"""Deals, rounds and points: how a round begins, how it ends, and who has won the match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from cardtui_engine.cards import Card
from cardtui_engine.events import (
    CardsDealt,
    CardsShown,
    EnvidoSettled,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PointsScored,
)
from cardtui_engine.refusals import BadSetup
from cardtui_engine.truco.public import PlayedCard
from cardtui_engine.truco.ring import FIRST, SEATS_IN, TEAM
from cardtui_engine.truco_argentino import state as s
from cardtui_engine.truco_argentino.cards import PACK, proof
from cardtui_engine.truco_argentino.options import Terms
from cardtui_engine.truco_argentino.public import EnvidoResult, TrucoResult
from cardtui_engine.truco_argentino.state import Calls, Deal, Hand, Outcome, Round, State, Tricks

_WHOLE_PACK: Final = frozenset(PACK)


def everybody(terms: Terms) -> int:
    """Return all seats of the table as a mask."""
    return (1 << terms.seats) - 1


def falta_points(terms: Terms, scores: tuple[int, int]) -> int:
    """Return what a falta envido is worth in a round that begins at these scores (TA-53)."""
    return max(terms.target - max(scores), 1)


def in_duels(terms: Terms, second: bool, scores: tuple[int, int]) -> bool:
    """Return whether a deal is for duels: six players', the dealer's second (TA-60)."""
    if terms.seats != 6 or not second:
        return False
    return not terms.duels_in_middle or 5 <= max(scores) < terms.target - 5


@cache
def idle(seats: int, dealer: int) -> tuple[Round, Tricks]:
    """Return the parts of a position in which no card is out."""
    mano = (dealer + 1) % seats
    everyone = (1 << seats) - 1
    hands: tuple[Hand, ...] = ((),) * seats
    return Round(mano, everyone, 1), Tricks(hands, everyone, 0, mano, 0, (), ())


def begin_deal(state: State, pack: Sequence[Card]) -> tuple[State, tuple[Event, ...]]:
    """Begin a hand with a pack that is still to be cut.

    Raises:
        BadSetup: no pack is wanted, or it is none.
    """
    if state.phase != s.DEAL:
        raise BadSetup("no pack is wanted now")
    if len(pack) != len(PACK) or frozenset(pack) != _WHOLE_PACK:
        raise BadSetup("the pack is not the forty cards, each once")
    terms = state.terms
    deal = state.deal
    dealer, hand, second = deal.dealer, deal.hand, deal.second
    if deal.begun:
        hand += 1
        if terms.seats == 6 and not second:
            second = True
        else:
            dealer, second = (dealer + 1) % terms.seats, False  # TA-05: the mano deals
    duels = in_duels(terms, second, state.scores)
    round_, tricks = idle(terms.seats, dealer)
    fresh = Deal(dealer, hand, second, duels, tricks.hands, tuple(pack), (), (), (0, 0), True)
    cut = State(terms, fresh, round_, s.CUT, state.scores, tricks, s.NO_CALLS, state.last, None, ())
    return cut, (HandStarted(hand, dealer),)


def deal_out(state: State, at: int, events: list[Event]) -> State:
    """Cut the pack and deal three cards each, one by one, from the mano on (TA-03, TA-04)."""
    terms = state.terms
    seats = terms.seats
    deal = state.deal
    pack = deal.pack[at:] + deal.pack[:at]
    mano = (deal.dealer + 1) % seats
    end = 3 * seats
    places = [(seat - mano) % seats for seat in range(seats)]
    dealt = tuple([pack[place:end:seats] for place in places])
    events += [CardsDealt(seat % seats, dealt[seat % seats]) for seat in range(mano, mano + seats)]
    out = Deal(deal.dealer, deal.hand, deal.second, deal.duels, dealt, (), (), (), (0, 0), True)
    return begin_round(state, out, dealt, state.scores, events)


def begin_round(
    state: State,
    deal: Deal,
    hands: tuple[Hand, ...],
    scores: tuple[int, int],
    events: list[Event],
) -> State:
    """Begin a round, or the duel whose turn it is (TA-61).

    A seat that holds no card takes no part.
    """
    terms = state.terms
    mano = (deal.dealer + 1) % terms.seats
    active = everybody(terms)
    if deal.duels:
        mano = (mano + len(deal.results)) % terms.seats
        active = 1 << mano | 1 << (mano + 3) % terms.seats
        events.append(PhaseBegan("duel"))
    for seat in range(terms.seats):
        if not hands[seat]:
            active &= ~(1 << seat)
    round_ = Round(mano, active, falta_points(terms, scores))
    tricks = Tricks(hands, active, 0, FIRST[mano][active], 0, (), ())
    calls = _only_spoken(state.calls)
    return State(terms, deal, round_, s.PLAY, scores, tricks, calls, state.last, None, ())


def score_envido(state: State, result: EnvidoResult, events: list[Event]) -> State:
    """Add an envido's points at once; that may end the match (TA-52)."""
    events.append(PointsScored(result.team, result.points))
    scores = _add(state.scores, result.team, result.points)
    if scores[result.team] < state.terms.target:
        return state._replace(scores=scores)
    winners = SEATS_IN[state.round.active & TEAM[result.team]]
    last = TrucoResult(winners, None, 0, result, "envido")
    return _over(state, state.deal, scores, last, events)


def prove(state: State, events: list[Event]) -> State:
    """Check the number that won the envido; if it was wrong, the others win the bet (TA-44)."""
    calls = state.calls
    envido = calls.envido
    assert envido is not None
    result = envido.result
    assert result is not None
    assert result.seat is not None
    assert result.number is not None
    cards = proof(state.deal.dealt[result.seat], result.number, state.terms.highest_alone)
    if cards:
        events.append(CardsShown(result.seat, cards))
        result = result._replace(cards=cards)
    else:
        result = result._replace(team=1 - result.team)
        events.append(EnvidoSettled(result.team, result.points, result.seat, result.number))
    return state._replace(calls=calls._replace(envido=envido._replace(result=result, checked=True)))


def end_round(state: State, team: int, reason: str, events: list[Event]) -> State:
    """End the round for the team that wins it at the agreed stake.

    A won envido that may still be asked for comes first: phase `show`.
    """
    outcome = Outcome(team, state.calls.stake, reason)
    envido = state.calls.envido
    if envido is not None and not envido.checked:
        if state.terms.on_request:
            return state._replace(phase=s.SHOW, ended=outcome)
        state = prove(state, events)
    return conclude(state, outcome, events)


def conclude(state: State, outcome: Outcome, events: list[Event]) -> State:
    """Write down how the round ended, add the points, go on to what comes next."""
    terms = state.terms
    deal = state.deal
    envido = state.calls.envido
    settled = envido.result if envido is not None else None
    team = outcome.team
    winners = SEATS_IN[state.round.active & TEAM[team]]
    last = TrucoResult(winners, team, outcome.points, settled, outcome.reason)
    scores = state.scores
    if terms.as_called:
        events.append(PointsScored(team, outcome.points))
        scores = _add(scores, team, outcome.points)
        won = scores[team] >= terms.target
    else:
        scores, pending, won = _added_after(state, outcome, settled, events)
        if pending is not deal.pending:
            deal = deal._replace(pending=pending)
    if won:
        return _over(state, deal, scores, last, events)
    events.append(HandEnded(winners, outcome.reason))
    if deal.duels and len(deal.results) < 2:
        return _next_duel(state, deal, scores, last, events)
    return _between(state, deal, scores, last)


def _added_after(
    state: State, outcome: Outcome, settled: EnvidoResult | None, events: list[Event]
) -> tuple[tuple[int, int], tuple[int, int], bool]:
    """Add a round's points after it (TA-50), those of duels after the last (TA-62).

    Returns:
        The scores, what of earlier duels is still to be added, whether the match is won.
    """
    deal = state.deal
    scores = state.scores
    pending = deal.pending
    if settled is not None:
        pending = _add(pending, settled.team, settled.points)
    pending = _add(pending, outcome.team, outcome.points)
    if deal.duels and len(deal.results) < 2:
        return scores, pending, False
    if not deal.duels and settled is not None:
        events.append(PointsScored(settled.team, settled.points))
        events.append(PointsScored(outcome.team, outcome.points))
    else:
        events += [PointsScored(team, points) for team, points in enumerate(pending) if points]
    scores = (scores[0] + pending[0], scores[1] + pending[1])
    won = max(scores) >= state.terms.target and scores[0] != scores[1]  # TA-51
    return scores, deal.pending, won


def _add(scores: tuple[int, int], team: int, points: int) -> tuple[int, int]:
    return (scores[0], scores[1] + points) if team else (scores[0] + points, scores[1])


def _next_duel(
    state: State, deal: Deal, scores: tuple[int, int], last: TrucoResult, events: list[Event]
) -> State:
    """Go on to the next of the three duels (TA-61)."""
    hands = tuple(
        [
            () if state.round.active >> seat & 1 else hand
            for seat, hand in enumerate(state.tricks.hands)
        ]
    )
    deal = deal._replace(results=(*deal.results, last), earlier=deal.earlier + _lying_open(state))
    return begin_round(state._replace(last=last), deal, hands, scores, events)


def _lying_open(state: State) -> tuple[PlayedCard, ...]:
    """Return what was played in this duel and stays in every view (TA-15, TA-62)."""
    if state.terms.face_down:
        return state.tricks.trick
    done = [played for trick in state.tricks.done for played in trick.cards]
    return (*done, *state.tricks.trick)


def _between(state: State, deal: Deal, scores: tuple[int, int], last: TrucoResult) -> State:
    """Take all cards off the table: the facts of the round have their start values again."""
    round_, tricks = idle(state.terms.seats, deal.dealer)
    results = (*deal.results, last) if deal.duels else ()
    bare = Deal(
        deal.dealer,
        deal.hand,
        deal.second,
        deal.duels,
        tricks.hands,
        (),
        results,
        (),
        (0, 0),
        True,
    )
    calls = _only_spoken(state.calls)
    return State(state.terms, bare, round_, s.DEAL, scores, tricks, calls, last, None, ())


def _only_spoken(calls: Calls) -> Calls:
    """Return the start of a round's calls; the last words still are in the air."""
    return Calls(1, 0b11, 0, 0, None, calls.spoken) if calls.spoken else s.NO_CALLS


def _over(
    state: State,
    deal: Deal,
    scores: tuple[int, int],
    last: TrucoResult,
    events: list[Event],
) -> State:
    winners = SEATS_IN[everybody(state.terms) & TEAM[int(scores[1] > scores[0])]]
    events.append(HandEnded(last.winners, last.reason))
    events.append(MatchEnded(winners))
    return _between(state, deal, scores, last)._replace(phase=s.OVER, winners=winners)
