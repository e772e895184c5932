"""How numbers went, as lines of text (`plot`): in blocks of `_QUARTER_BLOCKS`, or in ASCII.
From how many numbers on there is a curve: `FEWEST_NUMBERS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_QUARTER_BLOCKS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""A cell for each set of its quarters: upper left 1, upper right 2, lower left 4, lower right 8."""
FEWEST_NUMBERS: Final = 3
"""Of fewer numbers there is no curve."""
_STEPS_BETWEEN_NUMBERS: Final = 100
"""A curve leads from number to number by steps of this part."""
_MOST_CELLS_APART: Final = 3
"""How many cells two neighbours are apart at most."""


def plot(numbers: Sequence[int], width: int, height: int, *, ascii_only: bool = False) -> list[str]:
    """Return lines of text that show how the numbers went, the greatest at the top.

    Neighbours are joined, so that a line is seen and not a cloud; where there are few numbers, they
    lie some cells apart.

    >>> plot([0, 1, 2, 3, 2, 3, 4, 5], 4, 2)
    [' ▄▄▀', '▞   ']
    >>> plot([0, 2], 9, 3, ascii_only=True)
    ['  **', ' *  ', '*   ']

    Args:
        width: how many cells wide it may be, two or more.
        height: how many lines it has.
        ascii_only: whether there are no other signs.
    """
    across, down = (1, 1) if ascii_only else (2, 2)
    shown = _sampled(
        [_STEPS_BETWEEN_NUMBERS * each for each in numbers],
        width * across,
        _MOST_CELLS_APART * across,
    )
    if not shown:
        return []
    rows = [_row(each, min(shown), max(shown), height * down) for each in shown]
    marks = {(row, column) for column, row in enumerate(rows)}
    if not ascii_only:
        marks |= {
            (row, column)
            for column in range(1, len(rows))
            for row in range(*sorted((rows[column - 1], rows[column])))
        }
    cells = -(-len(shown) // across)
    if ascii_only:
        return [
            "".join("*" if (row, column) in marks else " " for column in range(cells))
            for row in range(height)
        ]
    return ["".join(_cell(marks, line, cell) for cell in range(cells)) for line in range(height)]


def _sampled(numbers: Sequence[int], most: int, apart: int) -> list[int]:
    """Return as many numbers as there is room for, the last one among them.

    Args:
        most: how many there is room for.
        apart: how far apart two neighbours may lie; between them lies what leads from one to the
            other.
    """
    last = len(numbers) - 1
    if last < 1:
        return [*numbers]
    count = max(2, min(most, last * apart + 1))
    places = [divmod(each * last, count - 1) for each in range(count)]
    return [
        numbers[at] + (numbers[min(at + 1, last)] - numbers[at]) * part // (count - 1)
        for at, part in places
    ]


def _row(number: int, low: int, high: int, rows: int) -> int:
    """Return the row of dots for a number, from above; in the middle if all are the same."""
    if low == high:
        return rows // 2
    return (high - number) * (rows - 1) // (high - low)


def _cell(marks: set[tuple[int, int]], line: int, cell: int) -> str:
    quarters = ((row, column) for row in range(2) for column in range(2))
    return _QUARTER_BLOCKS[
        sum(
            1 << bit
            for bit, (row, column) in enumerate(quarters)
            if (2 * line + row, 2 * cell + column) in marks
        )
    ]
