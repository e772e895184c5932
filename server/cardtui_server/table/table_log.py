"""A table's own log in the store: writes entries after the last one, and reads them. How many
entries there are at least between two checkpoints: `FEWEST_NEW_ENTRIES`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from secrets import token_bytes
from time import perf_counter
from typing import Final, TypeVar

from cardtui_server.match.entries import Acted, Stamped
from cardtui_server.match.late import LateTable, is_late, late_after
from cardtui_server.match.refusals import Refused
from cardtui_server.match.replay import Resumable, request_of
from cardtui_server.match.replies import ReplyCache
from cardtui_server.match.result import result_of
from cardtui_server.match.seen import is_listed_otherwise
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Answered, Step, Transaction
from cardtui_server.ports.log_store import (
    NOTHING_KEPT,
    Behind,
    Damaged,
    DamagedStore,
    Kept,
    NoRoom,
    Unreadable,
    Unsure,
)
from cardtui_server.table.clocks import GuardedClock
from cardtui_server.table.environment import Environment
from cardtui_server.table.outage import FIRST_WAIT

T = TypeVar("T")

FEWEST_NEW_ENTRIES: Final = 128
"""The fewest entries between two checkpoints: as many are read in some ten milliseconds."""

_NEW_REPLIES_SHARE: Final = 4
"""Where a table remembers many replies, each of so many must be new."""


class TableLog:
    """The log of one table.

    Attributes:
        writing: whether a write is in progress, so that its entries may or may not be durable.
    """

    def __init__(
        self,
        table_id: str,
        env: Environment,
        clock: GuardedClock,
        checkpoint: int,
        late: LateTable | None,
    ) -> None:
        """Begin with the log as it is.

        Args:
            env: the table's ways to the world.
            clock: tells the times of entries.
            checkpoint: after how many entries the latest checkpoint was made; 0 if there is none.
            late: the late table, if there is one.
        """
        self.writing = False
        self._id = table_id
        self._env = env
        self._clock = clock
        self._checkpoint = checkpoint
        self._hidden = {} if late is None else late.ends

    async def write(
        self,
        after: int,
        tx: Transaction,
        replies: ReplyCache,
        late: LateTable | None,
        unsure: Callable[[Unsure], Awaitable[None]],
    ) -> None:
        """Make a transaction's entries durable, after entry number ``after``.

        While nobody knows whether they are, they are written again, and find themselves.

        Args:
            after: the number of the last entry.
            replies: the replies to earlier requests.
            late: the late table before the transaction, if there is one.
            unsure: awaited before each repetition; what it raises ends them.

        Raises:
            Behind: another server has written to the log.
            NoRoom: the entries could not be written.
        """
        time, write = self._clock.wall(), self._env.journal.write
        game = tx.state.rules.id
        rows = [write(Stamped(time, step.entry), game) for step in tx.steps]
        hidden = _hidden_after(late, tx.steps, time)
        ended = [
            result_of(each.before, each.after, self._id, time, hidden.get(each.after.match, 0))
            for each in tx.steps
        ]
        results = [each for each in ended if each is not None]
        # Spectators may come to see earlier matches at another time than was thought.
        sooner = {each: time for each, due in self._hidden.items() if due > time}
        shown = {
            match: due
            for match, due in {**sooner, **hidden}.items()
            if self._hidden.get(match) != due and all(match != each.match for each in results)
        }
        last = tx.state.life is Life.CLOSED
        kept = Kept() if last else self._kept(tx, replies)
        append = partial(
            self._env.store.append,
            *(self._id, after, rows),
            append_id=new_append_id(),
            last=last,
            results=results,
            shown=shown,
            kept=kept,
        )
        self.writing = True
        began = perf_counter()
        try:
            await certainly(append, unsure)
        except (Behind, NoRoom):
            self.writing = False
            raise
        self.writing = False
        self._env.metrics.appends.add(perf_counter() - began)
        self._env.metrics.moves += sum(type(step.entry) is Acted for step in tx.steps)
        self._hidden = hidden
        if kept.checkpoint:
            self._checkpoint = tx.state.entries

    async def has_more(self, after: int) -> bool:
        """Return whether the log has entries after a number, as far as it can be read."""
        try:
            return bool(await read_rows(self._env, self._id, after))
        except Unreadable:
            return False

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
            time, entry = self._env.journal.read(row, tx.state.rules.id)
            self._clock.not_before(time)
            granted = request_of(entry, tx.state)
            seq = tx.add(entry)
            if granted is not None:
                request_id, player = granted
                tx.fresh[request_id] = Answered(player, seq)

    def _kept(self, tx: Transaction, replies: ReplyCache) -> Kept:
        """Return what is to be kept beside the log with a transaction's entries."""
        state, checkpoints = tx.state, self._env.checkpoints
        listing = checkpoints.listing(state) if any(map(lists_otherwise, tx.steps)) else b""
        grown = state.entries - self._checkpoint
        # What late spectators know is no part of a checkpoint.
        if grown < max(FEWEST_NEW_ENTRIES, len(replies.granted) // _NEW_REPLIES_SHARE) or is_late(
            state.made
        ):
            return Kept(listing)
        fresh = [each for each in tx.fresh.items() if not isinstance(each[1].result, Refused)]
        granted = ReplyCache.of_granted(replies.granted.items(), fresh)
        return Kept(listing, checkpoints.checkpoint(Resumable(state, granted)))


