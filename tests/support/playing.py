"""A lobby without a network, on a clock that stands still (`House`), and players at random
(`play`).
"""

import asyncio
import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar
from weakref import WeakKeyDictionary, WeakSet

import structlog

from cardtui.v1 import events_pb2, shuffle_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.library.registry import get_rules
from cardtui_server.fairness.signatures import Signer
from cardtui_server.limits import Limits
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.requests import Act, AddBot, BuyIn, SetReady, Sit, Start
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.bus import Bus
from cardtui_server.ports.log_store import LogStore
from cardtui_server.ports.peers import Peers, Place
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.table.environment import Environment
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import Subscription
from cardtui_server.wire.checkpoints import PickledCheckpoints
from cardtui_server.wire.journal import WireJournal
from cardtui_server.wire.table_encoder import TableFrames
from tests.support.ports import FakeClock, FakeDealer

Frame = table_service_pb2.Frame

# Logs are looked at by `capture_logs` alone: to print tracebacks that nobody reads took seconds.
structlog.configure(processors=[])


class House:
    """A lobby with the doors of a test.

    Attributes:
        made: those whom the test has made, for a fixture that stops them.
    """

    made: ClassVar[WeakSet["House"]] = WeakSet()

    def __init__(
        self,
        store: LogStore | None = None,
        seed: int = 0,
        signer: Signer | None = None,
        peers: Peers | None = None,
        bus: Bus | None = None,
    ) -> None:
        _aside()
        self.signer = signer
        self._bus = bus
        self.peers = peers
        self.clock = FakeClock()
        self.store = store or MemoryStore()
        self.dealer = FakeDealer(seed)
        self.encode: Callable[[str, TableState], TableFrames] = TableFrames
        self.lobby = self._lobby()
        self.made.add(self)

    def _lobby(self) -> Lobby:
        cluster = None
        if self._bus is not None:
            name = self.dealer.new_id(8)
            self.peers = cluster = Cluster(Place(name, f"{name}:1"), self._bus, self.clock)
        self.env = Environment(
            self.store,
            self.clock,
            self.dealer,
            structlog.wrap_logger(structlog.ReturnLogger()),
            WireJournal(),
            self._encode,
            PickledCheckpoints(),
            self.peers,
        )
        limits = Limits(tables=100, tables_each=100)
        return Lobby(self.env, thinking=0, limits=limits, signer=self.signer, cluster=cluster)

    def _encode(self, table_id: str, state: TableState) -> TableFrames:
        return self.encode(table_id, state)

    async def table(
        self,
        game: str = "cacho",
        seats: int = 2,
        *,
        people: int | None = None,
        pause: int = 0,
        bots: int = 2,
        options: dict[str, Any] | None = None,
        start: bool = True,
        thinking: int = 0,
        window: int | None = 0,
        clock: int = 0,
        reserve: int = 0,
        patience: int = 0,
        **terms: Any,
    ) -> Table:
        """Make a table with people ``p0``, ``p1``, … in the first seats and bots in the others.

        Other terms are by the fields of `Created`.
        """
        people = seats if people is None else people
        table = await self.lobby.create(
            "p0",
            "P0",
            NewTable.of(
                game=game,
                seats=seats,
                options=options or {},
                name="table",
                pause_milliseconds=pause * 1000,
                thinking_milliseconds=thinking,
                window_milliseconds=window,
                clock_milliseconds=clock * 1000,
                reserve_milliseconds=reserve * 1000,
                patience_milliseconds=patience * 1000,
                seat=0 if people else None,
                **terms,
            ),
        )
        for seat in range(1, people):
            await table.ask(Sit(player=f"p{seat}", name=f"P{seat}", seat=seat))
        for seat in range(people, seats):
            await table.ask(AddBot(player="p0", seat=seat, level=bots))
        if start:
            await table.ask(Start(player="p0"))
        await quiet()
        return table

    async def chips_table(self, *chips: int, pause: int = 0) -> Table:
        """Make a table for two and three hands, to which they bring so many chips of 20 to 80."""
        table = await self.table(
            pause=pause, start=False, least_buy_in=20, most_buy_in=80, options={"hands": 3}
        )
        for seat, brought in enumerate(chips):
            await table.ask(BuyIn(f"p{seat}", brought))
        return table

    async def restart(self) -> None:
        """Stop the lobby and read it back from the store."""
        await self.lobby.stop()
        self.lobby = self._lobby()
        await self.lobby.load()
        await quiet()

    async def restarted(self, table: Table) -> Table:
        """Do so, and return the table as it is then."""
        await self.restart()
        return self.lobby.tables[table.id]

    async def passes(self, seconds: float) -> None:
        """Let time pass, and wait until what falls due in it is done."""
        self.clock.advance(seconds)
        await quiet()

    async def stop(self) -> None:
        """End what runs."""
        await self.lobby.stop()


