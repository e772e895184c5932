"""Players' time, and bots that sit in for them: what the entries about these change."""

from __future__ import annotations

from typing import TypeVar

from cardtui_server.match.entries import SitInCause
from cardtui_server.match.state import Sitter, TableState

V = TypeVar("V")


def in_time(state: TableState, seat: int, reserves: tuple[int, ...]) -> TableState:
    """Return the table once a seat has acted in time; only a player can be late again."""
    if reserves:
        state = state._replace(reserves=reserves)
    if state.late and state.late[seat]:
        state = state._replace(late=_with(state.late, seat, 0))
    return state


def too_late(state: TableState, seat: int, reserves: tuple[int, ...]) -> TableState:
    """Return the table once a player's time has run out."""
    late = _with(state.late, seat, state.late[seat] + 1)
    return state._replace(reserves=reserves or state.reserves, late=late)


def sat_in(state: TableState, seat: int, bot: int, cause: SitInCause) -> tuple[Sitter | None, ...]:
    """Return who holds each seat once a bot sits in for a player."""
    sitter = state.sitters[seat]
    if sitter is None or not sitter.player:
        raise ValueError(f"No player holds seat {seat}.")
    return _with(state.sitters, seat, sitter._replace(stand_in=bot, cause=cause))


def returned(state: TableState, seat: int) -> TableState:
    """Return the table once a player for whom a bot sat in is back."""
    sitter = state.sitters[seat]
    if sitter is None or not sitter.stand_in:
        raise ValueError(f"No bot sits in for a player in seat {seat}.")
    sitters = _with(state.sitters, seat, sitter._replace(stand_in=0, cause=None))
    late = _with(state.late, seat, 0) if state.late else ()
    return state._replace(sitters=sitters, late=late)


def _with(values: tuple[V, ...], at: int, value: V) -> tuple[V, ...]:
    return (*values[:at], value, *values[at + 1 :])
