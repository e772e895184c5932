"""What becomes of a table if one gives one's seat up, as one is told before."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.model.table import TableModel


def left_behind(model: TableModel, *, host: bool) -> str:
    """Return what becomes of seat, chips and table; ``""`` where nothing is to be thought over.

    Args:
        model: the table.
        host: whether one is its host.
    """
    table, told = model.table, list[str]()
    if table.state == tables_pb2.TABLE_STATE_PLAYING:
        told.append(
            _("You take your chips with you; a bot plays on.")
            if table.most_buy_in
            else _("A bot plays on in your seat.")
        )
    if host:
        others = any(seat.player for seat in table.seats if seat.seat != model.seat)
        told.append(
            _("Somebody else becomes the host.")
            if others
            else _("The table has no host until somebody sits down.")
        )
    return " ".join(told)
