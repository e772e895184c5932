"""Runs one tournament (`Running`): opens tables, has matches begin (`_begin`), at the latest after
the table's patience (`_open`), counts them, and closes tables after `_TABLE_STAYS_SECONDS`. After
how long without a change it makes room for a new one: `_IDLE_MILLISECONDS`. Tables of a duplicate
go on together (`_go_on_alike`). What is allowed: `tournament/commands.py`; a field is run in
`field.py`, all of a server in `tournaments.py`.

A tournament looks at its tables whenever one of them changes, and whenever something is due. It
takes a result once spectators may know it: so nobody learns from standings what they may not see at
a table. What it does then follows from its log and its tables alone, so that it goes on after a
restart where it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from cardtui_engine.bots import Level
from cardtui_server.characters import Character
from cardtui_server.fairness.shuffle import missing
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.entries import SpectatorsSet
from cardtui_server.match.refusals import RETRY_SECONDS, Reason, Refused
from cardtui_server.match.requests import (
    BeginShared,
    ChangeTerms,
    Close,
    Leave,
    SetPause,
    ShareShuffle,
    Start,
)
from cardtui_server.match.state import Life, Sitter
from cardtui_server.ports.clock import Timer
from cardtui_server.ports.own_journal import Journal
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.pace import PATIENCE_MILLISECONDS
from cardtui_server.table.table_log import write_rows
from cardtui_server.tournament import commands, entries
from cardtui_server.tournament.entries import Entry, Form, Stamped
from cardtui_server.tournament.pairing import is_finished, next_round
from cardtui_server.tournament.scores import compared, scores_of
from cardtui_server.tournament.state import Fixture, Stage, Tournament, fold

T = TypeVar("T")

_TABLE_STAYS_SECONDS: Final = 30.0
"""Seconds for which a table stays open after its match, so that all see how it ended."""

TRY_LATER_SECONDS: Final = 5.0
"""Seconds after which it is tried again to do what could not be done."""

_IDLE_MILLISECONDS: Final = 7_200_000
"""Milliseconds in which nothing was done in a tournament that makes room for a new one."""

_PAIRED_IN_THREAD_FROM: Final = 64
"""From how many players on a round is paired in a thread, so that tables need not wait for it."""


class Follower:
    """Somebody who follows a tournament."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._seen = 0
        self._changed = asyncio.Event()
        self._changed.set()

    def touch(self) -> None:
        """Note that something has changed, or that nothing will any more."""
        self._changed.set()

    async def take(self) -> Tournament | None:
        """Return the tournament as it is once it has changed; ``None`` after the last time."""
        while True:
            state = self._running.state
            if state.entries != self._seen:
                self._seen = state.entries
                return state
            if state.ended or self._running.stopped:
                return None
            self._changed.clear()
            await self._changed.wait()


