"""Who owed whom at the tables where you played (`Ledgers`), at the latest `_MOST_LEDGERS`.
The words are in `faces/standing.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from cardtui_client.json_file import LATEST_TIMESTAMP, OTHER_FORM, file_of
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

WORTH_CELLS: Final = 40
"""What a chip is worth, as a table says it."""

_FILE: Final = "ledgers.json"
_MOST_LEDGERS: Final = 50
_LONGEST_WORTH: Final = 2 * WORTH_CELLS


class Balance(NamedTuple):
    """What somebody has brought to a table, and won there; below 0 if they have lost.

    ``name`` is empty for all together who left longest ago.
    """

    name: str
    brought: int
    won: int


class Debt(NamedTuple):
    """What somebody pays somebody; ``worth`` is it in money, ``""`` if the table says no value."""

    payer: str
    payee: str
    chips: int
    worth: str


class Ledger(NamedTuple):
    """A ledger.

    Attributes:
        balances: what each has brought and won, who has won most first.
        debts: who pays whom so that all are even.
    """

    balances: tuple[Balance, ...]
    debts: tuple[Debt, ...]


class KeptLedger(NamedTuple):
    """The ledger of a table, as it was last.

    Attributes:
        at: when it was noted, in seconds since 1970.
        server: the table's server.
        id: the table's id there.
        name: the table's name.
        game: the game's id.
        ledger: who owes whom.
    """

    at: int
    server: str
    id: str
    name: str
    game: str
    ledger: Ledger


class Ledgers:
    """The ledgers of the tables where this person played."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._file = file_of(settings.kept_folder, _FILE, _parsed_ledgers, list[KeptLedger])

    def latest(self) -> list[KeptLedger]:
        """Return the ledgers, the latest first.

        Raises:
            OSError: they cannot be read.
        """
        return self._file.must_read()[::-1]

    def keep(self, server: str, id_: str, name: str, game: str, ledger: Ledger) -> None:
        """Keep the ledger of a table instead of what was known of it."""
        one = KeptLedger(int(self._now()), server, id_, name, game, ledger)
        self._file.keep(
            lambda known: [
                *(each for each in known if (each.server, each.id) != (server, id_)),
                one,
            ][-_MOST_LEDGERS:]
        )


def _parsed_ledgers(rows: Any) -> list[KeptLedger]:
    """Return what stands in a file.

    Raises:
        ValueError: it is not all as it should be.
    """
    if not isinstance(rows, list) or len(rows) > _MOST_LEDGERS:
        raise ValueError(OTHER_FORM)
    return [_parsed_ledger(row) for row in rows]


def _parsed_ledger(row: Any) -> KeptLedger:
    match row:
        case [int(at), str(server), str(id_), str(name), str(game), [list(balances), list(debts)]]:
            if not 0 <= at < LATEST_TIMESTAMP:
                raise ValueError(OTHER_FORM)
            ledger = Ledger(tuple(map(_parsed_balance, balances)), tuple(map(_parsed_debt, debts)))
            told = safe_text(name, TABLE_NAME_CELLS)
            return KeptLedger(at, server, id_, told, game[:TABLE_NAME_CELLS], ledger)
        case _:
            raise ValueError(OTHER_FORM)


def _parsed_balance(row: Any) -> Balance:
    match row:
        case [str(name), int(brought), int(won)]:
            return Balance(safe_text(name, NAME_CELLS), brought, won)
        case _:
            raise ValueError(OTHER_FORM)


def _parsed_debt(row: Any) -> Debt:
    match row:
        case [str(payer), str(payee), int(chips), str(amount)]:
            who, whom = safe_text(payer, NAME_CELLS), safe_text(payee, NAME_CELLS)
            return Debt(who, whom, chips, safe_text(amount, _LONGEST_WORTH))
        case _:
            raise ValueError(OTHER_FORM)
