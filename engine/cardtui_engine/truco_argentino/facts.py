"""Facts: what scenarios may ask of a position, where it is not told as in the view."""

from __future__ import annotations

from typing import Any, Final

from cardtui_engine.cards import SPANISH, Deck
from cardtui_engine.facts import facts_of
from cardtui_engine.shapes import Told, plain
from cardtui_engine.truco.public import TOLD
from cardtui_engine.truco_argentino.public import (
    EnvidoResult,
    EnvidoState,
    TrucoArgentinoPublic,
    TrucoResult,
)
from cardtui_engine.truco_argentino.state import State
from cardtui_engine.truco_argentino.view import view


def facts(state: State) -> dict[str, Any]:
    """Return every fact, derived from the position."""
    seen = view(state, None)
    game: TrucoArgentinoPublic = seen.game
    return facts_of(seen, state.tricks.hands, SPANISH, _TOLD) | {
        "call": game.call or None,
        "held": game.held or None,
        "envido": None if game.envido is None else _envido(game.envido, state.terms.seats),
        # TA-60: a dealer's second deal is the one for duels, also when it is not played so.
        "deal": "duels" if state.deal.second else "team",
    }


def _envido(envido: EnvidoState, seats: int) -> dict[str, Any]:
    declared: list[int | str | None] = [None] * seats
    for claim in envido.claims:
        declared[claim.seat] = "buenas" if claim.number is None else claim.number
    return {"bets": list(envido.bets), "state": envido.state, "declared": declared}


def _result(result: TrucoResult, deck: Deck) -> dict[str, Any]:
    truco = None if result.team is None else {"team": result.team, "points": result.points}
    return {
        "winners": list(result.winners),
        "truco": truco,
        "envido": plain(result.envido, deck, _TOLD),
        "reason": result.reason,
    }


def _envido_result(result: EnvidoResult, deck: Deck) -> dict[str, Any]:
    settled: dict[str, Any] = {"team": result.team, "points": result.points}
    if result.seat is not None:
        settled["seat"] = result.seat
        settled["number"] = result.number
        settled["cards"] = deck.sorted_codes(result.cards) or None
    return settled


_TOLD: Final[Told] = {**TOLD, TrucoResult: _result, EnvidoResult: _envido_result}
