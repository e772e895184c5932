"""Facts: every fact of the sheet as plain data, all hands open, for scenarios."""

from __future__ import annotations

from typing import Any

from cardtui_engine.cards import SPANISH
from cardtui_engine.truco.seats import SEATS_IN
from cardtui_engine.truco_argentino.bets import LINES
from cardtui_engine.truco_argentino.legality import interrupting, waiting_for
from cardtui_engine.truco_argentino.public import EnvidoResult, TrucoResult
from cardtui_engine.truco_argentino.state import State
from cardtui_engine.truco_argentino.view import call_and_held


def facts(state: State) -> dict[str, Any]:
    """Return every fact, derived from the position."""
    deal, tricks, calls = state.deal, state.tricks, state.calls
    waiting = waiting_for(state)
    call, held = call_and_held(calls)
    return {
        "phase": state.phase,
        "to_act": list(SEATS_IN[waiting]),
        "may_act": list(SEATS_IN[interrupting(state, waiting)]),
        "dealer": deal.dealer,
        "hand": deal.hand,
        "scores": list(state.scores),
        "hands": [SPANISH.sorted_codes(hand) for hand in tricks.hands],
        "mano": state.round.mano,
        "stake": calls.stake,
        "call": call or None,
        "held": held or None,
        "envido": _envido(state),
        "tricks": ["tie" if trick.team is None else trick.team for trick in tricks.done],
        "trick": [[played.seat, SPANISH.code(played.card)] for played in tricks.trick],
        "leader": tricks.leader,
        "resigned": list(SEATS_IN[state.round.active & ~tricks.live]),
        # TA-60: a dealer's second deal is the one for duels, also when it is not played so.
        "deal": "duels" if deal.second else "team",
        "duels": [_result(result) for result in deal.results],
        "last": None if state.last is None else _result(state.last),
        "over": {"winners": list(state.winners)} if state.winners else None,
    }


def _envido(state: State) -> dict[str, Any] | None:
    envido = state.calls.envido
    if envido is None:
        return None
    declared: list[int | str | None] = [None] * state.terms.seats
    for claim in envido.claims:
        declared[claim.seat] = "buenas" if claim.number is None else claim.number
    return {"bets": list(LINES[envido.line].bets), "state": envido.stage, "declared": declared}


def _result(result: TrucoResult) -> dict[str, Any]:
    truco = None if result.team is None else {"team": result.team, "points": result.points}
    return {
        "winners": list(result.winners),
        "truco": truco,
        "envido": None if result.envido is None else _envido_result(result.envido),
        "reason": result.reason,
    }


def _envido_result(result: EnvidoResult) -> dict[str, Any]:
    settled: dict[str, Any] = {"team": result.team, "points": result.points}
    if result.seat is not None:
        settled["seat"] = result.seat
        settled["number"] = result.number
        settled["cards"] = SPANISH.sorted_codes(result.cards) or None
    return settled
