"""What tests of the client share: a scripted server on loopback and connections to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import grpc.aio
import pytest
from click.testing import CliRunner, Result

from cardtui.v1 import session_service_pb2_grpc, table_service_pb2_grpc
from cardtui_client import i18n
from cardtui_client.history.kept_records import Verdict, parsed_verdict
from cardtui_client.net import record_keeper
from cardtui_client.net.connection import Connection
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings as ServerSettings
from cardtui_studio.verify import command
from tests.client.people import House
from tests.support.door import add_door
from tests.support.fake_server import FakeServer


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    i18n.set_language("en")
    yield
    i18n.set_language("en")


@pytest.fixture(autouse=True)
def _verified_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verify records in this process; to start another for each takes half a second."""
    monkeypatch.setattr(record_keeper, "_verified", _verified)


_one = Lock()
"""Each takes the output of the whole process."""


def _invoked(arguments: list[str]) -> Result:
    with _one:
        return CliRunner().invoke(command, arguments, standalone_mode=False)


async def _verified(path: Path) -> tuple[Verdict | None, dict[str, Any]]:
    arguments = ["--json", str(path)]
    ran = await asyncio.to_thread(_invoked, arguments)
    said = json.loads(ran.stdout)
    return parsed_verdict(said), said.get("agreed", {})


@pytest.fixture
async def fake() -> AsyncIterator[tuple[FakeServer, str]]:
    """Run a scripted server; give it and its address."""
    servicer = FakeServer()  # type: ignore[abstract]  # what no test calls is unimplemented
    server = grpc.aio.server()
    session_service_pb2_grpc.add_SessionServiceServicer_to_server(servicer, server)
    table_service_pb2_grpc.add_TableServiceServicer_to_server(servicer, server)
    address = add_door(server)
    await server.start()
    yield servicer, address
    await server.stop(None)


@pytest.fixture
async def connection(fake: tuple[FakeServer, str]) -> AsyncIterator[Connection]:
    """Open a session on the scripted server."""
    opened = await Connection.open(fake[1], "Ana")
    yield opened
    await opened.close()


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    """Run a server whose bots do not think."""
    running = await serve(
        ServerSettings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    )
    yield running
    await running.stop(grace=0)


@pytest.fixture
async def house(server: RunningServer) -> AsyncIterator[House]:
    """Give those who come to that server, and leave it at the end."""
    opened = House(server)
    yield opened
    await opened.close()
