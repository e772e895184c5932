"""A table's ledger: its own log in the store, written to and read on as entries."""

from __future__ import annotations

from cardtui_server.doors import Doors
from cardtui_server.draft import Answered, Draft
from cardtui_server.entries import Acted, Stamped
from cardtui_server.log import Journal
from cardtui_server.standing import Life, Standing


class Ledger:
    """The log of one table."""

    def __init__(self, table_id: str, standing: Standing, doors: Doors) -> None:
        self._id = table_id
        self._doors = doors
        self._journal = Journal(standing.rules.deck)

    async def write(self, after: int, draft: Draft) -> None:
        """Make a draft's entries durable, behind the number of the last one.

        Raises:
            Behind: another server has written.
            NoRoom: they could not be written.
        """
        time = self._doors.clock.wall()
        rows = [self._journal.write(Stamped(time, step.entry)) for step in draft.steps]
        last = draft.standing.life is Life.CLOSED
        await self._doors.store.append(self._id, after, rows, last=last)

    async def read_on(self, draft: Draft) -> None:
        """Add to a draft what another server has written behind its standing."""
        for row in await self._doors.store.read(self._id, draft.standing.seq):
            entry = self._journal.read(row).entry
            seq = draft.add(entry)
            if isinstance(entry, Acted) and entry.request_id:
                draft.fresh[entry.request_id] = Answered(entry.seat, seq)
