"""The store on NATS keeps the contract of stores, and says what is wrong with its cluster."""

import asyncio
import random
import zlib
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from typing import Any, cast

import pytest
from structlog.testing import CapturingLogger
from structlog.typing import FilteringBoundLogger

from cardtui.store.v1 import cluster_pb2 as pb
from cardtui_server.app import serve
from cardtui_server.failures import StartError
from cardtui_server.match.replay import read_back
from cardtui_server.ports.log_store import (
    Behind,
    Checkpoint,
    Damaged,
    Gone,
    Kept,
    LogStore,
    NoRoom,
    Player,
    Result,
    SeatResult,
    StoreError,
    Unreadable,
    Unsure,
    all_players,
)
from cardtui_server.settings import Settings
from cardtui_server.store import nats, nats_connection, nats_log, nats_streams
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_connection import (
    Connection,
    Message,
    NoAnswer,
    NotSent,
    Refusal,
    Stored,
)
from cardtui_server.store.nats_log import look
from cardtui_server.store.nats_streams import BESIDE_STREAM, LOG_STREAM, STREAMS, config_of
from cardtui_server.wire.journal import WireJournal
from tests.server.store_contract import SharedStoreContract, a_result, open_ids
from tests.support.nats_servers import NatsServers, nats_servers
from tests.support.nights import by_night
from tests.support.playing import House, brief, play, until
from tests.support.unreliable import Repeated, Unreliable

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def one() -> Iterator[NatsServers]:
    with nats_servers() as servers:
        yield servers


def clear(servers: NatsServers) -> None:
    for stream in STREAMS:
        servers.ask(f"$JS.API.STREAM.DELETE.{stream.name}")


def fill(servers: NatsServers, *, replicas: int = 1, full: bool) -> None:
    most = {"max_bytes": 100_000 if full else -1}
    servers.ask(
        f"$JS.API.STREAM.UPDATE.{LOG_STREAM}", config_of(STREAMS[0], "cardtui", replicas) | most
    )


class TestNatsLog(SharedStoreContract):
    kind: type[NatsStore] = NatsStore

    @pytest.fixture(autouse=True)
    def place(self, one: NatsServers) -> None:
        clear(one)
        self.servers = one

    def make(self) -> LogStore:
        return self.kind(self.servers.urls, replicas=1)

    def fill(self, store: LogStore, *, full: bool) -> None:
        fill(self.servers, full=full)


class UnreliableNats(Repeated, Unreliable, NatsStore):
    """Comes late, twice, or not at all."""


@pytest.mark.nightly(reason="the same tests, above; and make proofs disturbs a whole cluster")
class TestUnreliableNatsLog(TestNatsLog):
    kind = UnreliableNats


async def opened(
    servers: NatsServers,
    *,
    patience: float = 10.0,
    monitors: Sequence[str] = (),
    log: FilteringBoundLogger | None = None,
) -> NatsStore:
    store = NatsStore(servers.urls, replicas=1, monitors=monitors, patience=patience, log=log)
    await store.open()
    return store


@pytest.fixture
def empty(one: NatsServers) -> NatsServers:
    clear(one)
    return one


@pytest.fixture
async def store(empty: NatsServers) -> AsyncIterator[NatsStore]:
    store = await opened(empty)
    yield store
    await store.close()


@pytest.fixture
async def hasty(empty: NatsServers) -> AsyncIterator[NatsStore]:
    """A store that gives up soon."""
    store = await opened(empty, patience=1.0)
    yield store
    await store.close()


async def refusal(*urls: str, replicas: int = 1, monitors: Sequence[str] = ()) -> str:
    store = NatsStore(urls, replicas=replicas, monitors=monitors)
    with pytest.raises(StoreError) as refused:
        await store.open()
    await store.close()
    return str(refused.value)


# --- what it refuses to start on ----------------------------------------------------------


async def test_a_server_that_is_too_old_is_refused(
    empty: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats_streams, "LEAST_VERSION", (99, 1))
    assert "update it to 99.1 or newer" in await refusal(*empty.urls)


