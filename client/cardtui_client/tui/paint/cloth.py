"""Paints the cloth where nothing lies: the suits of a deck, printed (`PRINTED_SUITS`).
From which width on a felt is printed all over: `_LEAST_WIDTH_ALL_OVER`; how large a free place must
be: `_LEAST_FREE_WIDTH`, `_LEAST_FREE_HEIGHT`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cardtui_client.tui.paint.canvas import Canvas, Place, mix, style

Points = tuple[str, ...]

PRINTED_SUITS: Final[dict[str, tuple[Points, ...]]] = {
    "spanish": (
        (
            "     #     ",
            "    ###    ",
            "    ###    ",
            "    ###    ",
            "    ###    ",
            "    ###    ",
            "  #######  ",
            "     #     ",
            "     #     ",
            "    ###    ",
        ),
        (
            "   #####   ",
            "  #######  ",
            " ###   ### ",
            "###  #  ###",
            "##  ###  ##",
            "##  ###  ##",
            "###  #  ###",
            " ###   ### ",
            "  #######  ",
            "   #####   ",
        ),
        (
            "###########",
            " ######### ",
            " ######### ",
            "  #######  ",
            "   #####   ",
            "     #     ",
            "     #     ",
            "    ###    ",
            "   #####   ",
            "  #######  ",
        ),
        (
            "    ####   ",
            "   ######  ",
            "   ##### # ",
            "    #####  ",
            "  # ####   ",
            "   ####    ",
            "    ### #  ",
            "    ####   ",
            "    ###    ",
            "     #     ",
        ),
    ),
    "french": (
        (
            "     #     ",
            "    ###    ",
            "   #####   ",
            "  #######  ",
            " ######### ",
            "###########",
            "###########",
            " ### # ### ",
            "     #     ",
            "    ###    ",
        ),
        (
            "  ##   ##  ",
            " #### #### ",
            "###########",
            "###########",
            "###########",
            " ######### ",
            "  #######  ",
            "   #####   ",
            "    ###    ",
            "     #     ",
        ),
        (
            "     #     ",
            "    ###    ",
            "   #####   ",
            "  #######  ",
            " ######### ",
            " ######### ",
            "  #######  ",
            "   #####   ",
            "    ###    ",
            "     #     ",
        ),
        (
            "    ###    ",
            "   #####   ",
            "   #####   ",
            "    ###    ",
            " ### # ### ",
            "##### #####",
            "###########",
            " ### # ### ",
            "     #     ",
            "    ###    ",
        ),
    ),
}


_SUIT_WIDTH: Final = 11
_SUIT_HEIGHT: Final = 5
"""The cells of one suit."""
_SUIT_STEP: Final = 24
_ROW_STEP: Final = 8
"""From one suit to the next in a row, and from row to row."""
_MARGIN: Final = 2
_LEAST_WIDTH_ALL_OVER: Final = 100
"""A felt of so many columns is printed all over."""
_LEAST_FREE_WIDTH: Final = 11
_LEAST_FREE_HEIGHT: Final = 10
"""A free place that is so wide and so high is printed on, if the felt is large."""
_LINES_BEYOND_FELT: Final = 3
"""So many lines beyond the felt are free as well, before your own cards begin."""
_MOST_PRINTS: Final = 24
_HALF_BLOCKS: Final = {("#", "#"): "█", ("#", " "): "▀", (" ", "#"): "▄", (" ", " "): " "}


def draw_prints(canvas: Canvas, place: Place, deck: str, taken: tuple[Place, ...]) -> None:
    """Print the suits wherever a large part of the felt is free."""
    suits = PRINTED_SUITS.get(deck, ())
    if suits and not canvas.ascii_only:
        for number, each in enumerate(prints(place, taken)):
            _stamp(canvas, each.x, each.y, suits[number % len(suits)])


def draw_prints_beside(
    canvas: Canvas, left: int, first: int, last: int, *, right: int, deck: str
) -> None:
    """Print a suit at either end of your own side, where your cards leave room for it.

    Args:
        left: the cell from which on it is free.
        first: the cell where your cards begin.
        last: the cell where they have ended.
        right: the cell from which on it is no longer free.
        deck: whose suits.
    """
    suits = PRINTED_SUITS.get(deck, ())
    if not suits or canvas.ascii_only:
        return
    y = canvas.height - _SUIT_HEIGHT - 1
    if left + _SUIT_WIDTH <= first:
        _stamp(canvas, left, y, suits[0])
    if last < (x := right - _SUIT_WIDTH - _MARGIN):
        _stamp(canvas, x, y, suits[-1])


@lru_cache(maxsize=64)
def prints(place: Place, taken: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return where the cloth is printed.

    A felt that is much larger than what lies on it is printed all over, in staggered rows;
    a smaller one in the middle of what is free, the largest place first.
    """
    return _rows(place, taken) if place.width >= _LEAST_WIDTH_ALL_OVER else _singly(place, taken)


