"""A log store in memory, for tests and for tables that need not survive the process."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import chain

from cardtui_server.lookalikes import likeness
from cardtui_server.ports.log_store import (
    NO_CHANGE,
    NOTHING_KEPT,
    Counted,
    Damaged,
    Kept,
    LogStore,
    NoRoom,
    OpenTable,
    Player,
    PlayersPage,
    Result,
    check_append,
    check_last,
    check_redacted,
    claimed,
)
from cardtui_server.safe_text import name_key


class MemoryStore(LogStore):
    """Keeps everything until the process ends.

    Attributes:
        full: while true, nothing can be written, as on a full disk.
    """

    def __init__(self) -> None:
        self.full = False
        self._rows: dict[str, list[bytes]] = {}
        self._closed: set[str] = set()
        self._latest: dict[str, bytes] = {}
        self._players: dict[bytes, Player] = {}
        self._results: list[Result] = []
        self._forgotten = Counter[str]()  # by game, how many results
        self._claims: dict[str, str] = {}

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
        del kept  # to read a log in memory takes no longer than it must
        check_append(table, rows)
        self._check_room()
        log = self._rows.get(table, [])
        if append_id and self._latest.get(table) == append_id:
            return
        check_last(len(log), expected, closed=table in self._closed)
        if rows:
            self._rows.setdefault(table, log).extend(rows)
            self._latest[table] = append_id
            if shown:
                self._results = [
                    each._replace(shown=shown.get(each.match, each.shown))
                    if each.table == table
                    else each
                    for each in self._results
                ]
            self._results += results
            if last:
                self._closed.add(table)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        log = self._rows.get(table, [])
        if after > len(log):
            raise Damaged("Entry {number} of the log is missing.", number=after)
        return log[after:]

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        yield [OpenTable(table) for table in self._rows if table not in self._closed]

    async def tables(self) -> dict[str, bool]:
        return {table: table in self._closed for table in self._rows}

    async def redact(
        self, table: str, rows: Sequence[bytes], *, instead_of: Sequence[bytes] = ()
    ) -> None:
        self._check_room()
        log = self._rows.get(table, [])
        same = not instead_of or log == [*instead_of]
        check_redacted(len(log) if table in self._closed else 0, len(rows), same=same)
        self._rows[table] = list(rows)
        if not rows:
            del self._rows[table]
            self._closed.discard(table)

    async def results_of(
        self, player: str, most: int = 10_000, *, known: tuple[str, int] | None = None
    ) -> list[Result]:
        found = [
            each
            for each in self._results
            if player in [seat.player for seat in each.seats]
            and (known is None or each.is_known_to(*known))
        ]
        return found[-most:]

    async def results(self, game: str, after: str = "", most: int = 1000) -> list[Counted]:
        found = [each for each in self._results if each.game == game]
        gone = self._forgotten[game]
        first = max(int(after or 0) - gone, 0)
        counted = [Counted(str(each[0]), each[1]) for each in enumerate(found, gone + 1)]
        return counted[first : first + most]

    async def add_results(self, results: Sequence[Result]) -> None:
        self._check_room()
        kept = {each[:2] for each in self._results}
        self._results += [each for each in results if each[:2] not in kept]

    async def forget_results(self, before: int) -> None:
        self._check_room()
        self._forgotten.update(each.game for each in self._results if each.ended < before)
        self._results = [each for each in self._results if each.ended >= before]

    async def who_played(self) -> set[str]:
        return {seat.player for each in self._results for seat in each.seats if seat.player}

    async def save_players(
        self, players: Sequence[Player], *, instead_of: Sequence[Player] = ()
    ) -> None:
        self._check_room()
        for each in instead_of:
            self._players.pop(each.token_hash, None)
        self._players.update({player.token_hash: player for player in players})

    async def players(self, after: str = "") -> PlayersPage:
        del after  # one page has them all
        return PlayersPage([*self._players.values()], "")

    async def player(self, token_hash: bytes) -> Player | None:
        return self._players.get(token_hash)

    async def sessions(self, players: Sequence[str]) -> list[Player]:
        return [each for each in self._players.values() if each.id in players]

    async def alike(self, name: str) -> list[Player]:
        key, like = name_key(name), likeness(name)
        return [
            each
            for each in self._players.values()
            if name_key(each.name) == key or likeness(each.name) == like
        ]

    async def claim(
        self, likeness: str, player: str, *, instead_of: str = "", seconds: int = 0
    ) -> str:
        del seconds
        self._check_room()
        return claimed(self._claims, likeness, player, instead_of)

    async def size(self) -> int:
        return sum(map(len, chain.from_iterable(self._rows.values())))

    async def close(self) -> None:
        """See `LogStore.close`."""

    def _check_room(self) -> None:
        if self.full:
            raise NoRoom("There is no room left.")
