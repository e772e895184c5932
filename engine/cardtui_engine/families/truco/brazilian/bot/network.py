"""A small network in whole numbers: what each choice of a seat brings, as learnt in self-play.

Two layers of units, each of which is zero below zero, and a last one. All is reckoned in whole
numbers, so that every machine and every Python comes to the same.

`tools/truco_network` teaches it and writes `network.bin`, the fields of `Weights` row by row:
`inputs` (`INPUT_COUNT` x 128) and `between` (64 x 128) as i8, then `first` (128), `second` (64),
`last` (6 x 64) and `ends` (6) as i64, big-endian.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import mul
from typing import Final, NamedTuple

from cardtui_engine.families.truco.brazilian.bot.inputs import INPUT_COUNT
from cardtui_engine.resource import read

SHA256: Final = "26b1888b3c6cce5f5f1009e3b826eadd622f2875e61d71e86fd6eaa777ed3234"
"""The hash of the file."""

UNITS: Final = (128, 64)
"""How many units its layers have."""

SCALE: Final = 1 << 40
"""What a value of one is in whole numbers."""

CHOICES: Final = ("lowest", "middle", "highest", "raise", "accept", "run")
"""What a seat may do: play one of its cards, raise, or answer."""

_Row = tuple[int, ...]


class Weights(NamedTuple):
    """The weights.

    Attributes:
        inputs: by input, what it adds to each unit of the first layer.
        first: what each unit of the first layer begins with.
        between: by unit of the second layer, what each unit of the first adds to it.
        second: what each unit of the second layer begins with.
        last: by choice, what each unit of the second layer adds to it.
        ends: what each choice begins with.
    """

    inputs: tuple[_Row, ...]
    first: _Row
    between: tuple[_Row, ...]
    second: _Row
    last: tuple[_Row, ...]
    ends: _Row


@cache
def learned() -> Weights:
    """Return the weights that were learnt; the first call reads them, in some milliseconds."""
    return weights_from(read("cardtui_engine.families.truco.brazilian.bot", "network.bin", SHA256))


def weights_from(data: bytes) -> Weights:
    """Return the weights that these bytes stand for."""
    one, two = UNITS
    signed = [each - 256 if each > 127 else each for each in data[: INPUT_COUNT * one + one * two]]
    inputs = tuple([tuple(signed[at : at + one]) for at in range(0, INPUT_COUNT * one, one)])
    between = tuple(
        [
            tuple(signed[at : at + one])
            for at in range(INPUT_COUNT * one, INPUT_COUNT * one + one * two, one)
        ]
    )
    rest = data[INPUT_COUNT * one + one * two :]
    wide = [int.from_bytes(rest[at : at + 8], "big", signed=True) for at in range(0, len(rest), 8)]
    first, second, last = wide[:one], wide[one : one + two], wide[one + two :]
    count = len(CHOICES)
    rows = tuple([tuple(last[at : at + two]) for at in range(0, count * two, two)])
    return Weights(inputs, tuple(first), between, tuple(second), rows, tuple(last[count * two :]))


def values(told: Sequence[int], weights: Weights) -> list[float]:
    """Return by choice what it brings, with stakes as they are when nobody has raised.

    Args:
        told: the inputs, as `inputs.inputs_of` returns them.
    """
    inputs, first, between, second, last, ends = weights
    units = [
        max(sum(column), 0) for column in zip(first, *[inputs[at] for at in told], strict=True)
    ]
    units = [
        max(start + sum(map(mul, units, row)), 0)
        for start, row in zip(second, between, strict=True)
    ]
    return [
        (start + sum(map(mul, units, row))) / SCALE for start, row in zip(ends, last, strict=True)
    ]
