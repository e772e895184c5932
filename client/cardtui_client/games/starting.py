"""Who is not ready yet where a host is about to start the first match, as the host is asked."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import n_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.sides import names
from cardtui_client.model.table import TableModel
from cardtui_client.text import safe_text


def start_question(model: TableModel) -> str:
    """Return what to ask before a start; ``""`` if all are ready, or if the server waits itself."""
    if model.table.state != tables_pb2.TABLE_STATE_WAITING or model.table.rated:
        return ""
    missing = [
        safe_text(seat.name, NAME_CELLS)
        for seat in model.table.seats
        if seat.player and not seat.ready and seat.seat != model.seat
    ]
    if not missing:
        return ""
    return n_(
        "{names} is not ready. Start all the same?",
        "{names} are not ready. Start all the same?",
        len(missing),
        names=names(missing),
    )