async def test_fewer_servers_than_replicas_are_refused(empty: NatsServers) -> None:
    assert "fewer than 3 NATS servers" in await refusal(*empty.urls, replicas=3)
    await (await opened(empty)).close()
    said = await refusal(*empty.urls, replicas=3)
    assert f"has 1 replicas, not 3: run “nats stream edit {LOG_STREAM} --replicas 3”" in said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"discard": "old"}, "--discard new"),
        ({"max_age": 3_600_000_000_000}, "--max-age 0"),
        ({"max_msgs_per_subject": 5}, "--max-msgs-per-subject -1"),
        ({"allow_atomic": False}, "--allow-batch"),
        ({"allow_msg_ttl": False}, "--allow-msg-ttl"),
        ({"allow_direct": False}, "--allow-direct"),
        ({"allow_rollup_hdrs": False}, "--allow-rollup"),
        ({"storage": "memory"}, "back it up, delete it"),
        ({"retention": "interest"}, "back it up, delete it"),
        ({"subjects": ["cardtui.log.*"]}, "back it up, delete it"),
        ({"metadata": {"cardtui-cluster": "another"}}, "belongs to the cluster “another”"),
        ({"metadata": {}}, "belongs to no cluster of cardtui"),
    ],
)
async def test_a_stream_that_would_lose_moves_or_is_another_clusters_is_refused(
    empty: NatsServers, settings: dict[str, object], said: str
) -> None:
    empty.create(config_of(STREAMS[0], "cardtui", 1) | settings)
    assert said in await refusal(*empty.urls)


async def test_a_wrong_credential_is_refused_without_being_told() -> None:
    extra = "authorization { user: cardtui, password: right }"
    with nats_servers(extra=extra) as servers:
        (address,) = [each.removeprefix("nats://") for each in servers.urls]
        said = await refusal(f"nats://cardtui:wrong@{address}")
        assert f"at {address} refuse the credential" in said
        store = NatsStore([f"nats://cardtui:right@{address}"], replicas=1)
        await store.open()
        await store.close()


async def test_a_credential_that_is_refused_in_play_is_tried_until_it_is_taken() -> None:
    with nats_servers(extra="authorization { user: cardtui, password: right }") as servers:
        (address,) = [each.removeprefix("nats://") for each in servers.urls]
        store = NatsStore([f"nats://cardtui:right@{address}"], replicas=1, patience=1.0)
        await store.open()
        await store.append("t", 0, [b"1"])
        servers.kill(0)
        servers.extra = "authorization { user: cardtui, password: changed }"
        servers.start(0)
        for _ in range(2):
            with pytest.raises((NoRoom, Unsure)):
                await store.append("t", 1, [b"2"], append_id=b"one")
        servers.kill(0)
        servers.extra = "authorization { user: cardtui, password: right }"
        servers.start(0)
        async with asyncio.timeout(30):
            while await _refused(store.append("t", 1, [b"2"], append_id=b"one")):
                pass
        assert await store.read("t") == [b"1", b"2"]
        await store.close()


async def _refused(writing: Awaitable[None]) -> bool:
    try:
        await writing
    except (NoRoom, Unsure):
        return True
    return False


async def test_servers_that_nobody_reaches_are_told(empty: NatsServers) -> None:
    assert "No NATS server answers at 127.0.0.1:1 " in await refusal("nats://127.0.0.1:1")
    assert "No NATS server answers at 127.0.0.1:x " in await refusal("nats://127.0.0.1:x")


async def test_one_server_that_answers_is_enough(empty: NatsServers) -> None:
    store = NatsStore(["nats://127.0.0.1:1", *empty.urls], replicas=1)
    await store.open()
    await store.append("t", 0, [b"1"])
    await store.close()


async def test_servers_that_do_not_wait_for_their_disk_or_take_little_are_refused() -> None:
    with nats_servers(sync="2m", extra="max_payload: 65536") as servers:
        said = await refusal(*servers.urls)
        assert "takes messages of 65536 bytes at most: set max_payload to 512000" in said
    with nats_servers(sync="2m") as servers:
        said = await refusal(*servers.urls, monitors=servers.monitors)
        assert "set “sync_interval: always”" in said
        said = await refusal(*servers.urls, monitors=servers.urls)
        assert "does not tell its settings" in said
        told = CapturingLogger()
        store = NatsStore(servers.urls, replicas=1, log=cast("FilteringBoundLogger", told))
        await store.open()
        await store.close()
        assert ["wait for their disk" in call.args[0] for call in told.calls] == [True]


async def test_servers_that_wait_for_their_disk_are_not_warned_of(empty: NatsServers) -> None:
    told = CapturingLogger()
    log = cast("FilteringBoundLogger", told)
    await (await opened(empty, monitors=empty.monitors, log=log)).close()
    assert told.calls == []


