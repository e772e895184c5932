"""Sends what a server counts to a collector of OpenTelemetry (`sending`), every
`_EXPORT_MILLISECONDS` if its variables do not say otherwise.

Where to, how often and under what name say the variables of OpenTelemetry (``OTEL_…``). What is
sent is what the page for Prometheus shows (`metrics.py`), with the same buckets: it is counted once
for all who read it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from cardtui_server.failures import StartError
from cardtui_server.metrics import DURATION_BOUNDS, Durations, Metrics

if TYPE_CHECKING:
    from opentelemetry.sdk.metrics.export import Metric, MetricsData

_EXPORT_MILLISECONDS: Final = "60000"
"""Milliseconds between two exports, as OpenTelemetry has it."""


@asynccontextmanager
async def sending(
    measured: Callable[[], Awaitable[Metrics]], told: Callable[[bool], object]
) -> AsyncGenerator[None]:
    """Send metrics for as long as the block lasts.

    Args:
        measured: returns what is to be sent by then.
        told: is called when a collector takes it (true) or does not, whenever that changes.

    Raises:
        StartError: a variable of OpenTelemetry says what cannot be done.
    """
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter

    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # `told` says it, once
    every = _seconds()
    try:
        exporter = OTLPMetricExporter()
    except Exception as error:  # noqa: BLE001 - it names no errors of its own
        raise StartError(
            "The variables of OpenTelemetry (OTEL_…) cannot be used: {error}.", error=error
        ) from None
    work = asyncio.get_running_loop().create_task(_send(exporter, every, measured, told))
    try:
        yield
    finally:
        work.cancel()
        await asyncio.wait([work])
        await asyncio.to_thread(exporter.shutdown)


def _seconds() -> float:
    """Return how long it is from one export to the next.

    Raises:
        StartError: that is not said in milliseconds.
    """
    given = os.environ.get("OTEL_METRIC_EXPORT_INTERVAL") or _EXPORT_MILLISECONDS
    if not re.fullmatch("[1-9][0-9]{0,8}", given):
        raise StartError(
            "Give OTEL_METRIC_EXPORT_INTERVAL in milliseconds, such as 60000,"
            " and not as “{given}”.",
            given=given,
        )
    return int(given) / 1000


async def _send(
    exporter: Any,
    every: float,
    measured: Callable[[], Awaitable[Metrics]],
    told: Callable[[bool], object],
) -> None:
    from opentelemetry.sdk.metrics.export import MetricExportResult

    resource, began, taken = _resource(), time.time_ns(), True
    while True:
        try:
            data = _as_data(await measured(), resource, began)
            sent = await asyncio.to_thread(exporter.export, data) is MetricExportResult.SUCCESS
        except Exception:  # noqa: BLE001 - whatever goes wrong, the next may arrive
            sent = False
        if sent is not taken:
            told(taken := sent)
        await asyncio.sleep(every)


def _resource() -> Any:
    from opentelemetry.sdk.resources import Resource

    own = {"service.instance.id": str(uuid4())}
    if not os.environ.get("OTEL_SERVICE_NAME"):
        own["service.name"] = "cardtui"
    return Resource.create(own)


def _as_data(found: Metrics, resource: Any, began: int) -> MetricsData:
    from opentelemetry.sdk.metrics.export import MetricsData, ResourceMetrics, ScopeMetrics
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope

    scope = ScopeMetrics(InstrumentationScope("cardtui"), [*_metrics(found, began)], "")
    return MetricsData([ResourceMetrics(resource, [scope], "")])


def _metrics(found: Metrics, began: int) -> Iterator[Metric]:
    from opentelemetry.sdk.metrics.export import (
        AggregationTemporality,
        Gauge,
        Histogram,
        HistogramDataPoint,
        Metric,
        NumberDataPoint,
        Sum,
    )

    now, whole = time.time_ns(), AggregationTemporality.CUMULATIVE

    def number(value: int, **attributes: str) -> NumberDataPoint:
        return NumberDataPoint(attributes, began, now, value)

    def durations(counted: Durations) -> HistogramDataPoint:
        nobody_knows: Any = None  # what the shortest and the longest were
        counts = counted.counts
        ends = (nobody_knows, nobody_knows)
        return HistogramDataPoint(
            {}, began, now, sum(counts), counted.seconds, counts, DURATION_BOUNDS, *ends
        )

    for name, what, value in found.gauges():
        yield Metric(f"cardtui.{name}", what, "1", Gauge([number(value)]))
    for name, what, counted in found.counters():
        points = [number(value, **labels) for labels, value in counted]
        yield Metric(f"cardtui.{name}", what, "1", Sum(points, whole, is_monotonic=True))
    for name, what, each in found.durations():
        yield Metric(f"cardtui.{name}.duration", what, "s", Histogram([durations(each)], whole))
