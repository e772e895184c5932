"""A log that cannot be used: it is reported once, and tried again until it can be used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.log_store import NoRoom, Unreadable
from cardtui_server.table.outage import Outage

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

FIRST_WAIT: Final = 1.0
"""Seconds until the next try."""

_LONGEST_WAIT: Final = 8.0
"""The longest wait, after repeated failures."""

_UNREADABLE: Final = (
    "The server cannot read its log, so this table stands still for now: try again."
)


class LogRetry:
    """Whether a table can use its log, and when to try again.

    Attributes:
        resting: whether the table must not try again yet by itself.
        blind: whether the log has entries that the table could not read, so that it can grant
            nothing.
    """

    def __init__(
        self, clock: Clock, log: FilteringBoundLogger, outage: Outage, again: Callable[[], None]
    ) -> None:
        """Begin with a log that can be used.

        Args:
            clock: the table's own clock.
            log: the logger for it.
            outage: whether any table can write anything down.
            again: called when it is time to try again.
        """
        self.resting = False
        self.blind = False
        self._clock = clock
        self._log = log
        self._outage = outage
        self._refusal: Refused | None = None
        self._again = again
        self._wait = 0.0
        self._timer: Timer | None = None

    def meet(self, error: NoRoom | Unreadable) -> None:
        """Note that the log could not be used."""
        self.blind = isinstance(error, Unreadable)
        if isinstance(error, NoRoom):  # this concerns all tables, which are told together
            self._refusal = self._outage.began(error)
        elif not self._wait or self._refusal is not None:
            self._refusal = None
            self._log.warning("log cannot be used", error=str(error))
        self._wait = min(self._wait * 2, _LONGEST_WAIT) if self.blind else FIRST_WAIT
        self._wait = max(self._wait, FIRST_WAIT)
        self.resting = True
        self.stop()
        self._timer = self._clock.call_later(self._wait, self._end_rest)

    def over(self) -> None:
        """Note that the log could be used."""
        if self._wait:
            self.stop()
            self._log.warning("log can be used again")
            self._wait, self.resting, self.blind, self._refusal = 0.0, False, False, None

    def refusal(self) -> Refused:
        """Return the refusal for requests while the log cannot be used."""
        return self._refusal or Refused(
            Reason.READ_ONLY, _UNREADABLE, retry=self._wait or FIRST_WAIT
        )

    def stop(self) -> None:
        """Cancel the next try."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_rest(self) -> None:
        self._timer = None
        self.resting = False
        self._again()
