"""Why an action is refused: the code that comes first, a sentence that helps, the clause.

Asked only about actions that are not allowed; it decides nothing.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action, check_form
from cardtui_engine.cards import SPANISH
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.truco_argentino import state as s
from cardtui_engine.truco_argentino import verbs
from cardtui_engine.truco_argentino.bets import LINES
from cardtui_engine.truco_argentino.legality import answering, cutter, speaker, waiting_for
from cardtui_engine.truco_argentino.state import TRUCO, State, to_play

_PHASES: Final[dict[str, tuple[str, ...]]] = {
    "cut": (s.CUT,),
    "tap": (s.CUT,),
    "play": (s.PLAY,),
    "resign": (s.PLAY, s.ANSWER, s.ENVIDO),
    **dict.fromkeys(TRUCO.calls, (s.PLAY, s.ANSWER)),
    **dict.fromkeys(("envido", "real_envido", "falta_envido"), (s.PLAY, s.ANSWER)),
    "quiero": (s.ANSWER,),
    "no_quiero": (s.ANSWER,),
    "declare": (s.ENVIDO,),
    "son_buenas": (s.ENVIDO,),
    "ask": (s.SHOW,),
    "waive": (s.SHOW,),
}
"""The phases in which a verb has a place."""

_NOW: Final = {
    s.DEAL: ("Wait for the next hand to be dealt.", "TA-05"),
    s.CUT: ("Wait until the pack has been cut.", "TA-03"),
    s.PLAY: ("No call waits for an answer now.", "TA-10"),
    s.ANSWER: ("A call waits: it must be answered first.", "TA-24"),
    s.ENVIDO: ("Wait until the envido numbers have been declared.", "TA-42"),
    s.SHOW: ("Wait until the others have asked for the envido cards, or waived.", "TA-44"),
}

_FIRST: Final = {
    s.CUT: ("First cut the pack, or tap it.", "TA-03"),
    s.PLAY: ("No call waits for an answer now: play a card, or call.", "TA-10"),
    s.ANSWER: ("First answer the call that waits.", "TA-24"),
    s.ENVIDO: ("First declare your envido number.", "TA-42"),
    s.SHOW: ("First ask to see the envido cards, or waive it.", "TA-44"),
}
"""The same for the seat that the others wait for."""


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Return why the action is refused; it is known not to be allowed."""
    try:
        check_form(action, verbs.VERBS.get(action.verb))
    except IllegalAction as malformed:
        return malformed
    if not 0 <= seat < state.terms.seats:
        return IllegalAction(
            Code.NOT_SEATED, "There is no seat {seat} at this table: sit down first.", seat=seat
        )
    if state.phase == s.OVER:
        return IllegalAction(
            Code.MATCH_OVER, "The match is over: start another one to play on.", "TA-51"
        )
    verb = action.verb
    if state.phase not in _PHASES[verb]:
        mine = waiting_for(state) >> seat & 1
        sentence, clause = (_FIRST if mine and state.phase in _FIRST else _NOW)[state.phase]
        return IllegalAction(Code.WRONG_PHASE, sentence, clause)
    if state.phase in (s.PLAY, s.ANSWER, s.ENVIDO):
        if not state.round.active >> seat & 1:
            return _turn(
                "This duel is for seats {one} and {other}: wait for yours, or for the next deal.",
                "TA-62",
                one=state.round.mano,
                other=(state.round.mano + 3) % state.terms.seats,
            )
        if not state.tricks.live >> seat & 1:
            return _resigned(state, verb)
    match verb:
        case "cut" | "tap":
            return _cutting(state, seat)
        case "play":
            return _playing(state, seat, action)
        case "quiero" | "no_quiero":
            return _turn("The other side must answer that call: wait for it.", "TA-24")
        case "declare" | "son_buenas":
            return _declaring(state, seat, verb)
        case "ask" | "waive":
            return _turn("Only the side that lost the envido may ask: wait for it.", "TA-44")
        case _:
            if state.phase == s.ANSWER and (seat & 1) != answering(state.calls):
                return _turn("Your side's call waits: the others must answer first.", "TA-22")
            if verb in TRUCO.calls:
                return _raising(state, seat, verb)
            return _betting(state, seat, verb)


