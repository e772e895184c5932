"""The server's log of what goes wrong: one line each, never the variables of a function.
How often it repeats a message: `MOST_REPEATED_LINES` in `REPEATED_WITHIN_SECONDS`.

It is JSON, or a sentence in a terminal.

Nobody can fill the log: only a limited number of lines with the same message come through each
minute, and the next one says how many were left out. A line that cannot be written is lost, and
nothing else: what was about to be done goes on.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from cardtui_server.ports.clock import Clock

if TYPE_CHECKING:
    from structlog.typing import EventDict, FilteringBoundLogger, Processor, WrappedLogger

MOST_REPEATED_LINES: Final = 20
"""How many lines with the same message come through within `REPEATED_WITHIN_SECONDS`."""

REPEATED_WITHIN_SECONDS: Final = 60.0
"""The length of the time in which lines are counted, in seconds."""


def printed(read_along: Processor | None = None) -> FilteringBoundLogger:
    """Return a logger that writes warnings and worse to standard error.

    Args:
        read_along: makes a sentence of a line, for who reads along in a terminal; without it, and
            where there is no terminal, lines are JSON.
    """

    def made() -> FilteringBoundLogger:
        from structlog.processors import TimeStamper, add_log_level

        if read_along and sys.stderr and sys.stderr.isatty():
            return _logger(_Lines(), read_along)
        return _logger(_Lines(), add_log_level, TimeStamper(fmt="iso"), *_as_json())

    return _once_needed(made)


def unprinted() -> FilteringBoundLogger:
    """Return a logger that writes to Python's own logger ``cardtui.server``."""
    return _once_needed(lambda: _logger(logging.getLogger("cardtui.server"), *_as_json()))


def passed_on(write: Callable[[str, str, Mapping[str, object]], None]) -> FilteringBoundLogger:
    """Return a logger that hands on the level, the event and the values of each line.

    Tracebacks are text by then, and so is what is no plain value.
    """

    def made() -> FilteringBoundLogger:
        from structlog.processors import format_exc_info

        return _logger(_HandedOn(write), format_exc_info)

    return _once_needed(made)


def damped(log: FilteringBoundLogger, clock: Clock) -> FilteringBoundLogger:
    """Return a logger that passes lines on to that one, unless they come too often."""
    return _once_needed(lambda: _logger(log, _Damper(clock), level=logging.NOTSET))


def load() -> None:
    """Load what writes lines, while files can be opened: later there may be none left for it."""
    import_module("structlog.processors")


def _as_json() -> tuple[Processor, ...]:
    from structlog.processors import JSONRenderer, format_exc_info

    return format_exc_info, JSONRenderer()


def _logger(
    target: object, *processors: Processor, level: int = logging.WARNING
) -> FilteringBoundLogger:
    import structlog

    made = structlog.wrap_logger(
        target,
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )
    return cast("FilteringBoundLogger", made)


def _once_needed(make: Callable[[], FilteringBoundLogger]) -> FilteringBoundLogger:
    return cast("FilteringBoundLogger", _OnceNeeded(make))


class _Lines:
    """Standard error, as far as it takes lines: its disk may be full, or who reads it gone."""

    def warning(self, line: str) -> None:
        with suppress(AttributeError, OSError, ValueError):  # there may be none at all
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    error = critical = warning


class _HandedOn:
    """What hands lines on."""

    def __init__(self, write: Callable[[str, str, Mapping[str, object]], None]) -> None:
        self._write = write

    def warning(self, *, event: str, **values: object) -> None:
        self._line("warning", event, values)

    def error(self, *, event: str, **values: object) -> None:
        self._line("error", event, values)

    critical = error

    def _line(self, level: str, event: str, values: Mapping[str, object]) -> None:
        plain = {
            name: value if isinstance(value, int | float) else str(value)
            for name, value in values.items()
        }
        self._write(level, event, plain)


class _OnceNeeded:
    """A logger that is made with the first line: most servers never have anything to say.

    To load structlog, and all that it loads in its turn, is a sixth of a server's start.
    """

    def __init__(self, make: Callable[[], FilteringBoundLogger]) -> None:
        self._make = make
        self._made: FilteringBoundLogger | None = None

    def bind(self, **values: object) -> FilteringBoundLogger:
        """Return a logger whose lines all carry these values."""
        return _once_needed(lambda: self._loaded().bind(**values))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loaded(), name)

    def _loaded(self) -> FilteringBoundLogger:
        if self._made is None:
            self._made = self._make()
        return self._made


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
        if run is None or now - run.since >= REPEATED_WITHIN_SECONDS:
            if run is not None and run.left_out:
                message["left_out_before"] = run.left_out
            run = self._runs[event] = _Run(now)
        run.count += 1
        if run.count > MOST_REPEATED_LINES:
            run.left_out += 1
            from structlog import DropEvent

            raise DropEvent
        return message
