"""Buy-ins of one's own, and top-ups: what a table allows, and what players bring."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.prompt import between_hands
from cardtui_client.i18n import _, n_
from cardtui_client.model.table import TableModel

_MOST: Final = 1_000_000


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
    return min(table.least_buy_in, _MOST), min(table.most_buy_in, _MOST)


def limits_words(table: tables_pb2.Table) -> list[str]:
    """Return how many chips each may bring; nothing where all start with the same."""
    if not table.most_buy_in:
        return []
    least, most = limits(table)
    return [_("Each player buys {least} to {most} chips.", least=least, most=most)]


def brings_words(seat: tables_pb2.Seat) -> str:
    """Return how many chips a seat brings."""
    return n_("brings 1 chip", "brings {n} chips", min(seat.buy_in, _MOST))


def range_of(text: str) -> tuple[int, int] | None:
    """Return the limits that a text such as ``50-200`` names; ``None`` if it names none.

    >>> range_of("50-200"), range_of("50"), range_of("200-50")
    ((50, 200), None, None)
    """
    least, dash, most = text.partition("-")
    if not (dash and least.isdecimal() and most.isdecimal() and len(text) < 16):
        return None
    return (int(least), int(most)) if 0 < int(least) <= int(most) else None
