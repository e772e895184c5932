"""Programs that end with their test, and a server to join."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.namespaces import Network, inside, network
from tests.support.programs import Answer, Program, environment


class Hosted(NamedTuple):
    program: Program
    address: str


Start = Callable[..., Program]
StartAt = Callable[..., Program]
Host = Callable[..., Hosted]


@pytest.fixture
def running() -> Iterator[list[Program]]:
    """Hold what a test has started, and end it after the test."""
    programs: list[Program] = []
    yield programs
    for program in reversed(programs):
        program.end()


@pytest.fixture
def start(tmp_path: Path, running: list[Program]) -> Start:
    """Start a command as a person of that name, each with folders of their own."""

    def start(name: str, *arguments: str, answer: Answer | None = None) -> Program:
        running.append(Program(*arguments, env=environment(tmp_path, name), answer=answer))
        return running[-1]

    return start


@pytest.fixture
def cables() -> Iterator[Network]:
    with network() as made:
        yield made


@pytest.fixture
def start_at(tmp_path: Path, running: list[Program]) -> StartAt:
    """Start a command in a namespace, as a person of that name."""

    def start_at(
        namespace: str, name: str, *command: str | Path, answer: Answer | None = None
    ) -> Program:
        env = environment(tmp_path, name) | {"CARDTUI_DISCOVERY": "true"}
        whole = (*inside(namespace), *map(str, command))
        running.append(Program(*whole, env=env, answer=answer, program="ip"))
        return running[-1]

    return start_at


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
