"""Where connections come too fast, newcomers wait; who is there already does not."""

import asyncio
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
import structlog
from structlog.testing import CapturingLogger

from cardtui_server.limits import Limits
from cardtui_server.rpc.open_sockets import OpenSockets
from cardtui_server.rpc.packet_filter import let_through
from cardtui_server.rpc.turnstile import Turnstile
from cardtui_server.settings import Settings
from tests.support.calling import BOUND, Caller, running
from tests.support.ports import FakeClock

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux drops first packets")

LOOK = 0.025

WAIT = 0.8
"""Seconds within which a connection on this machine is made, unless its first packet is lost."""


class Crowd(OpenSockets):
    """Connections to this server and to others, as many as a test says."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(0)
        self.clock = clock
        self.rate = 0.0
        self.elsewhere = 0.0
        self.share = 1.0
        self._here = self._tried = self._there = 0.0
        self._at = clock.now()

    def opened(self) -> int:
        """Return how many have come so far; those who must wait come a second later."""
        now = self.clock.now()
        passed, self._at = now - self._at, now
        self._tried += passed * self.rate
        self._here += passed * self.rate * self.share
        self._there += passed * self.elsewhere
        return int(self._here + self._there)

    def arrived(self) -> int:
        self.opened()
        return int(self._tried)

    def admit(self, share: float) -> None:
        self.opened()
        self.share = share


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def crowd(clock: FakeClock) -> Crowd:
    return Crowd(clock)


@pytest.fixture
def log() -> CapturingLogger:
    return CapturingLogger()


@pytest.fixture
def turnstile(crowd: Crowd, clock: FakeClock, log: CapturingLogger) -> Iterator[Turnstile]:
    made = Turnstile(
        crowd,
        100,
        structlog.wrap_logger(log, processors=[]),
        opened=crowd.opened,
        now=clock.now,
    )
    yield made
    made.stop()
    assert crowd.share == 1


def watched(turnstile: Turnstile, clock: FakeClock, seconds: float) -> None:
    """Let time pass while the turnstile looks, as often as its thread does."""
    for _ in range(round(seconds / LOOK)):
        clock.advance(LOOK)
        turnstile.look()


def test_as_many_as_may_come_do_not_wait(
    turnstile: Turnstile, crowd: Crowd, clock: FakeClock
) -> None:
    crowd.rate = 96  # of which 24 or 25 come between two looks
    watched(turnstile, clock, 60)
    assert turnstile.waits == 0


def test_of_more_no_more_are_let_in_than_may_come(
    turnstile: Turnstile, crowd: Crowd, clock: FakeClock
) -> None:
    crowd.rate = 10_000
    watched(turnstile, clock, 1)
    before = crowd.opened()
    watched(turnstile, clock, 30)
    assert (crowd.opened() - before) / 30 <= 2 * 100


@pytest.mark.parametrize("friends", [0, 5, 90])
def test_connections_to_other_programs_make_nobody_wait(
    turnstile: Turnstile, crowd: Crowd, clock: FakeClock, log: CapturingLogger, friends: int
) -> None:
    crowd.elsewhere, crowd.rate = 10_000, friends
    watched(turnstile, clock, 60)
    assert turnstile.waits == 0
    assert not log.calls


def test_once_only_other_programs_have_a_crowd_few_wait(
    turnstile: Turnstile, crowd: Crowd, clock: FakeClock
) -> None:
    crowd.elsewhere = crowd.rate = 10_000
    watched(turnstile, clock, 2)
    assert turnstile.waits > 0.5
    crowd.rate = 5
    watched(turnstile, clock, 3)
    assert 0 < turnstile.waits <= 0.02


def test_after_a_crowd_few_wait_and_after_a_minute_nobody(
    turnstile: Turnstile, crowd: Crowd, clock: FakeClock, log: CapturingLogger
) -> None:
    crowd.rate = 10_000
    watched(turnstile, clock, 1)
    assert turnstile.waits > 0.5
    crowd.rate = 1
    watched(turnstile, clock, 3)
    assert 0 < turnstile.waits <= 0.02
    watched(turnstile, clock, 60)
    assert turnstile.waits == 0
    # What happened is told once when it begins, and once when it ends.
    assert [call.method_name for call in log.calls] == ["warning", "warning"]


def test_where_the_system_does_not_count_nobody_waits(clock: FakeClock, crowd: Crowd) -> None:
    made = Turnstile(crowd, 100, structlog.get_logger(), opened=lambda: None, now=clock.now)
    watched(made, clock, 10)
    assert made.waits == 0


@pytest.mark.slow
@linux
def test_a_newcomer_whose_first_packet_is_dropped_comes_in_by_itself() -> None:
    with ExitStack() as open_ones:
        listening = open_ones.enter_context(socket.create_server(("127.0.0.1", 0)))
        address = listening.getsockname()
        before = open_ones.enter_context(socket.create_connection(address, BOUND))
        served, _ = listening.accept()
        open_ones.enter_context(served)
        let_through(listening, first=0, long=1)
        after = open_ones.enter_context(socket.socket())
        after.settimeout(WAIT)
        with pytest.raises(TimeoutError):
            after.connect(address)
        # Who was there already is heard, also by a connection taken up meanwhile.
        before.sendall(b"still here")
        assert served.recv(100) == b"still here"
        let_through(listening, first=1, long=1)
        listening.settimeout(BOUND)
        late, theirs = listening.accept()
        open_ones.enter_context(late)
        assert theirs == after.getsockname()


@pytest.mark.slow
@linux
def test_long_packets_are_cut_or_dropped_and_short_ones_are_not() -> None:
    with ExitStack() as open_ones:
        listening = open_ones.enter_context(socket.create_server(("127.0.0.1", 0)))

        def connected() -> tuple[socket.socket, socket.socket]:
            sender = open_ones.enter_context(socket.create_connection(listening.getsockname()))
            served = open_ones.enter_context(listening.accept()[0])
            served.settimeout(BOUND)
            return sender, served

        let_through(listening, first=1, long=1)
        sender, served = connected()
        much = bytes(range(256)) * 200
        sender.sendall(much)
        assert len(served.recv(len(much))) <= 16 * 1024
        sender, served = connected()
        sender.sendall(much)
        assert served.makefile("rb").read(len(much)) == much  # later, but whole
        let_through(listening, first=1, long=0)
        sender, served = connected()
        sender.sendall(b"short")
        assert served.recv(len(much)) == b"short"
        sender.sendall(much)
        served.settimeout(WAIT)
        with pytest.raises(TimeoutError):
            served.recv(1)


@pytest.mark.slow
@linux
async def test_a_crowd_at_a_server_waits_and_a_player_does_not() -> None:
    settings = Settings(port=0, thinking=0, limits=Limits(connections_rate=1))
    loop = asyncio.get_running_loop()
    async with running(settings) as server:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        with ExitStack() as open_ones:
            # Who opens connection after connection is made to wait before long.
            for _ in range(10_000):
                comes = open_ones.enter_context(socket.socket())
                comes.setblocking(False)
                try:
                    async with asyncio.timeout(WAIT):
                        await loop.sock_connect(comes, ("127.0.0.1", server.port))
                        await loop.sock_sendall(comes, b"garbage")
                except TimeoutError:
                    break
            else:
                pytest.fail("nobody had to wait")
            assert (await ana.view(table)).table.id == table
        await ana.close()
