"""Newcomers with nothing but OpenSSH's own client, each in a network namespace with a cable."""

import re
import shutil
import time
from pathlib import Path

import pytest

from tests.e2e.conftest import StartAt
from tests.e2e.waiting import QUICK
from tests.support.must_have import missing
from tests.support.namespaces import Network
from tests.support.programs import PROGRAM, Held, Program, Script

MINUTE = 60.0


@pytest.fixture(autouse=True)
def openssh() -> None:
    if shutil.which("ssh") is None:
        missing("sshd", "no OpenSSH client here")


def test_by_the_line_that_the_host_prints_friends_play_a_hand_within_a_minute(
    cables: Network, start_at: StartAt, tmp_path: Path
) -> None:
    options = ("--lan", "--port", "0", "--ssh", "--ssh-port", "0")
    host = start_at(cables.server, "host", PROGRAM, "host", *options)
    host.wait_for("Tables are kept")
    found = re.search(r"ssh -p (\d+) ana@(10\.7[78]\.0)\.1", host.text)
    assert found is not None

    def visit(namespace: str, name: str) -> tuple[Program, Held]:
        lan = "10.77.0.1" if namespace == cables.near else "10.78.0.1"
        ssh = (
            *("ssh", "-F", "none", "-p", found[1], "-o", "StrictHostKeyChecking=no"),
            *("-o", f"UserKnownHostsFile={tmp_path / 'hosts'}", "-o", "LogLevel=ERROR"),
            *("-o", "IdentityAgent=none", "-o", "PubkeyAuthentication=no"),
        )
        held = Held(Script(*QUICK), holds=False)
        return start_at(namespace, name, *ssh, f"{name}@{lan}", answer=held), held

    began = time.monotonic()
    ana, anas = visit(cables.near, "ana")
    ana.wait_for("You are ana, in the lobby.")
    ana.type("create truco-argentino seats=2 pause=0")
    ana.wait_for("You are ana, in seat 1.")
    beto, betos = visit(cables.far, "beto")
    beto.wait_for("You are beto, in the lobby.")
    beto.type("join ana")
    beto.wait_for("Type ready when you are")
    for each in (ana, beto):
        each.type("ready")
    for each in (ana, beto):
        each.wait_for("^Score: ")
    assert time.monotonic() - began < MINUTE
    for held in (anas, betos):
        held.hold()

    cables.cable(plugged=False)
    ana.end()
    cables.cable(plugged=True)
    again, _held = visit(cables.near, "ana")
    again.wait_for(r"^1\) ana: .* you have a")
    again.wait_for("Your seat at table 1 is kept: type “join 1” to go on there")
    again.type("quit")
    assert again.wait() == 0
