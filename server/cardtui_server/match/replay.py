"""Reads a table back from the rows of its log (`read_back`), or on from a checkpoint (`read_on`).
What people watch again is in `client/cardtui_studio/replay_screen.py`.

Rows and checkpoints are bytes here: `Journal` and `Checkpoints` are the contracts for who makes
values of them, which the room of the wire does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from cardtui_server.match.entries import Acted, Created, Entry, Stamped, Talked, TalkedApart
from cardtui_server.match.fold import begin, fold
from cardtui_server.match.late import LateTable, is_late, late_after
from cardtui_server.match.replies import ReplyCache
from cardtui_server.match.result import result_of
from cardtui_server.match.state import TableState
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.match.transaction import Answered, Step
from cardtui_server.ports.log_store import Damaged, Result

NOT_INSTALLED: Final = (
    "The game {game} is not installed: install its package, and the table is there again."
)


class Resumable(NamedTuple):
    """A table as a checkpoint has it: what must be known to read on in its log."""

    state: TableState
    replies: ReplyCache


class Checkpoints(Protocol):
    """Makes checkpoints and reads them.

    A checkpoint is only read by the very program that made it: any other returns ``None``, as it
    does for one that is damaged, and reads the log.
    """

    def listing(self, state: TableState) -> bytes:
        """Return what the list of tables needs of a table."""

    def read_listing(self, body: bytes) -> TableState | None:
        """Return the table without its match and talk; ``None`` if the log must be read."""

    def checkpoint(self, table: Resumable) -> bytes:
        """Return all of a table."""

    def read(self, body: bytes) -> Resumable | None:
        """Return the table; ``None`` if the log must be read."""


class Journal(Protocol):
    """Makes rows of entries, and entries of rows; ``game`` decides what cards and verbs mean."""

    def write(self, stamped: Stamped, game: str) -> bytes:
        """Return an entry as a row."""

    def read(self, row: bytes, game: str) -> Stamped:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds no entry that this release knows, or the game is not installed.
        """

    def shown(self, row: bytes) -> str:
        """Return a row that can be read as JSON in one line."""

    def read_first(self, row: bytes) -> tuple[int, Created]:
        """Return when a log began, and its first entry, which names the game of the others.

        Raises:
            Damaged: the row is not the beginning of a log.
        """


class Replayed(NamedTuple):
    """A replayed row: the table before and after it, and its entry.

    For the first row, the table before it is the same as the table after it.
    """

    before: TableState
    after: TableState
    stamped: Stamped


def replay(rows: Sequence[bytes], journal: Journal, *, chained: bool = True) -> Iterator[Replayed]:
    """Replay the rows one by one.

    Args:
        rows: all rows of a log.
        journal: reads them.
        chained: whether the chain is wanted; nothing else follows from it.

    Raises:
        Damaged: a row cannot be read, or the game is not installed.
        Exception: any exception that the rules raise for an impossible entry.
    """
    time, made = journal.read_first(rows[0])
    try:
        rules = rules_of(made.game)
    except KeyError:
        raise Damaged(NOT_INSTALLED, game=made.game) from None
    state = begin(made, rules)
    yield Replayed(state, state, Stamped(time, made))
    yield from _replay_on(state, rows[1:], journal, chained=chained)


def with_results(
    table_id: str, replayed: Iterable[Replayed], results: list[Result]
) -> Iterator[Replayed]:
    """Yield replayed rows; the results of the matches that end with them are there at the end.

    Until then it may change when spectators see the end of a match.

    Args:
        replayed: the rows; what ended before one that cannot be read has its result, too.
        results: takes the results.
    """
    late: LateTable | None = None
    shown: dict[int, int] = {}
    try:
        for each in replayed:
            before, after, (time, entry) = each
            if after is not before and (late is not None or is_late(after.made)):
                hidden = {} if late is None else late.ends
                late = late_after(late, Step(before, after, entry, ()), time)
                shown |= {match: min(due, time) for match, due in hidden.items()}
                shown |= {} if late is None else late.ends
            if result := result_of(before, after, table_id, time):
                results.append(result)
            yield each
    finally:
        results[:] = [each._replace(shown=shown.get(each.match, 0)) for each in results]


class ReadBack(NamedTuple):
    """A table as its log says.

    Attributes:
        state: the table.
        replies: the replies to earlier requests.
        late: the table as its spectators know it, if they see a match later.
        checkpoint: after how many entries the latest checkpoint was made; 0 if there is none.
        time: when the last entry was written, in milliseconds since 1970.
    """

    state: TableState
    replies: ReplyCache
    late: LateTable | None
    checkpoint: int = 0
    time: int = 0


def unruly(table: str) -> Damaged:
    """Return what to raise of a log that the rules refuse."""
    return Damaged(
        "The log of table {table} breaks the rules. Run “cardtui recover” to keep what is good.",
        table=table,
    )


def read_back(table_id: str, rows: Sequence[bytes], journal: Journal) -> ReadBack:
    """Return the table at the end of its log.

    Raises:
        Damaged: the log cannot be that of a table.
    """
    replies = ReplyCache()
    state: TableState | None = None
    late: LateTable | None = None
    time = 0
    try:
        for replayed in replay(rows, journal):
            before, state, (time, entry) = replayed
            if state is not before:
                late = late_after(late, Step(before, state, entry, ()), time)
            _remember(replayed, replies)
        assert state is not None
    except Damaged:
        raise
    except Exception as error:  # an impossible entry may make the rules raise anything
        raise unruly(table_id) from error
    return ReadBack(state, replies, late, time=time)


def read_on(table: Resumable, rows: Sequence[bytes], journal: Journal) -> ReadBack | None:
    """Return the table at the end of its log, from a checkpoint and the rows from its last one on.

    Returns:
        ``None`` if all of the log must be read: spectators see a match later, or something is
        wrong, of which the log as a whole says more.
    """
    state, replies = table
    checkpoint = state.entries
    try:
        time = journal.read(rows[0], state.rules.id).time
        for replayed in _replay_on(state, rows[1:], journal):
            state, time = replayed.after, replayed.stamped.time
            _remember(replayed, replies)
            if is_late(state.made):
                return None
    except Exception:  # noqa: BLE001 - an impossible entry may make the rules raise anything
        return None
    return None if is_late(state.made) else ReadBack(state, replies, None, checkpoint, time)


def _replay_on(
    state: TableState, rows: Sequence[bytes], journal: Journal, *, chained: bool = True
) -> Iterator[Replayed]:
    for row in rows:
        stamped = journal.read(row, state.rules.id)
        after, _ = fold(state, stamped.entry)
        if after.chain and not chained:
            after = after._replace(chain=b"")  # a chain that has not begun does not go on
        yield Replayed(state, after, stamped)
        state = after


def _remember(replayed: Replayed, replies: ReplyCache) -> None:
    """Remember the reply to the request that an entry grants, if it has one."""
    before, after, (_, entry) = replayed
    if (granted := request_of(entry, before)) is not None:
        request_id, player = granted
        replies.add({request_id: Answered(player, after.seq)})


def request_of(entry: Entry, before: TableState) -> tuple[str, str] | None:
    """Return the id of the request that an entry grants, and its player; ``None`` without an id."""
    if not isinstance(entry, Acted | Talked | TalkedApart) or not entry.request_id:
        return None
    if isinstance(entry, Talked):
        return entry.request_id, entry.player
    sitter = before.sitters[entry.seat]
    return None if sitter is None else (entry.request_id, sitter.player)
