"""The notice before a restart: how many seconds before it no match begins any more
(`NO_MATCH_SECONDS`), when it is told again at every table (`_NOTICE_SECONDS`), and its sentences.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock, Timer

NO_MATCH_SECONDS: Final = 600.0

_MINUTE_SECONDS: Final = 60

_NOTICE_SECONDS: Final = (
    *(_MINUTE_SECONDS * each for each in (60, 45, 30, 20, 15, *range(10, 0, -1))),
    30,
    10,
)
"""How many seconds before the restart it is told again."""

_RESTART_BECAUSE: Final = "{why} The server restarts in {left}."
_RESTART_SOON: Final = "The server restarts in {left}; matches go on after it."
_NO_MATCH: Final = "The server restarts in {left}: no new match begins before that."


class Notice(NamedTuple):
    """What the operator says of a restart.

    Attributes:
        seconds: until it; ``None`` if there is to be none.
        why: what people are told of it; may be empty.
    """

    seconds: float | None
    why: str = ""


class Restart:
    """Whether the server is about to restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at: float | None = None
        self._why = ""
        self._timer: Timer | None = None
        self._then: Callable[[], object] = _ignore
        self._changed: Callable[[], object] = _ignore

    def watch(self, changed: Callable[[], object]) -> None:
        """Have a function called whenever people are to be told anew."""
        self._changed = changed

    def announce(self, notice: Notice, then: Callable[[], object] | None = None) -> None:
        """Tell people of a restart, or that there is none; this notice replaces the last.

        Args:
            then: called when it is time.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        ended = notice.why[-1:] in ("", *".!?…")
        self._why, self._then = notice.why if ended else f"{notice.why}.", then or _ignore
        self._at = None if notice.seconds is None else self._clock.now() + notice.seconds
        self._tell()

    @property
    def notice(self) -> Refused | None:
        """What everybody at a table is told; ``None`` if no restart is announced."""
        if self._at is None:
            return None
        sentence = _RESTART_BECAUSE if self._why else _RESTART_SOON
        return Refused(Reason.SHUTTING_DOWN, sentence, left=self._words(), why=self._why)

    @property
    def refusal(self) -> Refused | None:
        """Why no match may begin; ``None`` if one may."""
        if self._at is None or self._at - self._clock.now() > NO_MATCH_SECONDS:
            return None
        return Refused(Reason.TABLE_STATE, _NO_MATCH, left=self._words())

    def _words(self) -> str:
        left = self._left()
        return (
            f"{math.ceil(left)} s"
            if left <= _MINUTE_SECONDS
            else f"{math.ceil(left / _MINUTE_SECONDS)} min"
        )

    def _left(self) -> float:
        # A timer may be a little early.
        return 0.0 if self._at is None else max(round(self._at - self._clock.now(), 1), 0.0)

    def _tell(self) -> None:
        self._changed()
        left = self._left()
        if self._at is None:
            return
        if not left:
            self._then()
            return
        following = next((each for each in _NOTICE_SECONDS if each < left), 0)
        self._timer = self._clock.call_later(left - following, self._tell)


def _ignore() -> None:
    """Stand in until somebody wants to know."""
