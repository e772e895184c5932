"""What it costs to stay in a betting round."""

from __future__ import annotations

from cardtui.v1 import actions_pb2
from cardtui_client.model.table import TableModel


def due_of(model: TableModel) -> int:
    """Return the chips that it costs to stay in a betting round; 0 where it costs none."""
    stays = (each for each in model.choices() if each.kind == actions_pb2.CHOICE_KIND_STAYS)
    return next((choice.price for choice in stays), 0)
