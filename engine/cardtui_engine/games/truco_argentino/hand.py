"""Who deals next (`begin_deal`), when six play in duels (`in_duels`), when points are counted,
what a wrong envido costs (`prove`), and when the match is won. Whose flores are shown, `flor`
decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
    ScoreReason,
)
from cardtui_engine.families.truco.game import added
from cardtui_engine.families.truco.seats import (
    SEATS_IN,
    TEAM_MASKS,
    along,
    everybody,
    has,
    mao,
    only,
    others,
    without,
)
from cardtui_engine.families.truco.view import PlayedCard
from cardtui_engine.games.truco_argentino.bets import falta_points
from cardtui_engine.games.truco_argentino.calls import EnvidoResult, FlorResult
from cardtui_engine.games.truco_argentino.cards import proof
from cardtui_engine.games.truco_argentino.flor import shown
from cardtui_engine.games.truco_argentino.habits import Heard, counted, order_of_play
from cardtui_engine.games.truco_argentino.options import Terms
from cardtui_engine.games.truco_argentino.state import (
    OVER,
    Deal,
    Round,
    RoundEnd,
    State,
    TrucoResult,
    new_deal,
)
from cardtui_engine.games.truco_argentino.tricks import Hand
from cardtui_engine.outcome import Ending

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__

# Looking this up is ten times as fast as looking up the member of the class.
_FOR_HAND: Final = ScoreReason.HAND


def in_duels(terms: Terms, second: bool, scores: tuple[int, int]) -> bool:
    """Return whether a deal is played in duels: with six seats, a dealer's second one (TA-60)."""
    if terms.seats != 6 or not second:
        return False
    return not terms.duels_in_middle or 5 <= max(scores) < terms.target - 5


def begin_deal(state: State, pack: Hand, events: list[Event]) -> State:
    """Begin a hand with a pack that has yet to be cut."""
    terms = state.terms
    deal = state.deal
    dealer, hand, second = deal.dealer, deal.hand, deal.second
    if deal.played:
        hand += 1
        if terms.seats == 6 and not second:
            second = True
        else:
            dealer, second = mao(dealer, terms.seats), False  # TA-05: the mano deals
    duels = in_duels(terms, second, state.scores)
    fresh = new_deal(terms.seats, dealer, hand, pack, second=second, duels=duels)
    events.append(_new(HandStarted, (hand, dealer)))
    return state.to_cut(fresh)


def deal_out(state: State, at: int, events: list[Event]) -> State:
    """Cut the pack, and deal three cards each, one at a time, from the mano on (TA-03, TA-04)."""
    terms = state.terms
    seats = terms.seats
    deal = state.deal
    pack = deal.pack[at:] + deal.pack[:at]
    mano = mao(deal.dealer, seats)
    end = 3 * seats
    hands = [pack[place:end:seats] for place in range(seats)]  # in the order of play
    seat = mano
    for cards in hands:
        events.append(_new(CardsDealt, (seat, cards)))
        seat = along(seat, 1, seats)
    dealt = (*hands[-mano:], *hands[:-mano])
    return begin_round(state, deal.with_cards(dealt), dealt, state.scores, events)


def begin_round(
    state: State,
    deal: Deal,
    hands: tuple[Hand, ...],
    scores: tuple[int, int],
    events: list[Event],
) -> State:
    """Begin a hand, or the next duel (TA-61).

    A seat without cards does not take part.
    """
    terms = state.terms
    mano = mao(deal.dealer, terms.seats)
    active = everybody(terms.seats)
    if deal.duels:
        mano = along(mano, len(deal.results), terms.seats)
        active = only(mano) | only(along(mano, 3, terms.seats))
        events.append(PhaseBegan("duel"))
    for seat in range(terms.seats):
        if not hands[seat]:
            active = without(active, seat)
    round_ = _new(Round, (mano, active, falta_points(terms, scores)))
    return state.in_round(deal, round_, hands, scores)


def would_win(state: State, result: EnvidoResult) -> bool:
    """Return whether an envido's points, counted at once, would win the match (TA-52)."""
    return state.scores[result.team] + result.points >= state.terms.target


