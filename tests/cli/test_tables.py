"""`cardtui tables` lists a server's tables; its operator closes any, and nobody else does."""

import asyncio
import json
import stat
from pathlib import Path

import pytest

from cardtui.v1 import errors_pb2, lobby_service_pb2
from cardtui_client.commands.session import noted_line
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_server import operator_file
from tests.cli.conftest import Cardtui, make_tables


def test_the_operator_lists_and_closes_any_table(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    assert cardtui("tables").out == "There is no table there.\n"
    asyncio.run(make_tables(address))
    lines = cardtui("tables").out.splitlines()
    assert [line.partition("  ")[2] for line in lines] == [
        "Mesa: Cacho; waiting; 1/2 Ana",
        "Toldo: Cacho; hand 1 · 50 50; 2/2 Bia, 1 bot",
    ]
    (server,) = json.loads(cardtui("tables", "--json").out)["servers"]
    listed = server["tables"]
    assert [(each["name"], each["state"]) for each in listed] == [
        ("Mesa", "waiting"), ("Toldo", "playing")
    ]  # fmt: skip
    assert listed[1]["seats"][0] == {
        "seat": 1, "name": "Bia", "bot": None, "ready": False, "silent": False, "team": None
    }  # fmt: skip
    assert cardtui("tables", "close", "toldo").out == "Table “Toldo” is closed.\n"
    assert cardtui("tables", "close", listed[0]["id"]).code == 0
    assert json.loads(cardtui("tables", "--json").out)["servers"][0]["tables"] == []
    gone = cardtui("tables", "close", "Mesa")
    assert gone.code == 1
    assert "There is no table “Mesa” there." in gone.err
    file = tmp_path / "data" / "operator.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = operator_file.read(tmp_path / "data")
    assert found is not None
    assert found.address == address


def test_a_host_closes_a_table_under_the_name_that_is_given(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    away = tmp_path / "away"
    asyncio.run(make_tables(address, Tokens(away)))
    asked = ("--data", str(away), "tables", "--at", address, "--name")
    assert cardtui(*asked, "Bia", "close", "Mesa").code == 1
    assert cardtui(*asked, "Ana", "close", "Mesa").out == "Table “Mesa” is closed.\n"


async def make_a_closed_table(address: str) -> None:
    connection = await Connection.open(address, "Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho", seats=2, name="Mesa", seat=0, private=True
    )
    request.watching.refused = True
    await connection.create_table(request)
    await connection.close()


def test_a_table_says_to_whom_it_is_closed(cardtui: Cardtui, address: str) -> None:
    asyncio.run(make_a_closed_table(address))
    assert "Mesa: Cacho; waiting; 1/2 Ana; private; no spectators" in cardtui("tables").out


def test_nobody_else_closes_a_table_of_others(
    cardtui: Cardtui, address: str, tmp_path: Path
) -> None:
    asyncio.run(make_tables(address))
    away = str(tmp_path / "elsewhere")
    shown = cardtui("--data", away, "tables", "--at", address)
    assert "Mesa" in shown.out
    refused = cardtui("--data", away, "tables", "--at", address, "close", "Mesa")
    assert refused.code == 1
    assert "host" in refused.err
    assert "Mesa" in cardtui("--data", str(tmp_path / "data"), "tables").out


async def guess(line: str) -> None:
    connection = await Connection.as_operator(line, "x" * 40)
    with pytest.raises(Refused) as refused:
        await connection.list_tables()
    assert refused.value.refusal.reason == errors_pb2.REASON_BAD_TOKEN
    await connection.close()


def test_a_token_that_is_not_the_operators_opens_nothing(address: str, tmp_path: Path) -> None:
    asyncio.run(guess(noted_line(tmp_path / "data", address)))


def test_without_a_server_it_says_so(cardtui: Cardtui, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    operator_file.write(folder, "127.0.0.1:1", "of a server that was killed", b"")
    result = cardtui("tables")
    assert result.code == 3
    assert "127.0.0.1:1" in result.err
