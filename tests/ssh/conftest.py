"""A server with a door for ssh, and OpenSSH's own client to come through it."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.must_have import missing
from tests.support.programs import Program, Script, environment

Visit = Callable[..., Program]


@pytest.fixture(autouse=True)
def openssh() -> None:
    """Skip what follows where there is no OpenSSH to try it with."""
    if not all(map(shutil.which, ("ssh", "sftp", "ssh-keygen"))):
        missing("sshd", "no OpenSSH client here")


class House(NamedTuple):
    """A server with a door.

    Attributes:
        program: the host.
        port: of the door.
        data: the server's folder.
        keys: the folder of the visitors' keys.
        address: where the table server is.
    """

    program: Program
    port: int
    data: Path
    keys: Path
    address: str

    def options(self, key: str = "") -> list[str]:
        """Return what ssh needs to come here, with a key of that name or without one."""
        options = [
            *("-F", "none", "-p", str(self.port), "-o", "LogLevel=ERROR"),
            *("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
            *("-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none"),
        ]
        if not key:
            return [*options, "-o", "PubkeyAuthentication=no"]
        file = self.keys / key
        if not file.exists():
            subprocess.run(["ssh-keygen", "-qt", "ed25519", "-N", "", "-f", file], check=True)
        return [*options, "-i", str(file)]


Open = Callable[..., House]


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Open]:
    """Start a server with a door on any free port."""
    programs: list[Program] = []

    def start(*arguments: str, env: dict[str, str] | None = None) -> House:
        wanted = ("host", "--port", "0", "--ssh", "--ssh-port", "0", *arguments)
        program = Program(*wanted, env=environment(tmp_path, "host") | (env or {}))
        programs.append(program)
        program.wait_for("Tables are kept")
        port = re.search(r"ssh -p (\d+) ana@127\.", program.text)
        address = re.search(r"cardtui connect (\S+)", program.text)
        assert port is not None
        assert address is not None
        return House(program, int(port[1]), tmp_path / "host", tmp_path, address[1])

    yield start
    for program in programs:
        program.end()


@pytest.fixture
def house(open_house: Open) -> House:
    return open_house()


@pytest.fixture
def visit(house: House) -> Iterator[Visit]:
    """Come by ssh, in lines."""
    programs: list[Program] = []

    def visit(
        name: str,
        *command: str,
        key: str = "",
        options: tuple[str, ...] = (),
        answer: Script | None = None,
    ) -> Program:
        arguments = (*house.options(key), *options, f"{name}@127.0.0.1", *command)
        env = {**os.environ, "TERM": "dumb"}
        program = Program(*arguments, env=env, answer=answer, program="ssh")
        programs.append(program)
        return program

    yield visit
    for program in programs:
        program.end()
