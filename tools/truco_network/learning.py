"""The network while it learns, in floating-point numbers: two layers (`UNITS`), and Adam to move
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.families.truco.brazilian.bot.inputs import INPUT_COUNT
from tools.truco_network.hands import CHOICES, Floats, Ints

UNITS: Final = (128, 64)
"""How many units the layers have."""

_USUAL_INPUTS: Final = 40
"""About how many inputs a position has."""

_BETA_1: Final = 0.9
_BETA_2: Final = 0.998
_EPSILON: Final = 1e-7
"""The two memories of Adam (Kingma and Ba, 2015), and what keeps it from dividing by nothing."""

_MEAN_DECAY: Final = 0.997
"""How much of its mean the network keeps with each round."""


def by_chance(chance: np.random.Generator) -> list[Floats]:
    """Return small weights to begin with."""
    sizes = (INPUT_COUNT, *UNITS, CHOICES)
    spread = (np.sqrt(2 / _USUAL_INPUTS), np.sqrt(2 / UNITS[0]), 0.05)
    weights: list[Floats] = []
    for below, above, part in zip(sizes, sizes[1:], spread, strict=False):
        drawn = chance.standard_normal((below, above)) * part
        weights += [drawn.astype(np.float32), np.zeros(above, np.float32)]
    return weights


class Network:
    """What each choice brings, given what a seat is told.

    Attributes:
        weights: of each layer, what each unit below adds to each of its own, and what it begins
            with.
        mean: their mean over the last rounds, which plays better than they do.
    """

    def __init__(self, weights: Sequence[Floats]) -> None:
        """Begin with those weights."""
        self.weights = [each.copy() for each in weights]
        self.mean = [each.copy() for each in self.weights]
        self._first = [np.zeros_like(each) for each in self.weights]
        self._second = [np.zeros_like(each) for each in self.weights]
        self._steps = 0

    def values(self, told: Floats) -> Floats:
        """Return by position and choice what it brings."""
        return self._layers(told)[-1]

    def _layers(self, told: Floats) -> tuple[Floats, Floats, Floats]:
        one, start, two, begin, last, ends = self.weights
        first = np.maximum(told @ one + start, 0)
        second = np.maximum(first @ two + begin, 0)
        return first, second, second @ last + ends

    def learn(
        self, told: Floats, choices: Ints, brought: NDArray[np.floating[Any]], rate: float
    ) -> None:
        """Learn what choices have brought.

        Args:
            told: by position, what the seat was told.
            choices: what it did.
            brought: what that brought its side.
            rate: how far to move.
        """
        first, second, values = self._layers(told)
        at = np.arange(len(told))
        wrong = np.zeros_like(values)
        wrong[at, choices] = (values[at, choices] - brought) / len(told)
        _, _, two, _, last, _ = self.weights
        below = (wrong @ last.T) * (second > 0)
        under = (below @ two.T) * (first > 0)
        slopes = (told.T @ under, under.sum(0), first.T @ below, below.sum(0))
        self._move((*slopes, second.T @ wrong, wrong.sum(0)), rate)

    def _move(self, slopes: Sequence[NDArray[np.floating[Any]]], rate: float) -> None:
        self._steps += 1
        short, long = 1 - _BETA_1**self._steps, 1 - _BETA_2**self._steps
        for weight, slope, one, two in zip(
            self.weights, slopes, self._first, self._second, strict=True
        ):
            one += (1 - _BETA_1) * (slope - one)  # noqa: PLW2901 - the arrays change in place
            two += (1 - _BETA_2) * (slope * slope - two)  # noqa: PLW2901
            weight -= rate * (one / short) / (np.sqrt(two / long) + _EPSILON)  # noqa: PLW2901

    def end_round(self) -> None:
        """Let the mean follow."""
        for mean, weight in zip(self.mean, self.weights, strict=True):
            mean += (1 - _MEAN_DECAY) * (weight - mean)  # noqa: PLW2901 - the arrays change in place
