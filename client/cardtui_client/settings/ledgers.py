"""Ledgers: who owed whom at the tables where one played for chips, kept after a table is closed.

The file has the latest tables. A file that cannot be understood is set aside, and another begun.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_client.atomic_write import write_atomically
from cardtui_client.limits import NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.settings.set_aside import set_aside
from cardtui_client.settings.values import Settings
from cardtui_client.text import safe_text

WORTH_CELLS: Final = 40
"""What a chip is worth, as a table says it."""

_FILE: Final = "ledgers.json"
_ASIDE: Final = "ledgers.damaged-{number}.json"
_MOST: Final = 50
_MOST_BYTES: Final = 2_000_000
_LAST_DAY: Final = 10**10
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
        """Read nothing yet.

        Args:
            settings: whose folder they are kept in.
            now: returns seconds since 1970.
        """
        self._settings = settings
        self._now = now

    def latest(self) -> list[KeptLedger]:
        """Return the ledgers, the latest first."""
        return (self._read() or [])[::-1]

    def keep(self, server: str, id_: str, name: str, game: str, ledger: Ledger) -> None:
        """Keep the ledger of a table instead of what was known of it."""
        known = self._read() if self._settings.kept else None
        if known is None:
            return
        one = KeptLedger(int(self._now()), server, id_, name, game, ledger)
        others = [each for each in known if (each.server, each.id) != (server, id_)]
        folder = self._settings.data_folder()
        text = json.dumps([*others, one][-_MOST:], ensure_ascii=False, indent=1)
        # Where nothing can be written, the game goes on all the same.
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(folder / _FILE, text, 0o600)

    def _read(self) -> list[KeptLedger] | None:
        """Return what is kept, the latest last; ``None`` where nothing may be written over it."""
        if not self._settings.kept:
            return []
        path: Path = self._settings.data_folder() / _FILE
        try:
            return _parsed(path.read_bytes())
        except FileNotFoundError:
            return []
        except (ValueError, RecursionError):
            with suppress(OSError):
                set_aside(path, _ASIDE)
                return []
        except OSError:
            pass
        return None


def _parsed(text: bytes) -> list[KeptLedger]:
    """Return what stands in a file.

    Raises:
        ValueError: it is not all as it should be.
    """
    rows = json.loads(text) if len(text) <= _MOST_BYTES else None
    if not isinstance(rows, list) or len(rows) > _MOST:
        raise ValueError("it has another form")
    return [_kept(row) for row in rows]


def _kept(row: Any) -> KeptLedger:
    match row:
        case [int(at), str(server), str(id_), str(name), str(game), [list(balances), list(debts)]]:
            if not 0 <= at < _LAST_DAY:
                raise ValueError("it has another form")
            ledger = Ledger(tuple(map(_balance, balances)), tuple(map(_debt, debts)))
            told = safe_text(name, TABLE_NAME_CELLS)
            return KeptLedger(at, server, id_, told, game[:TABLE_NAME_CELLS], ledger)
        case _:
            raise ValueError("it has another form")


def _balance(row: Any) -> Balance:
    match row:
        case [str(name), int(brought), int(won)]:
            return Balance(safe_text(name, NAME_CELLS), brought, won)
        case _:
            raise ValueError("it has another form")


def _debt(row: Any) -> Debt:
    match row:
        case [str(payer), str(payee), int(chips), str(amount)]:
            who, whom = safe_text(payer, NAME_CELLS), safe_text(payee, NAME_CELLS)
            return Debt(who, whom, chips, safe_text(amount, _LONGEST_WORTH))
        case _:
            raise ValueError("it has another form")
