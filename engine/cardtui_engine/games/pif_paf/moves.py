"""What bets and claims do at Pif Paf, why they are refused, and which seats are asked before a
claim counts (`claim`).
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Checked, Event
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import check_named, declare
from cardtui_engine.families.rummy.cards.game import no_claim
from cardtui_engine.families.rummy.pot.game import win
from cardtui_engine.families.rummy.pot.state import PotState, bet_limit
from cardtui_engine.games.pif_paf.legal import CLAIM, claims, least_bet
from cardtui_engine.refusals import Code, IllegalAction


def speak(state: PotState, action: Action, events: list[Event]) -> PotState:
    """Return the position after the seat that must speak has spoken, or refuse it."""
    betting, verb = state.betting, action.verb
    top = betting.top
    match verb:
        case "fold":
            return state._replace(betting=betting.leave(verb))
        case "check" if not top:
            assert betting.to_act is not None
            events.append(Checked(betting.to_act))
            return state._replace(betting=betting.stay(verb))
        case "call" if top:
            return state._replace(betting=betting.put(verb, top, events))
        case "bet" if not top:
            return _put_more(state, action, events)
        case "raise" if top:
            return _put_more(state, action, events)
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


def _put_more(state: PotState, action: Action, events: list[Event]) -> PotState:
    betting, to = state.betting, action.to
    assert to is not None
    top, cap = betting.top, bet_limit(state)
    least = least_bet(state, cap)
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "Nobody may bet more than {cap} in this hand: bet that, or less.",
            "PP-11",
            cap=cap,
        )
    if to < least or to <= top:
        if top == cap:
            raise IllegalAction(
                Code.BAD_AMOUNT,
                "The bets have reached the limit, {cap}: call or fold.",
                "PP-11",
                cap=cap,
            )
        raise IllegalAction(
            Code.BAD_AMOUNT, "That is too little: put in {least} or more.", "PP-13", least=least
        )
    return state._replace(
        betting=betting.put(action.verb, to, events, raised=top > 0), step=to - top
    )


def claim(state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
    """Claim the discard, or refuse it (PP-42); nearer seats may be asked first (PP-43)."""
    play = state.play
    cards = (*play.hands[seat], *play.discards[-1:])
    check_named(action, cards, "PP-42")
    if play.thrower is None:
        no_claim("There is no discard to claim now: wait for the next one.", "PP-42")
    if seat == play.thrower:
        no_claim(
            "You discarded that card yourself, so only others may claim it: wait for your turn.",
            "PP-42",
        )
    if seat not in play.order:
        no_claim("You are not in this hand: wait for the next one.", "PP-42")
    declared = declare(state.melder, CLAIM, cards, action, play.top)
    if state.phase is phases.DRAW:
        # PP-43: nearer players who could go out with the card are asked first.
        contested = play.contested(seat, declared, lambda each: bool(claims(state, each)), events)
        if contested is not None:
            return state._replace(phase=phases.CONTEST, play=contested)
    return win(state, state.betting, seat, declared, events)


def waive(state: PotState, events: list[Event]) -> PotState:
    """Leave the card to the next seat that is asked, or to the claimant."""
    contest = state.play.contest
    assert contest is not None
    if (asked := state.play.waived(events)) is not None:
        return state._replace(play=asked)
    return win(state, state.betting, contest.claimant, contest.declared, events)
