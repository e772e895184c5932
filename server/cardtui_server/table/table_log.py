"""A table's own log in the store: entries written behind the others, and read."""

from __future__ import annotations

from cardtui_server.match.entries import Acted, Stamped
from cardtui_server.match.state import Life, Standing
from cardtui_server.match.transaction import Answered, Draft
from cardtui_server.ports.log_store import Damaged, DamagedStore, Unreadable
from cardtui_server.table.environment import Doors


class Ledger:
    """The log of one table."""

    def __init__(self, table_id: str, standing: Standing, doors: Doors) -> None:
        self._id = table_id
        self._doors = doors
        self._deck = standing.rules.deck

    async def write(self, after: int, draft: Draft) -> None:
        """Make a draft's entries durable, behind the number of the last one.

        Raises:
            Behind: another server has written.
            NoRoom: they could not be written.
        """
        time, write = self._doors.clock.wall(), self._doors.journal.write
        rows = [write(Stamped(time, step.entry), self._deck) for step in draft.steps]
        last = draft.standing.life is Life.CLOSED
        await self._doors.store.append(self._id, after, rows, last=last)

    async def read_on(self, draft: Draft) -> None:
        """Add to a draft what another server has written behind its standing.

        Raises:
            Unreadable: the store cannot be read for now, or has nothing more.
            Damaged: what was read is not what was written.
        """
        rows = await read(self._doors, self._id, draft.standing.seq)
        if not rows:
            raise Unreadable("The log has no entries that it ought to have.")
        for row in rows:
            entry, sitters = self._doors.journal.read(row, self._deck).entry, draft.standing.sitters
            seq = draft.add(entry)
            if isinstance(entry, Acted) and entry.request_id and (sitter := sitters[entry.seat]):
                draft.fresh[entry.request_id] = Answered(sitter.player, seq)


async def read(doors: Doors, table_id: str, after: int = 0) -> list[bytes]:
    """Return the rows of a table's log after a number.

    A store that fails as a whole may be well again a moment later; a log that is damaged
    stays so.

    Raises:
        Unreadable: the store cannot be read for now.
        Damaged: a row is missing or not what was written.
    """
    try:
        return await doors.store.read(table_id, after)
    except Exception as error:
        if isinstance(error, Damaged) and not isinstance(error, DamagedStore):
            raise
        raise Unreadable("The log cannot be read: {error}.", error=error) from error
