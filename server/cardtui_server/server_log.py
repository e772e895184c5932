"""The server's log of what goes wrong: one JSON line each, never the variables of a function.

Nobody can fill the log: only a limited number of lines with the same message come through each
minute, and the next one says how many were left out.
"""

from __future__ import annotations

import logging
import sys
from typing import Final, cast

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

from cardtui_server.ports.clock import Clock

MOST: Final = 20
"""How many lines with the same message come through within `WITHIN` seconds."""

WITHIN: Final = 60.0
"""The length of the time in which lines are counted, in seconds."""


def printed() -> FilteringBoundLogger:
    """Return a logger that writes warnings and worse to standard error."""
    return _logger(
        structlog.PrintLogger(sys.stderr),
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    )


def unprinted() -> FilteringBoundLogger:
    """Return a logger that writes to Python's own logger ``cardtui.server``."""
    return _logger(
        logging.getLogger("cardtui.server"),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    )


def damped(log: FilteringBoundLogger, clock: Clock) -> FilteringBoundLogger:
    """Return a logger that passes lines on to that one, unless they come too often."""
    return _logger(log, _Damper(clock), level=logging.NOTSET)


def _logger(
    target: object, *processors: structlog.typing.Processor, level: int = logging.WARNING
) -> FilteringBoundLogger:
    made = structlog.wrap_logger(
        target,
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
    return cast("FilteringBoundLogger", made)


class _Run:
    """The recent lines with one message: since when, how many, and how many were left out."""

    __slots__ = ("count", "left_out", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.count = 0
        self.left_out = 0


class _Damper:
    """Drops lines that come too often."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._runs: dict[str, _Run] = {}

    def __call__(self, _: WrappedLogger, __: str, message: EventDict) -> EventDict:
        """Return a line, to be passed on.

        Raises:
            DropEvent: too many lines had the same message.
        """
        now, event = self._clock.now(), message["event"]
        run = self._runs.get(event)
        if run is None or now - run.since >= WITHIN:
            if run is not None and run.left_out:
                message["left_out_before"] = run.left_out
            run = self._runs[event] = _Run(now)
        run.count += 1
        if run.count > MOST:
            run.left_out += 1
            raise structlog.DropEvent
        return message
