"""Servers that share a store have one lobby, and take over the tables of one that is gone."""

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any, cast

import pytest
import structlog

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.limits import Limits
from cardtui_server.lobby.account_codes import CODE_SECONDS, AccountCodes
from cardtui_server.lobby.claims import HEARD_AFTER_SECONDS
from cardtui_server.lobby.cluster import BEAT_SECONDS, SILENT_SECONDS, Cluster, Listed
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.quick_match import waiting_tables
from cardtui_server.lobby.sessions import Sessions
from cardtui_server.match.entries import Owned, SpectatorsSet, SpectatorTalk
from cardtui_server.match.late import is_late
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import ChangeTerms, Close, Say
from cardtui_server.match.state import Life
from cardtui_server.ports.bus import (
    Beat,
    CodeChanged,
    Given,
    Goodbye,
    LocalBus,
    Message,
    Online,
    PrivateLine,
    Row,
    SessionsChanged,
    Use,
    Used,
)
from cardtui_server.ports.log_store import OpenTable, Player
from cardtui_server.ports.peers import Place
from cardtui_server.rpc.caller import Caller as RpcCaller
from cardtui_server.rpc.limited import ACTS, ADDRESS_TABLE_CODES, TABLE_CODES, TALK
from cardtui_server.rpc.limiter import Limiter
from cardtui_server.rpc.lobby_service import LobbyService
from cardtui_server.store import nats_bus
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.nats_bus import NatsBus, read, written
from cardtui_server.store.nats_connection import Connection
from cardtui_server.table.outage import Outage
from cardtui_server.wire.checkpoints import PickledCheckpoints
from tests.server.at_table import waiting
from tests.support.playing import (
    House,
    act,
    any_action,
    attach,
    brief,
    frames,
    kinds,
    play,
    quiet,
    until,
)
from tests.support.ports import FakeClock, FakeDealer


