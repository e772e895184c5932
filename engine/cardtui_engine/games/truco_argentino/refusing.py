"""Why an action is refused at Truco Argentino: the first code that applies, a helpful sentence,
and the clause. What is allowed, `legal` decides.

This module is asked only about actions that are not allowed; it decides nothing.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import SPANISH
from cardtui_engine.families.truco.seats import SEATS_IN, cutter, has, team_of
from cardtui_engine.games.truco_argentino import verbs
from cardtui_engine.games.truco_argentino.calls import OPEN, TRUCO
from cardtui_engine.games.truco_argentino.flor import (
    FLOR_RAISES,
    holds_flor,
    open_flor,
)
from cardtui_engine.games.truco_argentino.legal import answering, speaker, waiting_for
from cardtui_engine.games.truco_argentino.state import (
    ANSWER,
    CUT,
    DEAL,
    ENVIDO,
    FLOR,
    OVER,
    PLAY,
    SHOW,
    State,
)
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.shared_refusals import NOT_CUT, NOT_DEALT, Note, no_such_card, out_of_turn

VERBS_BY_PHASE: Final[dict[str, frozenset[str]]] = {
    phase: frozenset(("say", *names))
    for phase, names in {
        DEAL: (),
        CUT: ("cut", "tap"),
        PLAY: ("play", *TRUCO.calls, *verbs.BETS, "flor", "resign"),
        FLOR: ("flor", "resign"),
        ANSWER: ("quiero", "no_quiero", *TRUCO.calls, *verbs.BETS, *verbs.FLOR_BETS[1:], "resign"),
        ENVIDO: ("declare", "son_buenas", "resign"),
        SHOW: ("ask", "waive"),
        OVER: (),
    }.items()
}
"""Every seat may always talk (TA-70)."""

NOTES: Final[dict[str, Note]] = {
    DEAL: Note("TA-05", NOT_DEALT),
    CUT: Note("TA-03", NOT_CUT, "First cut the pack, or tap it."),
    PLAY: Note(
        "TA-10",
        "There is no call to answer now: wait for your turn.",
        "There is no call to answer now: play a card, or call.",
    ),
    FLOR: Note(
        "TA-82",
        "A flor comes before any call: wait until it is announced.",
        "First announce your flor.",
    ),
    ANSWER: Note(
        "TA-24",
        "A call is waiting: it must be answered first.",
        "First answer the call.",
        "The other side must answer that call: wait for it.",
    ),
    ENVIDO: Note(
        "TA-42",
        "Wait until the envidos have been said.",
        "First say your envido.",
    ),
    SHOW: Note(
        "TA-44",
        "Wait until the other side has asked to see the envido, or let it be.",
        "First ask to see the envido, or let it be.",
        "Only the side that lost the envido may ask: wait for it.",
    ),
}


def refusal(state: State, seat: int, action: Action) -> IllegalAction:
    """Return why an action is refused whose verb has a place in this phase."""
    verb = action.verb
    if state.phase in (PLAY, FLOR, ANSWER, ENVIDO):
        if not has(state.round.active, seat):
            return _turn(
                "This duel is for seats {one} and {other}: wait for yours, or for the next deal.",
                "TA-62",
                one=state.round.mano,
                other=(state.round.mano + 3) % state.terms.seats,
            )
        if not has(state.tricks.live, seat):
            return _resigned(state, verb)
    match verb:
        case "cut" | "tap":
            return _cutting(state, seat)
        case "play":
            return _playing(state, seat, action)
        case "declare" | "son_buenas":
            return _declaring(state, seat, verb)
        case "quiero" | "no_quiero" | "ask" | "waive":
            return _not_yours(state)
        case "flor" | "contraflor" | "contraflor_al_resto":
            return _flor(state, seat, verb)
        case _:
            if state.phase == ANSWER and team_of(seat) != answering(state.calls):
                return _turn("Your side has called: the other side must answer first.", "TA-22")
            if verb in TRUCO.calls:
                return _raising(state, seat, verb)
            return _betting(state, seat, verb)


def _not_yours(state: State) -> IllegalAction:
    return out_of_turn(NOTES[state.phase], SEATS_IN[waiting_for(state)])


def _turn(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_YOUR_TURN, template, clause, **args)


def _forbidden(template: str, clause: str, **args: object) -> IllegalAction:
    return IllegalAction(Code.NOT_ALLOWED, template, clause, **args)


def _resigned(state: State, verb: str) -> IllegalAction:
    template = "You have folded: wait for the next hand; your partners play on."
    if state.terms.seats == 2 or state.deal.duels:
        template = "You have folded: wait for the next hand."
    if verb in ("play", "quiero", "no_quiero", "declare", "son_buenas"):
        return _turn(template, "TA-13")
    return _forbidden(template, "TA-13")


def _cutting(state: State, seat: int) -> IllegalAction:
    if seat != cutter(state.deal.dealer, state.terms.seats):
        return _not_yours(state)
    return IllegalAction(
        Code.BAD_AMOUNT,
        "A cut takes {low} to {high} cards off the top: name such a number, or tap.",
        "TA-03",
        low=verbs.CUT_LOW,
        high=verbs.CUT_HIGH,
    )


def _playing(state: State, seat: int, action: Action) -> IllegalAction:
    if seat != state.tricks.to_play:
        return _not_yours(state)
    if holds_flor(state, seat):
        return _flor_first()
    return no_such_card(action.card, SPANISH, "TA-10")


def _declaring(state: State, seat: int, verb: str) -> IllegalAction:
    if seat != speaker(state):
        return _not_yours(state)
    if verb == "son_buenas":
        return _forbidden("You speak first: say your envido.", "TA-42")
    return IllegalAction(
        Code.BAD_AMOUNT,
        "An envido is {low} to {high}: say such a number.",
        "TA-42",
        low=verbs.DECLARED_LOW,
        high=verbs.DECLARED_HIGH,
    )


def _flor_first() -> IllegalAction:
    return _forbidden("You have a flor: announce it first.", "TA-81")


def _flor(state: State, seat: int, verb: str) -> IllegalAction:
    if state.phase == FLOR:
        return _not_yours(state)
    if not state.terms.flor:
        return _forbidden("This table plays without flor: call envido with such cards.", "TA-80")
    flor = open_flor(state.calls)
    if verb == "flor":
        if state.calls.flor is not None:
            return _forbidden(
                "The flor of this hand has been announced: go on with the cards.", "TA-83"
            )
        return _forbidden(
            "A flor is three cards of one suit, and you have none: call something else, or play.",
            "TA-81",
        )
    if flor is None:
        return _forbidden("There is no flor to answer: go on with the cards.", "TA-85")
    if team_of(seat) != answering(state.calls):
        return _turn("Your side has called: the other side must answer first.", "TA-85")
    if not FLOR_RAISES[flor.bets[-1]]:
        return _forbidden(
            "Nothing goes on top of contraflor al resto: say quiero or no quiero.", "TA-85"
        )
    return _forbidden("Contraflor has been called: say quiero, no quiero or al resto.", "TA-85")


def _raising(state: State, seat: int, verb: str) -> IllegalAction:
    if holds_flor(state, seat):
        return _flor_first()
    calls = state.calls
    raises = calls.raises
    if state.phase == ANSWER:
        if open_flor(calls) is not None:
            return _forbidden("The flor comes before truco: answer it first.", "TA-82")
        envido = calls.envido
        if envido is not None and envido.stage is OPEN:
            return _forbidden(
                "The envido comes before truco: answer it with quiero, no quiero or a higher bet.",
                "TA-32",
            )
    elif team_of(seat) not in raises.open_to and raises.stake < TRUCO.top:
        return _forbidden(
            "Only the side that accepted the last raise may raise again: wait for it.", "TA-23"
        )
    call = TRUCO.call_above(raises.stands)
    if call is None:
        return _forbidden("Nothing goes above vale cuatro: play on, or answer it.", "TA-20")
    return _forbidden(
        "{verb} is not the next raise: that is {next}.",
        "TA-20",
        verb=_spoken(verb),
        next=_spoken(call),
    )


def _betting(state: State, seat: int, verb: str) -> IllegalAction:
    if holds_flor(state, seat):
        return _flor_first()
    calls = state.calls
    if calls.flor is not None:
        return _forbidden(
            "A flor was announced, so there is no envido in this hand: go on with the cards.",
            "TA-82",
        )
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        if not envido.bets.raises(state.terms.real_envido_many):
            return _forbidden(
                "Nothing goes on top of falta envido: say quiero or no quiero.", "TA-34"
            )
        return _forbidden(
            "{verb} may not follow {bets}: say quiero, no quiero or another bet.",
            "TA-34",
            verb=_spoken(verb),
            bets=", ".join(_spoken(bet) for bet in envido.bets.words),
        )
    if envido is not None:
        return _forbidden(
            "There is one envido a hand, and it is settled: go on with the cards.", "TA-31"
        )
    if has(state.tricks.played, seat):
        return _forbidden(
            "Envido is only for those who have not played a card: go on with the cards.", "TA-31"
        )
    return _forbidden(
        "A truco has been accepted, so it is too late for an envido: go on with the cards.", "TA-31"
    )


def _spoken(verb: str) -> str:
    return verb.replace("_", " ")
