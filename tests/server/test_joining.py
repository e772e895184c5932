"""Each server of a cluster has an address of its own, and all have one certificate."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardtui_server.failures import StartError
from cardtui_server.joining import join_cluster, open_cluster, share_certificate
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.network.certificate import CERTIFICATE_FILE, kept_certificate
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.server_log import unprinted
from cardtui_server.settings import ClusterSettings, Settings
from cardtui_server.store.nats import NatsStore
from tests.support.nats_servers import nats_servers
from tests.support.nights import by_night


@pytest.fixture(scope="module")
def urls() -> Iterator[tuple[str, ...]]:
    with nats_servers() as servers:
        yield tuple(servers.urls)


async def come(urls: tuple[str, ...], address: str, port: int = 1) -> tuple[NatsStore, Cluster]:
    wanted = ClusterSettings(urls, address, replicas=1)
    ports = {"clock": SystemClock(), "dealer": SystemDealer(), "log": unprinted()}
    return await join_cluster(Settings(port=port), wanted, **ports)  # type: ignore[arg-type] # by name


@pytest.mark.parametrize("late", [0.0, 1.1, *by_night(0.3)])
async def test_of_servers_that_come_at_once_with_one_address_one_stays(
    urls: tuple[str, ...], late: float
) -> None:
    await (await open_cluster(ClusterSettings(urls, replicas=1))).close()  # the streams are there

    async def later(seconds: float, address: str) -> NatsStore:
        await asyncio.sleep(seconds)
        return (await come(urls, address))[0]

    came = await asyncio.gather(
        *(later(number * late, "alpha:8782") for number in range(3)),
        later(late, "beta:8782"),
        return_exceptions=True,
    )
    stayed = [each for each in came if not isinstance(each, BaseException)]
    refused = [each for each in came if isinstance(each, StartError)]
    assert (len(stayed), len(refused)) == (2, 2), came
    assert all("says that people reach it at alpha:8782" in str(each) for each in refused)
    for each in stayed:
        await each.close()


async def test_one_that_reads_its_tables_is_not_yet_heard_but_has_its_address(
    urls: tuple[str, ...],
) -> None:
    store, _ = await come(urls, "alpha:8782")  # it has told nobody that it is there
    later = (come(urls, "alpha:8782") for _ in range(3))  # whichever id is lower
    for refused in await asyncio.gather(*later, return_exceptions=True):
        assert isinstance(refused, StartError)
        assert "its own address with --advertise" in str(refused)
    await store.close()


async def test_the_first_certificate_is_that_of_all_and_another_one_is_refused(
    urls: tuple[str, ...], tmp_path: Path
) -> None:
    store = await open_cluster(ClusterSettings(urls, replicas=1))
    first, second, other = [tmp_path / each for each in ("first", "second", "other")]
    for each in (first, second, other):
        each.mkdir()
    kept_certificate(other)
    for each in (first, second):
        await share_certificate(store, each)
    assert (first / CERTIFICATE_FILE).read_bytes() == (second / CERTIFICATE_FILE).read_bytes()
    with pytest.raises(StartError, match=f"move {other / CERTIFICATE_FILE} away"):
        await share_certificate(store, other)
    await store.close()


async def test_a_server_without_a_port_or_the_library_is_told_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    nowhere = ("nats://127.0.0.1:1",)
    with pytest.raises(StartError, match="choose one with --port"):
        await come(nowhere, "", port=0)
    monkeypatch.setitem(sys.modules, "cardtui_server.store.nats", None)
    with pytest.raises(StartError, match="extra “cluster”"):
        await come(nowhere, "alpha:8782")
