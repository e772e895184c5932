"""People play on when their table goes to another server of the cluster."""

import asyncio
import socket
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass

from cardtui.v1 import errors_pb2
from cardtui_client.exit_codes import OK
from cardtui_client.lines.plain_table import run_plain
from cardtui_client.net import services
from cardtui_client.net.address import Address, JoinLine, parse_join_line, pin_of
from cardtui_client.net.call_errors import Patience, Unreachable, failure, moved_to
from cardtui_client.net.call_errors import Refused as CallRefused
from cardtui_client.net.connection import Connection
from cardtui_client.net.services import MOST_MOVES
from cardtui_client.net.stream import Lost, Stream
from cardtui_client.net.trust import Found, look_at
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.lobby.tables import Lobby
from cardtui_server.match.refusals import TABLE_MOVED, Reason, Refused
from cardtui_server.ports.bus import LocalBus
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.peers import Place
from cardtui_server.settings import Settings
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from tests.client.people import Terminal, plays_the_first_choice, table_of
from tests.support.lasting_port import lasting_port
from tests.support.lying_server import METHODS

NAMES = ("one", "two")
OPERATOR = "the operator's token"


class Pair:
    """Two servers on one store."""

    def __init__(self, folder: Path) -> None:
        self.store, self.bus, self.folder = MemoryStore(), LocalBus(), folder
        self.ports = {name: lasting_port() for name in NAMES}
        self.servers: dict[str, RunningServer] = {}
        self.connections: list[Connection] = []
        self.terminals: list[Terminal] = []

    def address(self, name: str) -> str:
        return f"127.0.0.1:{self.ports[name]}"

    async def start(self, name: str) -> None:
        settings = Settings(
            port=self.ports[name],
            thinking=0,
            limits=Limits.open(),
            identity=self.folder,
        )
        place = Place(f"{name} {len(self.connections)}", self.address(name))
        cluster = Cluster(place, self.bus, SystemClock())
        self.servers[name] = await serve(
            settings, store=self.store, cluster=cluster, operator=OPERATOR
        )

    async def stop(self, name: str) -> None:
        await self.servers.pop(name).stop(grace=0)

    def line(self, first: str) -> str:
        pin = pin_of(self.servers[first].certificate.fingerprint)
        ports = sorted(self.ports.values(), key=lambda port: port != self.ports[first])
        return str(JoinLine(tuple(Address("127.0.0.1", port) for port in ports), pin))

    def line_to(self, name: str) -> str:
        """Return a line that names one of the servers alone."""
        pin = pin_of(self.servers[name].certificate.fingerprint)
        return str(JoinLine((Address("127.0.0.1", self.ports[name]),), pin))

    async def operator(self, at: str) -> Connection:
        """Have the operator come to one of the servers."""
        self.connections.append(await Connection.as_operator(self.line_to(at), OPERATOR))
        return self.connections[-1]

    async def comes(self, name: str, first: str) -> Connection:
        """Have somebody come to one of the servers by the line that names both."""
        connection = await Connection.open(self.line(first), name)
        self.connections.append(connection)
        if connection.address != self.address(first):  # the other one answered sooner
            await connection.go_where(self.address(first))
        return connection

    def sits(self, connection: Connection, table: str, *, seat: bool = True) -> Terminal:
        terminal = Terminal(partial(run_plain, connection, table, seat))
        self.terminals.append(terminal)
        return terminal


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    pair = Pair(tmp_path)
    for name in NAMES:
        await pair.start(name)
    yield pair
    for terminal in pair.terminals:
        await terminal.close()
    for connection in pair.connections:
        await connection.close()
    for name in list(pair.servers):
        await pair.stop(name)


