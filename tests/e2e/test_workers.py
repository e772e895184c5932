"""Several workers serve: one is killed in mid-match, and people at the other end notice a pause."""

import os
import re
import signal
from pathlib import Path

import pytest

from tests.e2e.conftest import Start
from tests.e2e.waiting import QUICK, check_ends
from tests.support.lasting_port import lasting_port
from tests.support.programs import Program, Script


def workers_of(host: Program) -> list[int]:
    """Return the processes that a host has started."""
    tasks = Path(f"/proc/{host.pid}/task").iterdir()
    return [int(each) for task in tasks for each in (task / "children").read_text().split()]


@pytest.mark.nightly(reason="tests/server/test_workers.py, and tests/e2e/test_cluster.py")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="only Linux tells the children")
def test_a_match_goes_on_when_its_worker_is_killed(start: Start) -> None:
    port = lasting_port()
    arguments = ("--listen", "127.0.0.2", "--port", str(port), "--workers", "2")
    host = start("host", "host", *arguments)
    host.wait_for("Ctrl-C stops the server")
    assert f"A firewall must let others in at ports {port + 11} to {port + 12}, too." in host.text
    found = re.search(r"cardtui connect (127\.0\.0\.2:\S+/\S+)", host.text)
    assert found is not None
    scripts = Script(*QUICK, hold_at="play"), Script(*QUICK, hold_at="play")
    new = ("--new", "truco-argentino", "--option", "target=4")
    ana = start("Ana", "connect", found[1], "--plain", *new, answer=scripts[0])
    ana.wait_for("The match has not started")
    bia = start("Bia", "connect", found[1], "--plain", "--table", "Ana", answer=scripts[1])
    bia.wait_for("The match has not started")
    for player in (ana, bia):
        player.type("ready")
    for player in (ana, bia):
        player.wait_for("You get")
    watcher = start("Caio", "spectate", found[1], "--plain")
    watcher.wait_for("You are watching")
    told = 0
    for worker in workers_of(host):  # the match's own is among them
        os.kill(worker, signal.SIGKILL)
        told = host.wait_for("started again", after=told)
    for script, player in zip(scripts, (ana, bia), strict=True):
        player.wait_for("Reconnected")
        script.go_on(player)
    check_ends(ana, bia, watcher)
    host.send(signal.SIGTERM)
    assert host.wait() == 0
