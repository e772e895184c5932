"""The list of tables as it is sent: in pages (`PAGE_BYTES`), then what has changed
(`CHANGES_BYTES`); also tables at rest. Its order on the screen:
`client/cardtui_client/tui/table_list.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final, NamedTuple

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import TableState
from cardtui_server.table.actor import Table
from cardtui_server.table.encoder import TableEncoder


class RestingTable:
    """What the lobby knows of a table that is not open.

    A match there stands still, as it does at any table where nobody is.

    Attributes:
        id: the table's id.
        state: the table without its match and talk.
        broken: whether it must be opened again; it never is.
        here: the ids of the players who hold a seat and read there: some at another server.
        is_read: whether anybody reads there: nobody does.
    """

    broken: Final = False
    is_read: Final = False

    def __init__(
        self,
        table_id: str,
        state: TableState,
        encode: Callable[[str, TableState], TableEncoder],
        here: AbstractSet[str] = frozenset(),
    ) -> None:
        self.id = table_id
        self.state = state
        self.here = here
        self._encode = encode

    def known_to(self, player: str) -> TableState:
        """Return the table as a player may know it; none that is late rests."""
        del player
        return self.state

    def listed_for(self, player: str) -> bool:
        """Return whether a player finds the table in the list."""
        return self.state.seen_by(player)

    def shown_to(self, player: str | None) -> bytes:
        """Return the table as the lobby shows it to a player, encoded."""
        del player
        return self.shown

    @cached_property
    def shown(self) -> bytes:
        """The table as the lobby shows it, encoded."""
        return self._encode(self.id, self.state).listed(0)


ListedTable = Table | RestingTable
"""A table as the lobby knows it."""


PAGE_BYTES: Final = 192 * 1024
"""The most bytes of tables on a page."""

CHANGES_BYTES: Final = 64 * 1024
"""The most bytes of changed tables returned at once; the rest follows."""

_TOKEN_DIGITS: Final = 9


class TablePage(NamedTuple):
    """A page of the list: tables as the lobby shows them, and the token of the next page."""

    tables: list[bytes]
    next_token: str


def page_after(
    token: str,
    tables: Mapping[str, ListedTable],
    numbers: Mapping[str, int],
    *,
    began: int,
    most: int,
    shows: Callable[[ListedTable], bytes | None],
) -> TablePage:
    """Return the tables after a page token, as many as fit on a page.

    Args:
        token: ``""`` for the first page.
        tables: by id, oldest first.
        numbers: by id, a number in the order of opening.
        began: when the server began, which tells its tokens from those of an earlier one.
        most: the most tables on the page; 0 if only the bytes count.
        shows: returns a table as the reader may see it; ``None`` for one that is not for them.

    Raises:
        Refused: this server has never given that token.
    """
    since, _, last = (token or f"{began}.0").partition(".")
    if since != str(began) or not last.isdecimal() or len(last) > _TOKEN_DIGITS:
        raise Refused(
            Reason.BAD_REQUEST,
            "That page token is not of this list: begin with the first page.",
        )
    shown: list[bytes] = []
    size, number = 0, int(last)
    for table_id, table in tables.items():
        if numbers[table_id] <= int(last) or (part := shows(table)) is None:
            continue
        size += len(part)
        if shown and (size > PAGE_BYTES or len(shown) == most):
            return TablePage(shown, f"{began}.{number}")
        shown.append(part)
        number = numbers[table_id]
    return TablePage(shown, "")


class TableChanges(NamedTuple):
    """What has changed.

    Attributes:
        tables: tables as the lobby shows them.
        gone: the ids of tables that are gone.
        complete: whether the reader has been told every table by now.
    """

    tables: list[bytes]
    gone: list[str]
    complete: bool


class ListSubscription:
    """A reader of the list of tables, and which tables have changed since it last asked."""

    def __init__(self, tables: Mapping[str, ListedTable], player: str) -> None:
        self._tables = tables
        self._player = player
        self._dirty = dict.fromkeys(tables)  # by id, in the order in which they changed
        # Of those that a reader never saw not even the end is told: an id may be a secret.
        self._told = set[str]()
        self._first = True
        self._complete = False
        self._was_complete = False
        self._ended = False
        self._bell = asyncio.Event()

    def touch(self, table: ListedTable, *, strangers: bool) -> None:
        """Note that a table changed, or is gone; for strangers, too, or for its players alone."""
        if not strangers and table.state.seat_of(self._player) is None:
            return
        self._dirty[table.id] = None
        self._bell.set()

    def end(self) -> None:
        """End the reader's stream."""
        self._ended = True
        self._bell.set()

    async def take(self) -> TableChanges | None:
        """Wait until something has changed and return it; ``None`` at the end."""
        while (changes := await self._next()) is not None:
            # That something changed which this reader does not see is not told, either.
            if changes.tables or changes.gone or not self._was_complete:
                self._was_complete = changes.complete
                return changes
        return None

    async def _next(self) -> TableChanges | None:
        while not self._dirty and not self._first and not self._ended:
            self._bell.clear()
            await self._bell.wait()
        if self._ended:
            return None
        self._first = False
        shown: list[bytes] = []
        gone: list[str] = []
        size = 0
        taken: list[str] = []
        for id_ in self._dirty:
            table = self._tables.get(id_)
            if table is not None and table.listed_for(self._player):
                part = table.shown_to(self._player)
                size += len(part)
                if shown and size > CHANGES_BYTES:
                    break
                shown.append(part)
                self._told.add(id_)
            elif id_ in self._told:
                gone.append(id_)
                self._told.remove(id_)
            taken.append(id_)
        for id_ in taken:
            del self._dirty[id_]
        if not self._dirty:
            self._dirty = {}  # a walk through the other one would meet the gaps that were left
        self._complete = self._complete or not self._dirty
        return TableChanges(shown, gone, self._complete)
