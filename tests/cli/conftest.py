"""The command line, run in this process with nothing of the machine's own settings."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.commands.main import run
from cardtui_client.i18n import set_language
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_server.app import serve
from cardtui_server.settings import Settings


class Result(NamedTuple):
    code: int
    out: str
    err: str


Cardtui = Callable[..., Result]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in (
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "NO_COLOR",
        "CARDTUI_LANGUAGE",
        "CARDTUI_KIOSK",
    ):
        # Set first, so that what a command sets itself is undone as well.
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    monkeypatch.setenv("LANG", "C.UTF-8")
    set_language("en")
    monkeypatch.setenv("CARDTUI_DISCOVERY", "false")  # nothing of this network, either
    monkeypatch.setenv("CARDTUI_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("CARDTUI_DATA", str(tmp_path / "data"))
    yield
    set_language("en")  # a command speaks the language it was asked for; what follows is in English


@pytest.fixture
def cardtui(capfd: pytest.CaptureFixture[str]) -> Cardtui:
    def call(*arguments: str) -> Result:
        capfd.readouterr()
        set_language("en")
        code = run(arguments)
        captured = capfd.readouterr()
        return Result(code, captured.out, captured.err)

    return call


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where a server of the data folder listens, in a thread with a loop of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def run(work: object) -> object:
        return asyncio.run_coroutine_threadsafe(work, loop).result(60)  # type: ignore[arg-type] # a coroutine

    server = run(serve(Settings(port=0, data=tmp_path / "data", thinking=0, note=True)))
    try:
        yield server.address  # type: ignore[attr-defined] # a server
    finally:
        run(server.stop(grace=0))  # type: ignore[attr-defined] # a server
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def make_tables(address: str, tokens: Tokens | None = None) -> None:
    """Have Ana make a table called Mesa, and Bia one called Toldo with a match against a bot."""
    for name, table, bots in (
        ("Ana", "Mesa", tables_pb2.BOT_LEVEL_UNSPECIFIED),
        ("Bia", "Toldo", tables_pb2.BOT_LEVEL_NORMAL),
    ):
        connection = await Connection.open(address, name, tokens=tokens)
        request = lobby_service_pb2.CreateTableRequest(
            game="cacho", seats=2, name=table, seat=0, bots=bots
        )
        made = await connection.create_table(request)
        if bots:
            await connection.start(made.table.id)
        await connection.close()
