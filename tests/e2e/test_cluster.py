"""Two real servers on a NATS server: one is killed, another is stopped, and a match goes on."""

import re
import signal
from collections.abc import Callable, Iterator

import pytest

from tests.e2e.conftest import Start
from tests.e2e.waiting import QUICK, check_ends
from tests.support.lasting_port import lasting_port
from tests.support.nats_servers import NatsServers, nats_servers
from tests.support.nights import by_night
from tests.support.programs import Program, Script

HostOf = Callable[..., Program]


@pytest.fixture
def nats() -> Iterator[NatsServers]:
    with nats_servers() as servers:
        yield servers


@pytest.fixture
def host_of(start: Start, nats: NatsServers) -> HostOf:
    """Start a server of the cluster, with a data folder of its own."""

    def host_of(name: str, port: int, *more: str) -> Program:
        cluster = ("--cluster", nats.urls[0], "--replicas", "1")
        program = start(name, "host", "--port", str(port), *cluster, *more)
        program.wait_for("stops this server")
        return program

    return host_of


def pin_of(server: Program) -> str:
    found = re.search(r"cardtui connect \S+/(\S+)", server.text)
    assert found is not None
    return found[1]


def test_a_server_at_the_address_of_another_is_refused(
    host_of: HostOf, start: Start, nats: NatsServers
) -> None:
    port = lasting_port()
    host_of("one", port)
    cluster = ("--cluster", nats.urls[0], "--replicas", "1")
    at = ("--port", str(lasting_port()), "--advertise", f"127.0.0.1:{port}")
    two = start("two", "host", *at, *cluster)
    two.wait_for(f"Another server of this cluster says that people reach it at 127.0.0.1:{port}")
    assert two.wait() == 3


@pytest.mark.parametrize("how", [*by_night(signal.SIGKILL, signal.SIGTERM)])
def test_a_match_goes_on_at_the_other_server_when_one_is_gone(
    host_of: HostOf, start: Start, how: signal.Signals
) -> None:
    ports = [lasting_port(), lasting_port()]
    one = host_of("one", ports[0], "--listen", "127.0.0.2")
    line = f"127.0.0.2:{ports[0]},127.0.0.3:{ports[1]}/{pin_of(one)}"
    scripts = Script(*QUICK, hold_at="play"), Script(*QUICK, hold_at="play")
    new = ("--new", "truco-argentino", "--option", "target=4")
    ana = start("Ana", "connect", line, "--plain", *new, answer=scripts[0])
    ana.wait_for("The match has not started")
    bia = start("Bia", "connect", line, "--plain", "--table", "Ana", answer=scripts[1])
    bia.wait_for("The match has not started")
    for player in (ana, bia):
        player.type("ready")
    for player in (ana, bia):
        player.wait_for("You get")
    two = host_of("two", ports[1], "--listen", "127.0.0.3")
    assert f"connect 127.0.0.3:{ports[1]},127.0.0.2:{ports[0]}/{pin_of(one)}" in two.text
    watcher = start("Caio", "spectate", line, "--plain")
    watcher.wait_for("You are watching")
    one.send(how)
    one.wait()
    for script, player in zip(scripts, (ana, bia), strict=True):
        player.wait_for("Reconnected")
        script.go_on(player)
    check_ends(ana, bia, watcher)
