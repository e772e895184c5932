"""Three NATS servers keep the contract of stores, and lose and double nothing while some die."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator

import pytest

from cardtui_server.ports.log_store import Behind, LogStore, NoRoom, Unsure
from cardtui_server.store import nats_connection
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_streams import LOG_STREAM, STREAMS, config_of
from tests.server.store_contract import StoreContract, a_result
from tests.support.nats_servers import NatsServers, nats_servers

TABLES = 8


@pytest.fixture(scope="module")
def three() -> Iterator[NatsServers]:
    with nats_servers(3) as servers:
        yield servers


@pytest.mark.nightly
class TestNatsLogOnThreeServers(StoreContract):
    @pytest.fixture(autouse=True)
    def place(self, three: NatsServers) -> None:
        for stream in STREAMS:
            three.ask(f"$JS.API.STREAM.DELETE.{stream.name}")
        self.servers = three

    def make(self) -> LogStore:
        return NatsStore(self.servers.urls)

    def fill(self, store: LogStore, *, full: bool) -> None:
        most = {"max_bytes": 100_000 if full else -1}
        changed = config_of(STREAMS[0], "cardtui", 3) | most
        assert "error" not in self.servers.ask(f"$JS.API.STREAM.UPDATE.{LOG_STREAM}", changed)


class Writers:
    """Tables that are written all the time, each with a result now and then.

    Attributes:
        acknowledged: by table, how many rows were.
    """

    def __init__(self, store: LogStore, mark: str = "t") -> None:
        self._mark = mark
        self.acknowledged = [0] * TABLES
        self.stopping = False
        self._store = store
        self._grown = asyncio.Event()
        self._tasks = [asyncio.create_task(self._write(table)) for table in range(TABLES)]

    async def more(self, rows: int) -> None:
        """Wait until each table has so many rows more."""
        wanted = [each + rows for each in self.acknowledged]
        async with asyncio.timeout(60):
            while any(map(int.__lt__, self.acknowledged, wanted)):
                self._grown.clear()
                await self._grown.wait()

    async def stop(self) -> None:
        self.stopping = True
        await asyncio.gather(*self._tasks)

    async def _write(self, table: int) -> None:
        while not self.stopping:
            number = self.acknowledged[table]
            name = f"{self._mark}{table}"
            ended = [a_result(name, number + 1)] if number % 10 == 9 else []
            try:
                await self._store.append(
                    name,
                    number,
                    [b"%d %d" % (table, number)],
                    append_id=b"%d" % number,
                    results=ended,
                )
            except (NoRoom, Unsure):
                await asyncio.sleep(0.05)
            else:
                self.acknowledged[table] += 1
                self._grown.set()
            await asyncio.sleep(0.005)


async def all_is_there(store: LogStore, acknowledged: list[int]) -> None:
    """Check that each row and each result is there once, at its number."""
    for table, count in enumerate(acknowledged):
        rows = await store.read(f"t{table}")
        assert rows == [b"%d %d" % (table, number) for number in range(count)]
    counted = await store.results("cacho", most=100_000)
    matches = Counter((each.result.table, each.result.match) for each in counted)
    assert set(matches.values()) <= {1}
    assert matches.total() == sum(count // 10 for count in acknowledged)


async def kill_and_restart(servers: NatsServers, number: int) -> None:
    await asyncio.to_thread(servers.kill, number)
    await asyncio.sleep(1)
    servers.start(number)
    await asyncio.to_thread(servers.wait)


async def restart_in_order(servers: NatsServers, number: int) -> None:
    await asyncio.to_thread(servers.end, number)
    servers.start(number)
    await asyncio.to_thread(servers.wait)
    await asyncio.to_thread(servers.whole, [each.name for each in STREAMS])


async def let_stand_still(servers: NatsServers, number: int) -> None:
    servers.pause(number)
    await asyncio.sleep(6)
    servers.resume(number)


@pytest.mark.nightly
@pytest.mark.parametrize("fault", [kill_and_restart, restart_in_order, let_stand_still])
async def test_nothing_is_lost_or_doubled_when_the_leader_goes(
    fault: Callable[[NatsServers, int], Awaitable[None]],
) -> None:
    with nats_servers(3) as servers:
        store = NatsStore(servers.urls)
        await store.open()
        writers = Writers(store)
        await writers.more(20)
        await fault(servers, await asyncio.to_thread(servers.leader, LOG_STREAM))
        await writers.more(20)
        await writers.stop()
        again = NatsStore(servers.urls)
        await again.open()
        for each in (store, again):
            await all_is_there(each, writers.acknowledged)
            await each.close()


@pytest.mark.nightly
async def test_what_the_leader_does_not_answer_any_more_is_asked_again_when_another_one_leads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nats_connection, "ANSWER_SECONDS", 600.0)  # until then nobody waits
    with nats_servers(3) as servers:
        stores = [NatsStore([url]) for url in servers.urls]
        for each in stores:
            await each.open()
        writers = [Writers(each, f"of{number}x") for number, each in enumerate(stores)]
        await asyncio.gather(*(each.more(5) for each in writers))
        await restart_in_order(servers, await asyncio.to_thread(servers.leader, LOG_STREAM))
        await asyncio.gather(*(each.more(5) for each in writers))
        for writer, store in zip(writers, stores, strict=True):
            await writer.stop()
            await store.close()


@pytest.mark.nightly
async def test_tables_that_are_closed_while_the_leader_is_killed_stay_whole() -> None:
    with nats_servers(3) as servers:
        store = NatsStore(servers.urls, patience=30.0)
        await store.open()
        tables = {f"t{number}": [b"%d" % each for each in range(30)] for number in range(60)}

        async def play_and_close(table: str) -> None:
            for number, row in enumerate(tables[table]):
                last = number == len(tables[table]) - 1
                await store.append(table, number, [row], append_id=row, last=last)

        playing = [asyncio.create_task(play_and_close(each)) for each in tables]
        await playing[0]
        leader = await asyncio.to_thread(servers.leader, LOG_STREAM)
        await kill_and_restart(servers, leader)
        await asyncio.gather(*playing)
        await store.close()
        for _ in range(2):  # the first packs what was left
            again = NatsStore(servers.urls, patience=30.0)
            await again.open()
            assert [page async for page in again.open_tables()] == []
            for table, rows in tables.items():
                assert await again.read(table) == rows
            await again._writer.close()
            await again.close()
        for number in range(3):
            asked = {"subjects_filter": "cardtui.log.*"}
            found = servers.ask(f"$JS.API.STREAM.INFO.{LOG_STREAM}", asked, number)["state"][
                "subjects"
            ]
            assert found == {f"cardtui.log.{table}": 2 for table in tables}


@pytest.mark.nightly
async def test_nothing_is_lost_or_doubled_when_all_are_killed() -> None:
    with nats_servers(3) as servers:
        store = NatsStore(servers.urls)
        await store.open()
        writers = Writers(store)
        await writers.more(20)
        servers.stop()
        await asyncio.sleep(1)
        for number in range(3):
            servers.start(number)
        await asyncio.to_thread(servers.wait)
        await writers.more(20)
        await writers.stop()
        await all_is_there(store, writers.acknowledged)
        await store.close()


@pytest.mark.nightly
async def test_of_six_writers_at_the_same_number_one_wins_though_the_leader_is_killed() -> None:
    luck = random.Random(1)
    killing: list[asyncio.Task[None]] = []
    with nats_servers(3) as servers:
        stores = [NatsStore(servers.urls, patience=30.0) for _ in range(6)]
        for each in stores:
            await each.open()
        for number in range(300):
            if number % 100 == 50:
                leader = await asyncio.to_thread(servers.leader, LOG_STREAM)
                killing = [asyncio.create_task(kill_and_restart(servers, leader))]
            luck.shuffle(stores)
            done = await asyncio.gather(
                *(each.append("t", number, [b"%d" % place]) for place, each in enumerate(stores)),
                return_exceptions=True,
            )
            won = [place for place, each in enumerate(done) if each is None]
            assert len(won) == 1, done
            assert sum(isinstance(each, Behind) for each in done) == 5, done
            assert await stores[0].read("t", number) == [b"%d" % won[0]]
            if number % 100 == 90:
                await asyncio.gather(*killing)
        for each in stores:
            await each.close()
