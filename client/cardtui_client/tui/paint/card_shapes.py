"""The line art of the cards: pips, emblems, aces and figures, and where pips stand.

Spanish suits have no signs of their own in Unicode: coins, cups, swords and clubs are drawn
with lines. Every shape is a tuple of lines of one width; blanks let the card show.
"""

from __future__ import annotations

from typing import Final

Shape = tuple[str, ...]

PINTAS: Final = {"O": 0, "C": 1, "E": 2, "B": 3}
"""The breaks in a Spanish card's frame, which tell its suit without colour or letter."""

PIPS: Final[dict[str, Shape]] = {
    "O": ("(●)",),
    "C": (
        "╰┬╯",
        "╶┴╴",
    ),
    "E": (
        " ╷ ",
        "╶╁╴",
    ),
    "B": (
        " ┣ ",
        " ┫ ",
    ),
}

WIDE_PIPS: Final[dict[str, Shape]] = {
    "O": (
        "╭───╮",
        "│ ◉ │",
        "╰───╯",
    ),
    "C": (
        "╰───╯",
        " ╰┬╯ ",
        " ─┴─ ",
    ),
    "E": (
        "  ╷  ",
        "  │  ",
        " ─╁─ ",
    ),
    "B": (
        "  ┣╸ ",
        " ╺┫  ",
        "  ┣╸ ",
    ),
}

ACES: Final[dict[str, Shape]] = {
    "O": (
        " ╭─────╮ ",
        "╭╯╭───╮╰╮",
        "│ │(●)│ │",
        "╰╮╰───╯╭╯",
        " ╰─────╯ ",
    ),
    "C": (
        " ╭─────╮ ",
        " ╰╮ ◆ ╭╯ ",
        "  ╰─┬─╯  ",
        "    │    ",
        "  ──┴──  ",
    ),
    "E": (
        "    ╷    ",
        "    │    ",
        "    │    ",
        "  ╺━╋━╸  ",
        "    ╹    ",
    ),
    "B": (
        "   ╭─╮   ",
        "  ╶┤ │   ",
        "   │ ├╴  ",
        "  ╶┤ │   ",
        "   ╰─╯   ",
    ),
}

FIGURES: Final[dict[str, Shape]] = {
    # The sota, a page with a feathered hat.
    "10": (
        "   ╭──╮╱ ",
        " ╶─┴──┴─╴",
        "   │••│  ",
        "   ╰╮╭╯  ",
        "  ╭─┴┴─╮ ",
    ),
    # The caballo.
    "11": (
        "    ╱╲   ",
        "   ╱• ╲╲ ",
        "  ╱    ╲╲",
        "  ╰─╮  ││",
        "    │  ││",
    ),
    # The rey.
    "12": (
        "  ◦ ◦ ◦  ",
        "  │╲│╱│  ",
        "  ├───┤  ",
        "  │• •│  ",
        "  ╰╮─╭╯  ",
    ),
}

_QUEEN: Final[Shape] = (
    "   ╷◦╷   ",
    "  ╭┴─┴╮  ",
    "  │• •│  ",
    " ╭╯╮─╭╰╮ ",
    " ╰╴╰─╯╶╯ ",
)

FRENCH_FIGURES: Final = {"J": FIGURES["10"], "Q": _QUEEN, "K": FIGURES["12"]}

# Where the pips of a Spanish card stand, left column, middle, right, in the inside of a large
# card (11×7, pips 3×2): the seven is staggered so that the corners stay free.
SPANISH_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    2: ((4, 1), (4, 4)),
    3: ((4, 1), (1, 4), (7, 4)),
    4: ((1, 1), (7, 1), (1, 4), (7, 4)),
    5: ((1, 1), (7, 1), (4, 3), (1, 5), (7, 4)),
    6: ((0, 1), (4, 1), (8, 1), (0, 4), (4, 4), (8, 4)),
    7: ((1, 1), (1, 3), (1, 5), (4, 3), (7, 0), (7, 2), (7, 4)),
}

GRAND_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    # The same on a grand card, whose inside is 15×11, its pips 5×3.
    2: ((5, 1), (5, 7)),
    3: ((5, 1), (5, 4), (5, 7)),
    4: ((0, 1), (10, 1), (0, 7), (10, 7)),
    5: ((0, 1), (10, 1), (5, 4), (0, 7), (10, 7)),
    6: ((0, 1), (10, 1), (0, 4), (10, 4), (0, 7), (10, 7)),
    7: ((0, 1), (10, 1), (0, 4), (5, 4), (10, 4), (0, 7), (10, 7)),
}

FRENCH_PLACES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((5, 3),),
    2: ((5, 1), (5, 5)),
    3: ((5, 1), (5, 3), (5, 5)),
    4: ((3, 1), (7, 1), (3, 5), (7, 5)),
    5: ((3, 1), (7, 1), (5, 3), (3, 5), (7, 5)),
    6: ((3, 1), (7, 1), (3, 3), (7, 3), (3, 5), (7, 5)),
    7: ((3, 1), (7, 1), (5, 2), (3, 3), (7, 3), (3, 5), (7, 5)),
    8: ((3, 1), (7, 1), (5, 2), (3, 3), (7, 3), (5, 4), (3, 5), (7, 5)),
    9: ((3, 0), (7, 0), (3, 2), (7, 2), (5, 3), (3, 4), (7, 4), (3, 6), (7, 6)),
    10: ((3, 0), (7, 0), (5, 1), (3, 2), (7, 2), (3, 4), (7, 4), (5, 5), (3, 6), (7, 6)),
}
