"""A night of a club on a clock of its own: scripted people, all games, three tournaments at once.

People leave, come late and read slowly; the server starts again, its disk is full for a while, its
address changes, and a director goes. Then every match and tournament has ended, every act that was
acknowledged is in its log, readers know what the tables say, and standings and ledgers are those
that follow from the records alone.
"""

import random
import runpy
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from cardtui_client.commands.tournament import cup_as_json
from cardtui_client.model.tournament import TournamentModel
from cardtui_engine import Record, TopUp, get_rules, read_record, replay
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.record_writing import write
from cardtui_engine.library.registry import game_ids, get_bot_maker
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.running_tournament import Running
from cardtui_server.match.entries import Acted, Created, Started
from cardtui_server.match.record import Recorded, record_of
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import AddBot, Leave, SetReady, Sit, Start
from cardtui_server.match.state import Life
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import Subscription
from cardtui_server.tournament import commands, entries
from cardtui_server.tournament.entries import Form
from cardtui_server.wire.tournaments import whole
from tests.support.clubs import Club
from tests.support.playing import (
    House,
    Onlooker,
    act,
    brief,
    frames,
    person_may_act,
    quiet,
    snapshot,
)

STANDINGS: Final = Path(__file__).parents[2] / "docs" / "standings.py"

TICK: Final = 2.0
"""Seconds between two looks of people at their tables, while something happens there."""

IDLE: Final = 30.0
"""The same while nothing happens."""

MOST_TICKS: Final = 6_000
BREAK: Final = 3_600_000
"""Milliseconds between two rounds: so the night takes some hours."""

# In which tick something happens to the club; a span is (begin, end).
DIRECTOR_GONE: Final = (20, 40)
LEAVING: Final = (25, 55, 85)
COMING: Final = (30, 70)
FULL: Final = (45, 52)
REBOOT: Final = 62
MOVED: Final = (75, 80)

_RUMMY: Final = ("cacheta", "pif-paf", "pif-paf-tradicional")

_LATE: Final = 3
"""How often a person with a slow link reads, of a hundred ticks."""


class Night(NamedTuple):
    """What a night came to.

    Attributes:
        people: how many came.
        tables: how many tables there were.
        matches: how many matches were played to their end.
        acts: how many acts of people were acknowledged.
        refused: how many were refused while the disk was full.
        hours: how long it took by the clock of the club.
        p99: in how many seconds of processor time 99 of 100 acts were answered.
    """

    people: int
    tables: int
    matches: int
    acts: int
    refused: int
    hours: float
    p99: float

    def plus(self, other: "Night") -> "Night":
        """Return what two nights came to."""
        added = {name: getattr(self, name) + getattr(other, name) for name in self._fields[:-1]}
        return Night(**added, p99=max(self.p99, other.p99))


class _Seen(NamedTuple):
    """Somebody's stream at a table."""

    stream: Subscription | None
    known: Onlooker


class _Act(NamedTuple):
    """An act that was acknowledged."""

    table: str
    number: int
    seat: int
    action: Action