# --- answers that do not come, and refusals ------------------------------------------------


class Answers:
    """Goes before `Connection.publish`: each time it does what is next, then it is as usual."""

    def __init__(self, store: NatsStore, *answers: Exception | str) -> None:
        self._answers = list(answers)
        self._publish = store._connection.publish
        store._connection.publish = self.publish  # type: ignore[method-assign]

    async def publish(self, messages: Sequence[Message]) -> int:
        answer = self._answers.pop(0) if self._answers else "whole"
        if isinstance(answer, Exception):
            raise answer
        number = await self._publish(messages)
        if answer == "forgotten":
            raise NoAnswer
        return number


@pytest.mark.parametrize(
    "answer", ["forgotten", NoAnswer(), NotSent(), Refusal({"err_code": 10164}), RuntimeError()]
)
async def test_what_was_not_answered_or_not_sent_is_written_once(
    store: NatsStore, answer: Exception | str
) -> None:
    for table in "ab":
        await store.append(table, 0, [b"1"])
    Answers(store, answer)
    ended = a_result("a", 1)
    await asyncio.gather(
        store.append("a", 1, [b"2", b"3"], results=[ended]), store.append("b", 1, [b"2"])
    )
    assert await store.read("a") == [b"1", b"2", b"3"]
    assert await store.read("b") == [b"1", b"2"]
    assert [each.result for each in await store.results("cacho")] == [ended]
    await store.append("a", 3, [b"4"])


async def test_a_refusal_for_a_number_is_behind_only_if_the_log_says_so(store: NatsStore) -> None:
    Answers(store, Refusal({"err_code": 10071}), Refusal({"err_code": 10071}))
    await store.append("t", 0, [b"1"])
    assert await store.read("t") == [b"1"]


async def test_one_that_is_behind_does_not_hold_up_the_others(
    store: NatsStore, empty: NatsServers
) -> None:
    other = await opened(empty)
    for table in "abc":
        await store.append(table, 0, [b"1"])
    await other.append("b", 1, [b"other"])
    done = await asyncio.gather(
        *(store.append(table, 1, [b"2"]) for table in "abc"), return_exceptions=True
    )
    assert [type(each) for each in done] == [type(None), Behind, type(None)]
    assert [await store.read(table) for table in "abc"] == [
        [b"1", b"2"],
        [b"1", b"other"],
        [b"1", b"2"],
    ]
    await other.close()


async def test_after_unsure_no_refusal_says_that_nothing_was_written(
    hasty: NatsStore, empty: NatsServers
) -> None:
    await hasty.append("t", 0, [b"1"])
    Answers(hasty, *[NoAnswer()] * 100)
    with pytest.raises(Unsure):
        await hasty.append("t", 1, [b"2"], append_id=b"one")
    hasty._connection.publish = Connection.publish.__get__(hasty._connection)  # type: ignore[method-assign]
    big = bytes(200_000)
    fill(empty, full=True)
    with pytest.raises(Unsure):  # what was sent first may still come
        await hasty.append("t", 1, [b"2", big], append_id=b"one")
    with pytest.raises(NoRoom):
        await hasty.append("t", 1, [b"2", big], append_id=b"another")
    fill(empty, full=False)
    await hasty.append("t", 1, [b"2"], append_id=b"one")
    assert await hasty.read("t") == [b"1", b"2"]


async def test_a_server_that_stands_still_makes_unsure_and_nothing_is_written_twice(
    hasty: NatsStore, empty: NatsServers
) -> None:
    await hasty.append("t", 0, [b"1"])
    empty.pause(0)
    try:
        with pytest.raises(Unsure):
            await hasty.append("t", 1, [b"2"], append_id=b"one")
    finally:
        empty.resume(0)
    async with asyncio.timeout(30):
        while True:
            try:
                await hasty.append("t", 1, [b"2"], append_id=b"one")
                break
            except Unsure:
                pass
    assert await hasty.read("t") == [b"1", b"2"]


async def test_a_result_that_is_written_is_not_counted_again(store: NatsStore) -> None:
    await store.append("t", 0, [b"1"], results=[a_result("t", 1)])
    await store.append("t", 1, [b"2"], results=[a_result("t", 1), a_result("t", 2)])
    assert await store.read("t") == [b"1", b"2"]
    assert [each.result.match for each in await store.results("cacho")] == [1, 2]


