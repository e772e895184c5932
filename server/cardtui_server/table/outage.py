"""Outages: what everybody is told while nothing can be written, and how often the log says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from cardtui_server.match.refusals import RETRY, Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import Gone, NoRoom

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

_NO_ROOM: Final = "The server cannot write its log, so the tables stand still for now: try again."
_GONE: Final = (
    "The server's database was deleted or replaced while it ran, so nothing more can be saved: "
    "the person who runs the server has to put it back, or restart the server."
)
_QUIET: Final = 60.0
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

    def began(self, error: NoRoom) -> Refused:
        """Note that something could not be written; return the refusal for its callers."""
        self._refused += 1
        sentence = _GONE if isinstance(error, Gone) else _NO_ROOM
        before = self.refusal
        known = before is not None and before.template == sentence
        if isinstance(error, Gone):
            if not known:
                self._log.error("database gone", error=str(error))
        elif self._clock.now() >= self._quiet_until:
            self._log.warning("log cannot be written", error=str(error), refused=self._refused)
            self._quiet_until, self._refused = self._clock.now() + _QUIET, 0
        if before is not None and known:
            return before
        self.refusal = Refused(Reason.READ_ONLY, sentence, retry=RETRY)
        self._changed()
        return self.refusal

    def ended(self) -> None:
        """Note that something was written."""
        if self.refusal is not None:
            self.refusal = None
            self._changed()


def _ignore() -> None:
    """Stand in until somebody watches."""
