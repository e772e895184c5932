"""`cardtui cluster`: what keeps the tables is checked, servers are shown, emptied, and spared."""

import asyncio
import json
import re
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from cardtui_client.net.connection import Connection
from cardtui_server import joining
from cardtui_server.app import RunningServer, serve
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.ports.bus import LocalBus
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.log_store import KeptCopy, KeptStream, Result, SeatResult
from cardtui_server.ports.peers import Place
from cardtui_server.settings import Settings
from cardtui_server.store.memory import MemoryStore
from cardtui_server.store.nats_streams import LOG_STREAM, STREAMS, config_of
from cardtui_server.store.sqlite import SqliteStore
from tests.cli.conftest import Cardtui, make_tables
from tests.support.lasting_port import lasting_port
from tests.support.nats_servers import NatsServers, nats_servers


class Store(MemoryStore):
    """Says what the test wants of its streams."""

    kept: tuple[KeptStream, ...] = ()

    async def streams(self) -> tuple[KeptStream, ...]:
        return self.kept


class Servers:
    """Servers on one store, in a thread with a loop of its own; the first has the data folder."""

    def __init__(self, data: Path, certificate: Path) -> None:
        self.store, self._bus = Store(), LocalBus()
        self._data, self._certificate = data, certificate
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._running: list[RunningServer] = []

    def start(self) -> str:
        """Start one more server, and return its address."""
        port = lasting_port()
        settings = Settings(
            port=port,
            data=None if self._running else self._data,
            identity=self._certificate,
            thinking=0,
            note=not self._running,
        )
        address = f"127.0.0.1:{port}"
        place = Place(f"s{len(self._running)}", address)

        async def begin() -> RunningServer:
            cluster = Cluster(place, self._bus, SystemClock())
            return await serve(settings, store=self.store, cluster=cluster)

        self._running.append(self.run(begin()))
        return address

    def run(self, work: Any) -> Any:
        waiting: Future[Any] = asyncio.run_coroutine_threadsafe(work, self._loop)
        return waiting.result(60)

    def stop(self) -> None:
        for server in self._running:
            self.run(server.stop(grace=0))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    found = Servers(tmp_path / "data", tmp_path / "certificate")
    try:
        yield found
    finally:
        found.stop()


def test_the_operator_sees_the_servers_and_gives_their_tables_away(
    cardtui: Cardtui, servers: Servers
) -> None:
    one, two = servers.start(), servers.start()
    asyncio.run(make_tables(one))
    status = cardtui("cluster", "status")
    assert status.code == 0
    first, second = status.out.splitlines()
    assert re.fullmatch(rf"{one}: 2 tables; since \w+ \d+ \d\d:\d\d; this server", first)
    assert re.fullmatch(rf"{two}: 0 tables; since .+; heard \d\.\d s ago", second)
    assert cardtui("cluster", "move", "Mesa", two).out == f"Table “Mesa” is at {two} now.\n"
    assert cardtui("cluster", "move", "Mesa", two).code == 0  # it is there
    drained = cardtui("cluster", "drain")
    assert drained.code == 0
    assert drained.out == (
        "1 table is at another server now, and the one that was drained takes none.\n"
    )
    told = json.loads(cardtui("cluster", "status", "--json").out)
    assert [each["draining"] for each in told["servers"]] == [True, False]
    assert {"address", "tables", "began", "silent_milliseconds"} < set(told["servers"][0])
    assert told["orphans"] == told["streams"] == []
    assert "takes no tables" in cardtui("cluster", "status").out
    again = cardtui("cluster", "move", "Toldo", one)
    assert again.code == 1
    assert f"The server at {one} gives its tables away" in again.err
    assert cardtui("cluster", "drain", "--end").out == "The server takes tables again.\n"
    moved = cardtui("cluster", "move", "Toldo", one, "--json")
    assert json.loads(moved.out)["address"] == one
    # One that is at another server is closed all the same.
    assert cardtui("tables", "close", "Mesa").out == "Table “Mesa” is closed.\n"


def test_drained_tables_are_counted_for_programs(cardtui: Cardtui, servers: Servers) -> None:
    one, _ = servers.start(), servers.start()
    asyncio.run(make_tables(one))
    assert json.loads(cardtui("cluster", "drain", "--json").out) == {"given": 2, "left": 0}


def test_a_server_is_drained_where_it_runs(cardtui: Cardtui, servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    refused = cardtui("cluster", "drain", two)
    assert refused.code == 1
    assert f"The server at {two} is another one: use this command on its machine." in refused.err
    assert "No server of this cluster is reached there" in cardtui("cluster", "drain", "x:1").err
    told = json.loads(cardtui("cluster", "status", "--json").out)
    assert [each["draining"] for each in told["servers"]] == [False, False]
    assert cardtui("cluster", "drain", one).code == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("drain",), "No other server of this cluster takes tables: start one first."),
        (("move", "Mesa", "other:1"), "This is the only server of its cluster"),
        (("move", "Nada", "other:1"), "There is no table “Nada” there."),
    ],
)
def test_the_only_server_keeps_its_tables(
    cardtui: Cardtui, servers: Servers, arguments: tuple[str, ...], sentence: str
) -> None:
    asyncio.run(make_tables(servers.start()))
    refused = cardtui("cluster", *arguments)
    assert refused.code == 1
    assert sentence in refused.err
    told = json.loads(cardtui("cluster", *arguments, "--json").err)
    assert told["code"] == 1


