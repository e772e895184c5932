"""What a seat may do now at traditional Pif Paf: a lap of raises, matching, draws, going out
(PT-10 to PT-40). Where the pack may be cut: `cut_choice`; by whom, and the most you may bet:
`families/rummy/pot/state.py`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, assert_never

from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import GoingOut
from cardtui_engine.families.rummy.cards.game import draw_choice, out_or_throw
from cardtui_engine.families.rummy.cards.view import WayOut
from cardtui_engine.families.rummy.pot.state import PotState, bet_limit, cutter

GOING_OUT: Final = GoingOut("PT-40", ten=True, unnamed=False)
"""How a hand goes out."""
WAY_OUT: Final = WayOut("bater", ten=GOING_OUT.ten)

VERBS_BY_PHASE: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.CUT: ("cut",),
    phases.BETTING: ("vou", "estou_fora"),
    phases.MATCHING: ("pagar", "estou_fora"),
    phases.DRAW: ("draw",),
    phases.DISCARD: ("discard", "bater"),
}

_ESTOU_FORA: Final = Choice("estou_fora", kind=ChoiceKind.GIVES_UP)


def legal(state: PotState, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now."""
    play, phase = state.play, state.phase
    match phase:
        case phases.DRAW:
            return (draw_choice(play),) if seat == play.seat else ()
        case phases.DISCARD:
            if seat != play.seat:
                return ()
            return out_or_throw(WAY_OUT.verb, GOING_OUT, state.melder, play.hands[seat])
        case phases.BETTING | phases.MATCHING:
            return bet_choices(state) if seat == state.betting.to_act else ()
        case phases.CUT:
            return (cut_choice(len(state.pack)),) if seat == cutter(state) else ()
        case phases.DEAL | phases.CONTEST | phases.STAYING | phases.OVER:
            return ()
        case _:
            assert_never(phase)


@cache
def cut_choice(cards: int) -> Choice:
    """Return the choice to cut a pack of so many cards (PT-03)."""
    return Choice("cut", (Range("at", 1, cards - 1),))


def bet_choices(state: PotState) -> tuple[Choice, ...]:
    """Return what the seat may do that must speak."""
    betting = state.betting
    assert betting.to_act is not None
    paid = betting.bets[betting.to_act]
    if state.phase is phases.MATCHING:
        return (Choice("pagar", price=betting.top - paid, kind=ChoiceKind.STAYS), _ESTOU_FORA)
    cap = bet_limit(state)
    least = least_bet(state, cap)
    bets = (Range("to", least, cap, optional=True),)
    return (Choice("vou", bets, least - paid, ChoiceKind.STAYS), _ESTOU_FORA)


def least_bet(state: PotState, cap: int) -> int:
    """Return the least bet that keeps a seat in: the highest bet so far, or the minimum."""
    return state.betting.top or min(state.terms.low, cap)  # PT-13
