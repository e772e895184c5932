"""A table in few words: its name or number, who sits there, how far it is, and free seats.
Which seats can be taken or asked for, or why none: `seats_to_take`, `full_words`; which table a
name or its beginning means: `tables_named`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, n_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.text import is_numbered, safe_text

_STATES_BETWEEN_MATCHES: Final = (tables_pb2.TABLE_STATE_WAITING, tables_pb2.TABLE_STATE_OVER)


def is_free(seat: tables_pb2.Seat) -> bool:
    """Tell whether nobody sits there."""
    return not seat.name and not seat.bot


def shown_seats(table: tables_pb2.Table) -> list[tables_pb2.Seat]:
    """Return the seats of a table; while a match is played it says nothing who was ready for it."""
    seats = [*table.seats[:MOST_SEATS]]
    if table.state != tables_pb2.TABLE_STATE_PLAYING:
        return seats
    playing = [tables_pb2.Seat() for _seat in seats]
    for one, seat in zip(playing, seats, strict=True):
        one.CopyFrom(seat)
        one.ready = False
    return playing


def free_seats(table: tables_pb2.Table) -> list[int]:
    """Return the free seats."""
    return [seat.seat for seat in table.seats[:MOST_SEATS] if is_free(seat)]


def seats_to_take(table: tables_pb2.Table) -> list[int]:
    """Return the seats that somebody may take: free ones, or else those of bots before a match."""
    if (free := free_seats(table)) or table.state not in _STATES_BETWEEN_MATCHES:
        return free
    return [seat.seat for seat in table.seats[:MOST_SEATS] if seat.bot and not seat.bot_account]


def seats_to_ask_for(table: tables_pb2.Table) -> list[int]:
    """Return the seats of bots for which somebody may ask while a match is played."""
    if table.state != tables_pb2.TABLE_STATE_PLAYING or table.match_rated:
        return []
    return [seat.seat for seat in table.seats[:MOST_SEATS] if seat.bot and not seat.bot_account]


def full_words(table: tables_pb2.Table) -> str:
    """Return why nobody can sit down at a table where no seat can be taken or asked for."""
    if table.match_rated and table.state == tables_pb2.TABLE_STATE_PLAYING:
        return _("This match is rated, so nobody comes in before it is over: watch it till then.")
    return _("That table is full: watch it, or create a new one.")


def player(seat: tables_pb2.Seat) -> str:
    """Return the name on a seat, fit to be drawn."""
    return safe_text(seat.name, NAME_CELLS)


def seats_words(table: tables_pb2.Table) -> str:
    """Return how many of the seats are taken and by whom: people by name, bots by number."""
    seats = table.seats[:MOST_SEATS]
    names = [player(seat) for seat in seats if seat.name and not seat.bot]
    bots = sum(1 for seat in seats if seat.bot)
    if bots:
        names.append(n_("1 bot", "{n} bots", bots))
    taken = len(seats) - len(free_seats(table))
    return f"{taken}/{len(seats)} {', '.join(names)}".rstrip()


def stage_words(table: tables_pb2.Table) -> str:
    """Return how far the table is: waiting, paused, in its hand, over or closed."""
    match table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _("waiting")
        case tables_pb2.TABLE_STATE_PLAYING:
            return _("paused") if table.paused else _("hand {hand}", hand=table.hand)
        case tables_pb2.TABLE_STATE_OVER:
            return _("over {score}", score="").strip()
        case _:
            return _("closed")


def state_words(table: tables_pb2.Table) -> str:
    """Return how far the table is, with the score."""
    score = "–".join(str(points) for points in table.scores[:MOST_SEATS]) or " ".join(
        str(chips) for chips in table.chips[:MOST_SEATS]
    )
    stage = stage_words(table)
    if not score or table.paused:
        return stage
    match table.state:
        case tables_pb2.TABLE_STATE_PLAYING:
            return f"{stage} · {score}"
        case tables_pb2.TABLE_STATE_OVER:
            return _("over {score}", score=score)
        case _:
            return stage


def lack_words(table: tables_pb2.Table) -> str:
    """Return how many players a table waits for; empty if it waits for none."""
    free = len(free_seats(table))
    if table.state != tables_pb2.TABLE_STATE_WAITING or not free:
        return ""
    if table.bots_at_start:
        return _("Bots take the seats that are free at the start.")
    return n_("1 more is needed", "{n} more are needed", free)


def code_words(table: tables_pb2.Table) -> str:
    """Return how others come to a private table; empty for any other, as for a tournament's."""
    if not table.private or table.tournament:
        return ""
    return _("Private; others join with the code {code}.", code=safe_text(table.id, NAME_CELLS))


def numbered_words(asked: str, given: str) -> str:
    """Return what to say of the name that a server gave; ``""`` if it is the one asked for.

    Args:
        asked: the name in the settings.
        given: the name on the server.
    """
    if not is_numbered(given, asked):
        return ""
    return _(
        "Somebody else here is called “{name}”: you are “{given}”.",
        name=safe_text(asked, NAME_CELLS),
        given=safe_text(given, NAME_CELLS),
    )


def title_of(table: tables_pb2.Table) -> str:
    """Return what a table is called on the screen; ``""`` if it has no name.

    One that has the name of a person there is that person's.
    """
    name = safe_text(table.name, TABLE_NAME_CELLS)
    people = (table.host, *(seat.name for seat in table.seats))
    return _("{name}’s table", name=name) if name and table.name in people else name


def names_of(table: tables_pb2.Table) -> tuple[str, str]:
    """Return what a table may be called, in small letters: its id and its name."""
    return table.id.casefold(), table.name.casefold()


def tables_named(text: str, tables: Sequence[tables_pb2.Table]) -> list[tables_pb2.Table]:
    """Return the first table of that name or id, or else all whose name or id begins so."""
    wanted = text.casefold()
    for table in tables:
        if wanted in names_of(table):
            return [table]
    if not wanted:
        return []
    return [table for table in tables if any(name.startswith(wanted) for name in names_of(table))]
