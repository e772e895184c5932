"""The course of a hand of Cacheta: the deal with its flip, and how a hand and the match end."""

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
from cardtui_engine.games.cacheta.points import LOST_TO_NINE, LOST_TO_TEN
from cardtui_engine.games.cacheta.state import Result, State, still_in


def deal_hand(state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
    """Deal nine cards to each seat still in, and turn up the flip (CA-01, CA-02)."""
    hand, dealer, scores = state.hand, state.dealer, state.scores
    if state.played:
        hand += 1
        dealer = still_in(scores, dealer)[0]
    order = still_in(scores, dealer)
    events.append(HandStarted(hand, dealer))
    play = deal_out(len(scores), order, pack, events).begin(order)
    flip, *stock = play.stock
    events.append(PhaseBegan(phases.DRAW))
    return state._replace(
        phase=phases.DRAW,
        hand=hand,
        dealer=dealer,
        played=False,
        play=play._replace(stock=tuple(stock)),
        dealt=order,
        flip=flip,
        rounds=tuple([each + (seat in order) for seat, each in enumerate(state.rounds)]),
    )


def end_hand(state: State, seat: int, by: str, declared: Declared, events: list[Event]) -> State:
    """End the hand: the others lose points, and the match may end (CA-31, CA-32)."""
    lost = LOST_TO_TEN if declared.cards > HAND_SIZE else LOST_TO_NINE
    events.append(CardsShown(seat, tuple([card for meld in declared.melds for card in meld])))
    scores = list(state.scores)
    for each in sorted(state.dealt):
        if each != seat:
            points = min(lost, scores[each])
            scores[each] -= points
            events.append(PointsScored(each, -points))
    gone = tuple([each for each in sorted(state.dealt) if not scores[each]])
    events.append(HandEnded((seat,), by))
    events.extend([PlayerOut(each) for each in gone])
    ending = why_over(tuple(scores), 1, state.hand, state.terms.rounds)  # CA-32
    ended = state._replace(
        phase=phases.DEAL if ending is None else phases.OVER,
        played=True,
        play=no_play(len(scores)),
        flip=None,
        scores=tuple(scores),
        declared_good=(),
        burned=(),
        eliminated=(*state.eliminated, gone) if gone else state.eliminated,
        last=Result(
            winner=seat,
            by=by,
            declared=declared.laid(state.trumps),
            lost=lost,
            trumps=state.trumps,
        ),
    )
    if ending is not None:
        events.append(MatchEnded(ended.winners, ending))
    return ended
