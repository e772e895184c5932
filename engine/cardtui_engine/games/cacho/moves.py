"""What a word in a betting round of Cacho does, and why a bet is refused: too little, or more than
everybody can match. When a round is complete, `hand` goes on.
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Checked, Event
from cardtui_engine.families.betting import Betting
from cardtui_engine.games.cacho.hand import close_round
from cardtui_engine.games.cacho.state import STAKES, State
from cardtui_engine.refusals import Code, IllegalAction


def speak(state: State, action: Action, events: list[Event]) -> State:
    """Carry out the word of the seat whose turn it is, or refuse it."""
    betting = state.betting
    stake = STAKES.get(state.phase)
    if stake is None:
        betting = _speak_freely(betting, action, events, check=state.terms.check)
    elif action.verb == "bet":
        betting = betting.put("bet", stake, events)
    else:
        betting = betting.leave("pass")
    if betting.to_act is not None and (stake is not None or len(betting.live) > 1):
        return state.with_betting(betting)
    return close_round(state, betting, events)


def _speak_freely(betting: Betting, action: Action, events: list[Event], *, check: bool) -> Betting:
    """Return the betting after an action of the third round, or refuse it.

    Args:
        betting: the betting before the action.
        action: what the seat does whose turn it is.
        events: the events that follow are appended.
        check: whether a pass with no bet made is a check (CC-17).
    """
    verb, top = action.verb, betting.top
    if verb == "pass" and check and not top:
        assert betting.to_act is not None
        events.append(Checked(betting.to_act))
        return betting.stay("check")
    if verb == "pass":
        return betting.leave(verb)
    if verb == "call":
        if not top:
            raise IllegalAction(Code.NOT_ALLOWED, "Nobody has bet yet: bet or pass.", "CC-14")
        return betting.put(verb, top, events)
    if verb == "bet" and top:
        raise IllegalAction(
            Code.NOT_ALLOWED,
            "There is a bet of {top} already: call it, raise it or pass.",
            "CC-14",
            top=top,
        )
    if verb == "raise" and not top:
        raise IllegalAction(Code.NOT_ALLOWED, "There is no bet to raise yet: bet or pass.", "CC-14")
    to = action.to
    assert to is not None
    cap = betting.covered
    if to <= top:
        if top == cap:
            raise IllegalAction(
                Code.BAD_AMOUNT,
                "The bets have reached what everybody can match, {cap}: call or pass.",
                "CC-20",
                cap=cap,
            )
        raise IllegalAction(
            Code.BAD_AMOUNT, "That is too little: put in {low} or more.", "CC-15", low=top + 1
        )
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "Nobody may bet beyond what everybody still in can match: at most {cap}.",
            "CC-20",
            cap=cap,
        )
    return betting.put(verb, to, events, raised=top > 0)
