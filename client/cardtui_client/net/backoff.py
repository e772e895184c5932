"""How long to try again what failed, and when to ask the person instead (`Patience`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """How long to wait between attempts, and how long to keep trying.

    Streams are opened again for ever, so ``tries`` and ``seconds`` do not apply to them. The
    longest wait is short, so that a server that is back is soon noticed.

    Attributes:
        tries: how many times in a row an act, or a call, may fail before the person is asked.
        seconds: how long its answer may take.
        first: the longest wait after the first failure; it doubles with each.
        longest: the longest wait of all.
        opening: seconds in which the first frame of a stream must come.
        silence: seconds without any frame after which a stream counts as lost.
        settled: seconds after which a stream that only shows the table counts as good.
        doubts: how many streams in a row, none of them settled, may carry what cannot be read
            or does not fit together, before the person is asked.
        jitter: draws the wait, evenly between zero and the number given.
    """

    tries: int = 8
    seconds: float = 60
    first: float = 0.25
    longest: float = 2
    opening: float = 10
    silence: float = 30
    settled: float = 5
    doubts: int = 5
    jitter: Callable[[float], float] = lambda most: random.uniform(0, most)  # noqa: S311 - no secret

    def wait(self, failures: int) -> float:
        """Return how long to wait after that many failures in a row, with full jitter."""
        return self.jitter(min(self.longest, self.first * 2 ** min(failures - 1, 20)))
