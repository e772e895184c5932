"""Programs that end with their test, and a server to join."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.programs import Answer, Program, environment


class Hosted(NamedTuple):
    program: Program
    address: str


Start = Callable[..., Program]
Host = Callable[..., Hosted]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a command as a person of that name, each with folders of their own."""
    programs: list[Program] = []

    def start(name: str, *arguments: str, answer: Answer | None = None) -> Program:
        program = Program(*arguments, env=environment(tmp_path, name), answer=answer)
        programs.append(program)
        return program

    yield start
    for program in reversed(programs):
        program.end()


@pytest.fixture
def host(start: Start) -> Host:
    """Start a server, by default on any free port."""

    def host(port: str = "0") -> Hosted:
        program = start("host", "host", "--port", port)
        program.wait_for("cardtui connect")
        address = re.search(r"cardtui connect (\S+)", program.text)
        assert address is not None
        return Hosted(program, address[1])

    return host