async def test_a_server_that_lags_behind_is_asked_again(
    store: NatsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.append("t", 0, [b"1"], results=[a_result("t", 1)])
    await store.save_players([Player(b"h1", "p1", "Ana")])
    direct, lagging = store._connection._direct, set[str]()

    async def behind(stream: str, asked: dict[str, Any]) -> tuple[Sequence[Stored], int]:
        found, known = await direct(stream, asked)
        if str(asked) not in lagging:
            lagging.add(str(asked))
            return (), known - 1
        return found, known

    monkeypatch.setattr(store._connection, "_direct", behind)
    assert await store.read("t") == [b"1"]
    assert await open_ids(store) == ["t"]
    assert (await store.players()).found == [Player(b"h1", "p1", "Ana")]
    assert len(await store.results("cacho")) == 1
    with pytest.raises(Damaged):
        await store.read("t", 5)
    assert len(lagging) > 4


@pytest.mark.parametrize("game", ["cacho", "truco-argentino"])
async def test_a_match_is_played_whole_and_goes_on_at_another_server(
    empty: NatsServers, game: str
) -> None:
    luck, first = random.Random(3), await opened(empty)
    house = House(first)
    table = await house.table(game, options=brief(game))
    await play(table, luck, 15)
    await house.stop()
    await first.close()
    second = await opened(empty)
    house = House(second)
    await house.lobby.load()
    table = await house.lobby.find(table.id)
    await until(lambda: table.state.turn is not None)
    await play(table, luck)
    rows = await second.read(table.id)
    assert read_back(table.id, rows, WireJournal()).state == table.state
    ((_, counted),) = await second.results(game)
    assert (counted.table, counted.match) == (table.id, 1)
    await house.stop()
    await second.close()


async def test_a_table_server_starts_on_nats_or_says_why_not(empty: NatsServers) -> None:
    server = await serve(Settings(port=0), store=NatsStore(empty.urls, replicas=1))
    await server.stop(0)
    with pytest.raises(StartError, match="No NATS server answers"):
        await serve(Settings(port=0), store=NatsStore(["nats://127.0.0.1:1"]))


# --- a cluster out of reach, full, or taken away --------------------------------------------


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats, "_LOOK_SECONDS", 0.05)


@pytest.mark.usefixtures("looking")
async def test_who_watches_is_told_that_nats_is_gone_and_back_though_nobody_writes() -> None:
    with nats_servers() as servers:
        store = await opened(servers, patience=1.0)
        told: asyncio.Queue[NoRoom | None] = asyncio.Queue()
        store.watch(told.put_nowait)
        await store.append("t", 0, [b"1"])
        servers.kill(0)
        async with asyncio.timeout(30):
            assert isinstance(await told.get(), NoRoom)
            with pytest.raises(NoRoom):
                await store.append("t", 1, [b"2"])
            with pytest.raises(NoRoom):
                await store.save_players([Player(b"h1", "p1", "Ana")])
            with pytest.raises(Unreadable):
                await store.read("t")
            servers.start(0)
            assert await told.get() is None
        await store.append("t", 1, [b"2"])
        assert await store.read("t") == [b"1", b"2"]
        await store.close()


@pytest.mark.usefixtures("looking")
async def test_a_store_closes_although_an_answer_comes_just_then(
    empty: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats, "_LOOK_SECONDS", 0.01)
    store = await opened(empty)
    asked = asyncio.Event()

    async def answer(_what: str) -> None:
        first = not asked.is_set()
        asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if not first:  # the first gets lost, as in `asyncio.wait_for` of Python 3.11
                raise

    monkeypatch.setattr(store.connection, "api", answer)
    await asked.wait()
    async with asyncio.timeout(10):
        await store.close()


async def test_who_watches_is_told_that_a_full_stream_has_room_again(empty: NatsServers) -> None:
    store = await opened(empty)
    told: asyncio.Queue[NoRoom | None] = asyncio.Queue()
    store.watch(told.put_nowait)
    await store.append("t", 0, [bytes(95_000)])
    fill(empty, full=True)
    with pytest.raises(NoRoom, match="maximum bytes exceeded"):
        await store.append("t", 1, [bytes(10_000)])
    await asyncio.sleep(0.3)
    assert told.empty()
    fill(empty, full=False)
    async with asyncio.timeout(30):
        assert await told.get() is None
    await store.append("t", 1, [bytes(10_000)])
    await store.close()


