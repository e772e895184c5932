"""How many points a flor is worth: uncontested (`UNCONTESTED_POINTS`), accepted
(`_ACCEPTED_POINTS`), declined (`_DECLINED_POINTS`); what may be bet on top of it (`FLOR_RAISES`).
Who must announce one first (`nearest`), whose is the best, and whose cards are shown after the hand
(`shown`).

Which cards are a flor, and what number they have, says `cards`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import SPANISH, Card
from cardtui_engine.families.truco.seats import SEATS_IN, TEAM_MASKS, next_from, only, team_of
from cardtui_engine.games.truco_argentino.calls import (
    OPEN,
    WON,
    Calls,
    Flor,
    FlorResult,
    ShownFlor,
    announced_flor,
)
from cardtui_engine.games.truco_argentino.cards import flor_number, is_flor
from cardtui_engine.games.truco_argentino.state import State
from cardtui_engine.games.truco_argentino.verbs import VERB_BITS

UNCONTESTED_POINTS: Final = 3
"""What each flor is worth to a side that alone has some (TA-84)."""

_ACCEPTED_POINTS: Final = {"flor": 4, "contraflor": 6}
_DECLINED_POINTS: Final = {"flor": 3, "contraflor": 4, "contraflor_al_resto": 6}

FLOR_RAISES: Final = {
    "flor": VERB_BITS["contraflor"] | VERB_BITS["contraflor_al_resto"],
    "contraflor": VERB_BITS["contraflor_al_resto"],
    "contraflor_al_resto": 0,
}
"""By the last bet, the bets that may follow, as a mask (TA-85)."""


def flor_accepted(bet: str, falta: int) -> int:
    """Return what an accepted bet is worth, where a falta envido is worth that (TA-85)."""
    return _ACCEPTED_POINTS.get(bet, falta)


def flor_declined(bet: str) -> int:
    """Return what the side scores whose bet was declined (TA-85)."""
    return _DECLINED_POINTS[bet]


def open_flor(calls: Calls) -> Flor | None:
    """Return the flor whose bet waits for an answer, if one does."""
    flor = calls.flor
    return flor if flor is not None and flor.stage is OPEN else None


def holds_flor(state: State, seat: int) -> bool:
    """Return whether the seat must announce a flor before it plays or calls (TA-81)."""
    if not state.terms.flor or state.calls.flor is not None:
        return False
    return bool(only(seat) & _unannounced(state))


def holders(state: State) -> int:
    """Return the seats that have yet to announce a flor, as a mask (TA-81)."""
    if not state.terms.flor or state.calls.flor is not None:
        return 0
    return _unannounced(state)


def _unannounced(state: State) -> int:
    tricks, dealt = state.tricks, state.deal.dealt
    mask = 0
    for seat in SEATS_IN[tricks.live & ~tricks.played]:
        if is_flor(dealt[seat]):
            mask |= only(seat)
    return mask


def announced(seats: int, raiser: int) -> Flor:
    """Return the flor that a seat has announced for all that have one (TA-83, TA-84)."""
    flor = announced_flor(seats, raiser)
    if flor.contested:
        return flor
    return flor.settled(WON, FlorResult(team_of(raiser), UNCONTESTED_POINTS * len(SEATS_IN[seats])))


def best_of(state: State, seats: int) -> tuple[int, int]:
    """Return the seat with the best flor of those, and its number (TA-86)."""
    mano, count = state.round.mano, state.terms.seats
    numbers = [(flor_number(state.deal.dealt[seat]), seat) for seat in SEATS_IN[seats]]
    number, seat = max(numbers, key=lambda each: (each[0], -((each[1] - mano) % count)))
    return seat, number


def shown(state: State) -> FlorResult | None:
    """Return how the flor was decided, with what everybody sees after the hand (TA-88)."""
    flor = state.calls.flor
    if flor is None or flor.result is None or flor.stage is not WON:
        return None if flor is None else flor.result
    result = flor.result
    seat, number = best_of(state, flor.seats & TEAM_MASKS[result.team])
    seats = SEATS_IN[flor.seats] if result.seat is None else (seat,)
    flores = tuple([ShownFlor(each, _in_order(state.deal.dealt[each])) for each in seats])
    return result._replace(seat=seat, number=number, flores=flores)


def _in_order(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=SPANISH.code))


def nearest(state: State, seats: int) -> int:
    """Return the seat of those that is nearest to the mano, which must announce first (TA-82)."""
    return next_from(state.round.mano, seats)