def score_envido(state: State, result: EnvidoResult, events: list[Event]) -> State:
    """Add an envido's points at once; this may end the match (TA-52)."""
    events.append(PointsScored(result.team, result.points, ScoreReason.ENVIDO))
    scores = added(state.scores, result.team, result.points)
    if not would_win(state, result):
        return state.with_scores(scores)
    winners = SEATS_IN[state.round.active & TEAM_MASKS[result.team]]
    last = TrucoResult(
        winners=winners,
        team=None,
        points=0,
        envido=result,
        reason="envido",
        seats=SEATS_IN[state.round.active],
        flor=None,
    )
    return _over(state, state.deal, scores, last, events)


def score_flor(state: State, result: FlorResult, events: list[Event]) -> State:
    """Add a flor's points at once; this may end the match, and then it is shown (TA-88, TA-89)."""
    scores = added(state.scores, result.team, result.points)
    wins = scores[result.team] >= state.terms.target
    flor = _shown_flor(state, events) if wins else None
    events.append(PointsScored(result.team, result.points, ScoreReason.FLOR))
    if not wins:
        return state.with_scores(scores)
    last = TrucoResult(
        winners=SEATS_IN[state.round.active & TEAM_MASKS[result.team]],
        team=None,
        points=0,
        envido=None,
        reason="flor",
        seats=SEATS_IN[state.round.active],
        flor=flor,
    )
    return _over(state, state.deal, scores, last, events)


def _shown_flor(state: State, events: list[Event]) -> FlorResult | None:
    """Show the flores that everybody sees once the hand is over (TA-88)."""
    result = shown(state)
    if result is not None:
        events += [CardsShown(seat, cards) for seat, cards in result.flores]
    return result


def prove(state: State, events: list[Event]) -> State:
    """Check the number that won the envido; if it was wrong, the other team wins (TA-44)."""
    envido = state.calls.envido
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
        team = others(result.team)
        points = envido.bets.accepted(state.round.falta[team])  # TA-46
        result = result._replace(team=team, points=points, wrong=True)
        _, _, seat, number, *_ = result
        events.append(EnvidoSettled(team, points, seat, number, wrong=True))
    return state.with_envido(envido.proved(result))


def end_round(state: State, team: int, reason: str, events: list[Event]) -> State:
    """End the hand; the team wins it at the agreed stake.

    If the envido's cards may still be asked for, the phase `show` comes first.
    """
    ending = _new(RoundEnd, (team, state.calls.raises.stake, reason))
    envido = state.calls.envido
    if envido is not None and not envido.checked:
        if state.terms.on_request:
            return state.to_show(ending)
        return prove_and_conclude(state, ending, events)
    return conclude(state, ending, events)


def prove_and_conclude(state: State, ending: RoundEnd, events: list[Event]) -> State:
    """Check the number that won the envido, once the hand has ended and before its points count.

    Points that have counted already change sides if the number was wrong, and may win the match
    (TA-52).
    """
    claimed = _settled(state)
    state = prove(state, events)
    result = _settled(state)
    if state.terms.as_called and result.wrong:
        loser, counted_for = others(result.team), claimed.points
        events.append(PointsScored(loser, -counted_for, ScoreReason.ENVIDO))
        state = state.with_scores(added(state.scores, loser, -counted_for))
        state = score_envido(state, result, events)
        if state.phase is OVER:
            return state
    return conclude(state, ending, events)


def _settled(state: State) -> EnvidoResult:
    """Return how the envido of this hand stands decided."""
    envido = state.calls.envido
    assert envido is not None
    assert envido.result is not None
    return envido.result


