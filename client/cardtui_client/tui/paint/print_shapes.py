"""The suits as they are printed on the cloth, in points; a cell is two points high."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

Points = tuple[str, ...]

_CELLS: Final = {("#", "#"): "█", ("#", " "): "▀", (" ", "#"): "▄", (" ", " "): " "}

PRINTED: Final[dict[str, tuple[Points, ...]]] = {
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


@lru_cache(maxsize=32)
def cells_of(points: Points) -> tuple[str, ...]:
    """Return lines of cells, two points in each.

    >>> cells_of(("# #", " ##"))
    ('▀▄█',)
    """
    return tuple(
        "".join(_CELLS[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(points[::2], points[1::2], strict=True)
    )
