"""Real programs at a lying server: a sentence, exit code 3, never a traceback."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.conftest import Start
from tests.support.lying_server import Lie, LyingServer, huge, unreadable


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