def conclude(state: State, ending: RoundEnd, events: list[Event]) -> State:
    """Record how the hand ended, add the points, and continue with what comes next."""
    terms = state.terms
    deal = state.deal
    envido = state.calls.envido
    settled = envido.result if envido is not None else None
    team = ending.team
    flor = _shown_flor(state, events)
    last = ending.result(settled, flor, state.round.active)
    state = state.with_habits(counted(state.habits, _heard(state, ending)))
    scores = state.scores
    if terms.as_called:
        events.append(PointsScored(team, ending.points))
        scores = added(scores, team, ending.points)
        won = scores[team] >= terms.target
    else:
        aside = [(flor, ScoreReason.FLOR), (settled, ScoreReason.ENVIDO)]
        scores, pending, won = _added_after(state, ending, aside, events)
        if pending is not deal.pending:
            deal = deal.with_pending(pending)
    if won:
        return _over(state, deal, scores, last, events)
    events.append(_new(HandEnded, (last.winners, ending.reason)))
    if deal.duels and len(deal.results) < 2:
        return _next_duel(state, deal, scores, last, events)
    return state.between(deal.finished(last), scores, last)


def _heard(state: State, ending: RoundEnd) -> Heard:
    """Return what everybody has heard in a hand that has just ended."""
    mano, active, _ = state.round
    envido = state.calls.envido
    result = None if envido is None else envido.result
    return Heard(
        seats=state.terms.seats,
        active=active,
        played=state.tricks.played,
        laid=state.tricks.cards_laid,
        order=order_of_play(mano, active),
        said=state.calls.said,
        claims=() if envido is None else envido.claims,
        liar=result.seat if result is not None and result.wrong else None,
        loser=others(ending.team) if ending.reason == "tricks" else None,
        flor_answered=state.calls.flor is not None and state.calls.flor.contested,
    )


def _added_after(
    state: State,
    ending: RoundEnd,
    aside: Sequence[tuple[EnvidoResult | FlorResult | None, ScoreReason]],
    events: list[Event],
) -> tuple[tuple[int, int], tuple[int, int], bool]:
    """Add the points of a hand after it (TA-50), or after the last duel (TA-62).

    Returns:
        The scores, the points of earlier duels still to be added, and whether the match is won.
    """
    deal = state.deal
    scores = state.scores
    pending = deal.pending
    settled = [(each, reason) for each, reason in aside if each is not None]
    for each, _ in settled:
        pending = added(pending, each.team, each.points)
    pending = added(pending, ending.team, ending.points)
    if deal.duels and len(deal.results) < 2:
        return scores, pending, False
    if deal.duels:
        events += [
            PointsScored(team, points, ScoreReason.DUELS)
            for team, points in enumerate(pending)
            if points
        ]
    else:
        events += [PointsScored(each.team, each.points, reason) for each, reason in settled]
        events.append(_new(PointsScored, (ending.team, ending.points, _FOR_HAND)))
    scores = (scores[0] + pending[0], scores[1] + pending[1])
    won = max(scores) >= state.terms.target and scores[0] != scores[1]  # TA-51
    return scores, deal.pending, won


def _next_duel(
    state: State, deal: Deal, scores: tuple[int, int], last: TrucoResult, events: list[Event]
) -> State:
    """Continue with the next of the three duels (TA-61)."""
    hands = tuple(
        [
            () if has(state.round.active, seat) else hand
            for seat, hand in enumerate(state.tricks.hands)
        ]
    )
    deal = deal.with_duel(last, _lying_open(state))
    return begin_round(state.with_last(last), deal, hands, scores, events)


def _lying_open(state: State) -> tuple[PlayedCard, ...]:
    """Return the cards played in this duel that stay in every view (TA-15, TA-62)."""
    if state.terms.face_down:
        return state.tricks.trick
    done = [played for trick in state.tricks.done for played in trick.cards]
    return (*done, *state.tricks.trick)


def _over(
    state: State,
    deal: Deal,
    scores: tuple[int, int],
    last: TrucoResult,
    events: list[Event],
) -> State:
    winners = SEATS_IN[everybody(state.terms.seats) & TEAM_MASKS[int(scores[1] > scores[0])]]
    events.append(HandEnded(last.winners, last.reason))
    events.append(MatchEnded(winners, Ending.POINTS))
    return state.between(deal.finished(last), scores, last).decided(winners)
