"""Positions of Cacho from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.betting import begin_round
from cardtui_engine.cacho.hand import show_down
from cardtui_engine.cacho.options import LEAST_CHIPS
from cardtui_engine.cacho.ranking import PACK
from cardtui_engine.cacho.state import ROUNDS, State, dealt_in
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.refusals import BadSetup

_KEYS: Final = {"dealer", "hand", "chips", "pot", "hands", "stock", "folded", "deck", "decks"}

_PAID: Final = (0, 1, 3)
"""What each player still in has put in before the round of one, two, three cards."""


def read_dealer(setup: Mapping[str, Any], seats: int) -> int:
    """Return the dealer that the setup names.

    Raises:
        BadSetup: it names none, or no seat.
    """
    dealer = setup.get("dealer")
    if type(dealer) is not int or dealer not in range(seats):
        raise BadSetup(f"dealer: name a seat from 0 to {seats - 1}")
    return dealer


def position(start: State, setup: Mapping[str, Any]) -> State:
    """Return the position that the setup describes, from the start of its match.

    Raises:
        BadSetup: the position cannot be; the sentence names the key.
    """
    unknown = sorted(set(setup) - _KEYS)
    if unknown:
        raise BadSetup(f"{unknown[0]}: Cacho has no such thing to set up")
    seats = len(start.hands)
    chips = _numbers(setup, "chips", seats) or start.betting.chips
    state = start._replace(
        hand=_number(setup, "hand", start.hand, 1),
        dealt=dealt_in(chips, start.dealer),
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
    """Return the position at the start of the round that the hands tell."""
    seats = len(state.hands)
    given = setup["hands"]
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise BadSetup(f"hands: give one for each of {seats} seats")
    hands = tuple([() if each is None else _cards(each, "hands") for each in given])
    stock = _cards(setup.get("stock") or (), "stock")
    named = [card for hand in (*hands, stock) for card in hand]
    if len(set(named)) != len(named):
        raise BadSetup("hands: a card is there twice")
    gone = _seats(setup, "folded", seats)
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
    # What was paid since the deal is gone; after CC-13 more is left than that.
    least = LEAST_CHIPS - _PAID[count - 1]
    if any(chips[seat] < least for seat in live):
        raise BadSetup(f"chips: who is still in has {least} or more in that round (CC-03)")
    pot = _number(setup, "pot", _PAID[count - 1] * len(live), 0)
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


def _cards(codes: Any, key: str) -> tuple[Card, ...]:
    try:
        cards = FRENCH.cards(codes)
    except (KeyError, TypeError):
        raise BadSetup(f"{key}: {codes!r} is not a list of card codes") from None
    if not set(cards) <= set(PACK):
        raise BadSetup(f"{key}: the pack is ace to six of each suit (CC-01)")
    return cards


def _number(setup: Mapping[str, Any], key: str, default: int, low: int) -> int:
    value = setup.get(key)
    if value is None:
        return default
    if type(value) is not int or value < low:
        raise BadSetup(f"{key}: give a number from {low} up")
    return value


def _numbers(setup: Mapping[str, Any], key: str, seats: int) -> tuple[int, ...] | None:
    values = setup.get(key)
    if values is None:
        return None
    if (
        not isinstance(values, list | tuple)
        or len(values) != seats
        or any(type(value) is not int or value < 0 for value in values)
    ):
        raise BadSetup(f"{key}: give a number for each of {seats} seats")
    return tuple(values)


def _seats(setup: Mapping[str, Any], key: str, seats: int) -> tuple[int, ...]:
    values = setup.get(key) or ()
    if not isinstance(values, list | tuple) or any(
        type(value) is not int or value not in range(seats) for value in values
    ):
        raise BadSetup(f"{key}: give a list of seats from 0 to {seats - 1}")
    return tuple(values)