def new_append_id() -> bytes:
    """Return an id for an append, which no other append has."""
    return token_bytes(8)


async def certainly(
    append: Callable[[], Awaitable[None]], unsure: Callable[[Unsure], Awaitable[None]]
) -> None:
    """Append until it is known what became of it.

    Args:
        append: an append with an id.
        unsure: awaited before each repetition; what it raises ends them.
    """
    while True:
        try:
            await append()
        except Unsure as error:
            await unsure(error)
        else:
            return


async def write_rows(
    env: Environment,
    log: str,
    after: int,
    rows: Sequence[bytes],
    *,
    last: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> None:
    """Write rows after number ``after`` of a log; again until it is known that they are there.

    Args:
        env: whose outage begins or ends with it.
        log: the log's id.
        after: the number of its last row.
        rows: what to write.
        last: whether the log ends with them.
        kept: what is kept beside it.

    Raises:
        Refused: there is no room for them.
        Behind: the log has other rows after that number.
    """

    async def until_next_try(error: Unsure) -> None:
        env.outage.began(error)
        again = asyncio.Event()
        env.clock.call_later(FIRST_WAIT, again.set)
        await again.wait()

    id_ = new_append_id()
    append = partial(env.store.append, log, after, rows, append_id=id_, last=last, kept=kept)
    try:
        await certainly(append, until_next_try)
    except NoRoom as error:
        raise env.outage.began(error) from error
    env.outage.ended()


def _hidden_after(late: LateTable | None, steps: Sequence[Step], time: int) -> Mapping[int, int]:
    """Return what `LateTable.ends` will be once these steps are durable."""
    late = None if late is None else late.copy()
    for step in steps:
        late = late_after(late, step, time)
    return {} if late is None else late.ends


def lists_otherwise(step: Step) -> bool:
    """Return whether the lobby knows the table otherwise after an entry."""
    return is_listed_otherwise(step) or step.before.host != step.after.host


async def read_rows(env: Environment, table_id: str, after: int = 0) -> list[bytes]:
    """Return the rows of a table's log after number ``after``.

    Raises:
        Unreadable: see `readable`.
        Damaged: a row is missing or is not what was written.
    """
    return await readable(lambda: env.store.read(table_id, after))


async def readable(read: Callable[[], Awaitable[T]]) -> T:
    """Return what was read of a log.

    A store that fails as a whole may work again a moment later; a damaged log stays damaged.

    Raises:
        Unreadable: the store cannot be read for now.
        Damaged: a row is missing or is not what was written.
    """
    try:
        return await read()
    except Exception as error:
        if isinstance(error, Damaged) and not isinstance(error, DamagedStore):
            raise
        raise Unreadable("The log cannot be read: {error}.", error=error) from error
