"""Signals: who sees them, and where players look.

Where a player looks is seen by everybody. A signal is seen by those who look at its giver when it
is given. Whoever does not see it learns nothing of it: it is no update and has no number among
those that all readers see. Each player's own signals are numbered apart, since a gap would tell
that there was one that the player has not seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardtui_server.match.bot_accounts import is_bot_account
from cardtui_server.match.entries import Gestured, Looked
from cardtui_server.match.state import SeenSignal, TableState

SIGNALS_KEPT: Final = 20
"""How many signals are kept for each who has seen them."""


def with_gaze(state: TableState, looked: Looked) -> TableState:
    """Return the table where a player looks at another seat."""
    seat, at = looked
    if max(seat, at) >= len(state.gazes):
        raise ValueError(f"Seat {seat} cannot look at seat {at}.")
    gazes = (*state.gazes[:seat], at, *state.gazes[seat + 1 :])
    return state._replace(gazes=gazes)


def with_signal(state: TableState, gestured: Gestured) -> TableState:
    """Return the table after a signal, which its giver and those who look there have seen."""
    seat, gesture = gestured
    giver = state.sitters[seat]
    assert giver is not None
    signals = dict(state.signals)
    for player in {giver.player, *_lookers(state, seat)}:
        seen = signals.get(player, ())
        number = seen[-1].number + 1 if seen else 1
        new = SeenSignal(number, seat, giver.player, giver.name, gesture)
        signals[player] = (*seen[1 - SIGNALS_KEPT :], new)
    return state._replace(hidden=state.hidden + 1, signals=signals)


def newly_seen(before: TableState, after: TableState) -> Iterable[tuple[str, SeenSignal]]:
    """Yield each player who has seen the signal that lies between two states, with the signal."""
    for player, seen in after.signals.items():
        if before.signals.get(player) is not seen:
            yield player, seen[-1]


def _lookers(state: TableState, at: int) -> list[str]:
    """Return the players who look at a seat; a bot sees nothing, nor who has left it their seat."""
    return [
        sitter.player
        for sitter, gaze in zip(state.sitters, state.gazes, strict=True)
        if gaze == at
        and sitter is not None
        and sitter.player
        and not (sitter.stand_in or is_bot_account(sitter.player))
    ]
