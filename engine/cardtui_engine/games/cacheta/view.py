"""What viewers may know of a match of Cacheta: what everybody sees (`CachetaPublic`), and facts
for scenarios.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardtui_engine.cards import FRENCH, Card, Deck
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.shown import RummyShown
from cardtui_engine.families.rummy.cards.view import Meld, RummyOwn, WayOut, as_melds, meld_codes
from cardtui_engine.families.rummy.melding.forms import SHORTEST_MELD
from cardtui_engine.families.scenario_values import facts_of
from cardtui_engine.games.cacheta.legal import WAY_OUT
from cardtui_engine.games.cacheta.points import game_points, ranking, victory_points
from cardtui_engine.games.cacheta.state import Result, State
from cardtui_engine.plain import Told
from cardtui_engine.turn import Turn
from cardtui_engine.views import Own, SeatView, View, common_part


class CachetaResult(NamedTuple):
    """How a hand ended; it mirrors the message of the same name.

    ``cards`` is 0 and ``melds`` empty if all others folded.
    """

    winners: tuple[int, ...]
    cards: int
    reason: str
    melds: tuple[Meld, ...]
    lost: int
    trumps: tuple[Card, ...]


class CachetaPublic(NamedTuple):
    """The public fields of Cacheta; they mirror the message of the same name.

    Only the top discard is in view (CA-22). ``shown`` tells, by seat, what it took and threw last
    before all eyes; it is empty before anybody has.
    """

    flip: Card | None
    trumps: tuple[Card, ...]
    good: tuple[int, ...]
    burned: tuple[int, ...]
    out: tuple[int, ...]
    dealt: tuple[int, ...]
    folded: tuple[int, ...]
    stock: int
    pile: int
    top: Card | None
    thrower: int | None
    claimant: int | None
    last: CachetaResult | None
    points: int
    rounds: int
    vp: tuple[int, ...]
    gp: tuple[int, ...]
    ranking: tuple[int, ...]
    least_meld: int
    way_out: WayOut
    shown: tuple[RummyShown, ...]


CachetaView = SeatView[CachetaPublic, RummyOwn]
"""What a seat may know in Cacheta."""


def view_of(state: State, turn: Turn, own: Own[RummyOwn] | None) -> View[CachetaPublic, RummyOwn]:
    """Return the view, with that own part."""
    play, over = state.play, state.phase is phases.OVER
    common = common_part(
        phase=turn.phase,
        to_act=turn.to_act,
        may_act=turn.may_act,
        dealer=state.dealer,
        hand=state.hand,
        scores=state.scores,
        chips=(),
        pot=0,
        cards=tuple([len(cards) for cards in play.hands]),
        winners=state.winners,
    )
    public = CachetaPublic(
        flip=state.flip,
        trumps=state.trumps,
        good=state.declared_good,
        burned=state.burned,
        out=_out(state),
        dealt=tuple(sorted(state.dealt)),
        folded=state.folded,
        stock=len(play.stock),
        pile=len(play.discards),
        top=play.top,
        thrower=play.thrower,
        claimant=None if play.contest is None else play.contest.claimant,
        last=None if state.last is None else _shown(state.last),
        points=state.terms.points,
        rounds=state.terms.rounds,
        vp=victory_points(state) if over else (),
        gp=game_points(state) if over else (),
        ranking=ranking(state) if over else (),
        least_meld=SHORTEST_MELD,
        way_out=WAY_OUT,
        shown=play.shown,
    )
    return View(common, public, own)


def _out(state: State) -> tuple[int, ...]:
    return tuple([seat for group in state.eliminated for seat in group])


def _shown(last: Result) -> CachetaResult:
    declared = last.declared
    return CachetaResult(
        (last.winner,),
        0 if declared is None else declared.cards,
        last.by,
        () if declared is None else as_melds(declared.melds),
        last.lost,
        last.trumps,
    )


def facts(state: State, turn: Turn) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    found = facts_of(view_of(state, turn, None), state.play.hands, FRENCH, _FACT_WRITERS)
    del found["shown"]  # what bots remember is no part of a scenario
    found["discards"] = [FRENCH.code(card) for card in state.play.discards]
    if found["over"] is not None:
        found["over"] |= {"vp": found["vp"], "gp": found["gp"]}
    return found


def _result_facts(last: CachetaResult, deck: Deck) -> dict[str, Any]:
    return {
        "winners": list(last.winners),
        "cards": last.cards or None,
        "by": last.reason,
        "reason": last.reason,
        "melds": [meld_codes(meld, deck) for meld in last.melds] or None,
    }


_FACT_WRITERS: Final[Told] = {CachetaResult: _result_facts}