async def test_a_call_under_way_when_the_connection_goes_elsewhere_is_made_there(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ask = asyncio.Event(), Table.ask

    async def never(self: Table, request: Any) -> Any:
        del self, request
        asked.set()
        await asyncio.Event().wait()

    ana = await pair.comes("Ana", "one")
    table = await table_of(ana, "truco-paulista")
    calls: list[tuple[Coroutine[Any, Any, Any], bool]]
    calls = [(ana.set_ready(table), True), (ana.remove_bot(table, 1), False)]
    for call, is_harmless in calls:
        monkeypatch.setattr(Table, "ask", never)
        calling = asyncio.ensure_future(call)
        await asked.wait()
        asked.clear()
        monkeypatch.setattr(Table, "ask", ask)
        await ana.go_where(pair.address("two" if ana.address == pair.address("one") else "one"))
        if is_harmless:
            assert (await calling).table.id == table
        else:
            with pytest.raises(Unreachable):
                await calling


async def test_a_stream_that_begins_as_another_call_goes_to_another_server_is_lost_at_once(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await pair.comes("Ana", "one")
    table = await table_of(ana, "truco-paulista")
    other = await look_at(parse_join_line(pair.line_to("two")), 5)
    frames = Stream(ana, table, seat=True, after=None).frames(list, Patience())
    beginning = asyncio.ensure_future(anext(frames))
    await asyncio.sleep(0)
    await ana.move(other)
    async with asyncio.timeout(5):  # gRPC would wait for ever
        with pytest.raises(Lost):
            await beginning
    # Several calls that are sent to one server go there once.
    gone, go_to = list[Found](), ana._go_to

    async def goes(found: Found) -> None:
        gone.append(found)
        await go_to(found)

    monkeypatch.setattr(ana, "_go_to", goes)
    await asyncio.gather(*(ana.go_where(pair.address("one")) for _ in range(3)))
    assert [str(each.address) for each in gone] == [pair.address("one")]


@pytest.mark.slow
async def test_who_asks_the_other_server_is_sent_to_the_table_and_plays(pair: Pair) -> None:
    ana, beto = await pair.comes("Ana", "one"), await pair.comes("Beto", "two")
    caro = await pair.comes("Caro", "two")
    table = await table_of(ana, "truco-paulista")
    await beto.join(table, 1)
    assert beto.address == pair.address("one")
    one, two = pair.sits(ana, table), pair.sits(beto, table)
    watching = pair.sits(caro, table, seat=False)
    await watching.screen.shows("has not started")
    assert caro.address == pair.address("one")
    for each in (one, two):
        plays_the_first_choice(each)
        each.types("ready")
    await watching.screen.shows("The match is over")
    for each in (one, two, watching):
        each.types("quit")
        assert await each.code() == OK


@pytest.mark.slow
async def test_a_match_goes_on_at_the_other_server_when_one_goes(pair: Pair) -> None:
    ana, beto = await pair.comes("Ana", "one"), await pair.comes("Beto", "two")
    table = await table_of(ana, "truco-paulista")
    await beto.join(table, 1)
    one, two = pair.sits(ana, table), pair.sits(beto, table)
    for each in (one, two):
        plays_the_first_choice(each)
        each.types("ready")
    await one.screen.shows("Hand 2")
    await pair.stop("one")
    for each in (one, two):
        await each.screen.shows("The match is over")
    assert {ana.address, beto.address} == {pair.address("two")}
    rows = await pair.store.read(table)
    owners = [row for row in rows if b"127.0.0.1:" in row]
    assert len(owners) == 2


async def test_nobody_is_sent_to_a_server_with_another_certificate(
    pair: Pair, tmp_path_factory: pytest.TempPathFactory
) -> None:
    beto = await pair.comes("Beto", "two")
    await pair.stop("one")
    pair.folder = tmp_path_factory.mktemp("other")
    await pair.start("one")
    table = await table_of(await pair.comes("Ana", "one"), "cacho")
    with pytest.raises(Unreachable):
        await beto.join(table, 1)
    assert beto.address == pair.address("two")


async def test_nobody_is_sent_round_and_round(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    beto = await pair.comes("Beto", "two")
    asked = []

    async def moved(lobby: Lobby, table_id: str, *, here: bool = False) -> Table:
        asked.append(table_id)
        raise Refused(
            Reason.MOVED, TABLE_MOVED, address=pair.address(("one", "two")[len(asked) % 2])
        )

    monkeypatch.setattr(Lobby, "find", moved)
    with pytest.raises(CallRefused, match="another server"):
        await beto.join("k7mnpq", 1)
    assert len(asked) == MOST_MOVES + 1


async def test_a_machine_that_is_gone_does_not_keep_who_is_sent_there(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "ELSEWHERE_SECONDS", 0.2)
    beto = await Connection.open(pair.line("two"), "Beto", timeout=3600)
    pair.connections.append(beto)
    with socket.create_server(("127.0.0.1", 0)) as gone, pytest.raises(Unreachable):
        await beto.go_where(f"127.0.0.1:{gone.getsockname()[1]}")
    assert (await beto.list_games()).games


async def test_a_player_is_the_same_at_both_servers_and_a_name_is_there_once(pair: Pair) -> None:
    ana, other = await pair.comes("Ana", "one"), await pair.comes("ana", "two")
    assert (ana.name, other.name) == ("Ana", "ana 2")
    await ana.go_where(pair.address("two"))
    assert len((await ana.list_devices()).devices) == 1
    # Another machine of hers, let in by one server, is shut out by the other.
    code = (await ana.create_account_code()).code
    laptop = await Connection.with_code(pair.line("two"), code)
    pair.connections.append(laptop)
    await laptop.go_where(pair.address("one"))
    assert laptop.name == "Ana"
    table = await table_of(laptop, "cacho")
    terminal = pair.sits(laptop, table)
    await terminal.screen.shows("has not started")
    (device,) = [each for each in (await ana.list_devices()).devices if not each.this]
    await ana.end_device(device.id)
    await terminal.screen.shows("shut out")


async def test_an_account_code_is_good_at_the_other_server_and_only_once(pair: Pair) -> None:
    ana = await pair.comes("Ana", "one")
    code = (await ana.create_account_code()).code

    async def uses(name: str) -> Connection | None:
        try:
            return await Connection.with_code(pair.line_to(name), code)
        except CallRefused as refused:
            assert refused.refusal.reason == errors_pb2.REASON_BAD_CODE
            return None

    found = [each for each in await asyncio.gather(*map(uses, (*NAMES, *NAMES))) if each]
    pair.connections += found
    (laptop,) = found
    assert laptop.name == "Ana"
    assert len((await ana.list_devices()).devices) == 2


async def test_a_recovery_at_one_server_ends_streams_at_the_other(pair: Pair) -> None:
    ana = await pair.comes("Ana", "one")
    table = await table_of(ana, "cacho")
    terminal = pair.sits(ana, table)
    await terminal.screen.shows("has not started")
    operator = await pair.operator("two")
    made = await operator.recover_account("Ana")
    pair.connections.append(await Connection.with_code(pair.line_to("two"), made.code))
    await terminal.screen.shows("shut out")


NAMING = {
    name: method
    for name, method in METHODS.items()
    if "table" in method.input_type.fields_by_name or name == "Play"
}
"""Every RPC that names a table."""

AT_ANY = {"GetRecord"}
"""Answered by every server: the log has all of it."""

OPERATORS = {"CloseTable", "MoveTable"}
"""For an operator, whom no other server knows, the table is taken first."""


async def test_every_call_that_names_a_table_is_sent_to_its_server(pair: Pair) -> None:
    ana, beto = await pair.comes("Ana", "one"), await pair.comes("Beto", "two")
    table = await table_of(ana, "truco-paulista")
    for name in sorted(NAMING.keys() - AT_ANY - OPERATORS | {"CloseTable"}):
        found = await refusal(beto, table, name)
        assert moved_to(found) == pair.address("one"), (name, found)


async def refusal(beto: Connection, table: str, name: str) -> CallRefused:
    """Call an RPC about a table of another server, and return why it is refused."""
    method = NAMING[name]
    request: Any = GetMessageClass(method.input_type)()
    if name == "Play":
        request.join.table = table
    else:
        request.table = table
    service = f"/{method.containing_service.full_name}/{name}"
    kind = ("stream" if method.client_streaming else "unary") + (
        "_stream" if method.server_streaming else "_unary"
    )
    call = getattr(beto._channel, kind)(service, type(request).SerializeToString)
    asked = iter([request]) if method.client_streaming else request
    answer = call(asked, metadata=beto._metadata(), timeout=10)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await (anext(aiter(answer)) if method.server_streaming else answer)
    found = failure(refused.value, beto.address)
    assert isinstance(found, CallRefused), name
    return found


@pytest.mark.nightly
async def test_a_record_is_told_by_every_server(pair: Pair) -> None:
    ana, beto = await pair.comes("Ana", "one"), await pair.comes("Beto", "one")
    table = await table_of(ana, "truco-paulista")
    await beto.join(table, 1)
    terminals = pair.sits(ana, table), pair.sits(beto, table)
    for each in terminals:
        plays_the_first_choice(each)
        each.types("ready")
    for each in terminals:
        await each.screen.shows("The match is over")
        each.types("quit")
        assert await each.code() == OK
    record = await ana.get_record(table)
    await ana.go_where(pair.address("two"))
    again = await ana.get_record(table, 1)
    differ = [pair for pair in zip(again.split(), record.split(), strict=True) if len({*pair}) > 1]
    assert len(differ) <= 1  # each server signs by itself, with the key of the cluster
    assert ana.address == pair.address("two")


async def test_an_operator_closes_a_table_of_another_server(pair: Pair) -> None:
    ana = await pair.comes("Ana", "one")
    table = await table_of(ana, "cacho")
    terminal = pair.sits(ana, table)
    await terminal.screen.shows("has not started")
    operator = await pair.operator("two")
    await operator.close_table(table)
    assert operator.address == pair.address("two")
    await terminal.screen.shows("The table was closed")
