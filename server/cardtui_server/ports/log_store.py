"""The log store: the contract for whatever keeps tables' logs, results and sessions (`LogStore`).
What an id may be (`is_id`), and how many bytes are appended at once: `MOST_APPENDED_BYTES`.

A table's log is append-only and numbered from 1 without gaps. A writer says which number it
believes is the last. If that is wrong, nothing is written: the writer reads on and tries again, so
several servers may share one store. A store keeps bytes: the rows that a `Journal` makes of
entries.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from itertools import accumulate, islice, takewhile
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_server.failures import Failure


class StoreError(Failure):
    """Something is wrong with the store; the sentence says what to do."""


class Behind(StoreError):
    """Somebody else has appended: the expected number is not the last one."""


class NoRoom(StoreError):
    """The entries could not be made durable, and nothing was written. It may work later."""


class Gone(NoRoom):
    """The store's files are no longer in place: nothing written there would be found again.

    The store goes on once they are put back. Rows that were being written at that very moment may
    then be there, although they were not acknowledged.
    """


class Unsure(StoreError):
    """Nobody knows whether the rows were written; who repeats the append by its id finds out."""


class Unreadable(StoreError):
    """The log cannot be read for now; it may work later."""


class Damaged(StoreError):
    """What was read is not what was written.

    Attributes:
        sound: the rows that were read before that, where the store knows them.
    """

    sound: Sequence[bytes] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Be the same failure in another process."""
        return (*super().__reduce__(), {"sound": self.sound})


class DamagedStore(Damaged):
    """The store as a whole cannot be read; nothing more should be written to it."""


MOST_APPENDED_BYTES: Final = 256_000
"""The most bytes of rows in one append."""

_ID: Final = re.compile("[a-z0-9]{1,32}")


def is_id(table: str) -> bool:
    """Return whether a text may be a table's id: up to 32 small letters and digits of ASCII."""
    return _ID.fullmatch(table) is not None


_TOURNAMENT_PREFIX: Final = "cup0"
"""How the id of a tournament, and of its log, begins: ids of tables and players have no 0."""


def tournament_id(letters: str) -> str:
    """Return the id of a tournament."""
    return _TOURNAMENT_PREFIX + letters


def is_tournament_id(id_: str) -> bool:
    """Return whether an id is a tournament's, and not that of a table or a player."""
    return id_.startswith(_TOURNAMENT_PREFIX)


_CLUB_PREFIX: Final = "club0"
"""How the ids of the parts of the club's log begin."""


def club_log(part: int) -> str:
    """Return the id of a part of the club's log; the first one is 1."""
    return f"{_CLUB_PREFIX}{part}"


def is_club_log(id_: str) -> bool:
    """Return whether an id is that of a part of the club's log."""
    return id_.startswith(_CLUB_PREFIX)


def is_table_log(id_: str) -> bool:
    """Return whether an id is that of the log of a table, if it is one."""
    return not is_tournament_id(id_) and not is_club_log(id_)


def check_append(table: str, rows: Sequence[bytes]) -> None:
    """Refuse what no store takes.

    Raises:
        ValueError: see `LogStore.append`.
    """
    if not is_id(table):
        raise ValueError(f"no id of a table: {table!r}")
    if sum(map(len, rows)) > MOST_APPENDED_BYTES:
        raise ValueError(f"more than {MOST_APPENDED_BYTES} bytes at once for table {table}")


def check_last(seq: int, expected: int, *, closed: bool) -> None:
    """Refuse to append to a log unless its last row has the expected number and does not close it.

    Raises:
        Behind: it must not be appended to.
    """
    if seq != expected:
        raise Behind("The log has {seq} entries, not {expected}.", seq=seq, expected=expected)
    if closed:
        raise Behind("The log has ended with entry {seq}.", seq=seq)


def check_redacted(closed: int, count: int, *, same: bool) -> None:
    """Check that a log may be redacted.

    Args:
        closed: how many rows it has if it is closed; else 0.
        count: how many shall take their place.
        same: whether its rows are those that the caller has read.

    Raises:
        Behind: it is not closed, or has another number of rows, or others.
    """
    if not closed or count not in (0, closed):
        raise Behind("A closed log of {closed} rows gets none or as many.", closed=closed)
    if not same:
        raise Behind("Somebody has put other rows into the log meanwhile.")