async def begin_next(table: Table) -> None:
    """Have everybody say that they are ready, so that a match begins."""
    for player in sorted(table.state.players()):
        await table.ask(SetReady(player=player, ready=True))
    await quiet()


def brief(game: str) -> dict[str, Any]:
    """Return options with which a match of the game ends soon."""
    return {spec.name: spec.short[1] for spec in get_rules(game).specs if spec.short is not None}


class _Aside(ThreadPoolExecutor):
    """Threads that say what they have not finished: bots that are slow decide there.

    What they have finished is told in the loop, in one step with its result: a thread that tells
    both may be stopped between them, and `quiet` would not wait for the second.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unfinished: set[Future[Any]] = set()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.unfinished.add(future)
        work = super().submit(fn, *args, **kwargs)
        work.add_done_callback(partial(self._told, asyncio.get_running_loop(), future))
        return future

    def _told(
        self, loop: asyncio.AbstractEventLoop, future: Future[Any], work: Future[Any]
    ) -> None:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(self._finish, future, work)

    def _finish(self, future: Future[Any], work: Future[Any]) -> None:
        self.unfinished.discard(future)
        error = work.exception()
        if error is None:
            future.set_result(work.result())
        else:
            future.set_exception(error)


_asides: WeakKeyDictionary[asyncio.AbstractEventLoop, _Aside] = WeakKeyDictionary()


def _aside() -> _Aside:
    """Return the threads of the loop that runs."""
    loop = asyncio.get_running_loop()
    aside = _asides.get(loop)
    if aside is None:
        aside = _asides[loop] = _Aside()
        loop.set_default_executor(aside)
    return aside


async def quiet() -> None:
    """Let everything happen that is ready to happen, also in threads."""
    unfinished = _aside().unfinished
    while True:
        for _ in range(30):
            await asyncio.sleep(0)
        if not unfinished:
            return
        await asyncio.wait([asyncio.wrap_future(future) for future in list(unfinished)])


async def until(true: Callable[[], bool], clock: FakeClock | None = None) -> None:
    """Let things happen until it is so; fails if it never is."""
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        if true():
            return
        if clock is not None:
            clock.advance(0)
        await asyncio.sleep(0)
    raise AssertionError("it never came to that")


def any_action(table: Table, luck: random.Random) -> tuple[int, Action]:
    """Return something that somebody whom the game waits for may do."""
    state = table.state
    assert state.turn is not None
    seat = luck.choice(state.turn.to_act)
    choices = state.rules.legal(state.game, seat)
    mild = [choice for choice in choices if choice.kind is not ChoiceKind.GIVES_UP]
    return seat, luck.choice(mild or choices).sample(Bits(luck.getrandbits(64)))


async def act(
    table: Table, seat: int, action: Action, expected: int | None = None, request_id: str = ""
) -> int:
    """Do an action for the player of the seat; return the number of its entry."""
    sitter = table.state.sitters[seat]
    return await table.ask(
        Act(
            seat=seat,
            player=sitter.player if sitter is not None else "",
            action=action,
            expected=expected,
            request_id=request_id,
        )
    )


async def play(table: Table, luck: random.Random, actions: int = 1_000_000) -> int:
    """Play at random until the match is over or so many actions were done; return how many."""
    done = 0
    while table.state.life is Life.PLAYING and done < actions:
        turn = table.state.turn
        if turn is None or turn.wants_pack:
            await asyncio.sleep(0)
            continue
        await act(table, *any_action(table, luck))
        done += 1
    return done


def person_may_act(table: Table, luck: random.Random) -> tuple[int, Action] | None:
    """Return something that a person may do, if the game waits for one; bots do their own."""
    state = table.state
    turn = state.turn if state.life is Life.PLAYING else None
    if turn is None or turn.wants_pack:
        return None
    seats = {seat for seat in turn.to_act if (sits := state.sitters[seat]) and sits.player}
    found = any_action(table, luck) if seats else None
    while found is not None and found[0] not in seats:
        found = any_action(table, luck)
    return found


async def play_with_bots(table: Table, luck: random.Random, clock: FakeClock) -> None:
    """Play people at random until the match is over; bots play as they do."""
    limit = time.monotonic() + 30
    while table.state.life is Life.PLAYING and time.monotonic() < limit:
        if (found := person_may_act(table, luck)) is not None:
            await act(table, *found)
        else:
            clock.advance(0)
            await asyncio.sleep(0.001)


def attach(
    table: Table,
    viewer: int | None,
    after: int | None,
    *,
    hears: bool = False,
    answers: bool = False,
) -> Subscription:
    """Return a new reader's subscription: who holds that seat, or a spectator."""
    return table.attach(Reader(player_in(table, viewer), after, hears=hears, answers=answers))


