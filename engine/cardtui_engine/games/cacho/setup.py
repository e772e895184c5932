"""Builds positions of Cacho from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.betting import begin_round
from cardtui_engine.families.chips import dealt_in
from cardtui_engine.families.scenario_values import (
    check_keys,
    read_cards,
    read_folded,
    read_hands,
    read_number,
    read_numbers,
)
from cardtui_engine.games.cacho.hand import show_down
from cardtui_engine.games.cacho.options import LEAST_CHIPS, PAID_BEFORE_ROUND
from cardtui_engine.games.cacho.ranking import PACK
from cardtui_engine.games.cacho.state import ROUNDS, State
from cardtui_engine.refusals import BadSetup

_KEYS: Final = {"dealer", "hand", "chips", "pot", "hands", "stock", "folded", "deck", "decks"}


def read_setup(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that the setup describes, given the start of its match.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, _KEYS)
    seats = len(start.hands)
    chips = read_numbers(setup, "chips", seats) or start.betting.chips
    state = start._replace(
        hand=read_number(setup, "hand", start.hand, 1),
        dealt=dealt_in(chips, start.dealer, LEAST_CHIPS),
        betting=begin_round(chips, 0, ()),
    )
    if setup.get("hands") is not None:
        return _dealt(state, setup)
    for key in ("pot", "stock", "folded"):
        if setup.get(key) is not None:
            raise BadSetup(f"{key}: goes only with hands")
    if len(state.dealt) < 2:
        raise BadSetup("chips: two players need three chips or more (CC-03)")
    return state


def _dealt(state: State, setup: Mapping[str, Any]) -> State:
    """Return the position at the start of the round that the sizes of the hands imply."""
    seats = len(state.hands)
    given = setup["hands"]
    hands = read_hands(setup, seats, FRENCH)
    stock = read_cards(setup.get("stock") or (), "stock", FRENCH)
    for hand in hands:
        _check_pack(hand, "hands")
    _check_pack(stock, "stock")
    named = [card for hand in (*hands, stock) for card in hand]
    if len(set(named)) != len(named):
        raise BadSetup("hands: a card is there twice")
    gone = read_folded(setup, seats)
    order = (*range(state.dealer + 1, seats), *range(state.dealer + 1))
    dealt = tuple([seat for seat in order if given[seat] is None or hands[seat]])
    live = tuple([seat for seat in dealt if hands[seat] and seat not in gone])
    if len(dealt) < 2 or not live:
        raise BadSetup("hands: two players must have been dealt in")
    counts = {len(hands[seat]) for seat in live}
    if len(counts) != 1 or not counts <= {1, 2, 3}:
        raise BadSetup("hands: all still in hold as many cards, one, two or three")
    (count,) = counts
    if count > 1 and len(live) < 2:
        raise BadSetup("hands: the last one left would have taken the pot (CC-16)")
    if any(len(hands[seat]) > count for seat in dealt):
        raise BadSetup("hands: who has passed holds no more cards than those still in")
    chips = state.betting.chips
    # What was paid since the deal is gone; after CC-13 a seat has more left than this.
    least = LEAST_CHIPS - PAID_BEFORE_ROUND[count - 1]
    if any(chips[seat] < least for seat in live):
        raise BadSetup(f"chips: who is still in has {least} or more in that round (CC-03)")
    pot = read_number(setup, "pot", PAID_BEFORE_ROUND[count - 1] * len(live), 0)
    betting = begin_round(chips, pot, live)
    rest = tuple([card for card in PACK if card not in named])
    state = state._replace(
        phase=ROUNDS[count - 1],
        dealt=dealt,
        betting=betting,
        hands=hands,
        stock=(*stock, *rest),
    )
    if state.cap == 0:  # CC-21
        return show_down(state, betting, [])
    return state


def _check_pack(cards: tuple[Card, ...], key: str) -> None:
    if not set(cards) <= set(PACK):
        raise BadSetup(f"{key}: the pack is ace to six of each suit (CC-01)")
