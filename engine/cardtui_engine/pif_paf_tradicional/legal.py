"""What a seat may say now: one lap of raises, then matching (PT-10 to PT-14)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.rummy import phases
from cardtui_engine.rummy.declaring import GoingOut
from cardtui_engine.rummy.game import PACK
from cardtui_engine.rummy.pot import PotState, bet_limit

GOING_OUT = GoingOut("PT-40", ten=True, unnamed=False)
CUT = Choice("cut", (Range("at", 1, len(PACK) - 1),))
PLACES: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.CUT: ("cut",),
    phases.BETTING: ("vou", "estou_fora"),
    phases.MATCHING: ("pagar", "estou_fora"),
    phases.DRAW: ("draw",),
    phases.DISCARD: ("discard", "bater"),
}
_OUT = Choice("estou_fora", kind=ChoiceKind.GIVES_UP)


def bet_choices(state: PotState) -> tuple[Choice, ...]:
    """Return what the seat that must speak may say."""
    betting = state.betting
    assert betting.to_act is not None
    paid = betting.bets[betting.to_act]
    if state.phase is phases.MATCHING:
        return (Choice("pagar", price=betting.top - paid), _OUT)
    cap = bet_limit(state)
    least = least_bet(state, cap)
    return (Choice("vou", (Range("to", least, cap, optional=True),), least - paid), _OUT)


def least_bet(state: PotState, cap: int) -> int:
    """Return the least that who stays in bets: the highest bet so far, or the minimum."""
    return state.betting.top or min(state.terms.low, cap)  # PT-13
