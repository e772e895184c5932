"""Partners found by lot or by strength, told as sentences: that they will be, and who they are."""

from __future__ import annotations

from cardtui.v1 import events_pb2, tables_pb2
from cardtui_client.games.high_card import announced as high_card
from cardtui_client.games.high_card import own_seat
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_SEATS
from cardtui_client.model.sides import side_name
from cardtui_client.model.table import TableModel


def announced(table: tables_pb2.Table) -> list[str]:
    """Return how partners and the first dealer are found at a table, unless as usual."""
    return [*_announced(table), *high_card(table)]


def _announced(table: tables_pb2.Table) -> list[str]:
    if table.partners == tables_pb2.PARTNERS_LOT:
        return [_("Partners are drawn by lot before each match.")]
    if table.partners == tables_pb2.PARTNERS_STRENGTH:
        return [_("Before each match partners are found by strength, so that both teams are even.")]
    return []


def found(event: events_pb2.PartnersFound, model: TableModel) -> list[str]:
    """Return who plays with whom and where one sits, for the model after players have moved."""
    moves = dict(enumerate(event.before[:MOST_SEATS]))
    return [who(event, model), *own_seat(model, moves)]


def who(event: events_pb2.PartnersFound, model: TableModel) -> str:
    """Return who plays with whom, in a sentence."""
    first, second = side_name(model, 0), side_name(model, 1)
    if event.by == tables_pb2.PARTNERS_STRENGTH:
        return _("Partners by strength: {first} against {second}.", first=first, second=second)
    return _("Partners by lot: {first} against {second}.", first=first, second=second)
