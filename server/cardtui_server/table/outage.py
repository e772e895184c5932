"""What players hear when a log fails, when it is tried again (`FIRST_WAIT` to `_LONGEST_WAIT`), and
how often the server's log says so (`_QUIET_SECONDS`).

An `Outage` is the server's, where nothing can be written; a `LogRetry` is one table's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardtui_server.match.refusals import RETRY_SECONDS, Reason, Refused
from cardtui_server.ports.clock import Clock, Timer
from cardtui_server.ports.log_store import Gone, NoRoom, Unreadable, Unsure

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


_LOG_UNWRITABLE: Final = (
    "The server cannot write its log, so the tables stand still for now: try again."
)
_DATABASE_GONE: Final = (
    "The server’s database was deleted or replaced while it ran, so nothing more can be saved: "
    "the person who runs the server has to put it back, or restart the server."
)
_QUIET_SECONDS: Final = 60.0
"""Seconds between two lines in the server's log about the same outage."""


class Outage:
    """Whether the server can write anything down now.

    Attributes:
        refusal: the refusal that everybody gets; ``None`` while all is well.
    """

    def __init__(self, clock: Clock, log: FilteringBoundLogger) -> None:
        self.refusal: Refused | None = None
        self._clock = clock
        self._log = log
        self._changed: Callable[[], None] = _ignore
        self._quiet_until = clock.now()
        self._refused = 0

    def watch(self, changed: Callable[[], None]) -> None:
        """Have a function called whenever ``refusal`` changes."""
        self._changed = changed

    def began(self, error: NoRoom | Unsure) -> Refused:
        """Note that something could not be written, or may not be; return the callers' refusal."""
        self._refused += 1
        sentence = _DATABASE_GONE if isinstance(error, Gone) else _LOG_UNWRITABLE
        before = self.refusal
        known = before is not None and before.template == sentence
        if isinstance(error, Gone):
            if not known:
                self._log.error("database gone", error=str(error))
        elif self._clock.now() >= self._quiet_until:
            self._log.warning("log cannot be written", error=str(error), refused=self._refused)
            self._quiet_until, self._refused = self._clock.now() + _QUIET_SECONDS, 0
        if before is not None and known:
            return before
        self.refusal = Refused(Reason.READ_ONLY, sentence, retry=RETRY_SECONDS)
        self._changed()
        return self.refusal

    def ended(self) -> None:
        """Note that something was written."""
        if self.refusal is not None:
            self.refusal = None
            self._changed()


def _ignore() -> None:
    """Stand in until somebody watches."""


FIRST_WAIT: Final = 1.0
"""Seconds until the next try."""

_LONGEST_WAIT: Final = 8.0
"""The longest wait, after repeated failures."""

_LOG_UNREADABLE: Final = (
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

    def meet(self, error: NoRoom | Unreadable | Unsure) -> None:
        """Note that the log could not be used."""
        self.blind = isinstance(error, Unreadable)
        if not isinstance(error, Unreadable):  # this concerns all tables, which are told together
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
            Reason.READ_ONLY, _LOG_UNREADABLE, retry=self._wait or FIRST_WAIT
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
