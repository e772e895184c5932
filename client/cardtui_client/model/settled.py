"""When the ledger of a table is settled: between two matches, not while one is played."""

from __future__ import annotations

from cardtui.v1 import tables_pb2
from cardtui_client.model.ledger import read_ledger
from cardtui_client.model.table import TableModel
from cardtui_client.settings.ledgers import Ledger


def ledger_of(model: TableModel) -> Ledger | None:
    """Return the ledger between two matches; ``None`` while one is played, or without chips."""
    playing = model.table.state == tables_pb2.TABLE_STATE_PLAYING and not model.is_over
    return None if model.ledger is None or playing else read_ledger(model.ledger)
