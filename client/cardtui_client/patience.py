"""How long to try again what failed before the person is asked."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """How long something is tried before the person is asked.

    Attributes:
        tries: attempts in a row that may fail.
        seconds: how long a row of failed attempts, or the answer to an act, may last.
        first: the longest wait after the first failure; it doubles with each.
        longest: the longest wait of all.
        silence: seconds without any frame after which a stream counts as lost.
        settled: seconds after which a stream that only shows the table counts as good.
        jitter: draws the wait, evenly from zero to the number given.
    """

    tries: int = 8
    seconds: float = 60
    first: float = 0.25
    longest: float = 15
    silence: float = 30
    settled: float = 5
    jitter: Callable[[float], float] = lambda most: random.uniform(0, most)  # noqa: S311 - no secret

    def wait(self, failures: int) -> float:
        """Return how long to wait after so many failures in a row: full jitter."""
        return self.jitter(min(self.longest, self.first * 2 ** (failures - 1)))
