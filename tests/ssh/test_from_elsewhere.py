"""OpenSSH's own client comes from other machines, each a network namespace with a cable."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.namespaces import Network, inside, network
from tests.support.programs import PROGRAM, Program, environment

Run = Callable[..., Program]


@pytest.fixture
def cables() -> Iterator[Network]:
    with network() as made:
        yield made


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    programs: list[Program] = []

    def run(namespace: str, *command: str, env: dict[str, str]) -> Program:
        programs.append(Program(*inside(namespace), *command, env=env, program="ip"))
        return programs[-1]

    yield run
    for program in reversed(programs):
        program.end()


@pytest.mark.slow
def test_by_the_line_that_the_host_prints_friends_play_from_other_machines(
    cables: Network, tmp_path: Path, run: Run
) -> None:
    options = ("--lan", "--port", "0", "--ssh", "--ssh-port", "0")
    host = run(cables.server, str(PROGRAM), "host", *options, env=environment(tmp_path, "host"))
    host.wait_for("Tables are kept")
    found = re.search(r"ssh -p (\d+) ana@(10\.7[78]\.0)\.1", host.text)
    assert found is not None

    def visit(namespace: str, name: str) -> Program:
        lan = "10.77.0.1" if namespace == cables.near else "10.78.0.1"
        ssh = (
            *("ssh", "-F", "none", "-p", found[1], "-o", "StrictHostKeyChecking=no"),
            *("-o", f"UserKnownHostsFile={tmp_path / 'hosts'}", "-o", "LogLevel=ERROR"),
            *("-o", "IdentityAgent=none", "-o", "PubkeyAuthentication=no"),
        )
        return run(namespace, *ssh, f"{name}@{lan}", env={**os.environ, "TERM": "dumb"})

    ana = visit(cables.near, "ana")
    ana.wait_for("You are ana, in the lobby.")
    ana.type("create cacho")
    ana.wait_for("You are ana, in seat 1.")
    beto = visit(cables.far, "beto")
    beto.wait_for("You are beto, in the lobby.")
    beto.type("join ana")
    ana.wait_for("beto sits down")
    cables.cable(plugged=False)
    ana.end()
    cables.cable(plugged=True)
    again = visit(cables.near, "ana")
    again.wait_for("you have a seat here")
    again.type("quit")
    assert again.wait() == 0
