"""The columns of the lobby: what each says of a table, and how tables are sorted by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name, preset_name
from cardtui_client.games.terms import told_shortly
from cardtui_client.i18n import mark, p_
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.table_summary import (
    free_seats,
    lack_words,
    seats_words,
    state_words,
)
from cardtui_client.text import safe_text


class Column(Enum):
    """A column of the lobby; the value is its heading."""

    GAME = mark("Game")
    PRESET = mark("Rules")
    SEATS = mark("Seats")
    STATE = mark("Status")
    SPECTATORS = mark("Crowd")


def cell(column: Column, table: tables_pb2.Table, width: int) -> str:
    """Return what the column says of the table, where it has that width."""
    match column:
        case Column.GAME:
            return game_name(table.game)
        case Column.PRESET:
            return preset_name(table.game, table.preset) if table.preset else p_("rules", "custom")
        case Column.SEATS:
            return seats_words(table)
        case Column.STATE:
            return state_words(table, width)
        case Column.SPECTATORS:
            return str(table.spectators) if table.spectators else "–"


def below(column: Column, table: tables_pb2.Table) -> str:
    """Return what the column says of the table in a second line; ``""`` for nothing."""
    match column:
        case Column.GAME:
            return safe_text(table.name, TABLE_NAME_CELLS)
        case Column.PRESET if table.clock_milliseconds:
            return f"{table.clock_milliseconds // 1000}+{table.reserve_milliseconds // 1000}"
        case Column.SEATS:
            return lack_words(table)
        case Column.STATE:
            return ", ".join(told_shortly(table))
        case _:
            return ""


_KEYS: Final[dict[Column, Callable[[tables_pb2.Table], Any]]] = {
    Column.GAME: lambda table: game_name(table.game).casefold(),
    Column.PRESET: lambda table: preset_name(table.game, table.preset).casefold(),
    Column.SEATS: lambda table: -len(free_seats(table)),
    Column.STATE: lambda table: (table.state, -table.hand),
    Column.SPECTATORS: lambda table: -table.spectators,
}


def sort_tables(
    tables: Iterable[tables_pb2.Table], column: Column | None, *, backwards: bool = False
) -> list[tables_pb2.Table]:
    """Return the tables by that column, or in the order they came; equals keep that order."""
    if column is None:
        return list(tables)
    return sorted(tables, key=_KEYS[column], reverse=backwards)