class Player(NamedTuple):
    """A player's session on one machine as it is kept, with only the hash of its token.

    The sessions of a player on several machines differ in their tokens and in their use.

    Attributes:
        token_hash: the hash of the token.
        id: the player's id.
        name: the player's name.
        used: when it was last used, in milliseconds since 1970, to within a day.
        sat: whether the player has ever had a seat.
        began: when it began, in milliseconds since 1970; of two sessions of a player, one is older.
    """

    token_hash: bytes
    id: str
    name: str
    used: int = 0
    sat: bool = False
    began: int = 0


class PlayersPage(NamedTuple):
    """Some sessions, and the cursor from which those after them are read; ``""`` after the last."""

    found: list[Player]
    after: str


class SeatResult(NamedTuple):
    """What a finished match was for one seat.

    Attributes:
        player: the id of the player who held it, or who had left it to a bot; ``""`` for a bot.
        bot: the level of the bot that held it without a player; 0 for a player.
        team: its team; ``None`` where everybody plays alone.
        won: whether it won the match.
        chips: how many chips it won, or lost if below 0; 0 in games without chips.
        hands: how many hands its side won.
        bluffs: how many bluffs its side called.
        calls: how often it said or did what needs no card, by verb.
        place: its place in the match, from 1.
        left: whether the player had left it to a bot by the end.
    """

    player: str
    bot: int
    team: int | None
    won: bool
    chips: int = 0
    hands: int = 0
    bluffs: int = 0
    calls: tuple[tuple[str, int], ...] = ()
    place: int = 0
    left: bool = False


class Result(NamedTuple):
    """What came of a finished match.

    Attributes:
        table: the id of its table.
        match: its number at that table.
        game: the game's id.
        preset: the preset that it was played by; ``""`` if none has its options.
        ended: when it ended, in milliseconds since 1970.
        seats: what it was for each seat.
        rated: whether it counts for ratings.
        shown: from when on those may know it who did not play the match to its end, in milliseconds
            since 1970; 0 for at once.
    """

    table: str
    match: int
    game: str
    preset: str
    ended: int
    seats: tuple[SeatResult, ...]
    rated: bool = False
    shown: int = 0

    def is_known_to(self, player: str, now: int) -> bool:
        """Return whether a player may know it, at a time in milliseconds since 1970."""
        played = any(each.player == player and not each.left for each in self.seats)
        return self.shown <= now or played


class Counted(NamedTuple):
    """A result of a game, and the cursor from which those after it are read.

    What is in a cursor is the store's affair; all servers of a store have the same order.
    """

    cursor: str
    result: Result


class Kept(NamedTuple):
    """What a log has come to, kept beside it so that it need not be read.

    It is a cache: the log is the truth, and a table loses nothing without it. Empty is what is not
    to be kept now.

    Attributes:
        listing: the table as the list of tables needs it. It must be kept with every entry that
            changes it.
        checkpoint: the table as a whole, after the last entry.
    """

    listing: bytes = b""
    checkpoint: bytes = b""


NOTHING_KEPT: Final = Kept()
NO_CHANGE: Final[Mapping[int, int]] = MappingProxyType({})


class OpenTable(NamedTuple):
    """A table that is not closed.

    Attributes:
        id: the table's id.
        listing: the table as the list of tables needs it; ``b""`` if the log must be read.
        checked: whether all of the log was found as written; if not, only its end was looked at.
    """

    id: str
    listing: bytes = b""
    checked: bool = True


class Checkpoint(NamedTuple):
    """A table as a whole, after that many entries of its log."""

    entries: int
    body: bytes


class KeptCopy(NamedTuple):
    """A copy of a stream on a machine that does not lead it.

    Attributes:
        machine: its name.
        current: whether it has all that was written.
        lag: how many messages it lacks.
        offline: whether it is not there.
    """

    machine: str
    current: bool
    lag: int = 0
    offline: bool = False


class KeptStream(NamedTuple):
    """A stream in which a store keeps something, on several machines.

    Attributes:
        name: its name.
        leader: the name of the machine that leads it; ``""`` for none.
        copies: those on the other machines.
        trouble: what is wrong with all of it; ``""`` if nothing is.
    """

    name: str
    leader: str = ""
    copies: tuple[KeptCopy, ...] = ()
    trouble: str = ""


def claimed(claims: dict[str, str], likeness: str, player: str, instead_of: str) -> str:
    """Keep a claim in memory, and return whose it is; see `LogStore.claim`."""
    if claims.get(likeness, instead_of) in (instead_of, ""):
        claims[likeness] = player
    return claims[likeness]


