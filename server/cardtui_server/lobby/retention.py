"""How long records, talk and results of what is over are kept, and how much in all (`Retention`).
The numbers are `record_days`, `talk_days`, `result_days` and `database_mb` in `limits.py`. If there
is too much, the oldest goes until `_FILLED_SHARE` of `database_mb` is used; it looks every
`_LOOK_SECONDS`. How long reports and bans are kept: `club.py`.

Only what is over goes: logs of closed tables and ended tournaments, as a whole or without their
talk, and results. So no chain of a log or of a record ever breaks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from cardtui_engine.library.registry import own_games
from cardtui_server.limits import UNLIMITED, Limits
from cardtui_server.lobby.club import Club
from cardtui_server.lobby.names import DAY_MILLISECONDS
from cardtui_server.match.entries import Announced, Entry, Talked, TalkedApart
from cardtui_server.match.replay import Journal
from cardtui_server.ports.log_store import StoreError, is_club_log, is_tournament_id
from cardtui_server.ports.own_journal import Journal as OwnJournal
from cardtui_server.table.environment import Environment
from cardtui_server.thread_queue import with_rests
from cardtui_server.tournament.entries import Stamped

_LOOK_SECONDS: Final = 3600.0
"""Seconds between two looks."""

_PAUSE_SECONDS: Final = 0.02
"""Seconds between two logs, so that tables are served meanwhile."""

_MB: Final = 1_000_000

_FILLED_SHARE: Final = 0.9
"""How much of `database_mb` is left when the oldest have gone."""


class Retention:
    """Removes what is older than it may be, and the oldest where more is kept than may be."""

    def __init__(
        self,
        env: Environment,
        journal: OwnJournal[Stamped],
        limits: Limits,
        *,
        forget: Callable[[str], object],
        tell_full: Callable[[bool], object],
        is_first: Callable[[], bool] = lambda: True,
        club: Club | None = None,
    ) -> None:
        """Prepare it; `start` begins.

        Args:
            env: the ways to the world.
            journal: reads the logs of tournaments.
            limits: how long, and how much.
            forget: is called with each log that is gone.
            tell_full: is told whether there is no room, though all has gone that may.
            is_first: whether this server looks, of several that share the store.
            club: erases by itself what is kept no longer.
        """
        self._env = env
        self._journal = journal
        self._limits = limits
        self._forget = forget
        self._tell_full = tell_full
        self._is_first = is_first
        self._club = club
        self._ended: dict[str, int] = {}  # by log, when it ended, in milliseconds since 1970
        self._silent: set[str] = set()  # the logs without talk
        self._troubled: set[str] = set()  # the logs that could not be read or changed
        self._again = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Look now, and again and again."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name="retention")

    def look(self) -> None:
        """Look once more, now: the limits may be others."""
        self._again.set()

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _run(self) -> None:
        while True:
            try:
                await self.sweep()
            except StoreError as error:
                self._env.log.warning("nothing old removed", error=str(error))
            except Exception:  # it may be well in an hour
                self._env.log.exception("retention failed")
            timer = self._env.clock.call_later(_LOOK_SECONDS, self.look)
            await self._again.wait()
            self._again.clear()
            timer.cancel()

    async def sweep(self) -> None:
        """Remove what has to go by now.

        Raises:
            StoreError: the store cannot be read or written.
        """
        limits, store, now = self._limits, self._env.store, self._env.clock.wall()
        try:
            if self._is_first():
                if min(limits.record_days, limits.talk_days, limits.database_mb) < UNLIMITED:
                    await self._sweep_logs(now)
                if self._club is not None:
                    await self._club.tidy()
                if limits.result_days < UNLIMITED:
                    await store.forget_results(round(now - limits.result_days * DAY_MILLISECONDS))
        finally:
            most = limits.database_mb
            self._tell_full(most < UNLIMITED and await store.size() > most * _MB)

    async def _sweep_logs(self, now: int) -> None:
        ended = await self._all_ended()
        for log in list(ended):
            age = (now - ended[log]) / DAY_MILLISECONDS
            with self._told(log):
                if age > self._limits.record_days:
                    await self._remove(log)
                    del ended[log]
                elif age > self._limits.talk_days:
                    await self._silence(log)
        await self._make_room(ended)

    async def _all_ended(self) -> dict[str, int]:
        """Return when each log ended that has."""
        found: dict[str, int] = {}
        for log, closed in (await self._env.store.tables()).items():
            if closed and not is_club_log(log):
                with self._told(log):
                    if log not in self._ended:
                        self._ended[log] = self._time(log, await self._env.store.last(log))
                    found[log] = self._ended[log]
        return found

    def _time(self, log: str, row: bytes) -> int:
        if is_tournament_id(log):
            return self._journal.read(row).time
        return self._env.journal.read(row, own_games()[0]).time  # the end is the same in any game

    async def _make_room(self, ended: Mapping[str, int]) -> None:
        most, gone = self._limits.database_mb * _MB, 0
        if await self._env.store.size() <= most:
            return
        for log in sorted(ended, key=ended.__getitem__):
            if await self._env.store.size() <= most * _FILLED_SHARE:
                break
            with self._told(log):
                await self._remove(log)
                gone += 1
        if gone:
            self._env.log.warning("oldest records make room", count=gone)

    async def _remove(self, log: str) -> None:
        await self._env.store.redact(log, [])
        self._ended.pop(log, None)
        self._forget(log)
        await asyncio.sleep(_PAUSE_SECONDS)

    async def _silence(self, log: str) -> None:
        """Take the talk out of a log."""
        if log in self._silent or is_tournament_id(log):
            return
        rows = await self._env.store.read(log)
        silent = await asyncio.to_thread(without_talk, rows, self._env.journal)
        if silent != rows:
            await self._env.store.redact(log, silent, instead_of=rows)
        self._silent.add(log)
        await asyncio.sleep(_PAUSE_SECONDS)

    @contextmanager
    def _told(self, log: str) -> Generator[None]:
        """Go on with the others where a log cannot be read or changed: it is told once."""
        try:
            yield
        except StoreError as error:
            if log not in self._troubled:
                self._troubled.add(log)
                self._env.log.warning("old log left as it is", table=log, error=str(error))


def without_talk(rows: Sequence[bytes], journal: Journal) -> list[bytes]:
    """Return the rows of a table's log without what was said there.

    Raises:
        Damaged: a row cannot be read, or the game is not installed.
    """
    _, made = journal.read_first(rows[0])

    def silent(row: bytes) -> bytes:
        stamped = journal.read(row, made.game)
        entry = _silent(stamped.entry)
        if entry is stamped.entry:
            return row
        return journal.write(stamped._replace(entry=entry), made.game)

    return [rows[0], *map(silent, with_rests(rows[1:]))]


def _silent(entry: Entry) -> Entry:
    match entry:
        case Talked():
            return entry._replace(text="", phrase=None, reaction=None)
        case TalkedApart() | Announced():
            return entry._replace(text="")
        case _:
            return entry
