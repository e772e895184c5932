"""A log that nobody can fill: of each message so many a minute, and how many were left out."""

from __future__ import annotations

from typing import Any, Final

from cardtui_server.ports.clock import Clock

MOST: Final = 20
"""How many of a message come through in `WITHIN`."""

WITHIN: Final = 60.0
"""Seconds."""


class _Run:
    """The latest of one message: since when, how many, and how many of them were left out."""

    __slots__ = ("count", "left_out", "since")

    def __init__(self, since: float) -> None:
        self.since = since
        self.count = 0
        self.left_out = 0


class DampedLog:
    """Passes messages on to another logger."""

    def __init__(self, log: Any, clock: Clock, runs: dict[str, _Run] | None = None) -> None:
        self._log = log
        self._clock = clock
        self._runs = {} if runs is None else runs

    def bind(self, **fields: Any) -> DampedLog:
        """Return it with fields that all its messages have; what was counted counts for both."""
        return DampedLog(self._log.bind(**fields), self._clock, self._runs)

    def debug(self, event: str, **fields: Any) -> None:
        """Tell what only who looks for it wants to know."""
        self._tell("debug", event, fields)

    def info(self, event: str, **fields: Any) -> None:
        """Tell what is good to know."""
        self._tell("info", event, fields)

    def warning(self, event: str, **fields: Any) -> None:
        """Tell what should not go on for long."""
        self._tell("warning", event, fields)

    def error(self, event: str, **fields: Any) -> None:
        """Tell what should not be."""
        self._tell("error", event, fields)

    def _tell(self, level: str, event: str, fields: dict[str, Any]) -> None:
        now = self._clock.now()
        run = self._runs.get(event)
        if run is None or now - run.since >= WITHIN:
            if run is not None and run.left_out:
                fields = {**fields, "left_out_before": run.left_out}
            run = self._runs[event] = _Run(now)
        run.count += 1
        if run.count > MOST:
            run.left_out += 1
            return
        getattr(self._log, level)(event, **fields)
