"""Facts: every fact of the sheet as plain data, all hands open, for scenarios."""

from __future__ import annotations

from typing import Any

from cardtui_engine.cards import FRENCH
from cardtui_engine.truco_brasileiro import state as s
from cardtui_engine.truco_brasileiro.state import State


def facts(state: State) -> dict[str, Any]:
    """Return every fact, derived from the position."""
    last, foul = state.last, state.last_foul
    return {
        "phase": state.phase,
        "to_act": list(s.to_act(state)),
        "may_act": [],
        "dealer": state.dealer,
        "hand": state.hand,
        "scores": list(state.scores),
        "hands": [FRENCH.sorted_codes(hand) for hand in state.hands],
        "stake": state.stake,
        "proposed": state.proposed,
        "tricks": ["tie" if trick.team is None else trick.team for trick in state.tricks],
        "trick": [
            [laid.seat, None if laid.face_down else FRENCH.code(laid.card)] for laid in state.trick
        ],
        "leader": state.leader,
        "rejected": [FRENCH.code(card) for card in state.rejected],
        "rejections": s.rejections(state),
        "gathered": [FRENCH.code(card) for card in state.gathered] or None,
        "last": None
        if last is None
        else {"winners": list(last.winners), "points": last.points, "reason": last.reason},
        "last_foul": None if foul is None else {"seat": foul.seat, "kind": foul.kind},
        "over": {"winners": list(state.winners)} if state.winners else None,
    }
