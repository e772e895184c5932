"""What a line of talk would call if it were said now (TA-70); saying it stays a request."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.events import Acted
from cardtui_engine.refusals import IllegalAction
from cardtui_server.match.state import TableState


def may_commit(state: TableState, player: str) -> bool:
    """Return whether any line of the player can call something at the table."""
    return state.seat_of(player) is not None and "say" in state.rules.verbs


def called_by(state: TableState, player: str, text: str) -> Action | None:
    """Return the action that the line would be, were the player to say it; ``None`` for talk."""
    seat = state.seat_of(player)
    if seat is None or state.game is None or state.paused or not may_commit(state, player):
        return None
    sitter = state.sitters[seat]
    if sitter is None or sitter.stand_in:
        return None
    try:
        _game, events = state.rules.apply(state.game, seat, Action("say", text=text))
    except IllegalAction:
        return None
    acts = [each.action for each in events if isinstance(each, Acted) and each.seat == seat]
    return next((action for action in acts if action.verb != "say"), None)
