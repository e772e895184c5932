"""What a server or this machine refuses: one line with the reason, and the exit code."""

import asyncio
import socket
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.connection import Connection
from tests.cli.conftest import Cardtui
from tests.support.lying_server import Lie, LyingServer, huge, unreadable


def said(cardtui: Cardtui, code: int, *arguments: str) -> str:
    """Check the exit code, and that one line was said; return it."""
    result = cardtui(*arguments)
    assert result.code == code, result
    [line] = result.err.splitlines()
    assert line.startswith("cardtui: ")
    return line


async def make_table(address: str, host: str, *guests: str) -> None:
    """Seat people at a table for two that is called like its host."""
    ana = await Connection.open(address, host)
    request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, name=host, seat=0)
    made = await ana.create_table(request)
    for guest in guests:
        other = await Connection.open(address, guest)
        await other.join(made.table.id)
        await other.close()
    await ana.close()


@pytest.fixture
def table(address: str) -> str:
    """The address of a server at which Ana has the first of two seats at a table."""
    asyncio.run(make_table(address, "Ana"))
    return address


def test_an_unknown_table_is_answered_with_those_there_are(cardtui: Cardtui, table: str) -> None:
    for command in ("connect", "spectate"):
        there = (command, table, "--plain", "--name", "Bia", "--table", "Zoe")
        sentence = said(cardtui, 1, *there)
        assert "no table “Zoe”" in sentence
        assert "“Ana” (cacho)" in sentence


def test_a_taken_seat_is_refused_with_a_sentence(cardtui: Cardtui, table: str) -> None:
    there = ("connect", table, "--plain", "--table", "Ana", "--name")
    assert "taken" in said(cardtui, 1, *there, "Bia", "--seat", "1")
    assert "seats 1 to 2" in said(cardtui, 1, *there, "Bia", "--seat", "7")


def test_a_full_table_is_said_to_be(cardtui: Cardtui, address: str) -> None:
    asyncio.run(make_table(address, "Ana", "Bia"))
    assert "full" in said(
        cardtui, 1, "connect", address, "--plain", "--table", "Ana", "--name", "Caio"
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Port {port} of 127.0.0.1"), ("pt_BR", "A porta {port} de 127.0.0.1 está em uso")],
)
def test_a_port_that_is_taken_is_said_to_be_in_the_readers_language(
    cardtui: Cardtui, language: str, sentence: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = said(cardtui, 3, "--language", language, "host", "--port", port)
    assert sentence.format(port=port) in told
    assert "--port" in told


def test_a_data_folder_that_cannot_be_written_is_named(cardtui: Cardtui, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    sentence = said(cardtui, 3, "play", "--plain", "--name", "Ana")
    assert str(tmp_path / "data") in sentence
    assert "--data" in sentence


@pytest.mark.parametrize("command", ["connect", "spectate"])
def test_a_server_that_is_not_there_is_said_not_to_answer(cardtui: Cardtui, command: str) -> None:
    with socket.socket() as nobody:  # held, so that no other server takes it meanwhile
        nobody.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{nobody.getsockname()[1]}"
        sentence = said(cardtui, 3, command, address, "--plain", "--name", "Ana")
    assert address in sentence
    assert "cardtui host" in sentence


@pytest.mark.parametrize("command", [["play"], ["connect", "127.0.0.1"], ["spectate", "127.0.0.1"]])
def test_without_a_terminal_the_screens_point_to_plain(
    cardtui: Cardtui, command: list[str]
) -> None:
    assert "--plain" in said(cardtui, 2, *command, "--name", "Ana")


@pytest.mark.parametrize(
    ("lie", "call", "arguments"),
    [
        (unreadable, "OpenSession", ("connect", "--plain")),
        (huge, "CreateTable", ("connect", "--plain", "--new", "cacho")),
        (unreadable, "ListTables", ("spectate", "--plain")),
        (unreadable, "ListTables", ("connect", "--plain")),
    ],
)
def test_a_lying_server_ends_a_command_with_a_sentence_and_code_3(
    cardtui: Cardtui, lying: LyingServer, lie: Lie, call: str, arguments: tuple[str, ...]
) -> None:
    command, *more = arguments
    with lying.telling(lie, call):
        result = cardtui(command, lying.address, *more, "--name", "Ana")
    assert result.code == 3, result
    assert "This client cannot read what the server" in (result.out + result.err).splitlines()[-1]
    assert "Traceback" not in result.out + result.err
