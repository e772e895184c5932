"""Connections that send more than any player could are closed; nobody else is."""

import socket
import sys

import pytest
import structlog
from structlog.testing import CapturingLogger

from cardtui_server.limits import Limits
from cardtui_server.rpc.open_sockets import Ends, OpenSockets
from cardtui_server.rpc.senders import Senders
from cardtui_server.settings import Settings
from tests.support.calling import BOUND, Caller, running
from tests.support.playing import until
from tests.support.ports import FakeClock
from tests.support.raw_http2 import WINDOW, Resetter, connect, twin

LOOK = 0.025
LIMITS = Limits(bytes_rate=1000, bytes_burst=4000)
ONE, OTHER, PROXY, NEXT = (
    Ends("2001:db8::1", 9),
    Ends("192.0.2.2", 9),
    Ends("192.0.2.9", 9),
    Ends("2001:db8::2", 9),
)
NUMBERS = {ONE: 11, OTHER: 12, PROXY: 13, NEXT: 14}


class Sending(OpenSockets):
    """Connections that send as many bytes a second as a test says."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(0)
        self.clock = clock
        self.rates: dict[Ends, float] = {}
        self.sent: dict[Ends, float] = {}
        self.told = True
        self.looked = 0
        self.asked = 0
        self.slowed: list[float] = []
        self._at = clock.now()

    def find(self) -> dict[int, Ends]:
        now = self.clock.now()
        for ends, rate in self.rates.items():
            self.sent[ends] = self.sent.get(ends, 0) + rate * (now - self._at)
        self._at = now
        self.looked += 1
        return {NUMBERS[ends]: ends for ends in self.rates}

    def received(self, number: int) -> int | None:
        self.asked += 1
        sent = {NUMBERS[ends]: sent for ends, sent in self.sent.items()}
        return int(sent[number]) if self.told else None

    def slow(self, share: float) -> None:
        self.slowed.append(share)

    def shut(self, ends: Ends, number: int) -> bool:
        assert NUMBERS[ends] == number
        del self.rates[ends]
        return True


class Work:
    """How busy the process is: a part of a processor."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock
        self.part = 1.0

    def __call__(self) -> float:
        return self.clock.now() * self.part


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def sending(clock: FakeClock) -> Sending:
    return Sending(clock)


@pytest.fixture
def work(clock: FakeClock) -> Work:
    return Work(clock)


@pytest.fixture
def closed() -> list[float]:
    return []


@pytest.fixture
def log() -> CapturingLogger:
    return CapturingLogger()


@pytest.fixture
def senders(
    sending: Sending, clock: FakeClock, work: Work, closed: list[float], log: CapturingLogger
) -> Senders:
    return Senders(
        sending,
        LIMITS,
        structlog.wrap_logger(log, processors=[]),
        spared=lambda address: address == PROXY.address,
        closed=lambda: closed.append(clock.now()),
        now=clock.now,
        worked=work,
    )


def watched(senders: Senders, clock: FakeClock, seconds: float) -> None:
    """Let time pass while senders are looked at, as often as the thread does."""
    for _ in range(round(seconds / LOOK)):
        clock.advance(LOOK)
        senders.look()


