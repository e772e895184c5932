"""A table's own log in the store: writes entries after the last one, and reads them."""

from __future__ import annotations

from cardtui_server.match.entries import Acted, Stamped
from cardtui_server.match.result import result_of
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.transaction import Answered, Transaction
from cardtui_server.ports.log_store import Behind, Damaged, DamagedStore, NoRoom, Unreadable
from cardtui_server.table.environment import Environment


class TableLog:
    """The log of one table.

    Attributes:
        writing: whether a write is in progress, so that its entries may or may not be durable.
    """

    def __init__(self, table_id: str, state: TableState, env: Environment) -> None:
        self.writing = False
        self._id = table_id
        self._env = env
        self._game = state.rules.id

    async def write(self, after: int, tx: Transaction) -> None:
        """Make a transaction's entries durable, after entry number ``after``.

        Raises:
            Behind: another server has written to the log.
            NoRoom: the entries could not be written.
        """
        time, write = self._env.clock.wall(), self._env.journal.write
        rows = [write(Stamped(time, step.entry), self._game) for step in tx.steps]
        ended = [result_of(step.before, step.after, self._id, time) for step in tx.steps]
        results = [each for each in ended if each is not None]
        last = tx.state.life is Life.CLOSED
        self.writing = True
        try:
            await self._env.store.append(self._id, after, rows, last=last, results=results)
        except (Behind, NoRoom):
            self.writing = False
            raise
        self.writing = False

    async def read_on(self, tx: Transaction) -> None:
        """Add to a transaction the entries that another server has written after its state.

        Raises:
            Unreadable: the store cannot be read for now, or has no more entries.
            Damaged: what was read is not what was written.
        """
        rows = await read_rows(self._env, self._id, tx.state.entries)
        if not rows:
            raise Unreadable("Entries of the log are missing.")
        for row in rows:
            entry, sitters = self._env.journal.read(row, self._game).entry, tx.state.sitters
            seq = tx.add(entry)
            if isinstance(entry, Acted) and entry.request_id and (sitter := sitters[entry.seat]):
                tx.fresh[entry.request_id] = Answered(sitter.player, seq)


async def read_rows(env: Environment, table_id: str, after: int = 0) -> list[bytes]:
    """Return the rows of a table's log after number ``after``.

    A store that fails as a whole may work again a moment later; a damaged log stays damaged.

    Raises:
        Unreadable: the store cannot be read for now.
        Damaged: a row is missing or is not what was written.
    """
    try:
        return await env.store.read(table_id, after)
    except Exception as error:
        if isinstance(error, Damaged) and not isinstance(error, DamagedStore):
            raise
        raise Unreadable("The log cannot be read: {error}.", error=error) from error
