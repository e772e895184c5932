"""Each server of a cluster has an address of its own, also where several come at once."""

import asyncio
from collections.abc import Iterator

import pytest

from cardtui_server.failures import StartError
from cardtui_server.joining import join_cluster, open_cluster
from cardtui_server.lobby.cluster import Cluster
from cardtui_server.ports.clock import SystemClock
from cardtui_server.ports.dealer import SystemDealer
from cardtui_server.server_log import unprinted
from cardtui_server.settings import ClusterSettings, Settings
from cardtui_server.store.nats import NatsStore
from tests.support.nats_servers import nats_servers


@pytest.fixture(scope="module")
def urls() -> Iterator[tuple[str, ...]]:
    with nats_servers() as servers:
        yield tuple(servers.urls)


async def come(urls: tuple[str, ...], address: str) -> tuple[NatsStore, Cluster]:
    wanted = ClusterSettings(urls, address, replicas=1)
    ports = {"clock": SystemClock(), "dealer": SystemDealer(), "log": unprinted()}
    return await join_cluster(Settings(port=1), wanted, **ports)  # type: ignore[arg-type] # by name


@pytest.mark.parametrize("late", [0.0, 0.3, 1.1])
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
    for _ in range(3):  # whichever id is lower
        with pytest.raises(StartError, match="its own address with --advertise"):
            await come(urls, "alpha:8782")
    await store.close()