class LogStore(ABC):
    """Keeps tables' logs, the results of their matches, and sessions.

    A table's id is what `is_id` says. A table without rows does not exist.
    """

    async def open(self) -> None:  # noqa: B027 - most need not
        """Reach what it keeps everything in; to be awaited before anything else.

        Raises:
            StoreError: it cannot be reached, or must not be used; the sentence says what to do.
        """

    @abstractmethod
    async def append(
        self,
        table: str,
        expected: int,
        rows: Sequence[bytes],
        *,
        append_id: bytes = b"",
        last: bool = False,
        results: Sequence[Result] = (),
        shown: Mapping[int, int] = NO_CHANGE,
        kept: Kept = NOTHING_KEPT,
    ) -> None:
        """Write rows after number ``expected``, all or none; on return they are durable.

        A write that has begun is completed even if the caller is cancelled while it waits. With an
        empty list of rows the number is checked, too, but nothing changes.

        An append that is repeated, with the same arguments and id, finds itself in the log if it
        was written: then nothing is written again. It may also be `Behind` itself, as far as the
        store knows: who reads on sees its own entries.

        Args:
            table: the table's id.
            expected: the number of the last row; 0 for a new table.
            rows: the rows to write.
            append_id: what no other append of the table has; ``b""`` for one never repeated.
            last: whether these rows close the table: nothing may come after them.
            results: the results of the matches that end with these rows.
            shown: by the number of an earlier match of the table, another `Result.shown`.
            kept: what the log has come to with these rows, as far as it is to be kept.

        Raises:
            Behind: ``expected`` is less or more than the number of the last row, or that row closed
                the table.
            NoRoom: the rows could not be written.
            Unsure: nobody knows whether they were.
            ValueError: it is no id of a table, or the rows are more than `MOST_APPENDED_BYTES`.
        """

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """Return the rows after number ``after``, in order; none if the table does not exist.

        Raises:
            Damaged: a row is missing or is not what was written; or the log ends before row
                ``after``, which the caller has seen.
        """

    @abstractmethod
    def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        """Yield the tables that are not closed, oldest first, some at a time.

        A store may keep nothing beside the logs. Where they are very long, their checks are left to
        `check`.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """

    @abstractmethod
    async def tables(self) -> dict[str, bool]:
        """Return the ids of all tables, oldest first, and whether each is closed.

        Raises:
            DamagedStore: the store as a whole cannot be read.
        """

    async def check(self, table: str) -> None:
        """Look whether all of a log is as written, a little at a time.

        Raises:
            Damaged: it is not.
        """
        await self.read(table)

    async def checkpoint(self, table: str) -> Checkpoint | None:
        """Return the checkpoint that is kept of a table; ``None`` if none fits its log."""
        del table
        return None

    async def keep(self, table: str, entries: int, kept: Kept) -> None:
        """Keep what a log has come to after that many entries, unless something later is kept.

        Raises:
            NoRoom: it could not be written.
        """
        del table, entries, kept

    async def last(self, table: str) -> bytes:
        """Return the last row of a log; ``b""`` if there is none.

        Raises:
            Damaged, Unreadable: see `read`.
        """
        rows = await self.read(table)
        return rows[-1] if rows else b""

    @abstractmethod
    async def redact(
        self, table: str, rows: Sequence[bytes], *, instead_of: Sequence[bytes] = ()
    ) -> None:
        """Put other rows in the place of those of a closed log: as many, or none.

        Of what they said nothing is left in the store. Without rows the table does not exist any
        more.

        Args:
            table: the table's id.
            rows: the other rows.
            instead_of: the rows as they were read; none if it does not matter what stands there.

        Raises:
            Behind: the log is not closed, or has another number of rows, or somebody has put others
                there meanwhile: read them, and try again.
            NoRoom: it could not be written.
        """

    @abstractmethod
    async def results_of(
        self, player: str, most: int = 10_000, *, known: tuple[str, int] | None = None
    ) -> list[Result]:
        """Return the latest results of a player, oldest first.

        Args:
            player: the player's id.
            most: how many at most.
            known: for whom and when, as in `Result.is_known_to`; ``None`` for all there are.
        """

    @abstractmethod
    async def results(self, game: str, after: str = "", most: int = 1000) -> list[Counted]:
        """Return the first results of a game after a cursor, in the order of their ends.

        Args:
            game: the game's id.
            after: the cursor of the last result that is known; ``""`` for none.
            most: how many at most.
        """

    @abstractmethod
    async def add_results(self, results: Sequence[Result]) -> None:
        """Keep results of logs that were written without them, in the order given.

        Of those that are kept already, none counts again.

        Raises:
            StoreError: they could not be written; some of them may be.
        """

    @abstractmethod
    async def forget_results(self, before: int) -> None:
        """Keep no results of matches that ended before a time, in milliseconds since 1970.

        A store may keep the last one of a game, after which others are numbered.

        Raises:
            NoRoom: that could not be written.
        """

    @abstractmethod
    async def who_played(self) -> set[str]:
        """Return the ids of all players who have a result."""

    @abstractmethod
    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        """Keep some sessions, or what has changed in them, all or none.

        Args:
            players: the sessions to keep.
            instead_of: sessions as they were kept: those that are kept no longer, and those that
                have another name now.

        Raises:
            NoRoom: the sessions could not be written.
        """

    async def forget(self, players: Sequence[Player]) -> None:
        """Keep some sessions no longer, all or none.

        Raises:
            NoRoom: that could not be written.
        """
        await self.save_players((), instead_of=players)

    @abstractmethod
    async def players(self, after: str = "") -> PlayersPage:
        """Return the first sessions after a cursor; ``""`` is before all of them."""

    @abstractmethod
    async def player(self, token_hash: bytes) -> Player | None:
        """Return the session with that token, also one that another server has kept."""

    @abstractmethod
    async def sessions(self, players: Sequence[str]) -> list[Player]:
        """Return the sessions of the players with these ids."""

    @abstractmethod
    async def alike(self, name: str) -> list[Player]:
        """Return the sessions of the players of a name, in any case, and of names that look alike.

        It is `safe_text.name_key` and `lookalikes.likeness` that are compared.
        """

    async def claim(
        self, likeness: str, player: str, *, instead_of: str = "", seconds: int = 0
    ) -> str:
        """Have what a name is taken for belong to a player, at all servers that share the store.

        A store that one server has for itself need not keep this.

        Args:
            likeness: what people take the name for.
            player: the player's id.
            instead_of: whose it may have been until now; ``""`` for nobody's.
            seconds: how long it must last; 0 for always. A store may keep it for longer.

        Returns:
            The id of the player to whom it belongs: of several who claim it, one.

        Raises:
            NoRoom: it could not be written.
        """
        del likeness, instead_of, seconds
        return player

    @abstractmethod
    async def size(self) -> int:
        """Return how many bytes all takes that is kept."""

    async def streams(self) -> Sequence[KeptStream]:
        """Return the streams that keep everything; none where no streams do."""
        return ()

    def watch(self, changed: Callable[[NoRoom | None], None]) -> None:
        """Have a function called on this loop when the store is found to be gone.

        It is called with ``None`` once the store can be written to again, whether it was gone or
        had no room. Both are noticed even if nobody writes. A store that can never be gone or full
        does not call it.
        """
        del changed

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, and release everything."""


async def all_players(store: LogStore) -> AsyncIterator[Player]:
    """Yield all sessions that a store keeps; only some of them are in memory at a time."""
    page = await store.players()
    while True:
        for each in page.found:
            yield each
        if not page.after:
            return
        page = await store.players(page.after)


async def append_all(
    store: LogStore,
    table: str,
    rows: Sequence[bytes],
    *,
    after: int = 0,
    last: bool = False,
    kept: Kept = NOTHING_KEPT,
) -> None:
    """Write a whole log, in as many appends as it takes.

    Args:
        store: where it is written.
        table: the table's id.
        rows: the rows of the log.
        after: how many of them are there.
        last: whether the log is closed.
        kept: what the log has come to.
    """
    done = after
    for some in parts(rows[after:]):
        end = done + len(some)
        whole = end == len(rows)
        await store.append(
            *(table, done, some), last=last and whole, kept=kept if whole else NOTHING_KEPT
        )
        done = end


def parts(rows: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Yield rows in parts that an append takes; a longer row is a part by itself."""
    done = 0
    while done < len(rows):
        sizes = accumulate(map(len, islice(rows, done, None)))
        end = done + max(
            1, sum(1 for _ in takewhile(lambda size: size <= MOST_APPENDED_BYTES, sizes))
        )
        yield rows[done:end]
        done = end
