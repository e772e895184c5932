"""What a seat may do now, what is a foul, and why anything else is refused."""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action, check_form
from cardtui_engine.cards import FRENCH, UNKNOWN
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.truco_brasileiro import state as s
from cardtui_engine.truco_brasileiro.state import STAKES, State, rejections
from cardtui_engine.truco_brasileiro.verbs import (
    BOTTOM,
    CUT_HIGH,
    CUT_LOW,
    MOST_CUTS,
    MOST_REJECTIONS,
    PHASES,
    TOP,
    VERBS,
)
from cardtui_engine.views import Choice

_NOW: Final = {
    s.DEAL: ("Wait for the next hand to be dealt.", "TB-04"),
    s.CUT: ("Wait until the pack has been cut.", "TB-04"),
    s.MAO: ("Wait until the mão has kept three cards.", "TB-05"),
    s.ELEVEN: ("Wait until the side at eleven has run or chosen to play on.", "TB-51"),
    s.PLAY: ("Nothing waits for an answer now.", "TB-20"),
    s.ANSWER: ("A raise waits: it must be answered first.", "TB-30"),
    s.IRON: ("This is the iron hand: turn up a card, unseen.", "TB-53"),
}

_FIRST: Final = {
    s.CUT: ("First cut the pack.", "TB-04"),
    s.MAO: ("First decide about your three cards: keep them, or what else you may.", "TB-05"),
    s.ELEVEN: ("First choose: play on, or run.", "TB-51"),
    s.PLAY: ("Nothing waits for an answer now: play a card, or raise.", "TB-20"),
    s.ANSWER: ("First answer the raise that waits.", "TB-30"),
}
"""The same for a seat that the others wait for."""

_TURN: Final = {
    s.CUT: ("Seat {seat}, at the dealer's left, cuts: wait.", "TB-04"),
    s.MAO: ("Seat {seat}, the mão, decides: wait.", "TB-05"),
    s.ELEVEN: ("Only the side at eleven chooses: wait for it.", "TB-51"),
    s.PLAY: ("It is the turn of seat {seat}: wait.", "TB-20"),
    s.ANSWER: ("The other side must answer that raise: wait for it.", "TB-31"),
    s.IRON: ("It is the turn of seat {seat}: wait.", "TB-53"),
}


def next_stake(stake: int) -> int:
    """Return what a raise of that stake proposes (TB-35)."""
    return STAKES.accepted(STAKES.rung(stake) + 1)


def stake_before(proposed: int) -> int:
    """Return what running from a proposed stake gives (TB-31, TB-32)."""
    return STAKES.folded(STAKES.rung(proposed))


def raise_verb(state: State, team: int) -> str:
    """Return the verb with which the side whose turn it is may raise at some score, if any."""
    if state.phase == s.ANSWER:
        return "raise" if state.proposed < STAKES.stakes[-1] else ""
    if state.phase != s.PLAY or state.kind != s.ORDINARY:  # TB-52
        return ""
    if state.stake == 1:
        return "truco"
    if state.terms.trick_decides or state.raiser == team or state.stake == STAKES.stakes[-1]:
        return ""  # TB-34, TB-35
    return "raise"


def beyond(state: State, team: int) -> bool:
    """Return whether what stands would win that side the match, so that it may not raise."""
    return state.scores[team] + (state.proposed or state.stake) >= s.TARGET  # TB-33


def legal(state: State, seat: int) -> tuple[Choice, ...]:
    """Return what the seat may do now; fouls are never offered (TB-60)."""
    if seat not in s.to_act(state):
        return ()
    team = seat & 1
    match state.phase:
        case s.CUT:
            return (Choice("cut", low=CUT_LOW, high=CUT_HIGH, words=(TOP, BOTTOM)),)
        case s.MAO:
            offered = [Choice("keep")]
            if not state.passed:
                offered.append(Choice("pass"))
            if rejections(state) < MOST_REJECTIONS:
                offered.append(Choice("reject"))
            return tuple(offered)
        case s.ELEVEN:
            return (Choice("run", price=1), Choice("play_on", price=s.ELEVEN_STAKE))
        case s.IRON:
            return (Choice("turn_up"),)
        case s.PLAY:
            choices = [Choice("play", state.hands[seat])]
            stands = state.stake
        case _:
            stands = state.proposed
            choices = [
                Choice("accept", price=stands),
                Choice("run", price=stake_before(stands)),
            ]
    verb = raise_verb(state, team)
    if verb and not beyond(state, team):
        choices.append(Choice(verb, price=next_stake(stands)))
    return tuple(choices)