class Slow(LocalBus):
    """Carries messages when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Message] = []

    def send(self, message: Message) -> None:
        self._waiting.append(message)

    def deliver(self) -> None:
        waiting, self._waiting = self._waiting, []
        for message in waiting:
            super().send(message)


async def houses(number: int = 2) -> list[House]:
    store, bus = MemoryStore(), LocalBus()
    made = [House(store, 100 * each, bus=bus) for each in range(number)]
    for house in made:
        await house.lobby.load()
    await pass_time(made)
    return made


async def pass_time(made: list[House], seconds: float = BEAT_SECONDS) -> None:
    """Let time pass at some servers, while nothing is heard of the others."""
    for _ in range(max(1, round(seconds / BEAT_SECONDS))):
        for house in made:
            house.clock.advance(BEAT_SECONDS)
        await quiet()


async def restart_all(made: list[House]) -> None:
    """Restart all servers at once, so that all tables rest."""
    for house in made:
        await house.lobby.stop()
    for house in made:
        house.lobby = house._lobby()
        await house.lobby.load()
    await pass_time(made, SILENT_SECONDS + BEAT_SECONDS)


def listed(house: House) -> list[str]:
    return [table.id for table in house.lobby.public()]


async def test_a_table_is_in_the_list_of_every_server_and_goes_from_it_when_it_is_closed() -> None:
    one, two = made = await houses()
    reader = two.lobby.watch("p9")
    assert (changes := await reader.take())
    table = await one.table()
    await pass_time(made)
    assert listed(one) == listed(two) == [table.id]
    assert (changes := await reader.take())
    assert table.id.encode() in changes.tables[0]
    with pytest.raises(Refused) as refused:
        await two.lobby.find(table.id)
    assert refused.value.reason is Reason.MOVED
    assert two.lobby.seats_of("p0") == [table.id]
    await table.ask(Close("p0"))
    await pass_time(made)
    assert listed(one) == listed(two) == []
    assert (changes := await reader.take())
    assert changes.gone == [table.id]
    for house in made:
        await house.stop()


async def test_matches_of_a_server_that_is_silent_go_on_and_the_woken_one_gives_them_up() -> None:
    one, two, three = made = await houses(3)
    tables = [await one.table("truco-paulista", options=brief("truco-paulista")) for _ in range(6)]
    waits = await one.table(start=False)
    reader = attach(tables[0], 0, None)
    await pass_time(made)
    there = [two, three]
    await pass_time(there, SILENT_SECONDS + 2 * BEAT_SECONDS)
    await until(lambda: sum(len(house.lobby.tables) for house in there) == len(tables))
    opened = [{*house.lobby.tables} for house in there]
    assert opened[0] | opened[1] == {table.id for table in tables}
    assert not opened[0] & opened[1]
    assert all(opened)  # by chance one may have none: with these ids neither has
    again = next(
        house.lobby.tables[tables[0].id] for house in there if tables[0].id in house.lobby.tables
    )
    assert again.state.turn is not None
    seat = again.state.turn.to_act[0]
    await act(again, seat, again.state.rules.mildest(again.state.game, seat))
    # It wakes, and hears that others have its tables.
    frames(reader)
    await pass_time(made, 2 * BEAT_SECONDS)
    await until(lambda: {*one.lobby.tables} == {waits.id})
    assert kinds(frames(reader))[-1] == "end"
    with pytest.raises(Refused, match="another server"):
        await one.lobby.find(tables[0].id)
    await play(again, random.Random(2))
    for house in made:
        await house.stop()


class Together(MemoryStore):
    """Answers a reader once another one waits, too."""

    def __init__(self) -> None:
        super().__init__()
        self.holds = False
        self._readers: list[asyncio.Event] = []

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        if self.holds:
            self._readers.append(mine := asyncio.Event())
            if len(self._readers) % 2 == 0:
                for each in self._readers:
                    each.set()
            await mine.wait()
        return await super().read(table, after)


async def test_matches_of_a_server_that_is_gone_do_not_wait_for_each_other() -> None:
    store, bus = Together(), LocalBus()
    one, two = made = [House(store, 100 * each, bus=bus) for each in range(2)]
    for house in made:
        await house.lobby.load()
    tables = [await one.table() for _ in range(4)]
    await pass_time(made)
    store.holds = True
    await pass_time([two], SILENT_SECONDS + 2 * BEAT_SECONDS)
    await until(lambda: {*two.lobby.tables} == {table.id for table in tables})
    store.holds = False
    for house in made:
        await house.stop()


async def test_a_server_that_says_goodbye_is_followed_at_once() -> None:
    one, two = made = await houses()
    table = await one.table()
    waits = await one.table(start=False)
    await pass_time(made)
    await one.stop()
    await quiet()
    assert {*two.lobby.tables} == {table.id, waits.id}
    assert two.lobby.tables[waits.id].state.life is Life.WAITING
    await act(two.lobby.tables[table.id], waiting(two.lobby.tables[table.id]), Action("bet"))
    await two.stop()


async def test_a_server_that_stops_gives_its_tables_away_and_no_act_is_lost() -> None:
    one, two = made = await houses()
    tables = [await one.table() for _ in range(4)]
    readers = [attach(table, 0, None) for table in tables]
    await pass_time(made)
    seats = [waiting(table) for table in tables]
    acts = [
        asyncio.ensure_future(act(table, seats[number], Action("bet"), None, f"act {number}"))
        for number, table in enumerate(tables)
    ]
    await one.lobby.drain()
    results = await asyncio.gather(*acts, return_exceptions=True)
    for number, (table, reader, result) in enumerate(zip(tables, readers, results, strict=True)):
        (*_, end) = frames(reader)
        assert end.end.reason == table_service_pb2.END_REASON_MOVED
        assert two.peers is not None
        assert end.end.address == two.peers.own.address
        there = await two.lobby.find(table.id)
        assert there.state.owner == Owned(*two.peers.own)
        again = await act(there, seats[number], Action("bet"), None, f"act {number}")
        assert again == (there.state.seq if isinstance(result, Refused) else result)
    with pytest.raises(Refused) as refused:
        await one.lobby.create("p1", "P1", NewTable.of("cacho", 2))
    assert refused.value.reason is Reason.MOVED
    for house in made:
        await house.stop()


class Unchecked(MemoryStore):
    """Has only looked at the ends of logs, and takes its time with the rest."""

    listing = b""

    async def open_tables(self) -> AsyncIterator[Sequence[OpenTable]]:
        async for page in super().open_tables():
            yield [each._replace(listing=self.listing, checked=False) for each in page]

    async def check(self, table: str) -> None:
        await asyncio.Event().wait()


async def test_a_server_that_comes_opens_what_it_is_given_without_a_look_at_the_whole_log() -> None:
    store, bus = Unchecked(), LocalBus()
    one = House(store, bus=bus)
    await one.lobby.load()
    table = await one.table()
    store.listing = one.lobby._env.checkpoints.listing(table.state)
    two = House(store, 100, bus=bus)
    await two.lobby.load()
    await pass_time([one, two], SILENT_SECONDS)
    await one.lobby.drain()
    async with asyncio.timeout(10):
        assert (await two.lobby.find(table.id)).state.owner == Owned(*two.lobby.cluster.own)
    for house in (one, two):
        await house.stop()


async def test_a_server_that_is_drained_gives_away_what_is_asked_for_until_it_takes_tables() -> (
    None
):
    one, two = made = await houses()
    tables = [await one.table() for _ in range(2)]
    await restart_all(made)
    assert not one.lobby.tables
    opened = await one.lobby.find(tables[0].id)
    await quiet()
    assert await one.lobby.give_all() == (1, 0)
    assert opened.moved
    found = await one.lobby.find(tables[1].id)
    asked = asyncio.ensure_future(act(found, waiting(found), Action("bet"), None, "once"))
    await until(lambda: bool(found.moved))
    result = (await asyncio.gather(asked, return_exceptions=True))[0]
    for table in tables:
        with pytest.raises(Refused) as refused:
            await one.lobby.find(table.id)
        assert refused.value.reason is Reason.MOVED
        assert (await two.lobby.find(table.id)).state.owner == Owned(*two.lobby.cluster.own)
    await until(lambda: {*two.lobby.tables} == {table.id for table in tables})
    there = two.lobby.tables[found.id]
    again = await act(there, waiting(found), Action("bet"), None, "once")
    assert again == (there.state.seq if isinstance(result, Refused) else result)
    await pass_time(made)
    assert [beat.takes for beat, _ in two.lobby.cluster.servers()] == [True, False]
    with pytest.raises(Refused, match="No other server"):
        await two.lobby.give_all()
    one.lobby.cluster.take(tables=True)
    assert (await one.lobby.create("p1", "P1", NewTable.of("cacho", 2))).state.made.host == "p1"
    for house in made:
        await house.stop()


async def test_a_table_moves_to_the_server_that_is_named_and_no_act_is_lost() -> None:
    one, two, three = made = await houses(3)
    table = await one.table("truco-paulista")
    await pass_time(made)
    own = {house: house.lobby.cluster.own for house in made}
    luck = random.Random(3)
    # From its own server to another; from there, asked of a third one, on; and back.
    for number, (asked, to) in enumerate([(one, two), (one, three), (two, two), (one, one)]):
        at = next(house for house in made if table.id in house.lobby.tables)
        there = at.lobby.tables[table.id]
        reader = attach(there, waiting(there), None)
        seat, action = any_action(there, luck)
        acting = asyncio.ensure_future(act(there, seat, action, None, f"act {number}"))
        await asked.lobby.move(table.id, own[to].address)
        await pass_time(made)
        assert [house for house in made if table.id in house.lobby.tables] == [to]
        (result,) = await asyncio.gather(acting, return_exceptions=True)
        now = to.lobby.tables[table.id]
        again = await act(now, seat, action, None, f"act {number}")
        assert isinstance(result, Refused) or again == result
        assert frames(reader)[-1].end.reason == table_service_pb2.END_REASON_MOVED
        await asked.lobby.move(table.id, own[to].address)  # it is there: nothing happens
        assert now.state.seq == to.lobby.tables[table.id].state.seq
    for house in made:
        await house.stop()


async def test_a_table_is_taken_from_a_server_that_writes_to_it_at_that_moment() -> None:
    one, two = made = await houses()
    table = await one.table()
    await pass_time(made)
    say = [asyncio.ensure_future(table.ask(Say("p0", "P0", "one"))) for _ in range(3)]
    there = await two.lobby.find(table.id, here=True)
    await pass_time(made)
    await asyncio.gather(*say, return_exceptions=True)
    await until(lambda: not one.lobby.tables)
    assert there.state.owner == Owned(*two.lobby.cluster.own)
    assert not there.moved
    for house in made:
        await house.stop()


@pytest.mark.parametrize(
    ("table", "address", "sentence"),
    [
        ("", "nowhere:1", "No server of this cluster is reached there"),
        ("k7mnpq", "", "There is no table"),
        ("", "drained", "gives its tables away"),
    ],
)
async def test_a_table_that_cannot_be_moved_stays(table: str, address: str, sentence: str) -> None:
    one, two = made = await houses()
    found = await one.table()
    if address == "drained":
        two.lobby.cluster.take(tables=False)
    await pass_time(made)
    there = two.lobby.cluster.own.address
    address = there if address in ("", "drained") else address
    with pytest.raises(Refused, match=sentence):
        await one.lobby.move(table or found.id, address)
    assert {*one.lobby.tables} == {found.id}
    for house in made:
        await house.stop()


async def test_a_table_of_the_only_server_or_of_none_that_is_closed_is_not_moved() -> None:
    (one,) = await houses(1)
    table = await one.table()
    with pytest.raises(Refused, match="the only server"):
        await one.lobby.move(table.id, "other:1")
    two = House(one.store, 900, bus=one._bus)
    await two.lobby.load()
    await pass_time([one, two])
    await table.ask(Close("p0"))
    await pass_time([one, two])
    with pytest.raises(Refused, match="no table"):
        await one.lobby.move(table.id, two.lobby.cluster.own.address)
    alone = House()
    with pytest.raises(Refused, match="in no cluster"):
        await alone.lobby.move(table.id, "other:1")
    for house in (one, two, alone):
        await house.stop()


async def test_matches_that_no_server_has_are_told_to_the_operator() -> None:
    one, two = made = await houses()
    table = await one.table()
    await one.table(start=False)
    await pass_time(made)
    assert two.lobby.orphans() == []
    await restart_all(made)
    assert one.lobby.orphans() == two.lobby.orphans() == [table.id]
    await two.lobby.find(table.id)
    await pass_time(made)
    assert one.lobby.orphans() == two.lobby.orphans() == []
    for house in made:
        await house.stop()


async def test_a_server_whose_start_takes_long_takes_no_table_from_one_that_is_there() -> None:
    clock, place = FakeClock(), Place("there", "there:1")
    cluster = Cluster(Place("late", "late:1"), LocalBus(), clock, [Beat(*place)])
    clock.advance(SILENT_SECONDS + 60)
    lost: list[str] = []
    cluster.begin(
        listed=lambda _: Listed(),
        tables=tuple,
        row=lambda _: None,
        given=lambda _: None,
        gone=lost.append,
        woken=lambda: None,
    )
    assert cluster.is_there(place.server)
    assert not lost
    clock.advance(SILENT_SECONDS + BEAT_SECONDS)
    assert lost == [place.server]


async def test_a_server_that_comes_is_told_of_all_tables() -> None:
    one, _ = made = await houses()
    tables = [await one.table(start=False) for _ in range(3)]
    await pass_time(made)
    three = House(one.store, 900, bus=one._bus)
    await three.lobby.load()
    await pass_time([*made, three])
    assert {*listed(three)} == {table.id for table in tables}
    with pytest.raises(Refused, match="another server"):
        await three.lobby.find(tables[0].id)
    for house in (*made, three):
        await house.stop()


async def test_what_a_server_tells_again_is_not_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, two = made = await houses()
    table = await one.table(start=False)
    await pass_time(made)
    read: list[bytes] = []

    def read_listing(_: PickledCheckpoints, body: bytes) -> None:
        read.append(body)

    monkeypatch.setattr(PickledCheckpoints, "read_listing", read_listing)
    await pass_time(made, 60 * BEAT_SECONDS)
    assert (read, listed(two)) == ([], [table.id])
    for house in made:
        await house.stop()


async def test_other_servers_list_a_match_as_late_as_its_spectators_see_it() -> None:
    one, two = made = await houses()
    table = await one.table("truco-paulista")
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.EVERYBODY, 1)))
    assert is_late(table.state.made)
    await play(table, random.Random(1), 10)
    await pass_time(made)
    (there,) = two.lobby.public()
    assert there.state.tally == table.known_to("").tally != table.state.tally
    for house in made:
        await house.stop()


async def test_a_quick_match_finds_those_who_wait_at_another_server() -> None:
    one, two = made = await houses()
    wanted = NewTable.of("cacho", 2, seat=0)
    waits, _ = [await one.lobby.create("p0", "P0", wanted) for _ in range(2)]
    reader = attach(waits, 0, None)
    await pass_time(made)

    def found() -> list[str]:
        return [each.id for each in waiting_tables(two.lobby.public(), "p9", "cacho")]

    assert found() == [waits.id]
    waits.detach(reader)
    awaits = await one.lobby.create("p0", "P0", wanted)
    one.lobby.new_quick.add(awaits.id)  # its maker is about to come
    await pass_time(made, 1.0)
    assert found() == [awaits.id]
    for house in made:
        await house.stop()


async def slow_services(number: int = 2) -> tuple[list[House], list[LobbyService], Slow]:
    """Return the doors of some servers, which hear of each other when the bus delivers."""
    store, bus, clock = MemoryStore(), Slow(), FakeClock()
    made = [House(store, 100 * each, bus=bus) for each in range(number)]
    services = []
    for house in made:
        await house.lobby.load()
        sessions = Sessions(
            store, house.dealer, set, house.env.outage, clock=clock, cluster=house.lobby.cluster
        )
        await sessions.load()
        services.append(LobbyService(house.lobby, sessions, Limiter(Limits.open(), clock)))
    await hear(made, bus)
    return made, services, bus


async def hear(made: list[House], bus: Slow, seconds: float = BEAT_SECONDS) -> None:
    """Let time pass, and have everybody hear what was said."""
    for _ in range(round(seconds / BEAT_SECONDS)):
        await pass_time(made)
        bus.deliver()
        await quiet()


def somebody(number: int) -> RpcCaller:
    return RpcCaller(f"q{number}", f"Q{number}", "192.0.2.1", True)


async def at_once(*calls: Coroutine[Any, Any, bytes]) -> tuple[list[bytes], list[Refused]]:
    """Await calls of one moment; return the answers and the refusals."""
    found = await asyncio.gather(*calls, return_exceptions=True)
    refused = [each for each in found if isinstance(each, Refused)]
    answers = [each for each in found if isinstance(each, bytes)]
    assert len(refused) + len(answers) == len(found), found
    return answers, refused


@pytest.mark.parametrize("games", [("cacho", "cacho"), ("cacho", "")])
async def test_two_who_want_a_quick_match_at_two_servers_at_once_meet(
    games: tuple[str, str],
) -> None:
    made, services, bus = await slow_services()
    requests = [lobby_service_pb2.QuickMatchRequest(game=game) for game in games]
    calls = [
        service.quick_match(request, somebody(number))
        for number, (service, request) in enumerate(zip(services, requests, strict=True))
    ]
    (first,), (refused,) = await at_once(*calls)
    assert refused.reason is Reason.MOVED
    assert refused.arguments["address"] == made[0].lobby.cluster.own.address
    second = await services[0].quick_match(requests[1], somebody(1))
    found = [lobby_service_pb2.QuickMatchResponse.FromString(each) for each in (first, second)]
    assert [(each.table.id, each.seat) for each in found] == [
        (found[0].table.id, 0),
        (found[0].table.id, 1),
    ]
    # A moment later the other server makes tables itself again.
    await hear(made, bus, HEARD_AFTER_SECONDS + BEAT_SECONDS)
    other = lobby_service_pb2.QuickMatchRequest(game="cacheta")
    assert await services[1].quick_match(other, somebody(9))
    for house in made:
        await house.stop()


async def test_what_a_server_has_claimed_that_is_gone_or_takes_no_tables_is_free() -> None:
    made, _, bus = await slow_services(3)
    one, two, three = (house.lobby for house in made)
    async with one.claims.claimed("it") as at_first:
        async with two.claims.claimed("it") as other, one.claims.claimed("it") as again:
            assert (at_first, other, again) == (None, one.cluster.own, None)
        one.cluster.take(tables=False)
        bus.deliver()
        async with two.claims.claimed("it") as then:
            await made[1].stop()
            bus.deliver()
            async with three.claims.claimed("it") as last:
                assert (then, last) == (None, None)
    for house in (made[0], made[2]):
        await house.stop()


async def test_two_who_invite_a_bot_account_at_two_servers_at_once_do_not_both_get_it() -> None:
    made, services, bus = await slow_services()
    sessions = services[0]._sessions
    robo, _ = await sessions.open("Robo", "", bot_account=True)
    sessions.came(robo.id)
    await hear(made, bus)
    wanted = NewTable.of("cacho", 3, seat=0)
    tables = [(await house.lobby.create("p0", "P0", wanted)).id for house in made]
    calls = [
        service.add_bot(
            lobby_service_pb2.AddBotRequest(table=table, account=robo.id),
            RpcCaller("p0", "P0", "192.0.2.1", True),
        )
        for service, table in zip(services, tables, strict=True)
    ]
    (_,), (refused,) = await at_once(*calls)
    assert refused.reason is Reason.TABLE_STATE
    assert sum(house.lobby.is_busy(robo.id) for house in made) == 1
    await hear(made, bus, HEARD_AFTER_SECONDS + BEAT_SECONDS)
    assert all(house.lobby.is_busy(robo.id) for house in made)
    for house in made:
        await house.stop()


async def test_when_all_servers_stop_none_gives_its_tables_away() -> None:
    one, _ = made = await houses()
    table = await one.table()
    await pass_time(made)
    rows = await one.store.read(table.id)
    assert isinstance(one.peers, Cluster)
    one.peers.ends()
    await one.lobby.drain()
    assert await one.store.read(table.id) == rows
    for house in made:
        await house.stop()


async def test_who_knows_all_servers_waits_for_none_that_was_never_heard() -> None:
    clock, place = FakeClock(), Place("there", "there:1")
    for complete in (True, False):
        cluster = Cluster(
            Place("own", "own:1"), LocalBus(), clock, [Beat(*place)], complete=complete
        )
        assert cluster.is_there(place.server)
        assert cluster.is_there("of before") is not complete


MESSAGES = [
    Beat("k7mnpq", "[::1]:8783"),
    Beat("k7mnpq", "[::1]:8783", takes=False, tables=3, began=1_764_000_000_000),
    Goodbye("k7mnpq"),
    Row("k7mnpq", "t", b"\0listing"),
    Row("k7mnpq", "t", b"", ("p1", "p2")),
    Given("k7mnpq", "t", "k7mnpr"),
    CodeChanged("k7mnpq", "p1", True, b"h", 599.5, b"\0sealed"),
    CodeChanged("k7mnpq", "p1", False),
    Online("k7mnpq", ("p1", "p2"), (1, 3), ("p2",)),
    PrivateLine("k7mnpq", "p1", "Ana", "p2", "hello"),
    Used("k7mnpq", (Use("talk", "p1", 2), Use("hints", "p2", 1))),
    Online("k7mnpq", ()),
    SessionsChanged("k7mnpq", (Player(b"h", "p1", "Ana", 7, True, -9),), (b"old", b"older")),
]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_read_as_it_was_written(message: Message) -> None:
    assert read(written(message)) == message


@pytest.mark.parametrize("data", [b"", b"\xff" * 9, b"\x0a\x03abc", b"\x12\x00"])
def test_what_is_no_message_of_this_release_is_passed_over(data: bytes) -> None:
    assert read(data) is None


class Wire:
    """A connection to NATS servers that brings what the test says."""

    def hear(self, subject: str, heard: Callable[[bytes], None]) -> Callable[[], None]:
        del subject
        self.bring = heard
        return lambda: None


@pytest.mark.parametrize("listens", [True, False])
async def test_a_server_that_was_killed_is_missed_before_its_silence_tells(
    monkeypatch: pytest.MonkeyPatch, listens: bool
) -> None:
    monkeypatch.setattr(nats_bus, "OVERDUE_SECONDS", 0.02)
    looked = asyncio.Event()

    def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()
        looked.set()

    door = await asyncio.start_server(answer, "::1")
    port = door.sockets[0].getsockname()[1]
    if not listens:
        door.close()
        await door.wait_closed()
    wire, heard = Wire(), asyncio.Queue[Message]()
    stop = NatsBus(cast("Connection", wire)).listen(heard.put_nowait)
    beat = Beat("k7mnpq", f"[::1]:{port}")
    wire.bring(written(beat))
    assert await heard.get() == beat
    if listens:
        await looked.wait()
        await asyncio.sleep(0)
        assert heard.empty()
        door.close()
    else:
        assert await heard.get() == Goodbye("k7mnpq")
    stop()


async def test_of_two_who_take_a_name_at_two_servers_at_once_one_has_it() -> None:
    bus, clock = Slow(), FakeClock()
    servers = await sessions_on(bus, clock)
    coming = [asyncio.ensure_future(each.open("Ana", "")) for each in servers]
    await quiet()
    bus.deliver()
    clock.advance(1)
    names = [player.name for player, _ in await asyncio.gather(*coming)]
    assert sorted(names) == ["Ana", "Ana 2"]
    bus.deliver()
    for sessions in servers:
        assert {(await sessions.names.owner(name)).name for name in names} == set(names)


async def test_a_name_that_its_player_has_given_up_is_free_at_every_server() -> None:
    bus, clock = LocalBus(), FakeClock()
    one, two = await sessions_on(bus, clock)
    ana, token = await one.open("Ana", "")
    assert (await one.open("Bia", token))[0] == ana._replace(name="Bia")
    coming = asyncio.ensure_future(two.open("Ana", ""))
    await quiet()
    clock.advance(1)
    assert (await coming)[0].name == "Ana"
    assert (await one.names.owner("bia")).id == ana.id


def cluster_of(number: int, bus: LocalBus, clock: FakeClock) -> Cluster:
    return Cluster(Place(f"s{number}", f"s{number}:1"), bus, clock)


def begin(cluster: Cluster) -> None:
    cluster.begin(
        listed=lambda _: Listed(),
        tables=tuple,
        row=lambda _: None,
        given=lambda _: None,
        gone=lambda _: None,
        woken=lambda: None,
    )


async def sessions_on(bus: LocalBus, clock: FakeClock) -> list[Sessions]:
    """Return the sessions of two servers."""
    store, servers = MemoryStore(), []
    for number in range(2):
        cluster = cluster_of(number, bus, clock)
        outage = Outage(clock, structlog.wrap_logger(structlog.ReturnLogger()))
        dealer = FakeDealer(100 * number)
        servers.append(Sessions(store, dealer, set, outage, clock=clock, cluster=cluster))
        begin(cluster)
        await servers[-1].load()
    return servers


async def test_who_is_connected_is_known_at_each_server_and_counted_once() -> None:
    bus, clock = LocalBus(), FakeClock()
    one, two = await sessions_on(bus, clock)
    for server, player in ((one, "ana"), (two, "ana"), (two, "bot-robo")):
        server.came(player)
    clock.advance(BEAT_SECONDS)
    assert one.connected() == two.connected() == {"ana", "bot-robo"}
    one.left("ana")
    two.left("bot-robo")
    clock.advance(BEAT_SECONDS)
    assert one.connected() == two.connected() == {"ana"}
    assert two._cluster is not None
    two._cluster.stop()
    assert one.connected() == set()


def limiters_on(bus: LocalBus, clock: FakeClock, limits: Limits) -> list[Limiter]:
    """Return what counts at two servers."""
    made = []
    for number in range(2):
        cluster, limiter = cluster_of(number, bus, clock), Limiter(limits, clock)
        cluster.watch_uses(limiter.uses, limiter.used_elsewhere)
        begin(cluster)
        made.append(limiter)
    return made


def test_what_a_player_does_at_two_servers_counts_together() -> None:
    clock = FakeClock()
    one, two = limiters_on(LocalBus(), clock, Limits(talk_rate=1, talk_burst=10))
    ana, bia = somebody(1), somebody(2)
    for _ in range(10):
        one.count(TALK, ana)
    clock.advance(BEAT_SECONDS)
    two.count(TALK, bia)
    with pytest.raises(Refused, match="too fast"):
        two.count(TALK, ana)
    # However often the servers change, it is no more than the rate of one.
    said = 0
    for _ in range(400):
        clock.advance(0.25)
        for limiter in (one, two):
            with contextlib.suppress(Refused):
                limiter.count(TALK, ana)
                said += 1
    assert 80 <= said <= 110


def test_what_was_right_is_not_told_and_an_act_counts_where_its_table_is() -> None:
    clock = FakeClock()
    limits = Limits(actions_rate=1, actions_burst=2, table_codes_rate=0.1, table_codes_burst=2)
    one, two = limiters_on(LocalBus(), clock, limits)
    for table in ("a", "b"):
        for _ in range(2):
            one.count(ACTS, somebody(1), table)
    one.count(TABLE_CODES, somebody(1))
    one.give_back(TABLE_CODES, ADDRESS_TABLE_CODES, somebody(1))
    clock.advance(BEAT_SECONDS)
    for _ in range(2):
        two.count(ACTS, somebody(1), "c")
        two.count(TABLE_CODES, somebody(1))


def test_open_streams_of_a_player_count_together_and_a_server_that_is_gone_has_none() -> None:
    bus, clock = LocalBus(), FakeClock()
    online = Counter(q1=2)
    clusters = [cluster_of(number, bus, clock) for number in range(2)]
    clusters[0].watch_online(lambda: online)
    for cluster in clusters:
        begin(cluster)
    limiter = Limiter(Limits(streams_each=3), clock, elsewhere=clusters[1].streams_elsewhere)
    clock.advance(BEAT_SECONDS)
    limiter.open_stream(somebody(1))
    with pytest.raises(Refused, match="You have 3 open streams"):
        limiter.open_stream(somebody(1))
    online["q1"] = 1
    clock.advance(BEAT_SECONDS)
    limiter.open_stream(somebody(1))
    clusters[0].stop()
    limiter.open_stream(somebody(1))


def codes_of(number: int, bus: LocalBus, clock: FakeClock) -> AccountCodes:
    """Return the account codes of a server that has just begun."""
    cluster = cluster_of(number, bus, clock)
    codes = AccountCodes(FakeDealer(100 * number), clock, cluster)
    begin(cluster)
    return codes


def test_an_account_code_is_known_at_each_server_until_it_is_used_or_void() -> None:
    bus, clock = LocalBus(), FakeClock()
    one, two = codes_of(1, bus, clock), codes_of(2, bus, clock)
    first = one.make("ana", recovers=False, sealed=b"key")
    found = two.take(first)
    assert found is not None
    assert (found.player, found.sealed) == ("ana", b"key")
    assert one.take(first) is None
    void, newer = one.make("ana", recovers=False), two.make("ana", recovers=False)
    assert two.take(void) is one.take(void) is None
    two.forget("ana")
    assert one.take(newer) is None
    thiefs, recovery = one.make("ana", recovers=False), two.make("ana", recovers=True)
    three = codes_of(3, bus, clock)  # it is told of all there are
    clock.advance(BEAT_SECONDS)
    assert three.take(recovery) is not None
    assert one.take(recovery) is two.take(recovery) is one.take(thiefs) is two.take(thiefs) is None
    late = one.make("bia", recovers=False)
    clock.advance(CODE_SECONDS)
    assert two.take(late) is None
