"""What people get wrong, and what machines do: a sentence, an exit code, never a traceback."""

import os
import pty
import socket
import subprocess
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.support.lying_server import Lie, LyingServer, huge, unreadable
from tests.support.programs import PROGRAM, SECONDS, environment


def test_who_waits_for_a_silent_machine_is_told_so(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        ana = start("Ana", "connect", address, "--plain")
        assert ana.wait() == 3
    assert ana.lines[0] == f"Connecting to {address}…"
    assert ana.lines[1].startswith("cardtui: No table server answers")


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


@pytest.mark.parametrize(
    ("lie", "call", "arguments"),
    [
        (unreadable, "Watch", ("spectate", "--plain")),
        (huge, "Play", ("connect", "--plain", "--table", "Kitchen")),
    ],
)
def test_a_table_of_lies_ends_with_a_sentence_and_code_3(
    lying: LyingServer, start: Start, lie: Lie, call: str, arguments: tuple[str, ...]
) -> None:
    command, *more = arguments
    with lying.telling(lie, call):
        program = start("Ana", command, lying.address, *more)
        assert program.wait() == 3, program.text
    assert "This client cannot read what the server" in program.lines[-1]
    assert "Traceback" not in program.text
