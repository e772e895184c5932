"""The course of a hand of Cacho: who deals, betting rounds, the redeal when all pass, the showdown
and who wins a tie (`show_down`), and the match's end.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import (
    CardsDealt,
    CardsShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PotWon,
    Redealt,
)
from cardtui_engine.families.betting import Betting, begin_round
from cardtui_engine.families.chips import dealt_in, why_over
from cardtui_engine.games.cacho.options import LEAST_CHIPS
from cardtui_engine.games.cacho.ranking import PACK, RANKINGS, card_mask
from cardtui_engine.games.cacho.state import (
    FIRST,
    ROUNDS,
    SEATS,
    SECOND,
    THIRD,
    CachoResult,
    Hands,
    ShownHand,
    State,
    no_hands,
)

_CODE_ORDER: Final = {card: place for place, card in enumerate(sorted(PACK, key=FRENCH.code))}

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__

# Frequent events are built once.
_BEGAN_EVENTS: Final = {phase: PhaseBegan(phase) for phase in ROUNDS}
_DEALT_EVENTS: Final = tuple(
    {card: CardsDealt(seat, (card,)) for card in PACK} for seat in range(SEATS[-1])
)


def deal_hand(state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
    """Begin a hand: the next one, or the same one again after everybody passed (CC-11)."""
    hand, dealer, dealt = state.hand, state.dealer, state.dealt
    if state.played:
        hand += 1
        # CC-02, CC-03: the deal moves to the left, skipping players who are out.
        dealer, *others = dealt_in(state.betting.stacks, dealer, LEAST_CHIPS)
        dealt = (*others, dealer)
    events.append(_new(HandStarted, (hand, dealer)))
    hands, stock = _deal_one_each(no_hands(len(state.hands)), pack, dealt, events)
    events.append(_BEGAN_EVENTS[FIRST])
    return state.begun(hand=hand, dealer=dealer, dealt=dealt, hands=hands, stock=stock)


def close_round(state: State, betting: Betting, events: list[Event]) -> State:
    """Return the position after a complete betting round, and append what happened."""
    live = betting.live
    if len(live) == 1:  # CC-16
        result = CachoResult(live, betting.pot, "passes")
        return _end_hand(state, betting, result, events)
    if state.phase is THIRD:
        return show_down(state, betting, events)
    if live:
        return _next_round(state, betting, live, events)
    if state.phase is SECOND:  # CC-13: all who were in this round stay in.
        live = tuple([seat for seat in state.dealt if betting.last_words[seat]])
        return _next_round(state, betting, live, events)
    # CC-11
    events.append(Redealt(state.dealer))
    return state.to_redeal()


def _next_round(
    state: State, betting: Betting, live: tuple[int, ...], events: list[Event]
) -> State:
    """Deal one more card to each live seat (CC-12, CC-14)."""
    hands, stock = _deal_one_each(state.hands, state.stock, live, events)
    betting = begin_round(betting.chips, betting.pot, live)
    state = state.in_next_round(betting, hands, stock)
    if state.cap == 0:  # CC-21
        return show_down(state, betting, events)
    events.append(_BEGAN_EVENTS[state.phase])
    return state


def _deal_one_each(
    hands: Hands,
    stock: tuple[Card, ...],
    seats: tuple[int, ...],
    events: list[Event],
) -> tuple[Hands, tuple[Card, ...]]:
    dealt = [*hands]
    for place, seat in enumerate(seats):
        event = _DEALT_EVENTS[seat][stock[place]]
        dealt[seat] += event.cards
        events.append(event)
    return tuple(dealt), stock[len(seats) :]


def show_down(state: State, betting: Betting, events: list[Event]) -> State:
    """Show the hands of the live seats; the best takes the pot (CC-30 to CC-34)."""
    rankings = {seat: RANKINGS[card_mask(state.hands[seat])] for seat in betting.live}
    # CC-33: `max` takes the first of equals, and the eldest is first.
    winner = max(betting.live, key=lambda seat: rankings[seat].strength)
    shown = [
        ShownHand(
            seat,
            tuple(sorted(state.hands[seat], key=_CODE_ORDER.__getitem__)),
            ranking.name,
            ranking.points,
        )
        for seat, ranking in rankings.items()
    ]
    events.extend([CardsShown(hand.seat, hand.cards) for hand in shown])
    best = rankings[winner]
    result = CachoResult(
        (winner,),
        betting.pot,
        "showdown",
        rank=best.name,
        points=best.points,
        hands=tuple(sorted(shown)),
    )
    return _end_hand(state, betting, result, events)


def _end_hand(state: State, betting: Betting, result: CachoResult, events: list[Event]) -> State:
    (winner,) = result.winners
    chips = betting.won_by(winner)
    events.append(_new(PotWon, (winner, result.pot)))
    events.append(_new(HandEnded, (result.winners, result.reason)))
    ending = why_over(chips, LEAST_CHIPS, state.hand, state.terms.hands)  # CC-03
    ended = state.ended(chips, result, over=ending is not None)
    if ending is not None:
        events.append(MatchEnded(ended.winners, ending))
    return ended