def player_in(table: Table, seat: int | None) -> str | None:
    """Return the id of the player who holds the seat, ``None`` for no seat."""
    if seat is None:
        return None
    sitter = table.state.sitters[seat]
    assert sitter is not None
    assert sitter.player, "a bot sits there"
    return sitter.player


def frames(reader: Subscription) -> list[Frame]:
    """Return the frames that a reader is given now."""
    return list(table_service_pb2.PlayResponse.FromString(reader.take()).frames)


def kinds(found: list[Frame]) -> list[str]:
    """Return what kinds of frames these are."""
    return [str(frame.WhichOneof("frame")) for frame in found]


class Onlooker:
    """A client: folds what a reader is given, as the protocol says, and knows no rule."""

    def __init__(self) -> None:
        self.seq = -1
        self.position = 0
        self.table = tables_pb2.Table()
        self.view = views_pb2.PublicView()
        self.own = views_pb2.OwnView()
        self.talk: list[events_pb2.Said] = []
        self.events: list[events_pb2.Event] = []
        self.high_cards = events_pb2.HighCardsDrawn()
        self.snapshots = 0
        self.team_talk: list[table_service_pb2.TeamLine] = []
        self.signals: list[table_service_pb2.SeenSignal] = []
        self.gazes: list[int] = []
        self.counts = table_service_pb2.MatchCounts()
        self.shuffle = shuffle_pb2.Shuffle()
        self.ledger = table_service_pb2.Ledger()

    def fold(self, found: list[Frame]) -> None:
        for frame in found:
            match frame.WhichOneof("frame"):
                case "snapshot":
                    self.see(frame.snapshot)
                case "update":
                    self.update(frame.update)
                case "team_talk":
                    self.team_talk += frame.team_talk.lines
                case "signals":
                    self.signals += frame.signals.signals
                case _:
                    pass

    def see(self, snapshot: table_service_pb2.Snapshot) -> None:
        self.snapshots += 1
        self.seq, self.position = snapshot.seq, snapshot.position
        self.table.CopyFrom(snapshot.table)
        self.view.CopyFrom(snapshot.view)
        self.own.CopyFrom(snapshot.own)
        self.talk = list(snapshot.talk)
        self.high_cards.CopyFrom(snapshot.high_cards)
        self.gazes = list(snapshot.gazes)
        self.counts.CopyFrom(snapshot.counts)
        self.shuffle.CopyFrom(snapshot.shuffle)
        self.ledger.CopyFrom(snapshot.ledger)

    def update(self, update: table_service_pb2.Update) -> None:
        assert update.seq == self.seq + 1, "updates have gaps"
        self.seq, self.position = update.seq, update.position
        clear(self.view, update.changed)
        if update.changed_game:
            game = update.view.WhichOneof("game")
            assert game is not None
            clear(getattr(self.view, game), update.changed_game)
        self.view.MergeFrom(update.view)
        clear(self.own, update.changed_own)
        self.own.MergeFrom(update.own)
        if update.HasField("table"):
            self.table.CopyFrom(update.table)
        self.gazes = list(update.gazes) or self.gazes
        if update.HasField("counts"):
            self.counts.CopyFrom(update.counts)
        if update.HasField("shuffle"):
            self.shuffle.CopyFrom(update.shuffle)
        if update.HasField("ledger"):
            self.ledger.CopyFrom(update.ledger)
        self.events += update.events
        for event in update.events:
            if event.HasField("high_cards_drawn"):
                self.high_cards.CopyFrom(event.high_cards_drawn)
        said = [event.said for event in update.events if event.HasField("said")]
        for line in said:
            same = [each for each in self.talk if each.talk == line.talk]
            if len(same) == 50:
                self.talk.remove(same[0])
            self.talk.append(line)

    def knows(self, snapshot: table_service_pb2.Snapshot) -> None:
        """Check that a snapshot asked for anew says nothing else."""
        assert self.seq == snapshot.seq
        assert self.position == snapshot.position
        assert self.table == snapshot.table
        assert self.view == snapshot.view
        assert self.own == snapshot.own
        assert self.talk == list(snapshot.talk)
        assert self.high_cards == snapshot.high_cards
        assert self.shuffle == snapshot.shuffle
        assert self.gazes == list(snapshot.gazes)
        assert self.counts == snapshot.counts


def clear(message: Any, numbers: Any) -> None:
    """Clear the fields of these numbers."""
    for number in numbers:
        field = message.DESCRIPTOR.fields_by_number[number]
        oneof = field.containing_oneof
        if oneof is not None and oneof.name == "game":
            message.ClearField(message.WhichOneof("game") or field.name)
        else:
            message.ClearField(field.name)


def snapshot(table: Table, viewer: int | None) -> table_service_pb2.Snapshot:
    """Return a snapshot asked for anew."""
    return table_service_pb2.Snapshot.FromString(table.snapshot(player_in(table, viewer)))
