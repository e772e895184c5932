"""Packs a network into whole numbers of one byte, as the engine reads it.

A unit that is zero below zero may grow by any factor if its weights above shrink by the same, so
each unit uses the whole range of a byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cardtui_engine.families.truco.brazilian.bot.network import SCALE, Weights
from tools.truco_network.hands import Floats

_LARGEST_WEIGHT: Final = 127


def packed(weights: Sequence[Floats]) -> bytes:
    """Return the bytes that the engine reads: see `network` there."""
    one, start, two, begin, last, ends = (each.astype(np.float64) for each in weights)
    first = _LARGEST_WEIGHT / np.abs(one).max(0)
    two /= first[:, None]
    second = _LARGEST_WEIGHT / np.abs(two).max(0)
    small = np.concatenate([np.rint(one * first).ravel(), np.rint(two * second).T.ravel()])
    wide = (start * first, begin * second, (last / second[:, None]).T * SCALE, ends * SCALE)
    return small.astype(np.int8).tobytes() + b"".join(map(_wide, wide))


def _wide(values: NDArray[np.float64]) -> bytes:
    return np.rint(values).astype(">i8").tobytes()


def restored(weights: Weights) -> list[Floats]:
    """Return the weights of a packed network as they can learn: none of a unit's exceeds one."""
    one, start = np.array(weights.inputs, np.float64), np.array(weights.first, np.float64)
    two, begin = np.array(weights.between, np.float64).T, np.array(weights.second, np.float64)
    last = np.array(weights.last, np.float64).T / SCALE
    ends = np.array(weights.ends, np.float64) / SCALE
    first = np.abs(one).max(0)
    two *= first[:, None]
    second = np.abs(two).max(0)
    layers = (one / first, start / first, two / second, begin / second)
    return [each.astype(np.float32) for each in (*layers, last * second[:, None], ends)]
