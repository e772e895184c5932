"""What staying, leaving, “na boa” and cutting the line do at Cacheta, what leaving costs
(`answer`), why they are refused, and who is asked first where several could cut. Draws and discards
are in `rules`.
"""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Burned, Event, PhaseBegan, PointsScored
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import check_named, declare, ways_out
from cardtui_engine.families.rummy.cards.game import no_claim
from cardtui_engine.games.cacheta.hand import end_by_folds, end_hand
from cardtui_engine.games.cacheta.legal import CUT, may_cut, may_declare, may_fold, ten
from cardtui_engine.games.cacheta.state import State
from cardtui_engine.refusals import Code, IllegalAction


def answer(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Stay in the hand, or leave it for a point; then the next seat is asked (CA-60 to CA-63)."""
    play = state.play
    if action.verb == "fold":
        if not may_fold(state, seat):
            raise IllegalAction(
                Code.NOT_ALLOWED, "You have one point left: you stay in the hand.", "CA-60"
            )
        scores = list(state.scores)
        scores[seat] -= 1
        events.append(PointsScored(seat, -1))
        order = tuple([each for each in play.order if each != seat])
        state = state._replace(
            scores=tuple(scores),
            folded=tuple(sorted((*state.folded, seat))),
            play=play._replace(order=order),
        )
        if len(order) == 1:
            return end_by_folds(state, order[0], events)
    asked = state.dealt.index(seat) + 1
    if asked < len(state.dealt):
        return state._replace(play=state.play._replace(seat=state.dealt[asked]))
    events.append(PhaseBegan(phases.DRAW))
    return state._replace(phase=phases.DRAW, play=state.play.begin(state.play.order))


def declare_good(state: State, seat: int) -> State:
    """Say “na boa”, or refuse it (CA-40)."""
    if seat in state.declared_good:
        raise IllegalAction(Code.NOT_ALLOWED, "You have said “na boa” already: it lasts.", "CA-40")
    if seat not in state.play.order:
        raise IllegalAction(
            Code.NOT_ALLOWED, "You are not in this hand: wait for the next one.", "CA-40"
        )
    if not may_declare(state, seat):
        raise IllegalAction(
            Code.NOT_ALLOWED,
            "Na boa is for nine cards that lack one for a knock: play on until yours do.",
            "CA-40",
        )
    return state._replace(declared_good=tuple(sorted((*state.declared_good, seat))))


def cut_line(state: State, seat: int, action: Action, events: list[Event]) -> State:
    """Cut the line, or refuse it; a seat that cannot knock is burned (CA-41 to CA-44)."""
    play, melder = state.play, state.melder
    cards = ten(state, seat)
    check_named(action, cards, "CA-42")
    if play.thrower is None:
        no_claim("There is no discard to cut: wait for the next one.", "CA-41")
    if seat == play.thrower:
        no_claim(
            "You discarded that card yourself, so only others may cut: wait for your turn.", "CA-41"
        )
    if seat not in state.declared_good:
        no_claim("Only a player who has said “na boa” may cut: say it first.", "CA-41")
    if seat in state.burned:
        no_claim(
            "You are burned, and may not cut in this hand any more: wait for your turn.", "CA-43"
        )
    if not ways_out(melder, CUT, cards):
        events.append(Burned(seat))
        return state._replace(burned=tuple(sorted((*state.burned, seat))))
    declared = declare(melder, CUT, cards, action)
    if state.phase is phases.DRAW:
        # CA-44: nearer players who are na boa and could knock are asked first.
        contested = play.contested(
            seat,
            declared,
            lambda each: may_cut(state, each) and bool(ways_out(melder, CUT, ten(state, each))),
            events,
        )
        if contested is not None:
            return state._replace(phase=phases.CONTEST, play=contested)
    return end_hand(state, seat, "cut", declared, events)


def waive(state: State, events: list[Event]) -> State:
    """Leave the card to the next seat that is asked, or to the claimant."""
    contest = state.play.contest
    assert contest is not None
    if (asked := state.play.waived(events)) is not None:
        return state._replace(play=asked)
    return end_hand(state, contest.claimant, "cut", contest.declared, events)
