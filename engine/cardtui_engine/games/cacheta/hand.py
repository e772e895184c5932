"""The course of a hand of Cacheta: who deals next, the deal with its flip, who loses points (how
many: `state`), who is out, and when the match is over.
"""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.events import (
    CardsShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PlayerOut,
    PointsScored,
)
from cardtui_engine.families.chips import why_over
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import Declared
from cardtui_engine.families.rummy.cards.play import HAND_SIZE, deal_out, no_play
from cardtui_engine.games.cacheta.state import Result, State, still_in


def deal_hand(state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
    """Deal nine cards to each seat still in, and turn up the flip (CA-01, CA-02, CA-04).

    Where players may fold, they are asked before play (CA-60).
    """
    hand, dealer, scores = state.hand, state.dealer, state.scores
    if state.played:
        hand += 1
        dealer = still_in(scores, dealer)[0]
    order = still_in(scores, dealer)
    events.append(HandStarted(hand, dealer))
    play = deal_out(len(scores), order, pack, events).begin(order)
    aside = state.terms.wild != "none"
    flip = play.stock[0] if aside else None
    stock = play.stock[1:] if aside else play.stock
    phase = phases.STAYING if state.terms.fold else phases.DRAW
    events.append(PhaseBegan(phase))
    return state._replace(
        phase=phase,
        hand=hand,
        dealer=dealer,
        played=False,
        play=play._replace(stock=stock),
        folded=(),
        dealt=order,
        flip=flip,
        rounds=tuple([each + (seat in order) for seat, each in enumerate(state.rounds)]),
    )


def end_hand(state: State, seat: int, by: str, declared: Declared, events: list[Event]) -> State:
    """End the hand: the others lose points, and the match may end (CA-31, CA-32)."""
    lost = state.lost[declared.cards > HAND_SIZE]
    events.append(CardsShown(seat, tuple([card for meld in declared.melds for card in meld])))
    scores = list(state.scores)
    for each in sorted(state.dealt):
        if each != seat and each not in state.folded:
            points = min(lost, scores[each])
            scores[each] -= points
            events.append(PointsScored(each, -points))
    result = Result(
        winner=seat,
        by=by,
        declared=declared.laid(state.trumps),
        lost=lost,
        trumps=state.trumps,
    )
    return _over(state, result, tuple(scores), events)


def end_by_folds(state: State, seat: int, events: list[Event]) -> State:
    """End the hand for the seat that all others have left it to; nobody loses more (CA-61)."""
    result = Result(winner=seat, by="folds", declared=None, lost=0, trumps=state.trumps)
    return _over(state, result, state.scores, events)


def _over(state: State, result: Result, scores: tuple[int, ...], events: list[Event]) -> State:
    """Go on after a hand: to the next one, or to the end of the match (CA-32)."""
    gone = tuple([each for each in sorted(state.dealt) if not scores[each]])
    events.append(HandEnded((result.winner,), result.by))
    events.extend([PlayerOut(each) for each in gone])
    ending = why_over(scores, 1, state.hand, state.terms.rounds)  # CA-32
    ended = state._replace(
        phase=phases.DEAL if ending is None else phases.OVER,
        played=True,
        play=no_play(len(scores)),
        folded=(),
        flip=None,
        scores=scores,
        declared_good=(),
        burned=(),
        eliminated=(*state.eliminated, gone) if gone else state.eliminated,
        last=result,
    )
    if ending is not None:
        events.append(MatchEnded(ended.winners, ending))
    return ended
