"""The club of a server (`Club`): its log, in parts, and, by it, who is banned or muted. How much
talk goes with a report, before it and after it: `TALK_LINES`. Which limits say how long reports,
bans and mutes are kept: `tidy`. How soon a server of a cluster knows what another has written:
`_LOOK_SECONDS`; how many private lines wait for a friend who reads slowly: `_MOST_UNREAD`. What is
allowed: `club/book.py` and `rpc/club_service.py`.

The log is as a table's, under a name of its own. So that something in it can be erased, a part is
ended; an ended log may get other rows, and what comes then stands in the next part. That begins
with an empty entry, by which other servers know that they have to read all of it again.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, TypeVar

from cardtui_server.club.book import Book, Report, names, without
from cardtui_server.club.entries import (
    Entry,
    Erased,
    Lifted,
    Related,
    Restricted,
    Stamped,
    Turned,
)
from cardtui_server.limits import Limits
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.match.entries import Acted, Announced, Talked, TalkedApart
from cardtui_server.match.events import Said
from cardtui_server.match.refusals import RETRY_SECONDS, Reason, Refused
from cardtui_server.match.replay import Replayed, replay
from cardtui_server.match.told_to_few import newly_heard
from cardtui_server.ports.bus import PrivateLine
from cardtui_server.ports.clock import Timer
from cardtui_server.ports.log_store import Behind, Damaged, StoreError, club_log
from cardtui_server.ports.own_journal import Journal
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows, write_rows
from cardtui_server.thread_queue import with_rests

S = TypeVar("S")
T = TypeVar("T")

_LOOK_SECONDS: Final = 2.0
"""Seconds between two looks at what other servers of a cluster have written."""

_RETRY_SECONDS: Final = 60.0
"""Seconds until a log that could not be read is tried again."""

TALK_LINES: Final = 50
"""How many lines of talk go with a report before it, and as many after it."""

_GATHER_SECONDS: Final = 0.1
"""Seconds in which several who come or go are told together."""

_MOST_UNREAD: Final = 20
"""How many lines of friends wait for who reads slowly; the oldest go."""

_ROWS_AT_ONCE: Final = 256
"""So many rows are read at once; more of them in a thread."""

_DAMAGED: Final = (
    "The log of the club is damaged: the person who runs the server has to repair it with “cardtui"
    " recover”."
)
_UNREAD: Final = "The log of the club cannot be read now: try again later."


class Line(NamedTuple):
    """A line of talk at a table: when it was said, and whether that was after the report."""

    time: int
    said: Said
    after: bool


class Follower:
    """A player who is told who is known, and what friends say.

    Attributes:
        player: the player's id.
    """

    def __init__(self, player: str) -> None:
        self.player = player
        self._said = deque[tuple[str, str]](maxlen=_MOST_UNREAD)
        self._news = asyncio.Event()

    def touch(self) -> None:
        """Note that others are known now, or have come or gone."""
        self._news.set()

    def tell(self, name: str, text: str) -> None:
        """Have the player told what a friend says."""
        self._said.append((name, text))
        self._news.set()

    async def take(self) -> list[tuple[str, str]]:
        """Return what friends have said, by name; nothing if others are known now."""
        await self._news.wait()
        if not self._said:  # others may come or go in this moment, too
            await asyncio.sleep(_GATHER_SECONDS)
        self._news.clear()
        said = [*self._said]
        self._said.clear()
        return said


class Club:
    """The club of a server.

    Attributes:
        book: what its log has come to.
        changed: is called when somebody may come or talk no longer, or again.
        followers: those who are told what friends say.
        together: tells whether two are at one match, so that no line goes between them.
        damaged: whether its log is damaged: what stands before that holds, nothing is added.
    """

    def __init__(
        self,
        env: Environment,
        journal: Journal[Stamped],
        limits: Limits,
        cluster: Cluster | None = None,
    ) -> None:
        """Begin with nothing: see `load`."""
        self.book = Book()
        self.changed: Callable[[], None] = lambda: None
        self.together: Callable[[str, str], bool] = lambda _one, _other: False
        self.followers: set[Follower] = set()
        self.damaged = False
        self._env = env
        self._journal = journal
        self._limits = limits
        self._cluster = cluster
        if cluster is not None:
            cluster.watch_friends(self._here, self.come_or_gone, self._hear)
        self._part, self._rows = 1, 0  # the part that is written, and how many rows it has
        self._erased = False  # whether something was erased since all of it was read
        self._lock = asyncio.Lock()
        self._timer: Timer | None = None
        self._looking: asyncio.Task[None] | None = None

    async def load(self) -> None:
        """Read the log; read on again and again where others write it, too, or it is unreadable."""
        whole = await self.look()
        if self._env.peers is not None or not whole:
            wait = _LOOK_SECONDS if self._env.peers is not None else _RETRY_SECONDS
            self._timer = self._env.clock.call_later(wait, self.look_soon)

    def look_soon(self) -> None:
        """Read on, without waiting for it."""
        self.stop()
        self._looking = asyncio.get_running_loop().create_task(self.load(), name="club")

    def stop(self) -> None:
        """Read on no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()

    async def look(self) -> bool:
        """Read what others have written, and return whether all could be read.

        What cannot be is told once, and read another time; until then holds what stands before it.
        """
        async with self._lock:
            try:
                await self._catch_up()
            except StoreError as error:
                if not self.damaged:
                    self._env.log.warning("log of the club cannot be read", error=str(error))
                self.damaged = isinstance(error, Damaged)
                return False
            self.damaged = False
            return True

    async def _catch_up(self) -> None:
        await self._read_on()
        if self._erased:
            await self._read_again()

    async def _read_on(self) -> None:
        began = self.book.entries == 0
        async for found, part, rows in self._rows_after(self._part, self._rows):
            self._erased = self._erased or (not began and _erases(found))
            self._part, self._rows = part, rows
            for each in found:
                self.book.take(each)
            self._tell(found)

    async def _read_again(self) -> None:
        """Read all of the log once more: something in it was erased."""
        found, end = list[Stamped](), (1, 0)
        async for more, part, rows in self._rows_after(1, 0):
            found += more
            end = part, rows
        self._erased = _erases(found[self.book.entries :])  # it may have done so again meanwhile
        self.book = await self._in_thread(found, Book.of)
        self._part, self._rows = end
        self._tell_all()

    async def _rows_after(
        self, part: int, rows: int
    ) -> AsyncGenerator[tuple[list[Stamped], int, int]]:
        """Yield what follows so many rows of a part, and where that ends, a part at a time.

        Raises:
            StoreError: what follows cannot be read.
        """
        while True:
            lost: Damaged | None = None
            try:
                read: Sequence[bytes] = await read_rows(self._env, club_log(part), rows)
            except Damaged as error:
                read, lost = error.sound, error
            found, fault = await self._in_thread(read, self._sound)
            rows += len(found)
            if found and isinstance(found[-1].entry, Turned):
                part, rows = part + 1, 0
            if found:
                yield found, part, rows
            if (fault := fault or lost) is not None:
                raise fault
            if not found:
                return

    async def _in_thread(self, rows: Sequence[S], work: Callable[[Iterable[S]], T]) -> T:
        """Do what takes its time with many rows where the tables do not wait for it."""
        many = len(rows) > _ROWS_AT_ONCE
        return await asyncio.to_thread(work, with_rests(rows)) if many else work(rows)

    def _sound(self, rows: Iterable[bytes]) -> tuple[list[Stamped], Damaged | None]:
        """Return the entries of rows as far as these can be read, and what is wrong then."""
        found = list[Stamped]()
        try:
            for row in rows:
                found.append(self._journal.read(row))
        except Damaged as error:
            return found, error
        return found, None

    # --- what it says ----------------------------------------------------------------------

    def now(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return self._env.clock.wall()

    def ban(self, player: str, address: str) -> Refused | None:
        """Return why a player, or who comes from an address, is not let in; ``None`` if so."""
        if not self.book.restrictions:
            return None
        found = self.book.on(player, address, self.now())
        return next((each.refusal() for each in found if not each.said.mute), None)

    def check_talk(self, player: str) -> None:
        """Refuse that somebody says something who is muted.

        Raises:
            Refused: they are.
        """
        for each in self.book.on(player, "", self.now()) if self.book.restrictions else ():
            if each.said.mute:
                raise each.refusal()

    # --- what friends say ------------------------------------------------------------------

    def _here(self) -> set[str]:
        return {each.player for each in self.followers}

    def here(self) -> set[str]:
        """Return the ids of those who are told what friends say, also at another server."""
        elsewhere = set[str]() if self._cluster is None else self._cluster.following_elsewhere()
        return self._here() | elsewhere

    def come_or_gone(self, players: Iterable[str]) -> None:
        """Have the friends of those look who is here."""
        known = {other for each in players for other in self.book.people.get(each, ())}
        for each in self.followers:
            if each.player in known:
                each.touch()

    def tell(self, player: str, name: str, friend: str, text: str) -> None:
        """Tell a friend what a player says, also at another server."""
        self._say(name, friend, text)
        if self._cluster is not None and friend in self._cluster.following_elsewhere():
            self._cluster.tell_friend(player, name, friend, text)

    def _hear(self, line: PrivateLine) -> None:
        """Tell what is said at another server, unless only this one knows that it must not be."""
        two = line.player, line.friend
        if self.book.are_friends(*two) and not self.together(*two):
            self._say(line.name, line.friend, line.text)

    def _say(self, name: str, friend: str, text: str) -> None:
        for each in self.followers:
            if each.player == friend:
                each.tell(name, text)

    # --- what it writes --------------------------------------------------------------------

    async def add(self, wanted: Callable[[Book], Sequence[Entry]]) -> None:
        """Write entries down; it is done even if the caller goes away.

        Args:
            wanted: returns them, or refuses.

        Raises:
            Refused: they are not allowed, or cannot be written down now.
        """
        await asyncio.shield(asyncio.ensure_future(self._add(wanted)))

    async def _add(self, wanted: Callable[[Book], Sequence[Entry]]) -> None:
        async with self._lock:
            if self.damaged:
                raise Refused(Reason.READ_ONLY, _DAMAGED)
            while True:
                with suppress(Behind):
                    if entries := wanted(self.book):
                        await self._append(entries)
                    return
                await self._read_on()  # another server has written

    async def _append(self, entries: Sequence[Entry]) -> None:
        stamped = [Stamped(self.now(), each) for each in entries]
        turns = isinstance(stamped[-1].entry, Turned)
        rows = [self._journal.write(each) for each in stamped]
        await write_rows(self._env, club_log(self._part), self._rows, rows, last=turns)
        for each in stamped:
            self.book.take(each)
        self._part, self._rows = (
            (self._part + 1, 0) if turns else (self._part, self._rows + len(stamped))
        )
        self._tell(stamped)

    def _tell(self, found: Sequence[Stamped]) -> None:
        """Have those who wait for it look at what is new."""
        if any(isinstance(each.entry, Restricted | Lifted) for each in found):
            self.changed()
        for each in found:
            if isinstance(each.entry, Related):
                for follower in self.followers:
                    if follower.player in (each.entry.player, each.entry.other):
                        follower.touch()

    def _tell_all(self) -> None:
        self.changed()
        for each in self.followers:
            each.touch()

    async def tidy(self) -> None:
        """Erase what is kept no longer: see `Book.outdated`.

        Raises:
            StoreError, Refused: it cannot be read or written.
        """
        limits = self._limits

        async def outdated() -> set[int]:
            return self.book.outdated(self.now(), limits.talk_days, limits.record_days)

        if not self.damaged:
            await self._erase(outdated)

    async def erase(self, player: str) -> None:
        """Erase all that names a player.

        Raises:
            StoreError, Refused: it cannot be read or written.
        """

        async def naming() -> set[int]:
            return {number async for number, each in self._numbered() if names(each, player)}

        await self._erase(naming)

    async def lines(self, told: Callable[[int, Stamped], Stamped | None]) -> AsyncGenerator[str]:
        """Yield the log as lines of JSON.

        Args:
            told: returns an entry, by its number, as the reader may read it; ``None`` for none.

        Raises:
            StoreError: it cannot be read.
        """
        async for number, each in self._numbered():
            if (entry := told(number, each)) is not None:
                shown = self._journal.shown(self._journal.write(entry))
                yield f'{{"number": {number}, "entry": {shown}}}'

    async def _numbered(self) -> AsyncGenerator[tuple[int, Stamped]]:
        number = 0
        async for found, _, _ in self._rows_after(1, 0):
            for each in found:
                number += 1
                yield number, each
                if not number % _ROWS_AT_ONCE:
                    await asyncio.sleep(0)

    async def _erase(self, wanted: Callable[[], Awaitable[set[int]]]) -> None:
        """Have empty entries stand in place of some, and of those about them.

        Args:
            wanted: returns their numbers, by what the log says once all of it is read.
        """
        async with self._lock:
            while True:
                await self._catch_up()
                gone = await wanted()
                if not gone:
                    return
                with suppress(Behind):  # otherwise another server has written
                    await self._append([Turned()])
                    break
            self._erased = True
            before = 0
            for part in range(1, self._part):
                before += await self._redact(club_log(part), before, gone)
            while True:
                await self._read_again()
                with suppress(Behind):
                    await self._append([Erased()])
                    return

    async def _redact(self, log: str, before: int, gone: set[int]) -> int:
        """Have empty entries stand in a part in place of those that go; return how many it has.

        Where another server does the same with others at this moment, none is written back.
        """
        while True:
            rows = await read_rows(self._env, log)
            others = await self._in_thread(rows, partial(self._without, before, gone))
            with suppress(Behind):
                if others != rows:
                    await self._env.store.redact(log, others, instead_of=rows)
                return len(rows)

    def _without(self, before: int, gone: set[int], rows: Iterable[bytes]) -> list[bytes]:
        """Return rows that follow so many others, empty ones for those that go."""
        found = list[bytes]()
        for number, row in enumerate(rows, before + 1):
            stamped = self._journal.read(row)
            other = without(stamped, number, gone)
            found.append(row if other is stamped else self._journal.write(other))
        return found

    # --- reports ---------------------------------------------------------------------------

    async def talk_of(self, report: Report) -> list[Line]:
        """Return the talk that a report concerns; none if it is kept no longer.

        Raises:
            Refused: it cannot be read now.
        """
        try:
            rows = await read_rows(self._env, report.said.table)
        except StoreError as error:
            raise Refused(Reason.INTERNAL, _UNREAD, retry=RETRY_SECONDS) from error
        return await asyncio.to_thread(self._talk, rows, report) if rows else []

    def _talk(self, rows: Sequence[bytes], report: Report) -> list[Line]:
        before, after = deque[Line](maxlen=TALK_LINES), list[Line]()
        with suppress(Damaged, ValueError):  # what was said before that is there
            for step in with_rests(replay(rows, self._env.journal)):
                for said in _said(step, report.said.player):
                    late = step.after.entries > report.said.at
                    line = Line(step.stamped.time, said, late)
                    (after if late else before).append(line)
                if len(after) >= TALK_LINES:
                    break
        return [each for each in (*before, *after) if each.said.text]


def _erases(found: Sequence[Stamped]) -> bool:
    return any(isinstance(each.entry, Erased) for each in found)


def _said(step: Replayed, player: str) -> list[Said]:
    """Return what was said with an entry, as far as that player could hear it or anybody."""
    match step.stamped.entry:
        case TalkedApart():
            heard = newly_heard(step.before, step.after)
            return [line.said for who, line in heard if who == player]
        case Talked() | Announced():
            return [step.after.talk[-1]]
        case Acted(_, action) if action.verb == "say":
            return [step.after.talk[-1]]
        case _:
            return []
