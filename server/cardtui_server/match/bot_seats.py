"""Bots that take seats: what they are called, how strong they are, and which seats they fill."""

from __future__ import annotations

from itertools import chain, count
from typing import Final

from cardtui_engine.bots import Level
from cardtui_server.match.entries import Seated
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Transaction
from cardtui_server.safe_text import name_key

BOT_NAMES: Final = ("Alba", "Beto", "Chela", "Dino", "Elsa", "Fito", "Greta", "Hugo")
"""Names that people of all three languages know."""


def replacement_level(state: TableState) -> int:
    """Return the level of a bot that plays for a player: no weaker than the bots at the table."""
    return max((each.level for each in state.sitters if each), default=0) or Level.NORMAL


def fill_with_bots(tx: Transaction) -> None:
    """Let bots take the free seats."""
    for seat, sitter in enumerate(tx.state.sitters):
        if sitter is None:
            tx.add(Seated(seat, "", bot_name(tx.state), Level.NORMAL))


def bot_name(state: TableState) -> str:
    """Return a name for a bot that nobody at the table has."""
    used = names_at(state)
    numbered = (f"{name} {number}" for number in count(2) for name in BOT_NAMES)
    return next(name for name in chain(BOT_NAMES, numbered) if name_key(name) not in used)


def names_at(state: TableState, but: int | None = None) -> set[str]:
    """Return the keys of the names at a table, those of one seat left out."""
    return {
        name_key(sitter.name)
        for seat, sitter in enumerate(state.sitters)
        if sitter is not None and seat != but
    }
