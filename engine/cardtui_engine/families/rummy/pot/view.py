"""What viewers may know of a rummy game with a pot: what everybody sees (`RummyPotPublic`), and
facts for scenarios.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtui_engine.cards import FRENCH, Card, Deck
from cardtui_engine.families.betting import SpokenBet
from cardtui_engine.families.chips import in_and_out
from cardtui_engine.families.rummy.cards.shown import RummyShown
from cardtui_engine.families.rummy.cards.view import Meld, RummyOwn, WayOut, as_melds, meld_codes
from cardtui_engine.families.rummy.melding.forms import SHORTEST_MELD
from cardtui_engine.families.rummy.pot.state import BETTING, PotResult, PotState
from cardtui_engine.families.scenario_values import facts_of
from cardtui_engine.plain import Told
from cardtui_engine.turn import Turn
from cardtui_engine.views import Own, SeatView, View, common_part

_CHIP_VERBS: Final = ("bet", "call", "raise", "vou", "pagar")


class RummyPotResult(NamedTuple):
    """How a hand ended; it mirrors the message of the same name."""

    winners: tuple[int, ...]
    pot: int
    reason: str
    melds: tuple[Meld, ...]
    cards: int | None


class RummyPotPublic(NamedTuple):
    """The public fields of both kinds of Pif Paf; they mirror the message of the same name.

    ``shown`` tells, by seat, what it took and threw; it is empty before anybody has.
    """

    bets: tuple[int, ...]
    cap: int
    folded: tuple[int, ...]
    dealt: tuple[int, ...]
    out: tuple[int, ...]
    stock: int
    discards: tuple[Card, ...]
    thrower: int | None
    claimant: int | None
    spoken: tuple[SpokenBet, ...]
    last: RummyPotResult | None
    ante: int
    hands: int
    chip_value: str
    least_meld: int
    way_out: WayOut
    shown: tuple[RummyShown, ...]


PotView = SeatView[RummyPotPublic, RummyOwn]
"""What a seat may know in either kind of Pif Paf."""


def view_of(
    state: PotState, turn: Turn, way_out: WayOut, own: Own[RummyOwn] | None
) -> View[RummyPotPublic, RummyOwn]:
    """Return the view, with that own part."""
    betting, play, terms = state.betting, state.play, state.terms
    common = common_part(
        phase=turn.phase,
        to_act=turn.to_act,
        may_act=turn.may_act,
        dealer=state.dealer,
        hand=state.hand,
        scores=(),
        chips=betting.chips,
        pot=betting.pot,
        cards=tuple([len(cards) for cards in play.hands]),
        winners=state.winners,
    )
    playing = bool(turn.to_act)
    dealt, out = in_and_out(betting.stacks, state.dealt, terms.least, playing=playing)
    public = RummyPotPublic(
        bets=betting.bets,
        cap=state.cap,
        folded=state.folded,
        dealt=dealt,
        out=out,
        stock=state.stock,
        discards=play.discards,
        thrower=play.thrower,
        claimant=None if play.contest is None else play.contest.claimant,
        spoken=betting.spoken(_CHIP_VERBS) if state.phase in BETTING else (),
        last=None if state.last is None else _shown(state.last),
        ante=terms.ante,
        hands=terms.hands,
        chip_value=terms.chip_value,
        least_meld=SHORTEST_MELD,
        way_out=way_out,
        shown=play.shown,
    )
    return View(common, public, own)


def _shown(last: PotResult) -> RummyPotResult:
    declared = last.declared
    if declared is None:
        return RummyPotResult((last.winner,), last.pot, last.reason, (), None)
    melds = as_melds(declared.melds)
    return RummyPotResult((last.winner,), last.pot, last.reason, melds, declared.cards)


def facts(state: PotState, turn: Turn, way_out: WayOut) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    found = facts_of(view_of(state, turn, way_out, None), state.play.hands, FRENCH, _FACT_WRITERS)
    del found["shown"]  # what bots remember is no part of a scenario
    return found


def _result_facts(last: RummyPotResult, deck: Deck) -> dict[str, Any]:
    return {
        "winners": list(last.winners),
        "pot": last.pot,
        "reason": last.reason,
        "melds": None if last.cards is None else [meld_codes(meld, deck) for meld in last.melds],
        "cards": last.cards,
    }


_FACT_WRITERS: Final[Told] = {RummyPotResult: _result_facts}
