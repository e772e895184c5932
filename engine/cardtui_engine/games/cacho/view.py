"""What viewers may know of a match of Cacho: what everybody sees (`CachoPublic`), what a seat's
cards are worth to it (`CachoOwn`), and facts for scenarios.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.betting import SpokenBet
from cardtui_engine.families.chips import in_and_out
from cardtui_engine.families.scenario_values import facts_of
from cardtui_engine.games.cacho.options import LEAST_CHIPS
from cardtui_engine.games.cacho.ranking import rank_hand
from cardtui_engine.games.cacho.state import STAKES, CachoResult, State
from cardtui_engine.views import Own, SeatView, View, common_part

_CHIP_VERBS: Final = ("bet", "call", "raise")


class CachoPublic(NamedTuple):
    """The public fields of Cacho; they mirror the message of the same name."""

    bets: tuple[int, ...]
    stake: int | None
    cap: int | None
    passed: tuple[int, ...]
    eldest: int
    last: CachoResult | None
    dealt: tuple[int, ...]
    out: tuple[int, ...]
    chip_value: str
    spoken: tuple[SpokenBet, ...]
    hands: int


class CachoOwn(NamedTuple):
    """What the seat's cards are worth now; ``rank`` is empty without cards."""

    rank: str
    points: int


CachoView = SeatView[CachoPublic, CachoOwn]
"""What a seat may know in Cacho."""


def view_of(state: State, own: Own[CachoOwn] | None) -> View[CachoPublic, CachoOwn]:
    """Return the view, with that own part."""
    betting, hands = state.betting, state.hands
    seat = betting.to_act
    common = common_part(
        phase=state.phase,
        to_act=() if seat is None else (seat,),
        may_act=(),
        dealer=state.dealer,
        hand=state.hand,
        scores=(),
        chips=betting.chips,
        pot=betting.pot,
        cards=tuple([len(cards) for cards in hands]),
        winners=state.winners,
    )
    playing = seat is not None
    dealt, out = in_and_out(betting.stacks, state.dealt, LEAST_CHIPS, playing=playing)
    public = CachoPublic(
        bets=betting.bets,
        stake=STAKES.get(state.phase),
        cap=state.cap,
        passed=state.passed,
        eldest=state.dealt[0],
        last=state.last,
        dealt=dealt,
        out=out,
        chip_value=state.terms.chip_value,
        spoken=betting.spoken(_CHIP_VERBS),
        hands=state.terms.hands,
    )
    return View(common, public, own)


def own_part(hand: tuple[Card, ...]) -> CachoOwn:
    """Return the game's own part of a seat's view."""
    if not hand:
        return CachoOwn("", 0)
    _, rank, points = rank_hand(hand)
    return CachoOwn(rank, points)


def facts(state: State) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    last = state.last
    return facts_of(view_of(state, None), state.hands, FRENCH) | {
        "last": None if last is None else _result_facts(last, len(state.hands))
    }


def _result_facts(last: CachoResult, seats: int) -> dict[str, Any]:
    shown = {hand.seat: hand.cards for hand in last.hands}
    return {
        "winners": list(last.winners),
        "pot": last.pot,
        "reason": last.reason,
        "class": last.rank or None,
        "points": last.points,
        "hands": [
            FRENCH.sorted_codes(shown[seat]) if seat in shown else None for seat in range(seats)
        ],
    }
