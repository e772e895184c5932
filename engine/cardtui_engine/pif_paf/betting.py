"""The betting round of Pif Paf: as in poker, within caps (PP-10 to PP-16)."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.rummy.pot import PotState, bet_limit

_CHECK = Choice("check", kind=ChoiceKind.CHECK)
_FOLD = Choice("fold", kind=ChoiceKind.GIVES_UP)


def bet_choices(state: PotState) -> tuple[Choice, ...]:
    """Return what the seat that must speak may say."""
    betting = state.betting
    seat, top, cap = betting.to_act, betting.top, bet_limit(state)
    assert seat is not None
    if not top:
        return (_CHECK, Choice("bet", (Range("to", _least(state, cap), cap),)), _FOLD)
    call = Choice("call", price=top - betting.bets[seat])
    if top == cap:
        return (call, _FOLD)
    return (call, Choice("raise", (Range("to", _least(state, cap), cap),)), _FOLD)


def _least(state: PotState, cap: int) -> int:
    """Return the least that a bet or a raise must come to (PP-13)."""
    top = state.betting.top
    return min(top + state.step if top else state.terms.low, cap)


def speak(state: PotState, action: Action) -> PotState:
    """Return the position after the seat that must speak has spoken, or refuse it."""
    betting, verb = state.betting, action.verb
    top = betting.top
    match verb:
        case "fold":
            return state._replace(betting=betting.leave(verb))
        case "check" if not top:
            return state._replace(betting=betting.stay(verb))
        case "call" if top:
            return state._replace(betting=betting.put(verb, top))
        case "bet" if not top:
            return _put_more(state, action)
        case "raise" if top:
            return _put_more(state, action)
        case "check" | "bet":
            raise IllegalAction(
                Code.NOT_ALLOWED,
                "There is a bet of {top} already: call it, raise it or fold.",
                "PP-10",
                top=top,
            )
        case _:
            raise IllegalAction(
                Code.NOT_ALLOWED, "Nobody has bet yet: check, bet or fold.", "PP-10"
            )


def _put_more(state: PotState, action: Action) -> PotState:
    betting, to = state.betting, action.to
    assert to is not None
    top, cap = betting.top, bet_limit(state)
    least = _least(state, cap)
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "Nobody may bet more than {cap} in this hand.",
            "PP-11",
            cap=cap,
        )
    if to < least or to <= top:
        if top == cap:
            raise IllegalAction(
                Code.BAD_AMOUNT,
                "The bets have reached the most that is allowed, {cap}: call or fold.",
                "PP-11",
                cap=cap,
            )
        raise IllegalAction(Code.BAD_AMOUNT, "That must be at least {least}.", "PP-13", least=least)
    return state._replace(betting=betting.put(action.verb, to), step=to - top)
