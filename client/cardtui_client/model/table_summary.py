"""A table in a few words, as lists show it: who sits there, and how far it is."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _, n_
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.text import cell_width, safe_text

_ANY: Final = 1000


def is_free(seat: tables_pb2.Seat) -> bool:
    """Tell whether nobody sits there."""
    return not seat.name and not seat.bot


def free_seats(table: tables_pb2.Table) -> list[int]:
    """Return the free seats."""
    return [seat.seat for seat in table.seats[:MOST_SEATS] if is_free(seat)]


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


def state_words(table: tables_pb2.Table, width: int = _ANY) -> str:
    """Return how far the table is: waiting, or the hand's number and the score if it fits."""
    score = "–".join(str(points) for points in table.scores[:MOST_SEATS]) or " ".join(
        str(chips) for chips in table.chips[:MOST_SEATS]
    )
    match table.state:
        case tables_pb2.TABLE_STATE_WAITING:
            return _("waiting")
        case tables_pb2.TABLE_STATE_PLAYING if table.paused:
            return _("paused")
        case tables_pb2.TABLE_STATE_PLAYING:
            hand = _("hand {hand}", hand=table.hand)
            told = f"{hand} · {score}"
            return told if score and cell_width(told) <= width else hand
        case tables_pb2.TABLE_STATE_OVER:
            return _("over {score}", score=score).strip()
        case _:
            return _("closed")


def lack_words(table: tables_pb2.Table) -> str:
    """Return how many players a table waits for; empty if it waits for none."""
    free = len(free_seats(table))
    if table.state != tables_pb2.TABLE_STATE_WAITING or not free:
        return ""
    return n_("1 more is needed", "{n} more are needed", free)


def closed_words(table: tables_pb2.Table) -> list[str]:
    """Return to whom a table is closed: to all who have no code, to those who want to watch."""
    refuses = _("no spectators") if table.watching.refused else ""
    return [word for word in (_("private") if table.private else "", refuses) if word]


def code_words(table: tables_pb2.Table) -> str:
    """Return how others come to a private table; empty for any other."""
    if not table.private:
        return ""
    return _("Private; others join with the code {code}.", code=safe_text(table.id, NAME_CELLS))
