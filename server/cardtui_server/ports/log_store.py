"""The log store: what every keeper of tables' logs and of sessions does.

A table's log is append-only and numbered from 1 without gaps. Who appends says which number
was the last; who is late loses, reads on and tries again, so several servers may share one
store. A store keeps bytes: rows, as a `Journal` makes them of entries.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtui_server.failures import Failure


class StoreError(Failure):
    """Something is wrong with the store; the sentence says what to do."""


class Behind(StoreError):
    """Somebody else has appended: the number that was expected is not the last."""


class NoRoom(StoreError):
    """The entry could not be made durable; nothing was written. It may work later."""


class Gone(NoRoom):
    """What the store writes to is not where it was: nothing written there would be found again.

    It goes on if all is put back. What was being written at that very moment may be there
    then, although it was not acknowledged.
    """


class Unreadable(StoreError):
    """The log cannot be read for now; it may work later."""


class Damaged(StoreError):
    """What was read is not what was written."""


class DamagedStore(Damaged):
    """The store as a whole cannot be read: nothing more should be written to it."""


class Player(NamedTuple):
    """A session as it is kept: the token only as its hash."""

    token_hash: bytes
    id: str
    name: str


class LogStore(ABC):
    """Keeps tables' logs and sessions.

    A table's id is any text that UTF-8 can hold, the empty one too; a text that it cannot
    hold is a `ValueError`. A table without rows is not there.
    """

    @abstractmethod
    async def append(
        self, table: str, expected: int, rows: Sequence[bytes], *, last: bool = False
    ) -> None:
        """Write rows after number ``expected``, all or none; they are durable on return.

        What was begun is done even if the caller is cancelled while it waits. No rows are
        written like any others: the number is checked, and nothing changes.

        Args:
            table: whose log.
            expected: the number of the last row, 0 for a new table.
            rows: what to write.
            last: whether the table is closed with them; nothing comes after the last row.

        Raises:
            Behind: ``expected`` is not the number of the last row, be it less or more, or the
                table was closed with that row.
            NoRoom: they could not be written.
        """

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Return the rows after a number, in order; none after the last, or of no table.

        Raises:
            Damaged: a row is missing or not what was written; so is the row of that number
                where the log ends before it, for whoever asks has seen it.
        """

    @abstractmethod
    async def open_tables(self) -> list[str]:
        """Return the tables that are not closed, oldest first."""

    @abstractmethod
    async def save_player(self, player: Player) -> None:
        """Keep a session, or its new name.

        Raises:
            NoRoom: it could not be written.
        """

    @abstractmethod
    async def players(self) -> list[Player]:
        """Return all sessions."""

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        """Have the function called on this loop when the store is found to be gone.

        It is called with ``None`` once the store can be written again, be it that it was gone
        or that it had no room. Either is found without anybody writing. A store that loses
        neither says nothing.
        """
        del changed

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun and let go."""
