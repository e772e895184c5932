"""Taking a free seat of a table, from the lobby or from the table that one watches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from cardtui_client.i18n import _
from cardtui_client.model.table_summary import free_seats
from cardtui_client.net.call_errors import Refused, Unreachable

if TYPE_CHECKING:
    from textual.screen import Screen

    from cardtui.v1 import tables_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.tui.widgets.words import Say


async def sit_down(
    screen: Screen[Any],
    connection: Connection,
    table: tables_pb2.Table,
    seat: int | None = None,
    *,
    waiting: Callable[[Say], AbstractContextManager[None]],
) -> bool:
    """Take a seat; of several free ones the person chooses. Return whether one sits there now.

    Call it in a worker of the screen. A refusal is said on the screen.

    Args:
        screen: where it is asked and said.
        connection: a session on the table's server.
        table: a table with a free seat.
        seat: the seat to take; ``None`` for any.
        waiting: says there what is awaited.
    """
    free = free_seats(table)
    if seat is None and len(free) == 1:
        seat = free[0]
    elif seat is None:
        from cardtui_client.tui.dialogs.seat_choice import SeatChoice

        seat = await screen.app.push_screen_wait(SeatChoice(table))
        if seat is None:
            return False
    try:
        with waiting(lambda: _("Sitting down…")):
            await connection.join(table.id, seat)
    except (Refused, Unreachable) as error:
        screen.notify(str(error), severity="error")
        return False
    return True
