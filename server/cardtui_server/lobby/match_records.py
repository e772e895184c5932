"""Who may have the record of a match: those who held a seat in it, once it is over
(`MatchRecords`). How many are kept ready: `_RECORDS_KEPT`; how long one waits for signatures:
`_SIGNATURE_LOOKS` times `_LOOK_SECONDS`. How long records are kept: `retention.py`.

A record tells all cards, so nobody gets one before the match is over. A player who left earlier
gets it once spectators may know the end; a spectator gets none. Where other tables play the same
packs, nobody gets it while the table is held. A player who has one may pass it
on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Final

from cardtui_engine.library.records import Vouch
from cardtui_server.fairness.signatures import CLOSED, OVER, SERVER, Signer, message
from cardtui_server.match.commands.signing import all_signed
from cardtui_server.match.entries import Started
from cardtui_server.match.record import Recorded, record_of
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import read_back
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.ports.log_store import is_table_log
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows
from cardtui_server.thread_queue import ThreadQueue, with_rests

_RECORDS_KEPT: Final = 8
"""How many of the latest records are kept: at the end of a match all its players ask for it."""

_LATEST_RESULTS: Final = 16
"""How many of a player's latest results are looked at: one who played a match knows its end."""

_SIGNATURE_LOOKS: Final = 20
_LOOK_SECONDS: Final = 0.05
"""How often, and how long, the record waits for the signatures of players: a second in all."""

_NO_SUCH_MATCH: Final = (
    "You have played no match at such a table that is over: its record comes then."
)

_RECORD_HELD: Final = (
    "Other tables play these packs, too: the record comes when the last has ended."
)


class MatchRecords:
    """Makes the records of matches from the logs of their tables, one at a time."""

    def __init__(
        self,
        env: Environment,
        known: Callable[[str, str], TableState | None],
        signer: Signer | None = None,
    ) -> None:
        """Begin with none.

        Args:
            env: the tables' ways to the world.
            known: returns a table as a player may know it; ``None`` if it is not open.
            signer: signs by the key of the server's certificate; ``None`` to sign nothing.
        """
        self._env = env
        self._known = known
        self._signer = signer
        self._made: dict[tuple[str, int], Recorded] = {}
        self._queue = ThreadQueue()

    async def signature(self, text: bytes) -> bytes:
        """Return the server's signature of a message; ``b""`` if it signs nothing.

        It takes 20 µs, less than to go to a thread; only loading what signs does not.
        """
        if self._signer is None:
            return b""
        if not self._signer.loaded:
            await asyncio.to_thread(self._signer.load)
        return self._signer.sign(text)

    def forget(self, table: str, match: int) -> None:
        """Make the record of a match anew when it is asked for: somebody has signed it."""
        self._made.pop((table, match), None)

    def forget_table(self, table: str) -> None:
        """Keep no record of a table ready: its log is gone."""
        for key in [each for each in self._made if each[0] == table]:
            del self._made[key]

    async def text(self, table: str, match: int, player: str) -> str:
        """Return the record of a match as text; the table may be closed.

        Args:
            match: the number of the match at that table; 0 for the last one that is over.
            player: the id of the player who wants it.

        Raises:
            Refused: there is no such match, it is not over, or the player had no seat in it.
            Unreadable: the log cannot be read for now.
        """
        if not is_table_log(table):
            raise Refused(Reason.UNKNOWN_TABLE, _NO_SUCH_MATCH)
        known = self._known(table, player)
        if known is not None and known.made.held:
            if all(
                each is None or player not in (each.player, each.away) for each in known.sitters
            ):
                raise Refused(Reason.UNKNOWN_TABLE, _NO_SUCH_MATCH)
            raise Refused(Reason.TABLE_STATE, _RECORD_HELD)
        if known is not None:
            over = await self._over(table, known, player)
            match = match or over
            if not 0 < match <= over:  # no log is read: how long that takes would tell something
                raise Refused(Reason.UNKNOWN_TABLE, _NO_SUCH_MATCH)
        await self._wait_for_signatures(table, match, player)
        recorded = await self._queue.run(partial(self._recorded, table, match))
        if recorded is None or player not in recorded.seats:
            raise Refused(Reason.UNKNOWN_TABLE, _NO_SUCH_MATCH)
        if recorded.held:
            raise Refused(Reason.TABLE_STATE, _RECORD_HELD)
        if known is None and recorded.late and player not in recorded.stayed:
            shown = await self._queue.run(partial(self._shown, table, recorded.origin.match))
            if self._env.clock.wall() < shown:
                raise Refused(Reason.UNKNOWN_TABLE, _NO_SUCH_MATCH)
        return await asyncio.to_thread(recorded.text_for, player)

    async def _wait_for_signatures(self, table: str, match: int, player: str) -> None:
        """Wait a moment for the players of the match that has just ended."""
        for _ in range(_SIGNATURE_LOOKS):
            known = self._known(table, player)
            if known is None or known.match != match or all_signed(known):
                return
            await asyncio.sleep(_LOOK_SECONDS)

    async def _over(self, table: str, known: TableState, player: str) -> int:
        """Return the number of the last match at a table that a player may know to be over."""
        over = known.match - (known.life is Life.PLAYING)
        now = self._env.clock.wall()
        results = await self._env.store.results_of(player, _LATEST_RESULTS, known=(player, now))
        return max([over, *(each.match for each in results if each.table == table)])

    async def _shown(self, table: str, match: int) -> int:
        """Return when spectators see the end of a match at a table that is not open any more."""
        rows = await read_rows(self._env, table)
        late = (await asyncio.to_thread(read_back, table, rows, self._env.journal)).late
        return 0 if late is None else late.ends.get(match, 0)

    async def _recorded(self, table: str, match: int) -> Recorded | None:
        """Return a match, as it was made before or makes it now; ``None`` if there is none."""
        recorded = self._made.get((table, match))
        if recorded is None:
            rows = await read_rows(self._env, table)
            recorded = await asyncio.to_thread(self._record, table, match, rows)
        if recorded is not None and not recorded.held:  # it may be held no more the next time
            self._made.pop(key := (table, recorded.origin.match), None)
            self._made[key] = recorded
            while len(self._made) > _RECORDS_KEPT:
                del self._made[next(iter(self._made))]
        return recorded

    def _record(self, table: str, match: int, rows: Sequence[bytes]) -> Recorded | None:
        """Make a record, in a thread: a long log would hold up all tables."""
        if not rows:
            return None
        journal = self._env.journal
        _, made = journal.read_first(rows[0])
        rest = [journal.read(row, made.game) for row in with_rests(rows[1:])]
        begun = [each.entry.match for each in rest if isinstance(each.entry, Started)]
        rules = rules_of(made.game)
        # The last one that began may not be over; then it is the one before.
        for number in [match] if match else islice(reversed(begun), 2):
            recorded = record_of(table, number, made, rules, with_rests(rest))
            if recorded is not None:
                return vouched(recorded, self._signer)
        return None


def vouched(recorded: Recorded, signer: Signer | None) -> Recorded:
    """Return a match whose record the server vouches for."""
    origin = recorded.origin
    if signer is None or not origin.chain or not signer.public:
        return recorded
    when = CLOSED if origin.closed else OVER
    text = message(origin.table, origin.match, when, SERVER, origin.chain)
    own = Vouch(None, when, signer.sign(text), signer.public)
    return recorded._replace(origin=replace(origin, vouches=(own, *origin.vouches)))
