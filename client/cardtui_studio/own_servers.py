"""What everybody could watch at the servers that keep their tables in your data folder
(`Watched`). Which tables that are is decided in `server/cardtui_server/store/watched.py`.

Who may read that folder may ask: it is the person who runs the servers. Visitors of a kiosk, by ssh
or in a browser, get nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client.command_line.errors import unreadable
from cardtui_client.history.ledgers import KeptLedger
from cardtui_client.hosting.own_server import SOLO
from cardtui_client.i18n import _
from cardtui_client.limits import TABLE_NAME_CELLS
from cardtui_client.model.person import read_ledger
from cardtui_client.text import safe_text
from cardtui_engine.library.records import Record
from cardtui_server.ports.log_store import StoreError
from cardtui_server.store.data_folder import database_in
from cardtui_server.store.watched import used, watched
from cardtui_server.wire.values import ledger_message

if TYPE_CHECKING:
    from cardtui_client.settings import Settings
    from cardtui_server.match.state import TableState

_DAY_SECONDS: Final = 86_400
_MILLISECONDS: Final = 1000


class Watched(NamedTuple):
    """What everybody could watch.

    Attributes:
        matches: the matches that are over, by table and number.
        ledgers: the ledgers, by table.
        missing: sentences on what could not be read.
    """

    matches: Mapping[tuple[str, int], Record]
    ledgers: Mapping[str, KeptLedger]
    missing: tuple[str, ...] = ()


NOTHING_WATCHED: Final = Watched({}, {})


def watched_since(settings: Settings, since: datetime | None) -> Watched:
    """Return what everybody could watch at tables that were used since a moment.

    Args:
        settings: whose servers they are.
        since: the moment; ``None`` for a day before the latest use.
    """
    if settings.kiosk:
        return NOTHING_WATCHED
    missing: list[str] = []
    used_at = _used(settings.data_folder(), missing)
    start = max(used_at.values(), default=0) - _DAY_SECONDS if since is None else since.timestamp()
    matches: dict[tuple[str, int], Record] = {}
    ledgers: dict[str, KeptLedger] = {}
    for (path, table), at in used_at.items():
        if at < start:
            continue
        try:
            seen = watched(path, table, int(time.time() * _MILLISECONDS))
        except StoreError as error:
            missing.append(_(error.template, **error.arguments))
            continue
        if seen is not None:
            matches |= {(table, each.origin.match): each for each in seen.records if each.origin}
            ledgers[table] = _ledger(table, seen.state, at)
    return Watched(matches, ledgers, tuple(missing))


def _used(data: Path, missing: list[str]) -> dict[tuple[Path, str], int]:
    """Return all tables, and when each was used; add to what is missing what cannot be read."""
    found: dict[tuple[Path, str], int] = {}
    for path in map(database_in, (data, data / SOLO)):
        try:
            times = used(path) if path.exists() else {}
        except StoreError as error:
            missing.append(_(error.template, **error.arguments))
        except OSError as error:
            missing.append(unreadable(path, error).message)
        else:
            found |= {(path, table): at // _MILLISECONDS for table, at in times.items()}
    return found


def _ledger(table: str, state: TableState, at: int) -> KeptLedger:
    name = safe_text(state.made.name, TABLE_NAME_CELLS)
    return KeptLedger(at, "", table, name, state.rules.id, read_ledger(ledger_message(state)))