class _Night:
    """A night while it lasts."""

    def __init__(self, seed: int, people: int) -> None:
        self.luck = random.Random(seed)
        self.store = MemoryStore()
        self.club = Club(House(self.store, seed))
        self.people = [f"p{number}" for number in range(people)]
        self.slow = {each for each in self.people if not self.luck.randrange(5)}
        self.gone: set[str] = set()
        self.changed: set[str] = set()  # the tables at which somebody has left, or come late
        self.cups: list[str] = []
        self.casual: dict[str, int] = {}  # by table, how many matches are still to begin
        self.all: set[str] = set()
        self.acts: list[_Act] = []
        self.refused = 0
        self.took: list[float] = []
        self.streams: dict[tuple[str, str], _Seen] = {}
        self.tick = 0

    @property
    def house(self) -> House:
        return self.club.house

    # --- how it begins ----------------------------------------------------------------------

    async def begin(self) -> None:
        await self.club.tournaments.load()
        half = len(self.people) // 2
        some = [self.people[: half // 2], self.people[half // 2 : 3 * half // 4]]
        some.append(self.people[3 * half // 4 : half])
        rest = {"pause_milliseconds": 0}
        forms: tuple[tuple[Form, str, int, dict[str, Any]], ...] = (
            (Form.SWISS, "truco-argentino", 2, {"rounds": 4, "late_rounds": 3, "late_points": 1}),
            (Form.ROUND_ROBIN, "cacheta", 3, {"fill": 1}),
            (Form.ARENA, "truco-paulista", 2, {"minutes": 120}),
        )
        for players, (form, game, seats, terms) in zip(some, forms, strict=True):
            pause = {} if form is Form.ARENA else {"break_milliseconds": BREAK}
            cup = await self.club.cup(
                0, form, game, seats, name=f"Cup {form.name}", table=rest, **terms, **pause
            )
            for each in players:
                await cup.act(partial(commands.enter, player=each, name=each.upper()))
            await self.club.begin(cup)
            self.cups.append(cup.id)
        await self.open_tables(self.people[half:])

    async def open_tables(self, people: list[str]) -> None:
        """Have people sit down at tables of all games, with bots in some seats."""
        waiting, games = [*people], [*game_ids()]
        while waiting:
            game = games[len(self.casual) % len(games)]
            seats = self.luck.choice([each for each in get_rules(game).seats if each <= 4])
            here, waiting = waiting[:seats], waiting[seats:]
            if len(here) > 2 and self.luck.randrange(2):
                waiting.insert(0, here.pop())  # a bot sits there
            host, *others = here
            wanted = NewTable.of(
                game, seats, seat=0, options=brief(game), name=f"{game} {len(self.casual)}",
                pause_milliseconds=0, thinking_milliseconds=0, window_milliseconds=0,
                clock_milliseconds=30_000, patience_milliseconds=60_000,
            )  # fmt: skip
            table = await self.house.lobby.create(host, host.upper(), wanted)
            for seat, each in enumerate(others, 1):
                await table.ask(Sit(player=each, name=each.upper(), seat=seat))
            for seat in range(len(here), seats):
                await table.ask(AddBot(player=host, seat=seat, level=1))
            await table.ask(Start(player=host))
            self.casual[table.id] = 1

    # --- how it goes ------------------------------------------------------------------------

    async def running(self) -> list[Running]:
        return [await self.club.tournaments.find(each) for each in self.cups]

    async def tables(self) -> list[Table]:
        """Return the tables at which somebody is to play."""
        cups = [each for cup in await self.running() for each in cup.state.unsettled()]
        ids = [*self.casual, *(each.table for each in cups if each.table)]
        self.all.update(ids)
        return [await self.house.lobby.find(each) for each in ids]

    async def go_on(self) -> bool:
        """Have people do something, and time pass; return whether the night goes on."""
        await self.happen()
        tables, busy = await self.tables(), False
        for table in tables:
            self.look(table)
            busy |= await self.play(table)
        self.house.clock.advance(TICK if busy else IDLE)
        await quiet()
        self.tick += 1
        over = all(cup.state.ended for cup in await self.running())
        idle = all(table.state.life is Life.OVER for table in tables)
        return not (over and idle and not any(self.casual.values()))

    def look(self, table: Table) -> None:
        """Have those who sit at a table read what it says, and come if they are not there."""
        if MOVED[0] <= self.tick < MOVED[1]:
            return
        for player in table.state.players():
            seen = self.streams.get((player, table.id))
            if player in self.gone:
                continue
            if seen is None or seen.stream is None or seen.stream.done:
                known = seen.known if seen else Onlooker()
                after = known.seq if seen else None
                stream = table.attach(Reader(player, after))
                self.streams[player, table.id] = _Seen(stream, known)
                known.fold(frames(stream))
            elif player not in self.slow or self.luck.randrange(100) < _LATE:
                seen.known.fold(frames(seen.stream))

    async def play(self, table: Table) -> bool:
        """Have people at a table act; return whether something goes on there."""
        if table.state.life is Life.OVER and self.casual.get(table.id) and not self.store.full:
            self.casual[table.id] -= 1
            for player in sorted(table.state.players()):
                await table.ask(SetReady(player=player, ready=True))
        for _ in range(4):
            found = None if table.state.paused else self.wish(table)
            if found is None or not self.luck.randrange(4):
                break
            began = time.process_time()
            try:
                number = await act(table, *found)
            except Refused as refused:
                assert self.store.full, f"{found} at {table.state.made.name}: {refused}"
                self.refused += 1
                break
            self.took.append(time.process_time() - began)
            self.acts.append(_Act(table.id, number, *found))
        return table.state.life is Life.PLAYING

    def wish(self, table: Table) -> tuple[int, Action] | None:
        """Return what a person wants to do: anything, or what an easy bot would do.

        At random nobody ever goes out at a game of rummy.
        """
        state, found = table.state, person_may_act(table, self.luck)
        if found is None or state.rules.id not in _RUMMY:
            return found
        seat, anything = found
        make = get_bot_maker(state.rules.id)
        bot = make(state.made.options, len(state.sitters), Level.EASY)
        view = state.rules.seat_view(state.game, seat)
        return seat, bot.decide(view, Bits(self.luck.getrandbits(64))) or anything

    # --- what happens to it -----------------------------------------------------------------

    async def happen(self) -> None:
        self.store.full = FULL[0] <= self.tick < FULL[1]
        if self.tick == DIRECTOR_GONE[0]:
            await self.direct(entries.Directed(self.people[0], self.people[0].upper()), halted=True)
        elif self.tick == DIRECTOR_GONE[1]:
            await self.direct(halted=False)
        elif self.tick in LEAVING:
            await self.leave()
        elif self.tick in COMING:
            await self.come()
        elif self.tick == REBOOT:
            for cup in await self.running():
                await self.club.restart(cup)
                break  # all of them are read anew
            self.streams = {}
        elif self.tick == MOVED[0]:
            for (player, id_), seen in self.streams.items():
                if id_ in self.house.lobby.tables and seen.stream is not None:
                    self.house.lobby.tables[id_].detach(seen.stream)
                self.streams[player, id_] = seen._replace(stream=None)
        await quiet()

    async def direct(self, *then: entries.Entry, halted: bool) -> None:
        """Have the first tournament halt or go on, and its director hand it on."""
        cup = (await self.running())[0]
        if not cup.state.ended:
            await cup.act(partial(commands.halt, halted=halted))
            if then:
                await cup.act(lambda _: then)

    async def leave(self) -> None:
        """Have two people go for good: one of a tournament, and one of a table."""
        cup = self.luck.choice(await self.running())
        playing = [each.player for each in cup.state.entrants.values() if not each.out]
        if not cup.state.ended and len(playing) > 3:
            player = self.luck.choice(playing)
            await cup.take_out(player, partial(commands.leave, player=player))
            self.gone.add(player)
        for table in await self.tables():
            there = sorted(table.state.players())
            if table.id in self.casual and table.id not in self.changed and len(there) > 1:
                await table.ask(Leave(there[-1]))
                self.gone.add(there[-1])
                self.changed.add(table.id)
                return

    async def come(self) -> None:
        """Have newcomers enter a tournament that takes them, and ask for the seat of a bot."""
        player = f"late{self.tick}"
        cup = (await self.running())[0]
        if not cup.state.ended:
            await cup.act(partial(commands.enter, player=player, name=player.upper()))
        for table in await self.tables():
            bots = [sits for sits in table.state.sitters if sits is not None and not sits.player]
            if table.id in self.casual and bots and table.id not in self.changed:
                await table.ask(Sit(player=f"{player}s", name=f"{player}s".upper(), ask=True))
                self.changed.add(table.id)
                return


async def night(seed: int, people: int, _folder: Path) -> Night:
    """Have a club meet for a night, and prove that nothing of it is lost."""
    club = _Night(seed, people)
    began = club.house.clock.time
    await club.begin()
    while await club.go_on():
        assert club.tick < MOST_TICKS, f"no end: {[*_unfinished(await club.tables())]}"
    assert club.tick > MOVED[1], "the night was over before everything had happened"
    for table in await club.tables():
        for player in table.state.players():
            seen = club.streams.get((player, table.id))
            if seen is not None and seen.stream is not None:
                seen.known.fold(frames(seen.stream))
                seat = table.state.players()[player]
                seen.known.knows(snapshot(table, seat))
    logs = {each: await _Log.of(club.house, each) for each in sorted(club.all)}
    for each in club.acts:
        logs[each.table].has(each)
    records = {at: each for log in logs.values() for at, each in log.records()}
    for cup in await club.running():
        assert _differences(cup, records) == []
    for table in await club.tables():
        if get_rules(table.state.rules.id).chips_option and table.id not in club.changed:
            told = {account.name: account.won for account in table.state.ledger.accounts.values()}
            assert _won(table.id, records) == told, table.id
    hours = (club.house.clock.time - began) / 3600
    await club.club.tournaments.stop()
    await club.house.stop()
    p99 = sorted(club.took)[len(club.took) * 99 // 100]
    return Night(
        people, len(logs), len(records), len(club.acts), club.refused, round(hours, 1), p99
    )


def _unfinished(tables: list[Table]) -> Iterator[str]:
    for each in tables:
        if each.state.life is not Life.OVER:
            yield f"{each.state.made.name}: {each.state.life.name}"


class _Log(NamedTuple):
    """The log of a table."""

    table: str
    made: Created
    stamped: list[Any]

    @classmethod
    async def of(cls, house: House, table: str) -> "_Log":
        first, *rows = await house.store.read(table, 0)
        journal = house.env.journal
        _, made = journal.read_first(first)
        return cls(table, made, [journal.read(row, made.game) for row in rows])

    def has(self, done: _Act) -> None:
        """Check that an act is in it as it was done."""
        entry = self.stamped[done.number - 2].entry
        assert isinstance(entry, Acted), entry
        assert (entry.seat, entry.action) == (done.seat, done.action)

    def records(self) -> Iterator[tuple[tuple[str, int], Record]]:
        """Yield its matches, each of which must be over, as records that were read from text."""
        for each in [each.entry for each in self.stamped if isinstance(each.entry, Started)]:
            found = record_of(
                self.table, each.match, self.made, rules_of(self.made.game), self.stamped
            )
            assert found is not None, f"{self.table}: match {each.match} has not ended"
            assert not found.origin.closed
            yield (self.table, each.match), _read(found)


def _read(found: Recorded) -> Record:
    return read_record(write(replace(found.record, origin=found.origin)))


def _differences(cup: Running, records: dict[tuple[str, int], Record]) -> list[str]:
    """Return what docs/standings.py finds in a tournament that the lot does not explain."""
    model = TournamentModel()
    for message in whole(cup.id, cup.state):
        model.take(message)
    own = [records[each.table, each.match] for each in cup.state.fixtures if each.match]
    found = runpy.run_path(str(STANDINGS))["findings"](cup_as_json(model, whole=True), own)
    return [each for each in found if not each.startswith("note: by lot")]


def _won(table: str, records: dict[tuple[str, int], Record]) -> dict[str, int]:
    """Return what each has won at a table where nobody left and nobody came, by its records."""
    won = Counter[str]()
    for (id_, _match), record in records.items():
        if id_ == table:
            rules, steps = get_rules(record.game), [*replay(record)]
            first, last = (rules.view(each.state, None) for each in (steps[0], steps[-1]))
            for seat, name in enumerate(record.players):
                bought = sum(
                    each.chips
                    for each in record.entries
                    if isinstance(each, TopUp) and each.seat == seat
                )
                won[name] += last.common.chips[seat] - first.common.chips[seat] - bought
    return dict(won)