def _turn(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_YOUR_TURN, template, clause, **args)


def _forbidden(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_ALLOWED, template, clause, **args)


def _resigned(state: State, verb: str) -> IllegalAction:
    template = "You have laid your cards down: wait for the next round; your partners play on."
    if state.terms.seats == 2 or state.deal.duels:
        template = "You have laid your cards down: wait for the next round."
    if verb in ("play", "quiero", "no_quiero", "declare", "son_buenas"):
        return _turn(template, "TA-13")
    return _forbidden(template, "TA-13")


def _cutting(state: State, seat: int) -> IllegalAction:
    if seat != cutter(state):
        return _turn("Seat {seat}, at the dealer's left, cuts: wait.", "TA-03", seat=cutter(state))
    return IllegalAction(
        Code.BAD_AMOUNT,
        "A cut takes {low} to {high} cards: name such a number, or tap.",
        "TA-03",
        low=verbs.CUT_LOW,
        high=verbs.CUT_HIGH,
    )


def _playing(state: State, seat: int, action: Action) -> IllegalAction:
    turn = to_play(state.tricks)
    if seat != turn:
        return _turn("It is the turn of seat {seat}: wait for its card.", "TA-10", seat=turn)
    card = action.card
    assert card is not None
    return IllegalAction(
        Code.NO_SUCH_CARD,
        "{card} is not in your hand: play one of {hand}.",
        "TA-10",
        card=SPANISH.codes[card] if 0 <= card < len(SPANISH.codes) else "?",
        hand=", ".join(SPANISH.code(held) for held in state.tricks.hands[seat]),
    )


def _declaring(state: State, seat: int, verb: str) -> IllegalAction:
    turn = speaker(state)
    if seat != turn:
        return _turn("It is the turn of seat {seat} to speak: wait.", "TA-42", seat=turn)
    if verb == "son_buenas":
        return _forbidden("You speak first: declare a number.", "TA-42")
    return IllegalAction(
        Code.BAD_AMOUNT,
        "A number is {low} to {high}: declare such a number.",
        "TA-42",
        low=verbs.LOW,
        high=verbs.HIGH,
    )


def _raising(state: State, seat: int, verb: str) -> IllegalAction:
    calls = state.calls
    agreed = TRUCO.rung(calls.stake)
    if state.phase == s.ANSWER:
        envido = calls.envido
        if envido is not None and envido.state == s.OPEN:
            return _forbidden(
                "The envido comes before truco: answer it with quiero, no quiero or a higher bet.",
                "TA-32",
            )
        agreed = calls.called
    elif not calls.raisers >> (seat & 1) & 1 and agreed < len(TRUCO.calls):
        return _forbidden(
            "Only the side that accepted the last raise may raise again: wait for it.", "TA-23"
        )
    if agreed == len(TRUCO.calls):
        return _forbidden("Nothing goes above vale cuatro: play on, or answer it.", "TA-20")
    return _forbidden(
        "{verb} is not the next raise: that is {next}.",
        "TA-20",
        verb=_spoken(verb),
        next=_spoken(TRUCO.calls[agreed]),
    )


def _betting(state: State, seat: int, verb: str) -> IllegalAction:
    calls = state.calls
    envido = calls.envido
    if envido is not None and envido.state == s.OPEN:
        if LINES[envido.line].falta:
            return _forbidden(
                "Nothing goes on top of falta envido: say quiero or no quiero.", "TA-34"
            )
        return _forbidden(
            "{verb} may not follow {bets}: say quiero, no quiero or another bet.",
            "TA-34",
            verb=_spoken(verb),
            bets=", ".join(_spoken(bet) for bet in LINES[envido.line].bets),
        )
    if envido is not None:
        return _forbidden(
            "There is one envido a round, and it is settled: go on with the cards.", "TA-31"
        )
    if state.tricks.played >> seat & 1:
        return _forbidden("You have played a card: only who has not may call an envido.", "TA-31")
    return _forbidden("A truco has been accepted: it is too late for an envido.", "TA-31")


def _spoken(verb: str) -> str:
    return verb.replace("_", " ")
