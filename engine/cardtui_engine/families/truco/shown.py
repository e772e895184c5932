"""Arithmetic on the habits that finished hands have shown: several seats taken together
(`pooled`), and Bayes (`posterior`, `likely`). What is counted is in habits.py of each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

H = TypeVar("H", bound=tuple[Any, ...])


def pooled(habits: Sequence[H]) -> H:
    """Return what the seats of a side have shown together, field by field."""
    if len(habits) == 1:
        return habits[0]
    together = []
    for values in zip(*habits, strict=True):
        several = isinstance(values[0], tuple)
        together.append(
            tuple([sum(each) for each in zip(*values, strict=True)]) if several else sum(values)
        )
    return type(habits[0])(*together)


def posterior(weights: Sequence[float]) -> tuple[float, ...]:
    """Return the weights as shares of one."""
    total = sum(weights) or 1.0
    return tuple([each / total for each in weights])


def likely(chance: float, times: int, tries: int) -> float:
    """Return how likely it is to see something that often, up to a factor that all kinds share."""
    return float(chance**times * (1.0 - chance) ** max(tries - times, 0))
