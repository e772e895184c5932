"""What people get wrong, and what machines do: a sentence, an exit code, never a traceback."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Host, Start
from tests.support.lying_server import Lie, LyingServer, huge, unreadable
from tests.support.programs import PROGRAM, SECONDS, Program, environment


def said(program: Program, code: int) -> str:
    """Check the exit code, and that one line was said; return it."""
    assert program.wait() == code, program.text
    assert len(program.lines) == 1, program.text
    assert program.lines[0].startswith("cardtui: ")
    return program.lines[0]


@pytest.fixture
def nobody() -> Iterator[str]:
    """Hold an address at which nobody listens, so that no other server can take it meanwhile."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"127.0.0.1:{held.getsockname()[1]}"


def test_an_unknown_table_is_answered_with_those_there_are(host: Host, start: Start) -> None:
    server = host()
    ana = start("Ana", "connect", server.address, "--plain", "--new", "cacho")
    ana.wait_for("You are Ana")
    for command in ("connect", "spectate"):
        lost = start("Bia", command, server.address, "--plain", "--table", "Zoe")
        sentence = said(lost, 1)
        assert "no table “Zoe”" in sentence
        assert "“Ana” (cacho)" in sentence


def test_without_any_table_one_is_told_how_to_make_one(host: Host, start: Start) -> None:
    ana = start("Ana", "connect", host().address, "--plain")
    ana.close_input()
    assert ana.wait() == 0
    assert "Create the first one, such as create cacho." in ana.lines


def test_a_taken_seat_is_refused_with_a_sentence(host: Host, start: Start) -> None:
    server = host()
    ana = start("Ana", "connect", server.address, "--plain", "--new", "cacho")
    ana.wait_for("You are Ana")
    at = ("connect", server.address, "--plain", "--table", "Ana")
    assert "taken" in said(start("Bia", *at, "--seat", "1"), 1)
    assert "seats 1 to 2" in said(start("Bia", *at, "--seat", "7"), 1)
    bia = start("Bia", *at, "--seat", "2")
    bia.wait_for("You are Bia, in seat 2")
    assert "full" in said(start("Caio", *at), 1)


def test_a_port_that_is_taken_is_said_to_be(host: Host, start: Start) -> None:
    port = host().address.rpartition(":")[2]
    sentence = said(start("Ana", "host", "--port", port), 3)
    assert f"Port {port}" in sentence
    assert "--port" in sentence


def test_what_keeps_a_server_from_starting_is_said_in_the_readers_language(
    host: Host, start: Start
) -> None:
    port = host().address.rpartition(":")[2]
    sentence = said(start("Ana", "--language", "pt_BR", "host", "--port", port), 3)
    assert f"A porta {port} de 127.0.0.1 está em uso" in sentence


def test_two_servers_do_not_share_a_data_folder(host: Host, start: Start) -> None:
    host()
    sentence = said(start("host", "host", "--port", "0"), 3)
    assert "is in use by another server" in sentence
    assert "--data" in sentence


@pytest.mark.parametrize("command", [["host", "--port", "0"], ["play", "--plain"]])
def test_a_data_folder_that_cannot_be_written_is_named(
    start: Start, tmp_path: Path, command: list[str]
) -> None:
    (tmp_path / "Ana").write_text("a file where the folder should be")
    sentence = said(start("Ana", *command), 3)
    assert str(tmp_path / "Ana") in sentence
    assert "--data" in sentence


@pytest.mark.parametrize("command", ["connect", "spectate"])
def test_a_server_that_is_not_there_is_said_not_to_answer(
    start: Start, nobody: str, command: str
) -> None:
    sentence = said(start("Ana", command, nobody, "--plain"), 3)
    assert nobody in sentence
    assert "cardtui host" in sentence


def test_who_waits_for_a_silent_machine_is_told_so(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        ana = start("Ana", "connect", address, "--plain")
        assert ana.wait() == 3
    assert ana.lines[0] == f"Connecting to {address}…"
    assert ana.lines[1].startswith("cardtui: No table server answers")


def test_an_address_that_is_none_is_a_wrong_command_line(start: Start) -> None:
    said(start("Ana", "connect", "--plain", "--", "host:0"), 2)


@pytest.mark.parametrize("command", [["play"], ["connect", "127.0.0.1"], ["spectate", "127.0.0.1"]])
def test_without_a_terminal_the_screens_point_to_plain(start: Start, command: list[str]) -> None:
    assert "--plain" in said(start("Ana", *command), 2)


def test_a_terminal_that_cannot_draw_is_played_at_in_lines(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    env = {**environment(tmp_path, "Ana"), "TERM": "dumb"}
    with subprocess.Popen(
        [PROGRAM, "play"], env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        shown = b""
        while b"You are Ana" not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, b"quit\n")
        while b"Your seat is kept" not in shown:
            shown += os.read(ours, 4096)
        assert program.wait(SECONDS) == 0
    os.close(ours)


def test_a_table_that_cannot_be_is_refused_before_anything_starts(
    start: Start, tmp_path: Path
) -> None:
    ana = start("Ana", "play", "truco-argentino", "--option", "second_tie=never", "--plain")
    assert "third or first" in said(ana, 2)
    assert not (tmp_path / "Ana").exists()


def test_what_is_typed_wrongly_at_a_table_is_answered_and_play_goes_on(start: Start) -> None:
    ana = start("Ana", "play", "cacho", "--plain")
    at = ana.wait_for("It is your turn")
    for line in ("99", "0", "-1", "flip the table", "bet bet bet", "\x1b[2J", "é" * 5000):
        ana.type(line)
    ana.type("hand")
    ana.wait_for("^Your cards", after=at)
    assert "\x1b" not in ana.text
    ana.type("pass")
    ana.wait_for("You pass", after=at)
    ana.close_input()
    assert ana.wait() == 0


@pytest.fixture(scope="module")
def lying() -> Iterator[LyingServer]:
    server = LyingServer()
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("lie", "call", "arguments"),
    [
        (unreadable, "OpenSession", ("connect", "--plain")),
        (huge, "CreateTable", ("connect", "--plain", "--new", "cacho")),
        (unreadable, "ListTables", ("spectate", "--plain")),
        (unreadable, "Watch", ("spectate", "--plain")),
        (huge, "Play", ("connect", "--plain", "--table", "Kitchen")),
        (unreadable, "ListTables", ("connect", "--plain")),
    ],
)
def test_a_command_ends_with_a_sentence_and_code_3(
    lying: LyingServer, start: Start, lie: Lie, call: str, arguments: tuple[str, ...]
) -> None:
    command, *more = arguments
    with lying.telling(lie, call):
        program = start("Ana", command, lying.address, *more)
        assert program.wait() == 3, program.text
    assert "This client cannot read what the server" in program.lines[-1]
    assert "Traceback" not in program.text
