"""When a table is closed at which nobody sits (`_EMPTY_SECONDS`), or which nobody reads between
matches (`_UNREAD_SECONDS`); a match that all have left, after the hours that `limits.py` gives.
Which table makes room for a new one (`superfluous`), and how many of one maker are too many then:
`_MANY_TABLES`.

Nobody loses a seat by going away: a seat is kept as long as its table. A match that people have
left rests until one of them is back, and is closed if none of them comes for long: strangers who
make many tables do not shorten that, however many they are. The match of a tournament waits for its
tournament, which opens a table again where none has begun.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from cardtui_server.lobby.table_list import ListedTable
from cardtui_server.match.requests import CloseUnused, Disuse
from cardtui_server.match.state import Life
from cardtui_server.ports.log_store import is_tournament_id

_UNREAD_SECONDS: Final = 3600.0
"""Seconds after which a table that people sit at, but nobody reads, is closed between matches."""

_EMPTY_SECONDS: Final = 600.0
"""Seconds after which a table that nobody sits at is closed, and any other must make room."""

_MANY_TABLES: Final = 3
"""How many tables of one maker, or from one address, are many when there is no room for others."""


class UnusedTables:
    """Remembers since when tables are unused, and closes them in time."""

    def __init__(self, rest: float, close: Callable[[ListedTable, CloseUnused], None]) -> None:
        """Begin to remember.

        Args:
            rest: the seconds after which a match that people have left is closed.
            close: has a table closed.
        """
        self._close = close
        self._rest = rest
        self._since: dict[str, float] = {}
        self._origins: dict[str, str] = {}

    def note(self, table: str, origin: str) -> None:
        """Note from which address a table was made, where that says something."""
        if origin:
            self._origins[table] = origin

    def check(self, table: ListedTable, now: float) -> None:
        """Look at a table, and close it if it has been unused for too long."""
        if table.is_read or _is_of_tournament(table):
            self._since.pop(table.id, None)
            return
        unused = now - self._since.setdefault(table.id, now)
        disuse, after = self._disuse(table)
        if unused > after:
            del self._since[table.id]
            self._close(table, CloseUnused(disuse))

    def _disuse(self, table: ListedTable) -> tuple[Disuse, float]:
        """Return how a table that nobody reads is not used, and the seconds until it is closed."""
        if not table.state.people():
            return Disuse.EMPTY, _EMPTY_SECONDS
        # Also where strangers alone still see a match: its end would tell them something.
        if Life.PLAYING in (table.state.life, table.known_to("").life):
            return Disuse.LEFT, self._rest
        return Disuse.UNREAD, _UNREAD_SECONDS

    def forget(self, tables: Iterable[str]) -> None:
        """Forget tables that are gone: keep only those."""
        kept = set(tables)
        self._since = {each: since for each, since in self._since.items() if each in kept}
        self._origins = {each: origin for each, origin in self._origins.items() if each in kept}

    def superfluous(self, tables: Iterable[ListedTable], now: float) -> ListedTable | None:
        """Return the table that must make room for another one, if there is one.

        It has been unused for a while; of several, one whose maker, or address, has the most
        tables, and of those the one unused for longest. A match that rests goes only if nobody sits
        there but its maker, and many such come from there; of these the one left last. If all are
        in use, it is one at which no person sits but its maker, who has many.
        """
        tables = [
            table
            for table in tables
            if not table.broken
            and table.state.life is not Life.CLOSED
            and not _is_of_tournament(table)
        ]
        alone = [
            table for table in tables if table.state.people().keys() <= {table.state.made.host}
        ]
        unused = [
            table
            for table in tables
            if now - self._since.get(table.id, now) > _EMPTY_SECONDS and not table.is_read
        ]
        made = Counter(map(self._origin, tables))
        idle = [table for table in unused if not _rests(table)]
        if idle:
            return max(idle, key=lambda table: (made[self._origin(table)], -self._since[table.id]))
        many = Counter(map(self._origin, alone))
        left = [
            table
            for table in unused
            if table in alone and many[self._origin(table)] >= _MANY_TABLES
        ]
        if left:
            return max(left, key=lambda table: (many[self._origin(table)], self._since[table.id]))
        own = Counter(table.state.made.host for table in tables)
        return max(
            (
                each
                for each in alone
                if own[each.state.made.host] >= _MANY_TABLES and not _rests(each)
            ),
            key=lambda table: (own[table.state.made.host], -self._since.get(table.id, now)),
            default=None,
        )

    def _origin(self, table: ListedTable) -> str:
        """Return by what those who make tables are counted: their address, otherwise themselves."""
        return self._origins.get(table.id, table.state.made.host)


def _is_of_tournament(table: ListedTable) -> bool:
    """Return whether there is a match at a table that a tournament looks after."""
    return is_tournament_id(table.state.made.host) and table.state.life is not Life.WAITING


def _rests(table: ListedTable) -> bool:
    """Return whether there is a match at a table that people have left and may go on with."""
    state = table.state
    return state.life is Life.PLAYING and bool(state.people()) and not table.is_read
