"""Who has won and lost how many chips at a table, and who pays whom, in words."""

from __future__ import annotations

import time
from collections.abc import Sequence

from cardtui_client.games.game_words import game_name
from cardtui_client.i18n import _, n_
from cardtui_client.limits import NAME_CELLS
from cardtui_client.model.settled import ledger_of
from cardtui_client.model.table import TableModel
from cardtui_client.settings.ledgers import Balance, Debt, KeptLedger, Ledger


def ledger_lines(model: TableModel) -> list[str]:
    """Return all of the ledger, or why there is none."""
    if model.ledger is None:
        return [_("No chips have been won or lost at this table.")]
    ledger = ledger_of(model)
    if ledger is None:
        return [_("Who owes whom is told once this match is over.")]
    return told(ledger)


def told(ledger: Ledger) -> list[str]:
    """Return a ledger, a line for each balance and each debt."""
    debts = [debt_words(each) for each in ledger.debts]
    return [*map(_balance, ledger.balances), *(debts or [_("All are even.")])]


def money_lines(model: TableModel) -> list[str]:
    """Return who pays whom where chips are worth money, what concerns oneself first."""
    ledger = ledger_of(model)
    if ledger is None:
        return []
    me = "" if model.seat is None else model.name_of(model.seat)
    debts = sorted(ledger.debts, key=lambda each: me not in (each.payer, each.payee))
    return [debt_words(each) for each in debts if each.worth]


def debt_words(debt: Debt) -> str:
    """Return who pays whom."""
    payer, payee, chips = debt.payer, debt.payee, chips_words(debt.chips)
    if not debt.worth:
        return _("{payer} owes {payee} {chips}.", payer=_who(payer), payee=_who(payee), chips=chips)
    return _(
        "{payer} owes {payee} {amount} ({chips}).",
        payer=_who(payer),
        payee=_who(payee),
        amount=debt.worth,
        chips=chips,
    )


def chips_words(chips: int) -> str:
    """Return how many chips."""
    return n_("1 chip", "{n} chips", chips)


def _balance(balance: Balance) -> str:
    who = _who(balance.name)
    brought, won = chips_words(balance.brought), balance.won
    if won > 0:
        return _("{name} brought {brought} and won {n}.", name=who, brought=brought, n=won)
    if won < 0:
        return _("{name} brought {brought} and lost {n}.", name=who, brought=brought, n=-won)
    return _("{name} brought {brought} and is even.", name=who, brought=brought)


def _who(name: str) -> str:
    return name or _("who left before")


def kept_lines(ledgers: Sequence[KeptLedger]) -> list[str]:
    """Return the ledgers of several tables as lines."""
    if not ledgers:
        return [_("You have played for chips at no table yet.")]
    lines: list[str] = []
    for each in ledgers:
        day = time.strftime("%Y-%m-%d", time.localtime(each.at))
        lines.append(f"{day}, {each.name or each.id[:NAME_CELLS]}, {game_name(each.game)}:")
        lines += told(each.ledger)
    return lines
