"""The store on NATS keeps the contract of stores, and says what is wrong with its cluster."""

from collections.abc import Iterator

import pytest

from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.nats import NatsStore
from cardtui_server.store.nats_streams import LOG, STREAMS, config_of
from tests.server.store_contract import StoreContract
from tests.support.nats_servers import NatsServers, nats_servers
from tests.support.unreliable import Repeated, Unreliable


@pytest.fixture(scope="module")
def one() -> Iterator[NatsServers]:
    with nats_servers() as servers:
        yield servers


def clear(servers: NatsServers) -> None:
    for stream in STREAMS:
        servers.ask(f"$JS.API.STREAM.DELETE.{stream.name}")


def fill(servers: NatsServers, *, replicas: int = 1, full: bool) -> None:
    most = {"max_bytes": 100_000 if full else -1}
    servers.ask(f"$JS.API.STREAM.UPDATE.{LOG}", config_of(STREAMS[0], "cardtui", replicas) | most)


class TestNatsLog(StoreContract):
    kind: type[NatsStore] = NatsStore

    @pytest.fixture(autouse=True)
    def place(self, one: NatsServers) -> None:
        clear(one)
        self.servers = one

    def make(self) -> LogStore:
        return self.kind(self.servers.urls, replicas=1)

    def fill(self, store: LogStore, *, full: bool) -> None:
        fill(self.servers, full=full)


class UnreliableNats(Repeated, Unreliable, NatsStore):
    """Comes late, twice, or not at all."""


class TestUnreliableNatsLog(TestNatsLog):
    kind = UnreliableNats
