"""What a seat may do now at Pif Paf: bets as in poker, draws, going out, and who may claim a
discard (`claims`; PP-10 to PP-44). The least bet and raise: `least_bet`; the most:
`families/rummy/pot/state.py`.
"""

from __future__ import annotations

from typing import Final, assert_never

from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import GoingOut, ways_out
from cardtui_engine.families.rummy.cards.game import draw_choice, out_or_throw
from cardtui_engine.families.rummy.cards.laying import declaration
from cardtui_engine.families.rummy.cards.view import WayOut
from cardtui_engine.families.rummy.melding.melder import Arrangement
from cardtui_engine.families.rummy.pot.state import PotState, bet_limit

OWN_TURN: Final = GoingOut("PP-40", ten=False, unnamed=False)
"""How a hand goes out on its own turn."""
WAY_OUT: Final = WayOut("go_out", ten=OWN_TURN.ten)

CLAIM: Final = GoingOut("PP-44", ten=False, unnamed=True)
"""How a hand goes out with a claimed discard."""

VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.BETTING: ("check", "bet", "call", "raise", "fold"),
    phases.DRAW: ("draw", "claim"),
    phases.DISCARD: ("discard", "go_out"),
    phases.CONTEST: ("claim", "waive"),
}

OUT_OF_TURN_VERBS: Final[dict[str, tuple[str, ...]]] = {phases.DRAW: ("claim",)}
"""By phase, the verbs that other seats may use as well as the seat whose turn it is."""

_CHECK: Final = Choice("check", kind=ChoiceKind.CHECK)
_FOLD: Final = Choice("fold", kind=ChoiceKind.GIVES_UP)
_WAIVE: Final = Choice("waive")


def legal(state: PotState, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now."""
    play, phase = state.play, state.phase
    match phase:
        case phases.DRAW:
            claim = claim_choices(state, seat)
            return (*claim, draw_choice(play)) if seat == play.seat else claim
        case phases.DISCARD:
            if seat != play.seat:
                return ()
            return out_or_throw(WAY_OUT.verb, OWN_TURN, state.melder, play.hands[seat])
        case phases.BETTING:
            return bet_choices(state) if seat == state.betting.to_act else ()
        case phases.CONTEST:
            assert play.contest is not None
            asked = play.contest.asked[0]
            return (*claim_choices(state, seat), _WAIVE) if seat == asked else ()
        case phases.DEAL | phases.CUT | phases.MATCHING | phases.STAYING | phases.OVER:
            return ()
        case _:
            assert_never(phase)


def bet_choices(state: PotState) -> tuple[Choice, ...]:
    """Return what the seat may do that must speak."""
    betting = state.betting
    seat, top, cap = betting.to_act, betting.top, bet_limit(state)
    assert seat is not None
    if not top:
        return (_CHECK, Choice("bet", (Range("to", least_bet(state, cap), cap),)), _FOLD)
    call = Choice("call", price=top - betting.bets[seat], kind=ChoiceKind.STAYS)
    if top == cap:
        return (call, _FOLD)
    return (call, Choice("raise", (Range("to", least_bet(state, cap), cap),)), _FOLD)


def least_bet(state: PotState, cap: int) -> int:
    """Return the least total that a bet or a raise must reach (PP-13)."""
    top = state.betting.top
    return min(top + state.step if top else state.terms.low, cap)


def claims(state: PotState, seat: int) -> dict[Card | None, Arrangement]:
    """Return how the seat could go out with the discard, by the card thrown (PP-42)."""
    play = state.play
    if play.thrower is None or seat == play.thrower or seat not in play.order:
        return {}
    top = play.discards[-1]
    return ways_out(state.melder, CLAIM, (*play.hands[seat], top), top)


def claim_choices(state: PotState, seat: int) -> tuple[Choice, ...]:
    """Return the choice to claim the discard, if the seat could go out with it (PP-42)."""
    if not (ways := claims(state, seat)):
        return ()
    play = state.play
    top = play.discards[-1]
    cards = (*play.hands[seat], top)
    return (Choice("claim", declaration(state.melder, CLAIM, cards, ways, top)),)
