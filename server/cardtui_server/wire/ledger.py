"""The ledger of a table, as a message."""

from __future__ import annotations

from cardtui.v1 import table_service_pb2
from cardtui_server.match.settling import settle
from cardtui_server.match.state import Life, TableState


def ledger_message(state: TableState) -> table_service_pb2.Ledger:
    """Return what everybody has brought and taken, and who pays whom if no match is played."""
    holders = state.ledger.accounts.items()
    payments = []
    if state.life is not Life.PLAYING:
        payments = settle([account.won for _, account in holders])
    name = state.rules.chip_value_option
    return table_service_pb2.Ledger(
        accounts=[
            table_service_pb2.Account(
                player=holder.player, name=account.name, brought=account.brought, took=account.took
            )
            for holder, account in holders
        ],
        payments=[table_service_pb2.Payment(**each._asdict()) for each in payments],
        chip_value=str(state.made.options[name]) if name else "",
    )


def ledger_changed(before: TableState, after: TableState) -> bool:
    """Tell whether the message is another one after an entry."""
    if before.ledger is after.ledger and before.made is after.made:
        return False
    return before.ledger.accounts is not after.ledger.accounts or (
        bool(after.ledger.accounts) and before.made.options != after.made.options
    )
