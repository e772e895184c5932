"""Buy-ins of one's own, and top-ups: what a table allows, and what players bring."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.faces.prompt import between_hands
from cardtui_client.i18n import n_
from cardtui_client.limits import MOST_BUY_IN
from cardtui_client.model.table import TableModel


def buys(model: TableModel) -> bool:
    """Tell whether one may choose now how many chips to bring."""
    between = model.table.state in (tables_pb2.TABLE_STATE_WAITING, tables_pb2.TABLE_STATE_OVER)
    return model.seat is not None and between and bool(model.table.most_buy_in)


def tops_up(model: TableModel) -> tuple[int, int] | None:
    """Return how many chips, at least and at most, one may have by buying more between two hands.

    ``None`` while one may buy none.
    """
    view, seat, table = model.view, model.seat, model.table
    playing = table.state == tables_pb2.TABLE_STATE_PLAYING and not table.paused
    if view is None or seat is None or not playing or not between_hands(model):
        return None
    if not table.most_buy_in or seat >= len(view.chips):
        return None
    least, most = limits(table)
    least = max(least, view.chips[seat] + 1)
    return (least, most) if least <= most else None


def limits(table: tables_pb2.Table) -> tuple[int, int]:
    """Return the fewest and the most chips that one may bring, whatever a server says."""
    return min(table.least_buy_in, MOST_BUY_IN), min(table.most_buy_in, MOST_BUY_IN)


def brings_words(seat: tables_pb2.Seat) -> str:
    """Return how many chips a seat brings."""
    return n_("brings 1 chip", "brings {n} chips", min(seat.buy_in, MOST_BUY_IN))