def test_a_server_that_nobody_knows_gets_no_table(cardtui: Cardtui, servers: Servers) -> None:
    one, two = servers.start(), servers.start()
    asyncio.run(make_tables(one))
    refused = cardtui("cluster", "move", "Mesa", "nowhere:1")
    assert refused.code == 1
    assert f"choose one of {', '.join(sorted([one, two]))}." in refused.err


def test_a_server_by_itself_is_in_no_cluster(cardtui: Cardtui, address: str) -> None:
    asyncio.run(make_tables(address))
    for arguments in (("status",), ("drain",), ("move", "Mesa", "other:1")):
        refused = cardtui("cluster", *arguments)
        assert refused.code == 1
        assert "This server is in no cluster: start it with --cluster." in refused.err


def test_without_a_server_the_operator_is_told_where_it_was_looked_for(cardtui: Cardtui) -> None:
    for arguments in (("status",), ("drain",), ("move", "Mesa", "other:1")):
        refused = cardtui("cluster", *arguments)
        assert refused.code == 3
        assert "No server runs in the data folder" in refused.err


def test_players_may_not_look_after_a_cluster(servers: Servers) -> None:
    from cardtui_client.net.call_errors import Refused

    async def ask(address: str) -> None:
        connection = await Connection.open(address, "Ana")
        for call in (
            connection.get_cluster(),
            connection.drain(),
            connection.move_table("k7mnpq", address),
        ):
            with pytest.raises(Refused, match="Only the operator"):
                await call
        await connection.close()

    asyncio.run(ask(servers.start()))


@pytest.mark.parametrize(
    ("kept", "code", "line"),
    [
        (KeptStream("log", "a", (KeptCopy("b", True), KeptCopy("c", True))), 0, "b has all of it"),
        (KeptStream("log", "a", (KeptCopy("b", False, 7),)), 1, "led by a; b lacks 7 messages"),
        (KeptStream("log", "a", (KeptCopy("b", False, 7, True),)), 1, "led by a; b is away"),
        (KeptStream("log", trouble="no answer"), 1, "log: cannot be used now (no answer)"),
        (KeptStream("log"), 0, "log: one machine"),
    ],
)
def test_the_state_of_a_stream_is_told(
    cardtui: Cardtui, servers: Servers, kept: KeptStream, code: int, line: str
) -> None:
    servers.start()
    servers.store.kept = (kept,)
    status = cardtui("cluster", "status")
    assert (status.code, line in status.out) == (code, True), status.out
    (told,) = json.loads(cardtui("cluster", "status", "--json").out)["streams"]
    assert told["name"] == "log"


@pytest.fixture(scope="module")
def nats() -> Iterator[NatsServers]:
    with nats_servers() as found:
        yield found


@pytest.fixture
def check(cardtui: Cardtui, nats: NatsServers) -> Iterator[Any]:
    def call(*more: str) -> Any:
        return cardtui("cluster", "check", "--cluster", nats.urls[0], "--replicas", "1", *more)

    yield call
    for stream in STREAMS:
        nats.ask(f"$JS.API.STREAM.DELETE.{stream.name}")


def test_nats_servers_that_lose_nothing_are_good(check: Any, nats: NatsServers) -> None:
    found = check()
    assert found.code == 0
    assert "as they must be" in found.out
    assert "Nothing is kept there yet" in found.out
    assert "--monitors" in found.out
    assert "error" in nats.ask(f"$JS.API.STREAM.INFO.{LOG_STREAM}")  # nothing was made
    for stream in STREAMS:
        nats.create(config_of(stream, "cardtui", 1))
    found = check("--monitors", nats.monitors[0], "--json")
    told = json.loads(found.out)
    assert (told["good"], told["faults"], told["notes"]) == (True, [], [])
    assert told["version"] >= "2.14"


def test_each_fault_of_nats_servers_is_told_with_its_remedy(check: Any, nats: NatsServers) -> None:
    config = config_of(STREAMS[0], "cardtui", 1) | {"discard": "old", "max_age": 10**12}
    nats.create(config)
    nats.create(config_of(STREAMS[1], "other", 1))
    found = check("--monitors", "http://127.0.0.1:1", "--json")
    assert found.code == 1
    told = json.loads(found.out)
    assert not told["good"]
    faults = "\n".join(told["faults"])
    assert len(told["faults"]) == 5
    assert "does not tell its settings at http://127.0.0.1:1" in faults
    assert "--discard new" in faults
    assert "--max-age 0" in faults
    assert "belongs to the cluster “other”" in faults
    assert "The stream cardtui-players is not there" in faults
    assert check().out.startswith("The stream cardtui-log has discard")


