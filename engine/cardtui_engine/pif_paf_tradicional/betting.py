"""The betting of traditional Pif Paf: one lap of raises, then matching (PT-10 to PT-14)."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rummy import phases
from cardtui_engine.rummy.pot import PotState, bet_limit

_OUT = Choice("estou_fora", kind=ChoiceKind.GIVES_UP)


def bet_choices(state: PotState) -> tuple[Choice, ...]:
    """Return what the seat that must speak may say."""
    betting = state.betting
    assert betting.to_act is not None
    paid = betting.bets[betting.to_act]
    if state.phase is phases.MATCHING:
        return (Choice("pagar", price=betting.top - paid), _OUT)
    cap = bet_limit(state)
    least = _least(state, cap)
    return (Choice("vou", (Range("to", least, cap, optional=True),), least - paid), _OUT)


def _least(state: PotState, cap: int) -> int:
    """Return the least that who stays in bets: the highest bet so far, or the minimum."""
    return state.betting.top or min(state.terms.low, cap)  # PT-13


def speak(state: PotState, action: Action) -> PotState:
    """Return the position after the seat that must speak has spoken, or refuse it."""
    betting, verb = state.betting, action.verb
    if verb == "estou_fora":
        return state._replace(betting=betting.leave(verb))
    if verb == "pagar":
        return state._replace(betting=betting.put(verb, betting.top))
    cap = bet_limit(state)
    least = _least(state, cap)
    to = least if action.to is None else action.to
    if to < least:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "To stay in you bet at least {least}; or say estou fora.",
            "PT-11",
            least=least,
        )
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT, "Nobody may bet more than {cap} now.", "PT-11", cap=cap
        )
    return state._replace(betting=betting.put(verb, to))
