"""Which seat is meant by what was typed: its number, from 1 on, or the name of who sits there."""

from __future__ import annotations

from collections.abc import Iterable

from cardtui.v1 import tables_pb2
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.table_summary import player
from cardtui_client.text import safe_text


def seat_named(text: str, seats: Iterable[tables_pb2.Seat]) -> tables_pb2.Seat | None:
    """Return the one seat that a text names; ``None`` if it names none of them, or several.

    Bots have names, too: leave out the seats that cannot be meant. A number is that of a seat
    before it is a name.
    """
    seats = list(seats)
    wanted = safe_text(text, NAME_CELLS).strip().casefold()
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 3 else 0
    found = [seat for seat in seats if seat.seat + 1 == number] or [
        seat for seat in seats if wanted and player(seat).casefold() == wanted
    ]
    return found[0] if len(found) == 1 else None
