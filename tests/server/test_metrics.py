"""What a server counts of itself, as Prometheus reads it from a page of its own machine."""

import asyncio
import random
from pathlib import Path

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_server.limits import Limits
from cardtui_server.metrics import Durations, Metrics, metrics_page
from cardtui_server.settings import Settings
from cardtui_server.workers import serve_workers
from tests.server.at_table import play_some
from tests.support.calling import BOUND, Caller, refused_as, running


async def asked(port: int, request: str = "GET /metrics HTTP/1.1") -> str:
    """Return what the page answers to a request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{request}\r\nHost: localhost\r\n\r\n".encode())
    async with asyncio.timeout(10):
        answer = await reader.read()
    writer.close()
    return answer.decode()


def values(text: str) -> dict[str, float]:
    """Return the numbers of a page, as its lines name them."""
    lines = (each for each in text.splitlines() if each.startswith("cardtui_"))
    return {name: float(value) for name, _, value in (each.rpartition(" ") for each in lines)}


async def begun(address: str) -> tuple[list[Caller], str]:
    """Return two people, and the table at which they play."""
    callers = [await Caller.of(address, name) for name in ("Xiomara", "Bia")]
    table = (await callers[0].create(seat=0)).id
    await callers[1].join(table)
    for each in callers:
        await each.ready(table)
    return callers, table


async def test_tables_people_moves_and_durations_are_counted() -> None:
    async with running() as server, metrics_page("127.0.0.1", 0, server.measured) as port:
        assert values(await asked(port))["cardtui_tables"] == 0
        callers, table = await begun(server.address)
        streams = [each.play(table) for each in callers]
        await play_some(streams, random.Random(1), 6)
        found = values(await asked(port))
        assert (found["cardtui_tables"], found["cardtui_matches"]) == (1, 1)
        assert found["cardtui_people"] == 2
        assert found["cardtui_moves_total"] == 6
        assert found["cardtui_act_seconds_count"] == 6
        assert found['cardtui_act_seconds_bucket{le="+Inf"}'] == 6
        assert 0 < found["cardtui_append_seconds_sum"] <= found["cardtui_append_seconds_count"]
        assert found['cardtui_act_quantile_seconds{quantile="0.99"}'] > 0


async def test_refusals_are_counted_by_reason_of_calls_and_of_messages() -> None:
    async with running() as server, metrics_page("127.0.0.1", 0, server.measured) as port:
        callers, table = await begun(server.address)
        with refused_as("UNKNOWN_TABLE"):
            await callers[0].join("nowhere")
        streams = [each.play(table) for each in callers]
        await streams[0].until(lambda: streams[0].view.to_act)
        waits = streams[1 - streams[0].view.to_act[0]]
        await waits.reach(streams[0].seq)
        reply = await waits.act(table_service_pb2.PlayAct().action)
        assert reply.HasField("refusal")
        found = values(await asked(port))
        assert found['cardtui_refusals_total{reason="unknown_table"}'] == 1
        assert sum(n for name, n in found.items() if "refusals_total" in name) == 2


async def test_a_move_of_a_call_counts_as_one_of_a_stream_does() -> None:
    async with running() as server:
        callers, table = await begun(server.address)
        seat = (await callers[0].view(table)).view.to_act[0]
        choices = (await callers[seat].view(table)).own.choices
        act = table_service_pb2.PlayAct(action=choices[0].action)
        assert not (await callers[seat].act(table, act)).HasField("refusal")
        assert sum(server.metrics.acts.counts) == server.metrics.moves == 1


async def test_no_name_no_address_and_no_table_is_shown() -> None:
    async with running() as server, metrics_page("127.0.0.1", 0, server.measured) as port:
        callers, table = await begun(server.address)
        streams = [each.play(table) for each in callers]
        await play_some(streams, random.Random(1), 2)
        text = await asked(port)
    for secret in ("Xiomara", "127.0.0", table, *(each.token for each in callers)):
        assert secret not in text


async def test_every_line_is_one_that_prometheus_reads() -> None:
    metrics = Metrics()
    for share in range(200):
        metrics.acts.add(share / 1000)
    metrics.refusals["LIMIT"] = 3
    kinds = dict[str, str]()
    for line in metrics.text().splitlines():
        if line.startswith("# "):
            _, what, name, rest = line.split(" ", 3)
            assert what in ("HELP", "TYPE")
            kinds[name] = rest
            continue
        name, _, value = line.rpartition(" ")
        float(value)
        name = name.partition("{")[0]
        whole = name.removesuffix("_bucket").removesuffix("_sum").removesuffix("_count")
        assert kinds.get(whole, kinds.get(name)) in ("gauge", "counter", "histogram")
    found = values(metrics.text())
    buckets = [number for name, number in found.items() if "act_seconds_bucket" in name]
    assert buckets == sorted(buckets)
    assert buckets[-1] == found["cardtui_act_seconds_count"] == 200
    assert found['cardtui_refusals_total{reason="limit"}'] == 3


def test_quantiles_are_bounds_within_which_that_share_was_done() -> None:
    durations = Durations()
    assert durations.quantile(0.99) == 0
    for _ in range(98):
        durations.add(0.0009)
    durations.add(0.1)
    durations.add(100)
    assert [durations.quantile(share) for share in (0.5, 0.95, 0.98)] == [0.001] * 3
    assert durations.quantile(0.99) == 0.128
    assert durations.quantile(1.0) == 8.192, "the longest bound, where it took longer"


async def test_nothing_else_is_served_and_nobody_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def measured() -> Metrics:
        return Metrics()

    monkeypatch.setattr("cardtui_server.metrics._REQUEST_SECONDS", 0.2)
    async with metrics_page("127.0.0.1", 0, measured) as port:
        assert (await asked(port)).startswith("HTTP/1.1 200 OK\r\nContent-Type: text/plain; ver")
        assert (await asked(port, "GET / HTTP/1.1")).startswith("HTTP/1.1 404 ")
        assert (await asked(port, "POST /metrics HTTP/1.1")).startswith("HTTP/1.1 405 ")
        assert (await asked(port, "HEAD /metrics HTTP/1.1")).endswith("\r\n\r\n")
        assert not await asked(port, "GET /metrics?" + "x" * 70_000)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        async with asyncio.timeout(10):
            assert not await reader.read(), "who asks for nothing"
        writer.close()


@pytest.mark.nightly
async def test_workers_are_counted_together(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path, thinking=0, limits=Limits.open())
    server = await serve_workers(settings, 2)
    try:
        for number, port in enumerate(server.own_ports):
            callers, table = await begun(f"127.0.0.1:{port}")
            streams = [each.play(table) for each in callers]
            await play_some(streams, random.Random(1), 3 + number)
        found = await server.measured()
        assert (found.tables, found.matches, found.moves) == (2, 2, 7)
        assert sum(found.acts.counts) == 7
        async with asyncio.timeout(BOUND):
            while (await server.measured()).people != 4:  # noqa: ASYNC110 - workers tell each other
                await asyncio.sleep(0.02)
    finally:
        await server.stop(0)
