"""The ledger of a table as people read it: what each has won or lost, and who pays whom."""

from __future__ import annotations

from typing import Final

from cardtui.v1 import table_service_pb2
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.worth import worth
from cardtui_client.settings.ledgers import WORTH_CELLS, Balance, Debt, Ledger
from cardtui_client.text import safe_text

_MOST: Final = 100
"""More accounts than this are a hostile server's."""

_MOST_CHIPS: Final = 10**12


def read_ledger(told: table_service_pb2.Ledger) -> Ledger:
    """Return what a server tells between two matches, as far as it makes sense."""
    accounts = told.accounts[:_MOST]
    names = [safe_text(each.name, NAME_CELLS) for each in accounts]
    balances = [
        Balance(name, _few(each.brought), _few(each.took) - _few(each.brought))
        for name, each in zip(names, accounts, strict=True)
    ]
    value = safe_text(told.chip_value, WORTH_CELLS)
    debts = [
        Debt(names[each.payer], names[each.payee], _few(each.chips), worth(value, _few(each.chips)))
        for each in told.payments[:_MOST]
        if each.payer < len(names) and each.payee < len(names)
    ]
    return Ledger(tuple(sorted(balances, key=lambda each: -each.won)), tuple(debts))


def _few(chips: int) -> int:
    return min(chips, _MOST_CHIPS)
