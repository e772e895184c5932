"""The rows of the lobby: what each column says of a table, and how tables are sorted by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import game_name, preset_name
from cardtui_client.i18n import _, mark, n_, p_
from cardtui_client.model.table import NAME_CELLS
from cardtui_client.text import cell_width, safe_text

_ANY: Final = 1000
MOST_SEATS: Final = 12
"""More seats than this at one table are a hostile server's."""


class Column(Enum):
    """A column of the lobby; the value is its heading."""

    GAME = mark("Game")
    PRESET = mark("Rules")
    SEATS = mark("Seats")
    STATE = mark("State")
    SPECTATORS = mark("Crowd")


def is_free(seat: tables_pb2.Seat) -> bool:
    """Tell whether nobody sits there."""
    return not seat.name and not seat.bot


def free_seats(table: tables_pb2.Table) -> list[int]:
    """Return the free seats."""
    return [seat.seat for seat in table.seats[:MOST_SEATS] if is_free(seat)]


def player(seat: tables_pb2.Seat) -> str:
    """Return the name on a seat, fit to be drawn."""
    return safe_text(seat.name, NAME_CELLS)


def cell(column: Column, table: tables_pb2.Table, width: int) -> str:
    """Return what the column says of the table, where it has that width."""
    match column:
        case Column.GAME:
            return game_name(table.game)
        case Column.PRESET:
            return preset_name(table.preset) if table.preset else p_("rules", "own")
        case Column.SEATS:
            return seats_words(table)
        case Column.STATE:
            return state_words(table, width)
        case Column.SPECTATORS:
            return str(table.spectators) if table.spectators else "–"


def seats_words(table: tables_pb2.Table) -> str:
    """Return how many of the seats are taken and by whom: people by name, bots by number."""
    seats = table.seats[:MOST_SEATS]
    names = [player(seat) for seat in seats if seat.name and not seat.bot]
    bots = sum(1 for seat in seats if seat.bot)
    if bots:
        names.append(n_("1 bot", "{n} bots", bots))
    taken = len(seats) - len(free_seats(table))
    return f"{taken}/{len(seats)} {', '.join(names)}".rstrip()


def state_words(table: tables_pb2.Table, width: int = _ANY) -> str:
    """Return how far the table is: waiting, or the hand's number and the score if it fits."""
    score = "–".join(str(points) for points in table.scores[:MOST_SEATS]) or " ".join(
        str(chips) for chips in table.chips[:MOST_SEATS]
    )
    match table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _("waiting")
        case tables_pb2.TABLE_STATE_PLAYING:
            hand = _("hand {hand}", hand=table.hand)
            told = f"{hand} · {score}"
            return told if score and cell_width(told) <= width else hand
        case tables_pb2.TABLE_STATE_OVER:
            return _("over {score}", score=score).strip()
        case _:
            return _("closed")


_KEYS: Final[dict[Column, Callable[[tables_pb2.Table], Any]]] = {
    Column.GAME: lambda table: game_name(table.game).casefold(),
    Column.PRESET: lambda table: preset_name(table.preset).casefold(),
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