@pytest.mark.slow
def test_who_sends_no_more_than_the_rate_stays(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates = {ONE: 990, OTHER: 10}
    watched(senders, clock, 600)
    assert set(sending.rates) == {ONE, OTHER}


def test_who_sends_more_is_closed(
    senders: Senders, sending: Sending, clock: FakeClock, closed: list[float], log: CapturingLogger
) -> None:
    sending.rates = {ONE: 100_000, OTHER: 900}
    watched(senders, clock, 1)
    assert set(sending.rates) == {OTHER}
    assert len(closed) == 1
    assert [(each.method_name, each.kwargs["address"]) for each in log.calls] == [
        ("warning", ONE.address)
    ]


def test_who_sends_much_at_once_stays_and_may_do_so_again_after_a_while(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates = {ONE: 0}
    watched(senders, clock, 1)
    for _ in range(5):
        sending.sent[ONE] += 3900
        watched(senders, clock, 4)
    assert ONE in sending.rates
    for _ in range(2):
        sending.sent[ONE] += 3900
        watched(senders, clock, 0.5)
    assert ONE not in sending.rates


def test_at_home_who_only_watches_stays_and_who_pours_slowly_into_a_head_does_not(
    sending: Sending, clock: FakeClock, work: Work
) -> None:
    senders = Senders(
        sending,
        Limits(),
        structlog.wrap_logger(CapturingLogger(), processors=[]),
        spared=lambda _: False,
        closed=lambda: None,
        now=clock.now,
        worked=work,
    )
    sending.rates = {ONE: 25, OTHER: 500}  # a spectator of a fast table sends ten bytes a second
    for _ in range(3600):
        clock.advance(1)
        senders.look()
    assert set(sending.rates) == {ONE}
    assert sending.sent[OTHER] < 2 * Limits().bytes_burst


def test_what_a_connection_sent_before_the_first_look_counts(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates, sending.sent = {ONE: 0, OTHER: 0}, {ONE: 3999, OTHER: 4001}
    watched(senders, clock, 0.1)
    assert set(sending.rates) == {ONE}


def test_who_sends_much_is_closed_where_the_process_is_not_busy_too(
    senders: Senders, sending: Sending, clock: FakeClock, work: Work
) -> None:
    work.part = 0.0
    sending.rates = {ONE: 1100, OTHER: 900}
    watched(senders, clock, 60)
    assert set(sending.rates) == {OTHER}
    assert sending.looked <= 60  # a quiet server costs next to nothing


def test_who_calls_may_send_more_and_who_does_not_may_not(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates = {ONE: 10_000, OTHER: 10_000}
    for _ in range(600):
        senders.heard(ONE)
        watched(senders, clock, 0.1)
    assert set(sending.rates) == {ONE}


def test_calls_of_connections_that_went_between_two_looks_are_forgotten(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates, sending.sent = {ONE: 0}, {ONE: 5000}
    for _ in range(2):  # what a connection has called before it is first seen counts
        senders.heard(ONE)
    for port in range(1000):
        senders.heard(Ends(OTHER.address, port))
    watched(senders, clock, 0.1)
    assert not senders._heard
    sending.rates = {OTHER: 0}
    sending.sent[OTHER] = 4001  # a port that is used again begins anew
    watched(senders, clock, 0.1)
    assert not sending.rates


def test_where_there_are_many_some_are_looked_at_after_others_and_none_is_forgotten(
    senders: Senders, sending: Sending, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.senders._LOOKED_AT_ONCE", 2)
    sending.rates = {ONE: 900, OTHER: 10_000, PROXY: 0, NEXT: 100_000}
    for _ in range(40):
        senders.heard(OTHER)  # its call counts, however late its turn comes
        before = sending.asked
        watched(senders, clock, 0.1)
        assert sending.asked - before <= 2 * round(0.1 / LOOK)
    assert set(sending.rates) == {ONE, OTHER, PROXY}


def test_a_quiet_server_looks_at_all_in_turns_before_it_rests(
    senders: Senders,
    sending: Sending,
    clock: FakeClock,
    work: Work,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardtui_server.rpc.senders._LOOKED_AT_ONCE", 1)
    work.part = 0.0
    sending.rates = dict.fromkeys(NUMBERS, 10.0)
    watched(senders, clock, 60)
    assert sending.looked <= 60
    assert sending.asked == pytest.approx(sending.looked * len(NUMBERS), abs=len(NUMBERS))


def test_after_a_flood_long_packets_of_newcomers_are_slowed_until_a_minute_has_passed(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates = {ONE: 100_000, OTHER: 900}
    watched(senders, clock, 1)
    alarms = [senders.alarmed]
    sending.rates[NEXT] = 100_000
    for seconds in (30, 29, 33):  # the last flood counts
        assert sending.slowed == [0.5]
        watched(senders, clock, seconds)
        alarms.append(senders.alarmed)
    assert alarms == [True, True, True, False]
    assert sending.slowed == [0.5, 1]


def test_a_trusted_proxy_sends_for_many(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.rates = {PROXY: 100_000}
    watched(senders, clock, 10)
    assert PROXY in sending.rates


def test_where_the_system_does_not_tell_nobody_is_closed(
    senders: Senders, sending: Sending, clock: FakeClock
) -> None:
    sending.told = False
    sending.rates = {ONE: 100_000}
    watched(senders, clock, 10)
    assert ONE in sending.rates


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
def test_linux_tells_what_a_connection_has_received() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), BOUND) as sender:
            served, _ = listening.accept()
            with served:
                sockets = OpenSockets(port)
                ((number, ends),) = sockets.find().items()
                assert ends == Ends(*sender.getsockname())
                assert sockets.received(number) == 0
                sender.sendall(bytes(5000))
                assert len(served.recv(5000, socket.MSG_WAITALL)) == 5000
                assert sockets.received(number) == 5000


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
@pytest.mark.parametrize("quiet_is_twin", [True, False])
async def test_who_sends_too_much_is_closed_and_nobody_else_on_the_same_port(
    *, quiet_is_twin: bool
) -> None:
    limits = Limits(bytes_burst=4000, bytes_rate=1)
    async with running(Settings(port=0, thinking=0, limits=limits)) as server:
        with connect(server.port) as one, twin(one) as other:
            sockets, own = OpenSockets(server.port), Ends(*one.getsockname())
            await until(lambda: list(sockets.find().values()) == [own, own])
            if quiet_is_twin:
                one.sendall(WINDOW * 400)
            else:
                other.sendall(bytes(5000))
            await until(lambda: list(sockets.find().values()) == [own])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what has been received")
async def test_who_resets_stream_after_stream_is_closed_and_players_are_not() -> None:
    async with running(Settings(port=0, thinking=0)) as server:
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        endless = 100_000_000
        flood = Resetter(server.port, "/cardtui.v1.LobbyService/WatchTables", "wrong", endless)
        await until(lambda: not flood.busy)
        assert flood.sent < endless
        assert (await ana.view(table)).table.id == table
        flood.close()
        await ana.close()