def _rows(place: Place, taken: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return staggered rows, the same to the left as to the right, but for what is taken."""
    lines = range(place.y + _MARGIN, place.y + place.height - _SUIT_HEIGHT, _ROW_STEP)
    middle = place.x + (place.width - _SUIT_WIDTH) // 2
    most = place.width // _SUIT_STEP + 1
    found = (
        Place(middle + (2 * step + row % 2) * _SUIT_STEP // 2, y, _SUIT_WIDTH, _SUIT_HEIGHT)
        for row, y in enumerate(lines)
        for step in range(-most, most)
    )
    return tuple(
        each
        for each in found
        if place.x < each.x
        and each.x + each.width < place.x + place.width
        and not any(each.meets(other) for other in taken)
    )


def _singly(place: Place, taken: tuple[Place, ...]) -> tuple[Place, ...]:
    found: list[Place] = []
    while len(found) < _MOST_PRINTS:
        beyond = place._replace(height=place.height + _LINES_BEYOND_FELT)
        free = largest_free(beyond, (*taken, *found))
        if free.width < _LEAST_FREE_WIDTH or free.height < _LEAST_FREE_HEIGHT:
            break
        columns = free.width // _SUIT_STEP + 1
        y = min(
            free.y + (free.height - _SUIT_HEIGHT) // 2, place.y + place.height - _SUIT_HEIGHT - 1
        )
        for column in range(columns):
            x = free.x + (2 * column + 1) * free.width // (2 * columns) - _SUIT_WIDTH // 2
            found.append(Place(x, y, _SUIT_WIDTH, _SUIT_HEIGHT))
    return tuple(found)


def largest_free(place: Place, taken: tuple[Place, ...]) -> Place:
    """Return the free rectangle whose shorter side is longest, and of those the largest."""
    heights = [0] * place.width
    best = Place(place.x, place.y, 0, 0)
    for y in range(place.y, place.y + place.height):
        heights = [height + 1 for height in heights]
        for each in taken:
            if each.y <= y < each.y + each.height:
                left = max(each.x - place.x, 0)
                right = max(min(each.x + each.width - place.x, place.width), left)
                heights[left:right] = [0] * (right - left)
        best = max(best, *_under(heights, place.x, y), key=_worth)
    return best


def _under(heights: list[int], x: int, y: int) -> list[Place]:
    """Return the largest free rectangles that end in a line, by how far up each column is free."""
    found = [Place(x, y, 0, 0)]
    open_: list[tuple[int, int]] = []
    for column, height in enumerate((*heights, 0)):
        start = column
        while open_ and open_[-1][1] >= height:
            start, high = open_.pop()
            found.append(Place(x + start, y - high + 1, column - start, high))
        open_.append((start, height))
    return found


def _worth(place: Place) -> tuple[int, int]:
    enough = min(place.width - _LEAST_FREE_WIDTH, place.height - _LEAST_FREE_HEIGHT)
    return enough, place.width * place.height


def _stamp(canvas: Canvas, x: int, y: int, suit: Points) -> None:
    """Print a suit."""
    faint = style(mix(canvas.palette.felt, canvas.palette.felt_ink, 0.07))
    canvas.stamp(x, y, _in_cells(suit), faint)


@lru_cache
def _in_cells(suit: Points) -> tuple[str, ...]:
    """Return a suit as lines, two of its points in each cell."""
    pairs = zip(suit[::2], suit[1::2], strict=True)
    return tuple("".join(map(_HALF_BLOCKS.__getitem__, zip(*pair, strict=True))) for pair in pairs)
