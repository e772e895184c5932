"""How long to wait before what failed is tried again, and when to ask the person instead."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """How long to wait between attempts, and for how long what a person did is tried.

    A stream is tried for ever, so ``tries`` and ``seconds`` are not for it; the longest wait
    is short, so that a server that is back is soon noticed.

    Attributes:
        tries: how often an act, or a call, may fail in a row before the person is asked.
        seconds: how long its answer may take.
        first: the longest wait after the first failure; it doubles with each.
        longest: the longest wait of all.
        opening: seconds in which the first frame of a stream must come.
        silence: seconds without any frame after which a stream counts as lost.
        settled: seconds after which a stream that only shows the table counts as good.
        doubts: how often in a row, without having settled, streams may carry what cannot be
            read or does not fit together, before the person is asked.
        jitter: draws the wait, evenly from zero to the number given.
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
        """Return how long to wait after so many failures in a row: full jitter."""
        return self.jitter(min(self.longest, self.first * 2 ** min(failures - 1, 20)))