@pytest.mark.usefixtures("looking")
async def test_a_stream_that_is_deleted_is_told_and_not_made_anew(
    empty: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opened(empty)
    told: asyncio.Queue[NoRoom | None] = asyncio.Queue()
    looks: asyncio.Queue[str] = asyncio.Queue()
    ask = store.connection.api

    async def asked(*given: Any) -> Any:
        looks.put_nowait(given[0])
        return await ask(*given)

    monkeypatch.setattr(store.connection, "api", asked)
    store.watch(told.put_nowait)
    await store.append("t", 0, [b"1"])
    empty.ask(f"$JS.API.STREAM.DELETE.{LOG_STREAM}")
    async with asyncio.timeout(30):
        while not isinstance(await told.get(), Gone):
            pass  # a busy server may not answer at first
        with pytest.raises(Gone, match="restore it from a backup"):
            await store.append("t", 1, [b"2"])
        for _ in range(3):
            await looks.get()
        assert told.empty(), "it is gone, not full"
        assert "error" in empty.ask(f"$JS.API.STREAM.INFO.{LOG_STREAM}")
        empty.create(config_of(STREAMS[0], "cardtui", 1))
        assert await told.get() is None
    with pytest.raises(Damaged):
        await store.read("t", 1)
    with pytest.raises(Behind):
        await store.append("t", 1, [b"2"])
    await store.close()


# --- what is not as it was written -----------------------------------------------------------


def said(after: int, rows: Sequence[bytes], **named: Any) -> bytes:
    return pb.Append(after=after, rows=rows, chain=bytes(32), **named).SerializeToString()


@pytest.mark.parametrize("body", [b"", b"hello", said(1, []), said(1, [b"2"])[:-9]])
async def test_a_strangers_message_in_a_log_is_told_with_its_number(
    store: NatsStore, empty: NatsServers, body: bytes
) -> None:
    await store.append("t", 0, [b"1"])
    empty.tell("cardtui.log.t", body)
    with pytest.raises(Damaged, match=f"delete it with “nats stream rmm {LOG_STREAM} 2”"):
        await store.read("t")
    with pytest.raises(Behind):
        await store.append("t", 1, [b"2"])
    assert await open_ids(store) == ["t"]
    empty.ask(f"$JS.API.STREAM.MSG.DELETE.{LOG_STREAM}", {"seq": 2})
    await store.append("t", 1, [b"2"])
    assert await store.read("t") == [b"1", b"2"]


async def test_strangers_messages_elsewhere_are_left_out(
    store: NatsStore, empty: NatsServers, caplog: pytest.LogCaptureFixture
) -> None:
    await store.append("t", 0, [b"1"], results=[a_result("t", 1)])
    await store.save_players([Player(b"h1", "p1", "Ana")])
    for subject in (
        "log.NO",
        "results.ended.cacho.x.1",
        "results.other",
        "player.zz",
        "known.p1.a.b.zz",
    ):
        empty.tell(f"cardtui.{subject}", b"hello")
    empty.tell("cardtui.results.ended.cacho.u.1", pb.MatchResult(game="cacho").SerializeToString())
    empty.tell("cardtui.beside.listing.t", b"hello")
    empty.tell("cardtui.beside.checkpoint.t", b"hello")
    again = await opened(empty)
    assert await open_ids(again) == ["t"]
    assert "messages of others in the stream" in caplog.text
    assert await again.results("cacho") == await store.results("cacho")
    assert await again.who_played() == {"p1"}
    assert (await again.players()).found == [Player(b"h1", "p1", "Ana")]
    assert await again.checkpoint("t") is None
    await again.close()


async def test_an_entry_of_a_newer_release_is_left_to_who_knows_it(
    store: NatsStore, empty: NatsServers
) -> None:
    await store.append("t", 0, [b"1"])
    empty.tell("cardtui.log.t", said(1, [b"2"], form=1))
    with pytest.raises(Unreadable, match="newer cardtui: update"):
        await store.read("t")
    with pytest.raises(Behind):
        await store.append("t", 1, [b"2"])


@pytest.mark.parametrize("how", ["missing", "other rows", "gap"])
async def test_a_log_that_is_not_as_written_is_refused(
    store: NatsStore, empty: NatsServers, how: str
) -> None:
    for number in range(3):
        await store.append("t", number, [b"%d" % number])
    if how == "missing":
        empty.ask(f"$JS.API.STREAM.MSG.DELETE.{LOG_STREAM}", {"seq": 2})
    else:
        empty.tell("cardtui.log.t", said(3 if how == "other rows" else 4, [b"x"]))
    with pytest.raises(Damaged, match="Table t is damaged"):
        await store.read("t")
    with pytest.raises(Damaged):
        await store.check("t")


# --- closed logs, packed ------------------------------------------------------------------


_ROWS = [b"%d" % number for number in range(9)] + [bytes(200_000)] * 2


async def closed(store: NatsStore, table: str = "t", *, packed: bool = True) -> None:
    """Write a log and close it; wait until it is packed, or leave that to others."""
    for number, row in enumerate(_ROWS):
        last = number == len(_ROWS) - 1
        store._closing = last and not packed
        await store.append(table, number, [row], append_id=b"%d" % number, last=last)
    await store._writer.close()
    store._closing = False


def messages(servers: NatsServers, table: str = "t") -> int:
    """Return how many messages the log of a table is."""
    asked = {"subjects_filter": f"cardtui.log.{table}"}
    return int(
        servers.ask(f"$JS.API.STREAM.INFO.{LOG_STREAM}", asked)["state"]["subjects"][
            asked["subjects_filter"]
        ]
    )


async def test_a_closed_log_becomes_a_few_compressed_messages(
    store: NatsStore, empty: NatsServers
) -> None:
    await closed(store)
    assert messages(empty) == 3  # two of rows, and the end
    assert empty.ask(f"$JS.API.STREAM.INFO.{LOG_STREAM}")["state"]["bytes"] < 5_000
    assert await store.read("t") == _ROWS
    assert await open_ids(store) == []
    # Nothing late can begin the table anew, nor follow what it has not seen.
    for expected in (0, len(_ROWS)):
        with pytest.raises(Refusal, match="wrong last sequence"):
            await store.connection.publish([Message("cardtui.log.t", b"late", expected)])


async def test_a_log_that_was_closed_but_not_packed_is_packed_at_a_start(
    store: NatsStore, empty: NatsServers
) -> None:
    await closed(store, packed=False)
    assert messages(empty) == len(_ROWS)
    others = [await opened(empty) for _ in range(3)]
    await asyncio.gather(*map(open_ids, others))  # all try it, and one does
    for each in others:
        await each._writer.close()
        assert await each.read("t") == _ROWS
        await each.close()
    assert messages(empty) == 3


@pytest.mark.parametrize("answer", ["forgotten", NoAnswer(), NotSent()])
async def test_whatever_becomes_of_packing_the_log_is_whole(
    store: NatsStore, empty: NatsServers, answer: Exception | str
) -> None:
    await closed(store, packed=False)
    Answers(store, answer)
    for _ in range(2):
        await store._tidy_up(["t"])
        assert await store.read("t") == _ROWS
    assert messages(empty) == 3


@pytest.mark.parametrize("page", [2, *by_night(1, 5, 20)])
@pytest.mark.parametrize("packed_at", range(1, 7))
@pytest.mark.parametrize("after", [0, 5])
async def test_who_reads_while_a_log_is_packed_reads_all_of_it(
    store: NatsStore,
    empty: NatsServers,
    monkeypatch: pytest.MonkeyPatch,
    page: int,
    packed_at: int,
    after: int,
) -> None:
    await closed(store, packed=False)
    other = await opened(empty)
    monkeypatch.setattr(nats_connection, "PAGE_MESSAGES", page)
    found, pieces = list[bytes](), 0
    async for rows in store._pieces("t", after):
        found += rows
        pieces += 1
        if pieces == packed_at:
            await other._tidy_up(["t"])
    assert found == _ROWS[after:]
    await other.close()


async def test_a_packed_log_is_chained_as_before(store: NatsStore, empty: NatsServers) -> None:
    await closed(store, packed=False)
    head = await look(store.connection, "t")
    await closed(store, "u")
    await store._tidy_up(["t"])
    now = await look(store.connection, "t")
    assert now.end[:2] == head.end[:2]
    assert (now.append_id, now.first, now.closed) == (head.append_id, head.first, True)


@pytest.mark.parametrize("gone", [(), (1, 2, 5)])
async def test_a_server_that_died_before_it_had_dropped_the_appends_tells_the_same(
    store: NatsStore, empty: NatsServers, gone: Sequence[int]
) -> None:
    await closed(store, packed=False)
    head = await look(store.connection, "t")
    first, *others = nats_log.packed("t", head, _ROWS)
    await store.connection.publish([first._replace(alone=False), *others])
    for number in gone:
        empty.ask(f"$JS.API.STREAM.MSG.DELETE.{LOG_STREAM}", {"seq": number})
    again = await opened(empty)
    assert messages(empty) == len(_ROWS) + 3 - len(gone)
    for each in (store, again):
        assert await each.read("t") == _ROWS
        assert await each.read("t", 5) == _ROWS[5:]
    assert await open_ids(again) == []
    await again.close()


@pytest.mark.parametrize("number", range(3))
async def test_a_packed_log_of_which_a_message_is_missing_is_refused(
    store: NatsStore, empty: NatsServers, number: int
) -> None:
    await closed(store)
    first = (await look(store.connection, "t")).packed_after + 1
    empty.ask(f"$JS.API.STREAM.MSG.DELETE.{LOG_STREAM}", {"seq": first + number})
    with pytest.raises(Damaged, match="Table t is damaged"):
        await store.read("t")
    with pytest.raises(Behind):
        await store.append("t", len(_ROWS), [b"x"])


async def test_packed_rows_that_are_not_as_written_are_refused(
    store: NatsStore, empty: NatsServers
) -> None:
    await store.append("t", 0, [b"1"])
    for body in (b"no zlib", zlib.compress(b"no rows"), zlib.compress(bytes(2**25))):
        said = pb.Append(packed=body, chain=bytes(32))
        empty.tell("cardtui.log.t", said.SerializeToString())
        with pytest.raises(Damaged, match="is not of cardtui"):
            await store.read("t")


# --- what is kept beside the logs -------------------------------------------------------------


async def listings(store: NatsStore) -> dict[str, bytes]:
    return {each.id: each.listing async for page in store.open_tables() for each in page}


async def test_a_listing_is_used_until_a_later_one_is_lost(
    store: NatsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.append("a", 0, [b"1"], kept=Kept(b"listed"))
    await store.append("a", 1, [b"2"])
    await store.append("b", 0, [b"1"], kept=Kept(b"listed"))
    await kept(store)
    monkeypatch.setattr(store._connection, "tell", _lost)
    await store.append("b", 1, [b"2"], kept=Kept(b"lost"))
    await store.append("b", 2, [b"3"])
    assert await listings(store) == {"a": b"listed", "b": b""}
    await store.read("b")
    await store.keep("b", 3, Kept(b"read"))
    assert await listings(store) == {"a": b"listed", "b": b"read"}
    await store.append("b", 3, [b"4"])
    assert await listings(store) == {"a": b"listed", "b": b"read"}
    await store.keep("b", 3, Kept(b"late"))
    assert await listings(store) == {"a": b"listed", "b": b"read"}


async def kept(store: NatsStore) -> None:
    """Wait until what nobody waits for is there: NATS writes in order."""
    await store._connection.publish([Message("cardtui.beside.listing.zz", b"")])


async def _lost(*_: object) -> None:
    """Write nothing."""


async def test_a_checkpoint_fits_its_log_or_is_not_used(
    store: NatsStore, empty: NatsServers
) -> None:
    assert await store.checkpoint("t") is None
    await store.append("t", 0, [b"1", b"2", b"3"], kept=Kept(checkpoint=b"whole"))
    await store.append("t", 3, [b"4"])
    await kept(store)
    again = await opened(empty)
    assert await again.checkpoint("t") == Checkpoint(3, b"whole")
    assert await again.read("t", 2) == [b"3", b"4"]
    assert await again.read("t", 3) == [b"4"]
    assert await again.read("t") == [b"1", b"2", b"3", b"4"]
    await again.close()
    clear(empty)
    store = await opened(empty)
    await store.append("t", 0, [b"other", b"rows", b"here"])
    beside = pb.Beside(entries=3, chain=bytes(32), body=b"whole", append=1)
    empty.tell("cardtui.beside.checkpoint.t", beside.SerializeToString())
    assert await store.checkpoint("t") is None
    await store.close()


async def test_a_log_is_read_from_its_checkpoint_on_whatever_was_read_of_it_before(
    store: NatsStore, empty: NatsServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came from here to another server, which was gone before it kept anything, and so on."""
    other = await opened(empty)
    first: list[int] = []
    some = Connection.some

    async def watched(self: Connection, stream: str, subject: str, number: int) -> Any:
        first.append(number)
        return await some(self, stream, subject, number)

    await store.append("t", 0, [b"1"])
    for number in range(1, 6):  # the checkpoint after the fifth row
        await store.append("t", number, [b"."], kept=Kept(checkpoint=b"whole" * (number == 4)))
    await kept(store)
    monkeypatch.setattr(Connection, "some", watched)
    for reader, early in ((other, 1), (other, 6), (store, 6)):
        await reader.read("t", early)
        first.clear()
        assert await reader.checkpoint("t") == Checkpoint(5, b"whole")
        assert await reader.read("t", 4) == [b".", b"."]
        assert min(first, default=6) == 6
    await other.close()


async def test_what_is_too_long_is_not_kept_and_nothing_is_of_a_closed_table(
    store: NatsStore, empty: NatsServers
) -> None:
    await store.append("t", 0, [b"1"], kept=Kept(b"listed", bytes(900_001)))
    await kept(store)
    assert await store.checkpoint("t") is None
    assert await listings(store) == {"t": b"listed"}
    await store.keep("t", 1, Kept(checkpoint=bytes(900_001)))
    assert await store.checkpoint("t") is None
    await store.append("t", 1, [b"2"], kept=Kept(checkpoint=bytes(900_000)))
    await kept(store)
    assert await store.checkpoint("t") is not None
    await store.append("t", 2, [b"3"], last=True)
    await store._writer.close()
    assert empty.ask(f"$JS.API.STREAM.INFO.{BESIDE_STREAM}")["state"]["messages"] == 1


async def test_tables_are_listed_oldest_first_by_pages(
    store: NatsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = ["e", "c", "a", "d", "b"]
    for table in tables:
        await store.append(table, 0, [b"1"], kept=Kept(b"listed"))
    await store.append("e", 1, [b"2"])
    monkeypatch.setattr(nats, "PAGE_MESSAGES", 2)
    pages = [[each.id for each in page] async for page in store.open_tables()]
    assert pages == [["e", "c"], ["a", "d"], ["b"]]


# --- results and sessions ------------------------------------------------------------------------


async def test_results_are_whole_and_shown_otherwise_when_a_log_says_so(
    store: NatsStore, empty: NatsServers
) -> None:
    calls = (("envido", 2), ("truco", 1))
    seats = (
        SeatResult("p1", 0, 0, True, -5, 3, 2, calls, 1, True),
        SeatResult("", 2, None, False),
    )
    one = Result("t", 1, "cacho", "club", 1_700_000_000_000, seats, rated=True, shown=9)
    await store.append("t", 0, [b"1"], results=[one])
    await store.append("u", 0, [b"1"], results=[a_result("u", 1)])
    assert (await store.results("cacho"))[0].result == one
    await store.append("t", 1, [b"2"], shown={1: 7, 5: 8})
    again = await opened(empty)
    for each in (store, again):
        assert (await each.results("cacho"))[0].result == one._replace(shown=7)
        assert len(await each.results_of("p1")) == 2
        assert await each.results_of("p1", 1) == [a_result("u", 1)]
        assert await each.results_of("p1", known=("p2", 6)) == [a_result("u", 1)]
        assert await each.who_played() == {"p1"}
        assert len(await each.results("cacho", most=1)) == 1
    await again.close()


async def test_a_thousand_sessions_are_forgotten_at_once(store: NatsStore) -> None:
    players = [Player(b"%d" % each, f"p{each}", "Ana") for each in range(1201)]
    for first in range(0, len(players), 100):
        await store.save_players(players[first : first + 100])
    assert len([each async for each in all_players(store)]) == 1201
    await store.forget(players[1:])
    assert [each async for each in all_players(store)] == players[:1]


async def test_nothing_is_left_of_a_used_code_and_of_a_session_that_was_forgotten(
    store: NatsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nats, "_FORGOTTEN_AFTER_SECONDS", 1)
    ana, bia = Player(b"h1", "p1", "Ana"), Player(b"h2", "p2", "Bia")
    await store.save_players([ana])
    await store.save_players([bia], instead_of=[ana])
    assert await store.claim("code", "p1", seconds=1) == "p1"
    assert await store.claim("code", "p2") == "p1"

    async def left(stream: str) -> int:
        found = await store.connection.api(f"STREAM.INFO.{stream}")
        return int(found["state"]["messages"])

    while await left(nats_streams.PLAYERS_STREAM) > 2 or await left(nats_streams.BESIDE_STREAM):  # noqa: ASYNC110 - NATS tells nobody
        await asyncio.sleep(0.1)
    assert await store.claim("code", "p2") == "p2"
    assert (await store.players()).found == [bia]
