"""Whether one may talk to one's own team alone now: between matches, or over a raise."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.games.registry import presenter_of
from cardtui_client.model.table import TableModel


def may_talk_apart(model: TableModel) -> bool:
    """Tell whether one may say something to one's own team alone now."""
    if model.table.state != tables_pb2.TABLE_STATE_PLAYING:
        return model.talks_apart
    if model.seat is None or model.view is None or not model.has_company:
        return False
    return presenter_of(model).consults(model.view, model)
