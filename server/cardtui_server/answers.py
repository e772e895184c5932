"""How requests were answered: what a table remembers, so that who asks again is told the same.

Each seat has its own room, and refusals have less of it: nobody's requests make the table
forget what it answered to somebody else, and refusals none of the acts that were done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

from cardtui_server.draft import Answered
from cardtui_server.entries import Started
from cardtui_server.errors import Refused

KEPT: Final = 256
"""How many of a seat's acts are remembered."""

KEPT_REFUSALS: Final = 64
"""How many of a seat's refusals are."""


class Answers:
    """The latest answers of a table.

    Attributes:
        known: by request id.
    """

    def __init__(self, answered: Mapping[str, Answered]) -> None:
        self.known: dict[str, Answered] = {}
        self._rings: dict[tuple[int, bool], deque[tuple[str, Answered]]] = {}
        self.add(answered)

    def add(self, answered: Mapping[str, Answered]) -> None:
        """Remember answers, and forget the oldest of the same kind."""
        for request_id, answer in answered.items():
            refusal = isinstance(answer.result, Refused)
            ring = self._rings.setdefault((answer.seat, refusal), deque())
            ring.append((request_id, answer))
            self.known[request_id] = answer
            if len(ring) > (KEPT_REFUSALS if refusal else KEPT):
                oldest, then = ring.popleft()
                if self.known.get(oldest) is then:
                    del self.known[oldest]

    def move(self, started: Started) -> None:
        """Let players keep their answers where a match's start has changed their seats."""
        rings, self._rings, self.known = self._rings, {}, {}
        for (_, refusal), ring in rings.items():
            moved = deque([(name, answer.after(started)) for name, answer in ring])
            self._rings[moved[0][1].seat, refusal] = moved
            self.known.update(moved)
