"""`cardtui host --otel` sends what the server counts to a collector, and nobody's name."""

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import getfqdn, gethostname
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from cardtui_server.failures import StartError
from cardtui_server.metrics import Metrics
from cardtui_server.telemetry import sending
from tests.support.calling import BOUND
from tests.support.programs import Program

pytest.importorskip("opentelemetry.exporter.otlp.proto.http")

from opentelemetry.exporter.otlp.proto.http import metric_exporter
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import (
    ExportMetricsServiceRequest,
)


class Collector:
    """Takes what is sent, once it is there."""

    def __init__(self) -> None:
        self.requests: list[ExportMetricsServiceRequest] = []
        self.came = threading.Condition()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                with collector.came:
                    collector.requests.append(ExportMetricsServiceRequest.FromString(body))
                    collector.came.notify_all()
                assert self.path == "/v1/metrics"
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as it is there
                del format, args

        self.server = HTTPServer(("127.0.0.1", 0), Handler, bind_and_activate=False)
        self.server.server_bind()
        self.port = self.server.server_port

    def start(self) -> None:
        self.server.server_activate()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count: int) -> ExportMetricsServiceRequest:
        with self.came:
            assert self.came.wait_for(lambda: len(self.requests) >= count, 30)
            return self.requests[-1]


@pytest.fixture
def collector() -> Iterator[Collector]:
    found = Collector()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def server(tmp_path: Path, collector: Collector) -> Iterator[Program]:
    env = {
        "CARDTUI_DATA": str(tmp_path),
        "CARDTUI_CONFIG": str(tmp_path / "config.toml"),
        "LC_ALL": "C.UTF-8",
        "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.port}",
        "OTEL_EXPORTER_OTLP_TIMEOUT": "1",
        "OTEL_METRIC_EXPORT_INTERVAL": "100",
    }
    program = Program("host", "--port", "0", "--otel", env=env)
    yield program
    program.end()


@pytest.mark.parametrize("given", ["60s", "0", "-1", "1e3"])
async def test_an_interval_that_cannot_be_read_is_refused(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_METRIC_EXPORT_INTERVAL", given)
    with pytest.raises(StartError, match=f"such as 60000, and not as “{given}”"):
        async with sending(AsyncMock(return_value=Metrics()), Mock()):
            pass


@pytest.mark.slow
def test_the_host_reads_such_a_refusal_as_a_sentence(tmp_path: Path) -> None:
    env = {"CARDTUI_DATA": str(tmp_path), "LC_ALL": "C.UTF-8"}
    env |= {"CARDTUI_CONFIG": "none.toml", "OTEL_METRIC_EXPORT_INTERVAL": "60s"}
    program = Program("host", "--port", "0", "--otel", env=env)
    try:
        program.wait_for("and not as “60s”.")
        assert program.wait() == 2
        assert "Traceback" not in program.text
    finally:
        program.end()


async def test_what_the_exporter_refuses_or_fails_at_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def measured() -> Metrics:
        raise OSError("no store")

    told: asyncio.Queue[bool] = asyncio.Queue()
    monkeypatch.setenv("OTEL_METRIC_EXPORT_INTERVAL", "1")
    async with sending(measured, told.put_nowait), asyncio.timeout(BOUND):
        assert await told.get() is False
    refuses = Mock(side_effect=ValueError("no such file"))
    monkeypatch.setattr(metric_exporter, "OTLPMetricExporter", refuses)
    with pytest.raises(StartError, match="cannot be used: no such file"):
        async with sending(measured, told.put_nowait):
            pass


@pytest.mark.slow
def test_without_a_collector_the_server_says_so_once_and_sends_when_there_is_one(
    collector: Collector, server: Program
) -> None:
    server.wait_for("No collector takes what the server counts")
    collector.start()
    server.wait_for("A collector takes what the server counts")
    request = collector.wait(3)
    assert server.text.count("No collector takes") == 1
    assert "Traceback" not in server.text
    (sent,) = request.resource_metrics
    (scope,) = sent.scope_metrics
    metrics = {each.name: each for each in scope.metrics}
    assert metrics.keys() == {
        *("cardtui.tables", "cardtui.matches", "cardtui.people", "cardtui.moves"),
        *("cardtui.refusals", "cardtui.act.duration", "cardtui.append.duration"),
    }
    assert metrics["cardtui.moves"].sum.is_monotonic
    (acts,) = metrics["cardtui.act.duration"].histogram.data_points
    assert len(acts.bucket_counts) == len(acts.explicit_bounds) + 1
    assert not acts.HasField("max")
    about = {each.key: each.value.string_value for each in sent.resource.attributes}
    assert about["service.name"] == "cardtui"
    assert about["service.instance.id"]
    text = str(request)
    assert not any(each in text for each in (gethostname(), getfqdn(), "127.0.0.1", "Ana"))
