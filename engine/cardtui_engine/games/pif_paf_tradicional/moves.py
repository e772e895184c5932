"""What a word in the lap of bets does at traditional Pif Paf, why a bet is refused, and when the
betting is over (`betting_goes_on`).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Event, PhaseBegan
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.pot import game
from cardtui_engine.families.rummy.pot.state import PotState, bet_limit
from cardtui_engine.games.pif_paf_tradicional.legal import least_bet
from cardtui_engine.refusals import Code, IllegalAction


def speak(state: PotState, action: Action, events: list[Event]) -> PotState:
    """Return the position after the seat that must speak has spoken, or refuse it."""
    betting, verb = state.betting, action.verb
    if verb == "estou_fora":
        return state._replace(betting=betting.leave(verb))
    if verb == "pagar":
        return state._replace(betting=betting.put(verb, betting.top, events))
    cap = bet_limit(state)
    least = least_bet(state, cap)
    to = least if action.to is None else action.to
    if to < least:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "That is too little to stay in: bet {least} or more, or say “estou fora”.",
            "PT-11",
            least=least,
        )
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "Nobody may bet more than {cap} now: bet that, or less.",
            "PT-11",
            cap=cap,
        )
    raised = to > betting.top > 0
    return state._replace(betting=betting.put(verb, to, events, raised=raised))


def betting_goes_on(state: PotState, events: list[Event]) -> PotState:
    """Continue after a seat has spoken; once everybody has, the lap is over (PT-12)."""
    betting = state.betting
    if len(betting.live) == 1 or betting.to_act is None:
        return game.betting_goes_on(state, events)
    if state.phase is phases.BETTING and betting.last_words[betting.to_act]:
        events.append(PhaseBegan(phases.MATCHING))
        return state._replace(phase=phases.MATCHING)
    return state
