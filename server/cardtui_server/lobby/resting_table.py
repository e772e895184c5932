"""A table that nobody has asked for since the server started: known to the list, but not open."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final

from cardtui_server.match.state import TableState
from cardtui_server.table.actor import Table
from cardtui_server.table.formats import TableEncoder


class RestingTable:
    """What the lobby knows of a table that is not open.

    A match there stands still, as it does at any table where nobody is.

    Attributes:
        id: the table's id.
        state: the table without its match and talk.
        broken: whether it must be opened again; it never is.
        here: the ids of the players who hold a seat and read there: nobody.
        is_read: whether anybody reads there: nobody does.
    """

    broken: Final = False
    here: Final[AbstractSet[str]] = frozenset()
    is_read: Final = False

    def __init__(
        self, table_id: str, state: TableState, encode: Callable[[str, TableState], TableEncoder]
    ) -> None:
        self.id = table_id
        self.state = state
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
