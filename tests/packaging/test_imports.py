"""What importing a part loads, and what the engine may not even name."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui_server.network.certificate import kept_certificate

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "engine" / "cardtui_engine"
SERVER = ROOT / "server" / "cardtui_server"

IMPORT_ALL = """
import pkgutil, sys
from importlib import import_module
import cardtui_engine
for module in pkgutil.walk_packages(cardtui_engine.__path__, "cardtui_engine."):
    import_module(module.name)
print("\\n".join(sys.modules))
"""


def loaded_by(code: str) -> set[str]:
    """Run the code in a process of its own and return the modules it names line by line."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.splitlines())


def test_importing_all_of_the_engine_loads_neither_chance_nor_network_nor_wire_nor_terminal() -> (
    None
):
    bare = loaded_by("import sys\nprint('\\n'.join(sys.modules))")
    loaded = loaded_by(IMPORT_ALL)
    assert "cardtui_engine.rules" in loaded
    unwanted = {"random", "secrets", "asyncio", "socket", "grpc", "google", "textual"}
    assert (loaded - bare) & unwanted == set()


IMPORT_ROOM = """
import pkgutil, sys
from importlib import import_module
room = import_module("cardtui_server.ROOM")
for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
    import_module(module.name)
print("\\n".join(sys.modules))
"""


@pytest.mark.parametrize("room", ["lobby", "match", "ports", "table"])
def test_what_knows_no_message_loads_neither_grpc_nor_protobuf(room: str) -> None:
    loaded = loaded_by(IMPORT_ROOM.replace("ROOM", room))
    assert f"cardtui_server.{room}" in loaded
    assert {name for name in loaded if name.startswith(("grpc", "google", "cardtui."))} == set()


def test_encoded_parts_are_joined_where_messages_are_known() -> None:
    """Elsewhere bytes are opaque; a store's rows and pages are no messages."""
    joined = {
        source.relative_to(SERVER).parts[0]
        for source in SERVER.rglob("*.py")
        if 'b"".join' in source.read_text(encoding="utf-8")
    }
    assert joined == {"store", "wire"}


@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_help_and_version_load_neither_textual_nor_grpc(flag: str) -> None:
    loaded = loaded_by(
        "import sys\nfrom cardtui_client.commands.main import run\n"
        f"assert run([{flag!r}]) == 0\nprint('\\n'.join(sys.modules))"
    )
    assert "click" in loaded
    assert loaded & {"textual", "grpc", "google.protobuf", "cardtui_engine", "rich"} == set()


@pytest.mark.parametrize("source", sorted(ENGINE.rglob("*.py")), ids=lambda p: p.stem)
def test_the_engine_opens_prints_and_reads_nothing(source: Path) -> None:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called & {"open", "print", "input", "eval", "exec", "compile", "__import__"} == set()


PLAY_ALONE = """
import asyncio, pathlib, sys
import cardtui_client.commands.play, cardtui_client.commands.own_server
import cardtui_client.tui.app, cardtui_client.tui.table.screen
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.settings import Settings
async def main():
    server = await serve(Settings(port=0, data=pathlib.Path("DATA")))
    connection = await Connection.open(server.address, "Ana")
    await connection.close()
    await server.stop(0)
asyncio.run(main())
print("\\n".join(sys.modules))
"""


@pytest.mark.slow
def test_who_plays_alone_does_not_wait_for_what_the_network_needs(tmp_path: Path) -> None:
    kept_certificate(tmp_path)  # as the first start of a server does
    code = PLAY_ALONE.replace("DATA", str(tmp_path))
    loaded = {name.partition(".")[0] for name in loaded_by(code)}
    assert {"grpc", "textual"} <= loaded
    assert loaded & {"cryptography", "ifaddr", "segno", "zeroconf"} == set()


SERVE = """
import asyncio, sys
from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.connection import Connection
from cardtui_server.app import serve
from cardtui_server.server_log import printed
from cardtui_server.settings import Settings
async def main():
    server = await serve(Settings(port=0), log=printed())
    connection = await Connection.open(server.address, "Ana")
    wanted = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
    await connection.start((await connection.create_table(wanted)).table.id)
    await connection.close()
    await server.stop(0)
asyncio.run(main())
print("\\n".join(sys.modules))
"""


@pytest.mark.slow
def test_a_server_loads_its_log_once_there_is_a_line_to_write() -> None:
    loaded = loaded_by(SERVE)
    assert "cardtui_engine.games.cacho.hand" in loaded
    assert loaded & {"structlog", "importlib.metadata"} == set()