def check(state: State, seat: int, action: Action) -> str:
    """Return the kind of foul that the action is, empty if it is none.

    Raises:
        IllegalAction: the rules refuse it.
    """
    verb = action.verb
    check_form(action, VERBS.get(verb))
    if not 0 <= seat < s.SEATS:
        raise IllegalAction(
            Code.NOT_SEATED, "There is no seat {seat} at this table: sit down first.", seat=seat
        )
    if state.phase == s.OVER:
        raise IllegalAction(
            Code.MATCH_OVER, "The match is over: start another one to play on.", "TB-35"
        )
    waited = s.to_act(state)
    if state.phase not in PHASES[verb]:
        mine = seat in waited and state.phase in _FIRST
        sentence, clause = (_FIRST if mine else _NOW)[state.phase]
        raise IllegalAction(Code.WRONG_PHASE, sentence, clause)
    if verb != "show" and seat not in waited:
        sentence, clause = _TURN[state.phase]
        raise IllegalAction(Code.NOT_YOUR_TURN, sentence, clause, seat=waited[0])
    match verb:
        case "cut":
            refused = _cut(action)
        case "reject":
            refused = _reject(state)
        case "pass":
            refused = _pass(state)
        case "play":
            _held(state, seat, action)
            if action.face_down and not state.tricks:
                raise _forbidden("In the first trick every card is played face up.", "TB-22")
            return ""
        case "truco" | "raise":
            refused = _raise(state, seat, verb)
        case "show":
            _held(state, seat, action)
            refused = _forbidden("Cards are not shown: keep yours to yourself.", "TB-60")
        case _:
            return ""
    if refused is None:
        return ""
    if not state.terms.penalised:  # TB-62
        raise refused
    return "raise" if verb == "truco" else verb


def _forbidden(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_ALLOWED, template, clause, **args)


def _held(state: State, seat: int, action: Action) -> None:
    card = action.card
    if not state.hands[seat]:
        raise IllegalAction(Code.NO_SUCH_CARD, "You have no cards yet: wait for them.", "TB-05")
    if card not in state.hands[seat]:
        known = card is not None and card in range(len(FRENCH.codes))
        raise IllegalAction(
            Code.NO_SUCH_CARD,
            "{card} is not in your hand: name one of {hand}.",
            "TB-20",
            card=FRENCH.code(card if known and card is not None else UNKNOWN),
            hand=", ".join(map(FRENCH.code, state.hands[seat])),
        )


def _cut(action: Action) -> IllegalAction | None:
    assert isinstance(action.at, tuple)
    if 1 <= len(action.at) <= MOST_CUTS and all(CUT_LOW <= n <= CUT_HIGH for n in action.at):
        return None
    return IllegalAction(
        Code.BAD_AMOUNT,
        "Cut one to three times, each time {low} to {high} cards.",
        "TB-04",
        low=CUT_LOW,
        high=CUT_HIGH,
    )


def _reject(state: State) -> IllegalAction | None:
    if rejections(state) < MOST_REJECTIONS:
        return None
    return _forbidden(
        "Cards have been rejected three times: keep these, or pass if you may.", "TB-09"
    )


def _pass(state: State) -> IllegalAction | None:
    if not state.passed:
        return None
    return _forbidden("Your partner has been served: keep these, or reject if you may.", "TB-07")


def _raise(state: State, seat: int, verb: str) -> IllegalAction | None:
    team = seat & 1
    mine = raise_verb(state, team)
    if mine == verb:
        if not beyond(state, team):
            return None
        return _forbidden("What stands would win you the match: you may not raise it.", "TB-33")
    if mine:
        raise _forbidden("That is not the next raise: it is “{verb}”.", "TB-35", verb=mine)
    if state.phase == s.ANSWER or state.stake == STAKES.stakes[-1]:
        raise _forbidden("Nothing goes above twelve: accept or run, or play on.", "TB-32")
    if state.kind != s.ORDINARY:
        raise _forbidden("With a side at eleven nobody may raise: play a card.", "TB-52")
    if state.terms.trick_decides:
        raise _forbidden("The raise has been accepted and the trick decides: play on.", "TB-34")
    raise _forbidden("Your side raised last: only the other side may raise now.", "TB-34")