class Running:
    """A tournament, and what looks after it.

    Attributes:
        id: its id.
        state: the tournament.
        changed: when something was done in it last, in milliseconds since 1970.
        stopped: whether nobody looks after it any more.
    """

    def __init__(
        self,
        id_: str,
        state: Tournament,
        env: Environment,
        lobby: Lobby,
        journal: Journal[Stamped],
        *,
        time: int,
    ) -> None:
        """Begin with a tournament as its log says, whose last entry has that time."""
        self.id = id_
        self._began = max(time, env.clock.wall()) - round(env.clock.now() * 1000)
        self.state = state
        self.changed = time
        self.stopped = False
        self._env = env
        self._lobby = lobby
        self._journal = journal
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._wake.set()
        self._timer: Timer | None = None
        self._closing: dict[str, Timer] = {}
        self._touched = {each.table for each in state.fixtures}
        self._waiting: set[str] = set()  # tables whose matches have not begun
        self._fixed = 0  # the round of a duplicate whose packs nothing changes any more
        self._followers: set[Follower] = set()
        self._task: asyncio.Task[None] | None = None
        self._log = env.log.bind(tournament=id_)

    def now(self) -> int:
        """Return the time by which it is directed, in milliseconds since 1970.

        It goes on smoothly, also while somebody sets the machine's clock.
        """
        return self._began + round(self._env.clock.now() * 1000)

    def start(self) -> None:
        """Look after it from now on."""
        work = self._run()
        self._task = asyncio.get_running_loop().create_task(work, name=f"tournament {self.id}")

    async def stop(self) -> None:
        """Look after it no more."""
        self.stopped = True
        for timer in (self._timer, *self._closing.values()):
            if timer is not None:
                timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._tell()

    def look(self, table: str) -> None:
        """Have it look at a table soon."""
        self._touched.add(table)
        self._wake.set()

    def is_idle(self) -> bool:
        """Return whether nothing was done in it for so long that it makes room for a new one."""
        return self.now() - self.changed >= _IDLE_MILLISECONDS

    def needs(self, table: str) -> bool:
        """Return whether a match of it is still played at a table."""
        return any(each.table == table for each in self.state.unsettled())

    def follow(self) -> Follower:
        """Return somebody new who follows it."""
        follower = Follower(self)
        self._followers.add(follower)
        return follower

    def unfollow(self, follower: Follower) -> None:
        """Forget somebody who followed it."""
        self._followers.discard(follower)

    async def act(self, wanted: Callable[[Tournament], Sequence[Entry]]) -> None:
        """Do something, and look what follows from it. It is done even if the caller goes away.

        Args:
            wanted: returns the entries that do it.

        Raises:
            Refused: it is not allowed, or cannot be written down now.
        """
        await asyncio.shield(asyncio.ensure_future(self._act(wanted)))

    async def _act(self, wanted: Callable[[Tournament], Sequence[Entry]]) -> None:
        async with self._lock:
            await self._append(await self._beside(wanted, self.state))
        self._wake.set()

    async def _beside(self, work: Callable[..., T], *args: Any) -> T:
        """Return what some work comes to; to pair many people takes so long that others go on."""
        if len(self.state.entrants) < _PAIRED_IN_THREAD_FROM:
            return work(*args)
        return await asyncio.to_thread(work, *args)

    async def take_out(self, player: str, wanted: Callable[[Tournament], Sequence[Entry]]) -> None:
        """Do what takes a player out, whose match a bot plays to its end.

        Raises:
            Refused: it is not allowed, or cannot be written down now.
        """
        await self.act(wanted)
        for each in self.state.unsettled():
            if player in each.players and each.table:
                with contextlib.suppress(Refused):  # it begins without the player, or is over
                    await (await self._lobby.find(each.table)).ask(Leave(player))

    # --- its log ---------------------------------------------------------------------------

    async def _append(self, new: Sequence[Entry]) -> None:
        """Make entries durable, and tell everybody.

        Raises:
            Refused: they cannot be written now.
        """
        if not new:
            return
        time = self.now()
        stamped = [Stamped(time, each) for each in new]
        rows = [self._journal.write(each) for each in stamped]
        last = isinstance(new[-1], entries.Ended)
        await write_rows(self._env, self.id, self.state.entries, rows, last=last)
        self.changed = time
        for each in stamped:
            self.state = fold(self.state, each)
            self._note(each.entry)
        self._tell()

    def _note(self, entry: Entry) -> None:
        """Note what follows for tables from an entry."""
        fixtures = self.state.fixtures
        match entry:
            case entries.Opened(_, table):
                self._waiting.add(table)
            case entries.Halted():
                self._touched |= {each.table for each in fixtures}
            case entries.Scored(number) | entries.Corrected(number) | entries.Played(number):
                self._close_later(fixtures[number - 1].table, _TABLE_STAYS_SECONDS)
            case entries.RoundEnded(number):
                for each in fixtures:
                    if each.round == number and each.void:
                        self._close_later(each.table, _TABLE_STAYS_SECONDS)
            case _:
                pass

    def _tell(self) -> None:
        for follower in self._followers:
            follower.touch()

    # --- what it does by itself ------------------------------------------------------------

    async def _run(self) -> None:
        while not self.state.ended:
            await self._wake.wait()
            self._wake.clear()
            try:
                async with self._lock:
                    due = await self._advance()
            except Refused:  # the outage has told it, or there is no room for a table
                due = TRY_LATER_SECONDS
            except Exception as error:  # noqa: BLE001 - the other tournaments go on
                self._log.error("tournament failed", exc_info=error)
                due = TRY_LATER_SECONDS
            self._arrange(due)

    def _arrange(self, seconds: float | None) -> None:
        """Look again after so many seconds."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None and not self.stopped:
            self._timer = self._env.clock.call_later(seconds, self._wake.set)

    async def _advance(self) -> float | None:
        """Do all that is due; return the seconds until something more is, if time says so."""
        due = await self._look_at_tables() + await self._open_tables()
        await self._append([*commands.round_ends(self.state)])
        state = self.state
        if state.halted or state.stage is not Stage.RUNNING:
            return soonest(due)
        now = self.now()
        if is_finished(state, now):
            await self._append([entries.Ended()])
            return None
        if state.next_begins > now:
            return soonest([*due, (state.next_begins - now) / 1000])
        found = await self._beside(next_round, state, now)
        if found is not None:
            await self._append([found])
            due += await self._open_tables()
            if not found.tables:  # all have byes: the round is over already
                self._wake.set()
        elif state.made.form is not Form.ARENA and not state.open:
            await self._append([entries.Ended()])  # too few are left
            return None
        elif state.made.form is Form.ARENA:
            due.append(max(0.0, (state.began - now) / 1000 + state.made.minutes * 60))
        return soonest(due)

    async def _look_at_tables(self) -> list[float]:
        """Count what has ended, and begin what is due."""
        due: list[float] = []
        touched, self._touched = self._touched | self._waiting, set()
        try:
            for fixture in self.state.unsettled():
                if fixture.table in touched - {""}:
                    seconds = await self._look_at(fixture)
                    due += [] if seconds is None else [seconds]
        except BaseException:  # what could not be written down is to be found again
            self._touched |= touched
            raise
        if self.state.made.form is Form.DUPLICATE and self.state.unsettled():
            await self._go_on_alike(self.state.round)
        return due

    async def _go_on_alike(self, number: int) -> None:
        """Have the tables of a duplicate's round go on together, as far as all have come.

        Their players reveal their bits once everybody has committed, their matches begin once that
        is done everywhere, and nobody knows more of them than their players before all have ended.
        """
        open_ = self.state.unsettled()
        if self._fixed == number and not any(each.table for each in open_):  # all were closed
            await self._append([entries.RoundEnded(number)])
            return
        tables = {each.number: await self._there(each.table) for each in open_}
        there = [each for each in tables.values() if each is not None]
        shuffles = {each.id: each.state.shuffle for each in there}
        told = [each for each in shuffles.values() if each is not None and each.commitment]
        if told:
            self._fixed = number
        elif None in (*tables.values(), *shuffles.values()):
            return
        if any(each is None or not each.shared for each in shuffles.values()):
            await self._share(number, there)
        elif not any(map(missing, told)) and not all(each.begun for each in told):
            await self._begin_alike(there)
        elif there and all(each.state.life is Life.OVER for each in there):
            await self._count(number, {at: each for at, each in tables.items() if each})

    async def _there(self, table: str) -> Table | None:
        """Return a table; ``None`` if it is not open yet, or was closed."""
        with contextlib.suppress(Refused):
            return await self._lobby.find(table) if table else None
        return None

    async def _share(self, number: int, there: Sequence[Table]) -> None:
        """Have all reveal their bits: what each has committed to is known at all tables."""
        secret = hmac.digest(self.state.made.secret, f"cardtui round {number}".encode(), "sha512")
        known = [each.state.shuffle for each in there]
        given = next(
            ([seat.commitment for seat in each.seats] for each in known if each and each.shared),
            [seat.commitment for each in known if each for seat in each.seats],
        )
        for table, shuffle in zip(there, known, strict=True):
            if shuffle is not None and not shuffle.commitment:
                others = given.copy()
                for seat in shuffle.seats:
                    others.remove(seat.commitment)
                await table.ask(ShareShuffle(self.id, secret, tuple(others)))

    async def _begin_alike(self, there: Sequence[Table]) -> None:
        """Begin all matches with the same bits, those that one of them has begun with."""
        known = [each.state.shuffle for each in there if each.state.shuffle]
        begun = [each.seats for each in known if each.begun]
        own = [seat for each in known for seat in each.seats[: each.own]]
        bits = {each.commitment: each.bits for each in (begun[0] if begun else own)}
        for table, shuffle in zip(there, known, strict=True):
            if not shuffle.begun:
                others = [bits.get(each.commitment, b"") for each in shuffle.seats[shuffle.own :]]
                await table.ask(BeginShared(self.id, tuple(others)))

    async def _count(self, number: int, tables: Mapping[int, Table]) -> None:
        """Let everybody see the matches of a round that is over, and count all of them at once.

        Were some counted before others, those would be compared with fewer tables after a kill.
        """
        for table in tables.values():
            await self._show(table)
        scores = compared(self.state.made, [scores_of(each.state) for each in tables.values()])
        found = [
            entries.Scored(fixture, table.id, table.state.match, each)
            for (fixture, table), each in zip(tables.items(), scores, strict=True)
        ]
        await self._append([*found, entries.RoundEnded(number)])  # tables that were closed are void

    async def _show(self, table: Table) -> None:
        """Let everybody know of a match what was held back."""
        talk = self.state.made.table.spectator_talk
        await table.ask(ChangeTerms(self.id, SpectatorsSet(refused=True, talk=talk)))

    async def _look_at(self, fixture: Fixture) -> float | None:
        """Look at a table; return the seconds until its match is to begin, if it has not."""
        try:
            table = await self._lobby.find(fixture.table)
        except Refused as refused:
            if refused.reason is Reason.UNKNOWN_TABLE:
                await self._append([entries.Lost(fixture.number, fixture.table)])
                return None
            self._touched.add(fixture.table)
            return TRY_LATER_SECONDS
        alike = self.state.made.form is Form.DUPLICATE
        known = table.state if alike else table.known_to("")
        if table.state.life is not Life.WAITING:
            self._waiting.discard(table.id)
        if known.life is Life.OVER and not alike:
            found = entries.Scored(fixture.number, table.id, known.match, scores_of(known))
            await self._append(commands.settle(self.state, found, table.here))
        elif known.life is Life.CLOSED:
            await self._append([entries.Lost(fixture.number, fixture.table)])
        elif known.life is Life.WAITING and not table.state.seats_are_set:
            self._waiting.add(table.id)  # after a restart it is not known to wait
            return await self._begin(table, fixture)
        elif table.state.life is Life.PLAYING and table.state.paused != bool(self.state.halted):
            with contextlib.suppress(Refused):  # it has just ended
                await table.ask(SetPause(self.id, paused=bool(self.state.halted)))
        return None

    async def _begin(self, table: Table, fixture: Fixture) -> float | None:
        """Begin a match whose time has come; return the seconds until then if it has not."""
        seconds = (fixture.begins - self.now()) / 1000
        if self.state.halted:
            return None
        if seconds > 0:
            return seconds
        gone = frozenset(table.state.players().keys() - table.here)
        try:
            await table.ask(Start(self.id, gone))
        except Refused:  # it begins by itself just now
            return RETRY_SECONDS
        return None

    async def _open_tables(self) -> list[float]:
        """Open the tables that are missing; return in how many seconds their matches begin."""
        lacking = [] if self.state.halted else self._lacking()
        return [await self._open(each) for each in lacking]

    def _lacking(self) -> list[Fixture]:
        """Return the matches that a table is to be opened for."""
        if self._fixed == self.state.round:  # another table would come too late for its packs
            return []
        return [each for each in self.state.unsettled() if not each.table]

    async def _open(self, fixture: Fixture) -> float:
        made, state = self.state.made, self.state
        level = made.fill or Level.NORMAL
        alike = made.form is Form.FIELD  # the same bots, whatever the player is called
        seats = [
            Sitter(player, state.entrants[player].name)
            if player
            else Sitter("", "", level, character=1 + (seat - 1) % len(Character) if alike else 0)
            for seat, player in enumerate(fixture.players)
        ]
        wanted = made.table._replace(name=f"{made.name} {fixture.number}", host_name=made.name)
        if made.form in (Form.DUPLICATE, Form.FIELD):
            wanted = wanted._replace(
                held=True,
                of_field=alike,
                private=alike,  # that it is gone must tell nobody anything
                refuses_spectators=True,
                delay_hands=0,
                delay_milliseconds=0,
            )
        table = await self._lobby.open_for(self.id, wanted, seats)
        patience = made.table.patience_milliseconds or PATIENCE_MILLISECONDS
        begins = self.now() + patience
        await self._append([entries.Opened(fixture.number, table.id, begins)])
        return patience / 1000

    async def _let_go(self, table: str) -> None:
        """Do without a table whose match is over."""
        await close_table(self._lobby, table)

    def _close_later(self, table: str, seconds: float) -> None:
        if table and table not in self._closing and not self.stopped:
            self._closing[table] = self._env.clock.call_later(seconds, partial(self._close, table))

    def _close(self, table: str) -> None:
        del self._closing[table]
        closing = self._let_go(table)
        asyncio.get_running_loop().create_task(closing, name=f"close {table}")


async def close_table(lobby: Lobby, table: str) -> None:
    """Close a table, unless it is closed already."""
    with contextlib.suppress(Refused):  # it is closed already
        await (await lobby.find(table)).ask(Close("", operator=True))


def soonest(due: Iterable[float]) -> float | None:
    """Return the shortest of some times; ``None`` for none."""
    return min(due, default=None)