def test_fewer_copies_than_wanted_are_a_fault(
    cardtui: Cardtui, check: Any, nats: NatsServers
) -> None:
    del check
    for stream in STREAMS:
        nats.create(config_of(stream, "cardtui", 1))
    found = cardtui("cluster", "check", "--cluster", nats.urls[0])
    assert found.code == 1
    assert "has 1 replicas, not 3" in found.out


def test_nats_servers_that_cannot_be_reached_are_named_without_the_password(
    cardtui: Cardtui,
) -> None:
    found = cardtui("cluster", "check", "--cluster", f"nats://me:secret@127.0.0.1:{lasting_port()}")
    assert found.code == 3
    assert "No NATS server answers at 127.0.0.1:" in found.err
    assert "secret" not in found.err
    assert cardtui("cluster", "check", "--cluster", "http://alpha").code == 2
    assert cardtui("cluster", "check").code == 2


def test_nats_servers_with_another_password_refuse(cardtui: Cardtui) -> None:
    with nats_servers(extra='authorization { user: cardtui, password: "right" }') as servers:
        port = servers.ports[0]
        found = cardtui("cluster", "check", "--cluster", f"nats://cardtui:wrong@127.0.0.1:{port}")
    assert found.code == 3
    assert "refuse the credential" in found.err


@pytest.mark.nightly(reason="the words for each machine are tried above for one server")
def test_of_a_cluster_that_is_half_dead_each_machine_that_is_away_is_named(
    cardtui: Cardtui,
) -> None:
    with nats_servers(3) as servers:
        for stream in STREAMS:
            servers.create(config_of(stream, "cardtui", 3))
        leader = servers.leader(LOG_STREAM)
        others = [number for number in range(3) if number != leader]
        asked = ("cluster", "check", "--cluster", ",".join(servers.urls))
        while cardtui(*asked).code:  # copies that are made need a moment
            pass
        servers.kill(others[0])
        while "is away" not in (found := cardtui(*asked)).out:  # it is noticed after some seconds
            assert found.code in (0, 1)
        assert f"The NATS server n{others[0]}" in found.out
        servers.kill(others[1])
        found = cardtui(*asked)
        assert found.code == 1
        assert "cannot be used now" in found.out or "is away" in found.out


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not listen for long whether a server of the cluster runs: none does."""
    monkeypatch.setattr(joining, "LISTEN_SECONDS", 0.05)


@pytest.mark.usefixtures("soon", "check")
def test_tables_move_from_the_data_folder_into_a_cluster_and_into_another_folder(
    cardtui: Cardtui, nats: NatsServers, tmp_path: Path
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    at = ("--cluster", nats.urls[0], "--replicas", "1")

    async def fill() -> None:
        store = SqliteStore(data / "cardtui.db")
        ended = Result("t", 1, "cacho", "club", 1, (SeatResult("p1", 0, None, True),))
        await store.append("t", 0, [b"1"], last=True, results=[ended])
        await store.append("u", 0, [b"1", b"2"])
        await store.close()

    assert cardtui("cluster", "import", *at).err == f"cardtui: There are no tables in {data}.\n"
    data.mkdir(exist_ok=True)
    asyncio.run(fill())
    moved = cardtui("cluster", "import", *at)
    first, second = moved.out.splitlines()
    assert (moved.code, first) == (0, "In the cluster now: 2 tables, 1 result, 0 players.")
    assert second.startswith(f"The database is kept as {data / 'cardtui.db'}.moved-")
    told = cardtui("cluster", "export", str(out), *at, "--json")
    assert json.loads(told.out) == {"tables": 2, "results": 1, "players": 0, "damaged": []}
    again = cardtui("cluster", "export", str(out), *at)
    assert again.code == 1
    assert f"There are tables in {out} already: name another one." in again.err
    with sqlite3.connect(out / "cardtui.db") as connection:
        connection.execute("UPDATE entries SET body = 'x' WHERE table_id = 'u' AND seq = 2")
    connection.close()
    for stream in STREAMS:
        nats.ask(f"$JS.API.STREAM.DELETE.{stream.name}")
    broken = cardtui("cluster", "import", str(out), *at)
    assert broken.code == 1
    told_first, why = broken.out.splitlines()
    assert told_first == "In the cluster now: 1 table, 1 result, 0 players."
    assert "entry 2 of table u is not as written" in why
    assert (out / "cardtui.db").exists()


def test_a_folder_with_tables_of_its_own_is_not_taken_into_a_cluster(
    cardtui: Cardtui, tmp_path: Path
) -> None:
    database = tmp_path / "data" / "cardtui.db"
    database.parent.mkdir()
    database.touch()
    found = cardtui("host", "--port", "0", "--cluster", "nats://127.0.0.1:1", "--plain")
    assert found.code == 3
    assert f"The tables in {database} are those of a server by itself" in found.err
    assert "cardtui cluster import" in found.err
