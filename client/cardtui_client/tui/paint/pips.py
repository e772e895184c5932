"""Holds what is printed on cards, as pictures: the pips (`PIPS`) and where they stand (`PRINTS`).
How a card of another deck looks: `_lettered`. Frames, sizes and colours of cards are in
`tui/paint/cards.py`.

A layout shows the inside of a card as it is drawn, but for its pips: a letter or a full stop
stands in the middle of each, and says which of the suit's pips it is. In a pip with an even number
of lines it stands above the middle.

    .         a pip of one line
    o  u      of two lines; u half a line lower, on parts of three
    c  v      the same, three cells wide
    i  h  l   of two, four and five lines, for what is long
    L  I  J   of seven, eleven and thirteen lines
    N  M      of five and seven lines, five cells wide
    ~ - _ =   across a card, for what is long
    O  P      of three and four lines
    Q  S      of five and seven lines
    A  W      of seven and eleven lines, for an ace
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from cardtui_client.model.cards import SUIT_SIGNS, CardFace

Shape = tuple[str, ...]
Parts = tuple[tuple[int, int, Shape], ...]
"""What is drawn on a card: column, line and shape of each part."""


class Layout(NamedTuple):
    """What stands on the inside of a card.

    Attributes:
        ink: what is drawn as it is.
        pips: column, line and mark of each pip.
    """

    ink: Shape
    pips: tuple[tuple[int, int, str], ...]


Layouts = dict[str, Layout]
"""The layouts by rank, as in a card's code."""

_PIP_MARKS: Final = ".oucvihlLIJNM~-_=OPQSAW"
_MARKS_TO_BLANKS: Final = dict.fromkeys(map(ord, _PIP_MARKS), " ")


def _pictures(keys: str, *rows: str) -> dict[str, Shape]:
    """Return the pictures of rows in which they lie side by side, a line after each."""
    shapes: list[Shape] = []
    for row in rows:
        lines = (line.split("¦")[:-1] for line in row.splitlines()[1:])
        shapes += zip(*lines, strict=True)
    return dict(zip(keys, shapes, strict=True))


def _layouts(ranks: str, *rows: str) -> Layouts:
    """Return the layouts that rows of pictures show."""
    return {rank: _layout(picture) for rank, picture in _pictures(ranks, *rows).items()}


def _layout(picture: Shape) -> Layout:
    pips = tuple(
        (x, y, mark)
        for y, line in enumerate(picture)
        for x, mark in enumerate(line)
        if mark in _PIP_MARKS
    )
    return Layout(tuple(line.translate(_MARKS_TO_BLANKS) for line in picture), pips)


# --- pips: coins, cups, swords, clubs; spades, hearts, diamonds, clubs ------------------------

_SPANISH_PIPS: Final[dict[str, dict[str, Shape]]] = {
    ".": _pictures("OCEB", "\n(●)¦▀█▀¦ † ¦ █ ¦\n"),
    "o": _pictures(
        "OCEB",
        """
▟▀▙¦▜█▛¦ ┃ ¦▟█▙¦
▜▄▛¦▗█▖¦╺╋╸¦▐█▌¦
""",
    ),
    "u": _pictures(
        "OCEB",
        """
▗▄▖¦▄▄▄¦ ╷ ¦▟█▙¦
█ █¦▝█▘¦ ┃ ¦▐█▌¦
▝▀▘¦▝▀▘¦╺╋╸¦▝█▘¦
""",
    ),
    "O": _pictures(
        "OCEB",
        """
▗▛▀▜▖¦▜███▛¦  ╷  ¦ ▟█▙ ¦
█ ● █¦ ▜█▛ ¦  ┃  ¦ ▐█▌ ¦
▝▙▄▟▘¦ ▗█▖ ¦ ╺╋╸ ¦  █  ¦
""",
    ),
    "Q": _pictures(
        "OCEB",
        """
  ▄▄▄  ¦▜█████▛¦   ╻   ¦▖ ▟█▙ ▗¦
▗▛ ▄ ▜▖¦▐█▛▀▜█▌¦▝▖ ┃ ▗▘¦▝▌███▐▘¦
█ ▐█▌ █¦ ▜█▄█▛ ¦ ▜ ┃ ▛ ¦  ██▙  ¦
▝▙ ▀ ▟▘¦  ▝█▘  ¦ ╺━╋━╸ ¦  ▟█▌  ¦
  ▀▀▀  ¦ ▗▟█▙▖ ¦   ╹   ¦  ▝█▘  ¦
""",
    ),
    "P": _pictures(
        "OC",
        """
▗▟▀▀▀▙▖¦▜█████▛¦
█▘▗█▖▝█¦ ▜███▛ ¦
█▖▝█▘▗█¦  ▝█▘  ¦
▝▜▄▄▄▛▘¦ ▗▟█▙▖ ¦
""",
    ),
    "S": _pictures(
        "OC",
        """
 ▗▟▀▀▀▙▖ ¦▜███████▛¦
▗▛  ▄  ▜▖¦▐██▛▀▜██▌¦
█ ▗▛▀▜▖ █¦ ██▙◆▟██ ¦
█ ▐▌●▐▌ █¦ ▝█████▘ ¦
█ ▝▙▄▟▘ █¦   ▝█▘   ¦
▝▙  ▀  ▟▘¦   ▗█▖   ¦
 ▝▜▄▄▄▛▘ ¦ ▗▟███▙▖ ¦
""",
    ),
}
_LONG_PIPS: Final[dict[str, dict[str, Shape]]] = {
    "h": _pictures(
        "EB",
        """
 ╷ ¦▟█▙¦
 ┃ ¦███¦
 ┃ ¦▐█▌¦
╺╋╸¦▝█▘¦
""",
    ),
    "l": _pictures(
        "EB",
        """
 ╷ ¦▟█▙¦
 ┃ ¦███¦
 ┃ ¦▐█▌¦
╺╋╸¦▐█▌¦
 ╹ ¦▝█▘¦
""",
    ),
    "L": _pictures(
        "EB",
        """
 ╷ ¦▟█▙¦
 ┃ ¦███¦
 ┃ ¦▐█▌¦
 ┃ ¦▟█▙¦
 ┃ ¦▐█▌¦
╺╋╸¦▐█▌¦
 ╹ ¦▝█▘¦
""",
    ),
    "I": _pictures(
        "EB",
        """
  ╷  ¦ ▟█▙ ¦
  ┃  ¦▐███▌¦
  ┃  ¦▐███▌¦
  ┃  ¦ ███ ¦
  ┃  ¦▗███▖¦
  ┃  ¦▝███▘¦
  ┃  ¦ ███ ¦
  ┃  ¦ ▐█▌ ¦
╺━╋━╸¦ ▟█▙ ¦
  ┃  ¦ ▐█▌ ¦
  ╹  ¦ ▝█▘ ¦
""",
    ),
    "N": _pictures(
        "EB",
        """
  ╷  ¦ ▟█▙ ¦
  █  ¦▐███▌¦
  █  ¦▝███▖¦
◂▄█▄▸¦ ▐██▘¦
  ◆  ¦ ▝█▘ ¦
""",
    ),
    "M": _pictures(
        "EB",
        """
  ╷  ¦ ▟█▙ ¦
  █  ¦▐███▌¦
  █  ¦▝███▖¦
  █  ¦ ▐██▌¦
  █  ¦ ███▘¦
◂▄█▄▸¦ ▐██ ¦
  ◆  ¦ ▝█▘ ¦
""",
    ),
    "J": _pictures(
        "EB",
        """
   ╷   ¦  ▗▄▖  ¦
  ▐█▌  ¦▖▟███▙▗¦
  ▐█▌  ¦▜█████▛¦
  ▐█▌  ¦▐█████▌¦
  ▐█▌  ¦▝▜████▌¦
  ▐█▌  ¦  ████▘¦
  ▐█▌  ¦ ▟███▘ ¦
  ▐█▌  ¦▐████▖ ¦
  ▐█▌  ¦ ▜███▌ ¦
  ▐█▌  ¦  ███▘ ¦
◂▄▟█▙▄▸¦ ▐███  ¦
   █   ¦  ▜█▛  ¦
   ◆   ¦  ▝▀▘  ¦
""",
    ),
    "i": _pictures(
        "EB",
        """
╻¦█¦
╋¦▀¦
""",
    ),
    "~": _pictures("EB", "\n╺╋━━━━╸¦▐█▇▇▆▆▅¦\n"),
    "-": _pictures("EB", "\n╺╋━━━━━━━━╸¦▐███▇▇▇▆▆▆▅¦\n"),
    "_": _pictures("EB", "\n╺━╋━━━━━━━━━━━╸¦▐████▇▇▇▇▆▆▆▆▅▅¦\n"),
    "=": _pictures(
        "EB",
        """
   ╻             ¦ ▄▄  ▗▄▖   ▄▄▄   ¦
◆━━╋████████████▸¦▐███████████████▙¦
   ╹             ¦ ▀▀  ▝▀▘   ▀▀▀▀▀▘¦
""",
    ),
}
_FRENCH_PIPS: Final[dict[str, dict[str, Shape]]] = {
    ".": {suit: (sign,) for suit, sign in SUIT_SIGNS.items()},
    "o": _pictures(
        "SHDC",
        """
 ▗█▖ ¦▟█▄█▙¦ ▗█▖ ¦▄▐█▌▄¦
▝▀█▀▘¦ ▀█▀ ¦ ▝█▘ ¦▀▘█▝▀¦
""",
    ),
    "u": _pictures(
        "SHDC",
        """
  ▄  ¦▗▄ ▄▖¦  ▄  ¦ ▗▄▖ ¦
▗▟█▙▖¦▀███▀¦ ▐█▌ ¦█▞█▚█¦
  ▀  ¦  ▀  ¦  ▀  ¦  ▀  ¦
""",
    ),
    "c": _pictures(
        "SHDC",
        """
▗█▖¦█▄█¦▗█▖¦▄█▄¦
▀█▀¦▝█▘¦▝█▘¦▘█▝¦
""",
    ),
    "v": _pictures(
        "SHDC",
        """
 ▄ ¦▄ ▄¦ ▄ ¦ ▄ ¦
▟█▙¦▜█▛¦▐█▌¦███¦
 ▀ ¦ ▀ ¦ ▀ ¦ ▀ ¦
""",
    ),
    "O": _pictures(
        "SHDC",
        """
 ▗█▖ ¦▟█▄█▙¦ ▗█▖ ¦ ▐█▌ ¦
▟███▙¦▜███▛¦ ███ ¦▟▙█▟▙¦
▝▘█▝▘¦ ▝█▘ ¦ ▝█▘ ¦▝▘█▝▘¦
""",
    ),
    "Q": _pictures(
        "SHDC",
        """
   █   ¦▗█▙ ▟█▖¦  ▗█▖  ¦  ▟█▙  ¦
 ▗███▖ ¦███▄███¦ ▗███▖ ¦  ▜█▛  ¦
▟█████▙¦▜█████▛¦▐█████▌¦▟█▙█▟█▙¦
▜█▛█▜█▛¦ ▜███▛ ¦ ▝███▘ ¦▜█▛█▜█▛¦
  ▗█▖  ¦  ▝█▘  ¦  ▝█▘  ¦  ▟█▙  ¦
""",
    ),
    "S": _pictures(
        "SHDC",
        """
   ▗█▖   ¦▗██▙ ▟██▖¦   ▗█▖   ¦   ▟█▙   ¦
  ▗███▖  ¦█████████¦  ▗███▖  ¦  ▐███▌  ¦
 ▗█████▖ ¦▜███████▛¦ ▄█████▄ ¦ ▗▟███▙▖ ¦
▟███████▙¦ ▜█████▛ ¦▐███████▌¦▟█▙▜█▛▟█▙¦
█████████¦  ▜███▛  ¦ ▀█████▀ ¦███▟█▙███¦
▝▀▀▐█▌▀▀▘¦   ▜█▛   ¦  ▝███▘  ¦▝▀▘▐█▌▝▀▘¦
   ▟█▙   ¦    ▀    ¦   ▝█▘   ¦   ▟█▙   ¦
""",
    ),
    "W": _pictures(
        "SHDC",
        """
      ▗█▖      ¦ ▗▟██▙▖ ▗▟██▙▖ ¦      ▗█▖      ¦     ▄███▄     ¦
     ▗███▖     ¦▐█████▙ ▟█████▌¦     ▗███▖     ¦    ▐█████▌    ¦
    ▄█████▄    ¦███████████████¦    ▄█████▄    ¦    ▐█████▌    ¦
   ▟███████▙   ¦███████████████¦  ▗▟███████▙▖  ¦    ▝█████▘    ¦
 ▗▟█████████▙▖ ¦▝█████████████▘¦ ▄███████████▄ ¦ ▄██▙▖▜█▛▗▟██▄ ¦
▟█████████████▙¦  ▜█████████▛  ¦▐█████████████▌¦▟█████▟█▙█████▙¦
███████████████¦   ▜███████▛   ¦ ▀███████████▀ ¦███████████████¦
▜█████████████▛¦    ▜█████▛    ¦  ▝▜███████▛▘  ¦▜█████▛█▜█████▛¦
 ▝▀██▀▐█▌▀██▀▘ ¦     ▜███▛     ¦    ▀█████▀    ¦ ▝▀▀▀▘▐█▌▝▀▀▀▘ ¦
      ▟█▙      ¦      ▜█▛      ¦     ▝███▘     ¦      ▟█▙      ¦
    ▗▟███▙▖    ¦       ▀       ¦      ▝█▘      ¦    ▗▟███▙▖    ¦
""",
    ),
}
_ACE_PIPS: Final[dict[str, dict[str, Shape]]] = {
    "A": _pictures(
        "OCEB",
        """
   ▄▄▄▄▄   ¦  ▄▄▄▄▄▄▄  ¦     ╻     ¦  ▗ ▟█▙ ▖  ¦
 ▟▀  ▄  ▀▙ ¦  ▜█▛▀▜█▛  ¦     █     ¦ ▝▙▐███▌▟▘ ¦
▐▌ ▟███▙ ▐▌¦  ▐█▙◆▟█▌  ¦▝▖   █   ▗▘¦   ▐███▙   ¦
█  ██●██  █¦   ▜███▛   ¦ ▜▖  █  ▗▛ ¦   ▟███▌   ¦
▐▌ ▜███▛ ▐▌¦    ▝█▘    ¦  ▜▖ █ ▗▛  ¦   ▐███▙   ¦
 ▜▄  ▀  ▄▛ ¦    ▗█▖    ¦ ◂━━━█━━━▸ ¦    ███▌   ¦
   ▀▀▀▀▀   ¦  ▗▟███▙▖  ¦     ◆     ¦    ▝█▘    ¦
""",
    ),
    "W": _pictures(
        "OCEB",
        """
     ▗▄▄▄▄▄▖     ¦ ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ ¦        ╷        ¦     ▗▄███▄▖     ¦
  ▗▄▛▀▘   ▝▀▜▄▖  ¦ ▐███▛▀▀▀▀▀▜███▌ ¦       ▐█▌       ¦  ▗▖ ▟█████▙ ▗▖  ¦
 ▟▀   ▗▄▄▄▖   ▀▙ ¦  ███▌ ▗█▖ ▐███  ¦ ▖     ▐█▌     ▗ ¦  ▐█▙███████▟█▌  ¦
▟▘  ▗▛▀   ▀▜▖  ▝▙¦  ▜██▙ ▝█▘ ▟██▛  ¦ ▜▖    ▐█▌    ▗▛ ¦   ▀▜███████▛▀   ¦
█   █  ▟█▙  █   █¦   ▜██▙▄◆▄▟██▛   ¦  ▜▖   ▐█▌   ▗▛  ¦     ▜█████▛     ¦
█  ▐▌ ▐█●█▌ ▐▌  █¦    ▝███████▘    ¦  ▝█▖  ▐█▌  ▗█▘  ¦   ▗▄▐█████▌     ¦
█   █  ▜█▛  █   █¦      ▝███▘      ¦   ▝█▖ ▐█▌ ▗█▘   ¦   ▐██████▛ ▄▖   ¦
▜▖  ▝▙▄   ▄▟▘  ▗▛¦       ▐█▌       ¦    ▝▜▖▐█▌▗▛▘    ¦    ▀▜████▙██▘   ¦
 ▜▄   ▝▀▀▀▘   ▄▛ ¦      ▗▟█▙▖      ¦  ◂━━━━▟█▙━━━━▸  ¦     ▐██████▘    ¦
  ▝▀▙▄▖   ▗▄▟▀▘  ¦    ▗▟█████▙▖    ¦        █        ¦      ████▛      ¦
     ▝▀▀▀▀▀▘     ¦   ▟█████████▙   ¦        ◆        ¦      ▝▀▀▘       ¦
""",
    ),
}
PIPS: Final[dict[str, dict[str, dict[str, Shape]]]] = {
    "spanish": _SPANISH_PIPS
    | _LONG_PIPS
    | _ACE_PIPS
    | {"c": _SPANISH_PIPS["o"], "v": _SPANISH_PIPS["u"]},
    "french": _FRENCH_PIPS,
}
"""The shape of each pip, by deck, mark and suit."""

# --- where they stand ------------------------------------------------------------------------

_MEDIUM_ROUND: Final = _layouts(
    "234567",
    """
   o   ¦   o   ¦ o   o ¦ .   . ¦ .   . ¦ .   . ¦
       ¦       ¦       ¦       ¦       ¦   .   ¦
       ¦       ¦       ¦   .   ¦ .   . ¦ .   . ¦
   o   ¦ o   o ¦ o   o ¦       ¦       ¦       ¦
       ¦       ¦       ¦ .   . ¦ .   . ¦ .   . ¦
""",
)
_MEDIUM_LONG: Final = _layouts(
    "234567",
    """
       ¦   o   ¦ o   o ¦i     i¦ i i i ¦ i i i ¦
       ¦       ¦       ¦       ¦       ¦       ¦
 l   l ¦       ¦       ¦   l   ¦       ¦   ~   ¦
       ¦ o   o ¦ o   o ¦i     i¦ i i i ¦ i i i ¦
       ¦       ¦       ¦       ¦       ¦       ¦
""",
)
_LARGE_ROUND: Final = _layouts(
    "234567",
    """
           ¦           ¦           ¦  o     o  ¦  o     o  ¦ o       o ¦
     O     ¦     O     ¦  O     O  ¦           ¦           ¦           ¦
           ¦           ¦           ¦           ¦           ¦     u     ¦
           ¦           ¦           ¦     O     ¦  u     u  ¦ u       u ¦
           ¦           ¦           ¦           ¦           ¦           ¦
     O     ¦  O     O  ¦  O     O  ¦  o     o  ¦  o     o  ¦ o       o ¦
           ¦           ¦           ¦           ¦           ¦           ¦
""",
)
_LARGE_LONG: Final = _layouts(
    "234567",
    """
           ¦           ¦           ¦           ¦           ¦ o   o   o ¦
           ¦           ¦  u     u  ¦ u       u ¦ u   u   u ¦           ¦
           ¦           ¦           ¦           ¦           ¦           ¦
   L   L   ¦ L   L   L ¦           ¦     u     ¦           ¦     -     ¦
           ¦           ¦           ¦           ¦           ¦           ¦
           ¦           ¦  u     u  ¦ u       u ¦ u   u   u ¦ o   o   o ¦
           ¦           ¦           ¦           ¦           ¦           ¦
""",
)
_GRAND_ROUND: Final = _layouts(
    "234567",
    """
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦  O         O  ¦   O       O   ¦  O         O  ¦
       Q       ¦       Q       ¦   Q       Q   ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦       O       ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦       Q       ¦   O       O   ¦  O         O  ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦               ¦
       Q       ¦   Q       Q   ¦   Q       Q   ¦               ¦               ¦               ¦
               ¦               ¦               ¦  O         O  ¦   O       O   ¦  O         O  ¦
               ¦               ¦               ¦               ¦               ¦               ¦
""",
)
_GRAND_LONG: Final = _layouts(
    "234567",
    """
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦  h    h    h  ¦
               ¦               ¦   l       l   ¦  l         l  ¦  l    l    l  ¦               ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦               ¦
    I     I    ¦  I    I    I  ¦               ¦       l       ¦               ¦       _       ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦   l       l   ¦  l         l  ¦  l    l    l  ¦  h    h    h  ¦
               ¦               ¦               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦               ¦               ¦
""",
)


_MEDIUM_FRENCH: Final = _layouts(
    "23456789T",
    """
   .   ¦   .   ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦
       ¦       ¦       ¦       ¦       ¦   .   ¦   .   ¦ .   . ¦ . . . ¦
       ¦   .   ¦       ¦   .   ¦ .   . ¦ .   . ¦ .   . ¦   .   ¦       ¦
       ¦       ¦       ¦       ¦       ¦       ¦   .   ¦ .   . ¦ . . . ¦
   .   ¦   .   ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦ .   . ¦
""",
)
_LARGE_FRENCH: Final = _layouts(
    "23456789T",
    """
           ¦           ¦           ¦           ¦
     .     ¦     .     ¦  .     .  ¦  .     .  ¦
           ¦           ¦           ¦           ¦
           ¦     .     ¦           ¦     .     ¦
           ¦           ¦           ¦           ¦
     .     ¦     .     ¦  .     .  ¦  .     .  ¦
           ¦           ¦           ¦           ¦
""",
    """
           ¦           ¦           ¦  .     .  ¦  .     .  ¦
  .     .  ¦  .     .  ¦  .     .  ¦           ¦     .     ¦
           ¦     .     ¦     .     ¦  .     .  ¦  .     .  ¦
  .     .  ¦  .     .  ¦  .     .  ¦     .     ¦           ¦
           ¦           ¦     .     ¦  .     .  ¦  .     .  ¦
  .     .  ¦  .     .  ¦  .     .  ¦           ¦     .     ¦
           ¦           ¦           ¦  .     .  ¦  .     .  ¦
""",
)
_GRAND_FRENCH: Final = _layouts(
    "23456789T",
    """
               ¦               ¦               ¦               ¦
               ¦       O       ¦               ¦               ¦
       Q       ¦               ¦   O       O   ¦   O       O   ¦
               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦
               ¦       O       ¦               ¦       O       ¦
               ¦               ¦               ¦               ¦
               ¦               ¦               ¦               ¦
       Q       ¦               ¦   O       O   ¦   O       O   ¦
               ¦       O       ¦               ¦               ¦
               ¦               ¦               ¦               ¦
""",
    """
               ¦               ¦               ¦  o         o  ¦  o         o  ¦
   O       O   ¦  O         O  ¦  O         O  ¦               ¦               ¦
               ¦               ¦               ¦               ¦       o       ¦
               ¦       O       ¦       O       ¦  o         o  ¦  o         o  ¦
               ¦               ¦               ¦               ¦               ¦
   O       O   ¦  O         O  ¦  O         O  ¦       u       ¦               ¦
               ¦               ¦               ¦  o         o  ¦  o         o  ¦
               ¦               ¦       O       ¦               ¦       o       ¦
               ¦               ¦               ¦               ¦               ¦
   O       O   ¦  O         O  ¦  O         O  ¦  o         o  ¦  o         o  ¦
               ¦               ¦               ¦               ¦               ¦
""",
)
_BROAD_ROUND: Final = _layouts(
    "234567",
    """
             ¦             ¦             ¦             ¦   o     o   ¦  o       o  ¦
             ¦             ¦             ¦   O     O   ¦             ¦             ¦
      O      ¦      O      ¦   O     O   ¦             ¦             ¦      o      ¦
             ¦             ¦             ¦             ¦             ¦             ¦
             ¦             ¦             ¦      O      ¦   u     u   ¦  u       u  ¦
             ¦             ¦             ¦             ¦             ¦             ¦
      O      ¦   O     O   ¦   O     O   ¦             ¦             ¦             ¦
             ¦             ¦             ¦   O     O   ¦   o     o   ¦  o       o  ¦
             ¦             ¦             ¦             ¦             ¦             ¦
""",
)
_BROAD_LONG: Final = _layouts(
    "234567",
    """
             ¦             ¦             ¦             ¦             ¦             ¦
             ¦             ¦   h     h   ¦  h       h  ¦  h   h   h  ¦  u   u   u  ¦
             ¦             ¦             ¦             ¦             ¦             ¦
             ¦             ¦             ¦             ¦             ¦             ¦
   L     L   ¦  L   L   L  ¦             ¦      l      ¦             ¦      -      ¦
             ¦             ¦             ¦             ¦             ¦             ¦
             ¦             ¦   h     h   ¦  h       h  ¦  h   h   h  ¦             ¦
             ¦             ¦             ¦             ¦             ¦  u   u   u  ¦
             ¦             ¦             ¦             ¦             ¦             ¦
""",
)
_BROAD_FRENCH: Final = _layouts(
    "23456789T",
    """
             ¦      o      ¦             ¦             ¦  o       o  ¦
      O      ¦             ¦  O       O  ¦  O       O  ¦             ¦
             ¦             ¦             ¦             ¦             ¦
             ¦             ¦             ¦             ¦             ¦
             ¦      u      ¦             ¦      O      ¦  u       u  ¦
             ¦             ¦             ¦             ¦             ¦
             ¦             ¦             ¦             ¦             ¦
      O      ¦      o      ¦  O       O  ¦  O       O  ¦  o       o  ¦
             ¦             ¦             ¦             ¦             ¦
""",
    """
  c       c  ¦  c       c  ¦  c       c  ¦  c       c  ¦
             ¦             ¦             ¦      c      ¦
      c      ¦      c      ¦  c       c  ¦  c       c  ¦
             ¦             ¦             ¦             ¦
  v       v  ¦  v       v  ¦      v      ¦             ¦
             ¦      c      ¦  c       c  ¦  c       c  ¦
             ¦             ¦             ¦      c      ¦
  c       c  ¦  c       c  ¦  c       c  ¦  c       c  ¦
             ¦             ¦             ¦             ¦
""",
)
_HUGE_ROUND: Final = _layouts(
    "234567",
    """
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
          S          ¦          S          ¦     S         S     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
          S          ¦     S         S     ¦     S         S     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
""",
    """
                     ¦                     ¦                     ¦
                     ¦     P         P     ¦   P             P   ¦
    Q           Q    ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦          P          ¦
                     ¦                     ¦                     ¦
                     ¦     P         P     ¦   P             P   ¦
          Q          ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
    Q           Q    ¦     P         P     ¦   P             P   ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
""",
)
_HUGE_LONG: Final = _layouts(
    "234567",
    """
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦    M           M    ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
     J         J     ¦   J      J      J   ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦    M           M    ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
""",
    """
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦   N      N      N   ¦
    M           M    ¦   M      M      M   ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
          M          ¦                     ¦          =          ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
    M           M    ¦   M      M      M   ¦                     ¦
                     ¦                     ¦   N      N      N   ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
""",
)
_HUGE_FRENCH: Final = _layouts(
    "23456789T",
    """
                     ¦                     ¦                     ¦
                     ¦          O          ¦                     ¦
                     ¦                     ¦    Q           Q    ¦
          S          ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦          O          ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
          S          ¦                     ¦                     ¦
                     ¦                     ¦    Q           Q    ¦
                     ¦          O          ¦                     ¦
                     ¦                     ¦                     ¦
""",
    """
                     ¦                     ¦                     ¦
                     ¦    O           O    ¦    O           O    ¦
    Q           Q    ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦          O          ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
          Q          ¦    O           O    ¦    O           O    ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦                     ¦
    Q           Q    ¦                     ¦                     ¦
                     ¦    O           O    ¦    O           O    ¦
                     ¦                     ¦                     ¦
""",
    """
                     ¦                     ¦                     ¦
    O           O    ¦    O           O    ¦    O           O    ¦
                     ¦                     ¦                     ¦
                     ¦                     ¦          O          ¦
          O          ¦                     ¦                     ¦
                     ¦    O           O    ¦    O           O    ¦
                     ¦                     ¦                     ¦
    O           O    ¦          O          ¦                     ¦
                     ¦                     ¦                     ¦
                     ¦    O           O    ¦    O           O    ¦
          O          ¦                     ¦                     ¦
                     ¦                     ¦          O          ¦
                     ¦                     ¦                     ¦
    O           O    ¦    O           O    ¦    O           O    ¦
                     ¦                     ¦                     ¦
""",
)

_SMALL_COURT: Final = _layouts(
    "JHQKX",
    """
       ¦       ¦       ¦       ¦       ¦
 ▄▟█▙▄ ¦  ▗▟▙▖ ¦ ▚▟█▙▞ ¦ ▙▟█▙▟ ¦ ●▟▄▙● ¦
 │• •│ ¦ ▟█•██ ¦ █• •█ ¦ │• •│ ¦ │• •│ ¦
 ▝▄‿▄▘ ¦ ▀▀▟██ ¦ █▄‿▄█ ¦ ▝█▄█▘ ¦ ▝▄‿▄▘ ¦
       ¦       ¦       ¦       ¦       ¦
""",
)
_MEDIUM_COURT: Final = _layouts(
    "JHQKX",
    """
 ▄▟█▙▄╱¦   ▗▟▙▖¦ ▚▟█▙▞ ¦ ▙▟█▙▟ ¦ ●▟▄▙● ¦
 │• •│ ¦ ▗▟█•█▙¦▐▌• •▐▌¦ │• •│ ¦ │• •│ ¦
 ▝▄‿▄▘ ¦ ▜█▛▟██¦▐▙▄‿▄▟▌¦ ▐█▄█▌ ¦ ▝▄‿▄▘ ¦
▟▛   ▜▙¦   ▟███¦▟▛   ▜▙¦▟▛▝▀▘▜▙¦▟▛   ▜▙¦
█  .  █¦ . ████¦█  .  █¦█  .  █¦█  ★  █¦
""",
)
_LARGE_COURT: Final = _pictures(
    "JHQKX",
    """
   ▗▄▄▄▖╱  ¦     ▗▖▗▖  ¦   ▚▄█▄▞   ¦  ▙ ▄█▄ ▟  ¦ ●▖ ▗█▖ ▗● ¦
 ▄▟█████▙▄ ¦   ▗▟████▖ ¦  ▟█▀▀▀█▙  ¦  ███████  ¦  ▜██▀██▛  ¦
  │ • • │  ¦ ▗▟█•█████▖¦  █ • • █  ¦  │ • • │  ¦  │ • • │  ¦
  ▝▖ ‿ ▗▘  ¦ ▜███▛▜███▌¦  █▖ ‿ ▗█  ¦  ▐▙▄▄▄▟▌  ¦  ▝▖ ‿ ▗▘  ¦
  ▄▟▀▀▀▙▄  ¦  ▀▀ ▟████▌¦ ▟█▛▀▀▀▜█▙ ¦ ▄▟▜███▛▙▄ ¦  ▄▟▀▀▀▙▄  ¦
▐█▌  c  ▐█▌¦ c  ▟█████▌¦▐█▌  c  ▐█▌¦▐█▌  c  ▐█▌¦▐█▌  ★  ▐█▌¦
▐█▌     ▐█▌¦   ▐██████▌¦▐█▌     ▐█▌¦▐█▌     ▐█▌¦▐█▌     ▐█▌¦
""",
)

_BROAD_COURT: Final = _layouts(
    "JHQKX",
    """
    ▄███▄  ╱ ¦      ▗▖ ▗▖  ¦   ▖▗▄█▄▖▗   ¦  ▙  ▄█▄  ▟  ¦ ●    ▄    ● ¦
  ▄▟█████▙▟▘ ¦    ▗▟██▟██▖ ¦   ▜▟███▙▛   ¦  █▙▟███▙▟█  ¦ ▐▙▖▗▟█▙▖▗▟▌ ¦
 ▟█████████▙ ¦  ▗▟█•██████▖¦  ▟█▀▀▀▀▀█▙  ¦  █████████  ¦  ▜██▛▀▜██▛  ¦
   │ • • │   ¦ ▟██████████▌¦  ██ • • ██  ¦  ▐▌ • • ▐▌  ¦   │ • • │   ¦
   ▝▖ ‿ ▗▘   ¦▐█████▛▀████▌¦  ██▖ ‿ ▗██  ¦  ▐█▙▄▄▄▟█▌  ¦   ▝▖ ‿ ▗▘   ¦
    ▝▀▀▀▘    ¦ ▜▛▀▀▘ ▟████▌¦  ▐██▄▄▄██▌  ¦   ▜██▀██▛   ¦    ▝▀▀▀▘    ¦
 ▄▟█▀▀▀▀▀█▙▄ ¦      ▟█████▌¦ ▄▟█▀▀▀▀▀█▙▄ ¦ ▄▟▙▝███▘▟▙▄ ¦ ▄▟▙▜▙█▟▛▟▙▄ ¦
▐██▌  c  ▐██▌¦  c  ▟██████▌¦▐██▌  c  ▐██▌¦▐██▌  c  ▐██▌¦▐██▌  ★  ▐██▌¦
▐██▌     ▐██▌¦     ███████▌¦▐██▌     ▐██▌¦▐██▌     ▐██▌¦▐██▌     ▐██▌¦
""",
)
_HUGE_COURT: Final = _pictures(
    "JHQKX",
    """
     ▄▄███▄▄  ╱  ¦        ▗▖  ▗▖   ¦    ▖ ▗▄█▄▖ ▗    ¦   ▙   ▄█▄   ▟   ¦  ●     ▄     ●  ¦
   ▄▟███████▙▟▘  ¦      ▗▄██▄▄██▖  ¦    ▝█▟███▙█▘    ¦   █▙▖▟███▙▗▟█   ¦  ▐▙▖ ▗▟█▙▖ ▗▟▌  ¦
 ▟█████████████▙ ¦    ▗▟█████████▙ ¦   ▗▟█▀▀▀▀▀█▙▖   ¦   ███████████   ¦   ▜███▛▀▜███▛   ¦
    │  • •  │    ¦  ▗▟██•█████████▌¦   ██  • •  ██   ¦   ▐▌  • •  ▐▌   ¦    │  • •  │    ¦
    │       │    ¦ ▟██████████████▌¦   ██       ██   ¦   ▐▌       ▐▌   ¦    │       │    ¦
    ▝▖  ‿  ▗▘    ¦▐███████▛▀▜█████▌¦   ██▖  ‿  ▗██   ¦   ▐█▙▄▄▄▄▄▟█▌   ¦    ▝▖  ‿  ▗▘    ¦
     ▝▀▄▄▄▀▘     ¦ ▜▛▀▀▀▘  ▟██████▌¦   ▐██▄▄▄▄▄██▌   ¦    ▜██▛▀▜██▛    ¦     ▝▀▄▄▄▀▘     ¦
  ▄▟██▀▀▀▀▀██▙▄  ¦        ▟███████▌¦  ▄▟██▀▀▀▀▀██▙▄  ¦  ▄▟▙▝█████▘▟▙▄  ¦  ▄▟▙▜▙▟█▙▟▛▟▙▄  ¦
 ▟███▌     ▐███▙ ¦       ▟████████▌¦ ▟███▌     ▐███▙ ¦ ▟███▌     ▐███▙ ¦ ▟███▌     ▐███▙ ¦
▐████▌  O  ▐████▌¦   O  ▟█████████▌¦▐████▌  O  ▐████▌¦▐████▌  O  ▐████▌¦▐████▌  ★  ▐████▌¦
▐████▌     ▐████▌¦      ██████████▌¦▐████▌     ▐████▌¦▐████▌     ▐████▌¦▐████▌     ▐████▌¦
""",
)

_STRIP_COURT: Final = _pictures(
    "JHQKX",
    """
▗█▙¦▗▟▙¦▚█▞¦▙█▟¦●▄●¦
•‿•¦▟•█¦•‿•¦•‿•¦•‿•¦
""",
)
"""What is over the suit of a figure of which three cells are to be seen."""

# --- all of them ------------------------------------------------------------------------------

_PLAIN_RANKS: Final = "A23456789T"
_TINY_LAYOUTS: Final = dict.fromkeys(f"{_PLAIN_RANKS}JHQK", _layout(("", "  .  "))) | {
    "X": _layout(("", "  ★  "))
}
_SMALL_LAYOUTS: Final = dict.fromkeys(_PLAIN_RANKS, _layout(("", "", "   O   "))) | _SMALL_COURT


def _bordered(picture: Shape) -> Layout:
    """Return what is large on a grand or huge card, between two flourishes."""
    flourish = "╶──◆──╴".center(len(picture[0]) + 4)
    return _layout((flourish, "", *(f"  {line}  " for line in picture), "", flourish))


def _centred(mark: str, width: int, height: int) -> Shape:
    """Return a picture of that size with a pip in its middle."""
    blank = " " * width
    return tuple(mark.center(width) if row == height // 2 else blank for row in range(height))


def _prints(court: Layouts, ace: Layout, spanish_ace: Layout, *pips: Layouts) -> dict[str, Layouts]:
    """Return the layouts of a size, by kind; those of pips are of French, round and long suits."""
    aces = (ace, spanish_ace, spanish_ace)
    kinds = zip(("french", "round", "long"), aces, pips, strict=True)
    return {kind: court | {"A": first} | many for kind, first, many in kinds}


PRINTS: Final[dict[str, dict[str, Layouts]]] = {
    "TINY": dict.fromkeys(("french", "round", "long"), _TINY_LAYOUTS),
    "SMALL": dict.fromkeys(("french", "round", "long"), _SMALL_LAYOUTS),
    "MEDIUM": _prints(
        _MEDIUM_COURT,
        _layout(("", "", "   O   ")),
        _layout(("", "", "   Q   ")),
        *(_MEDIUM_FRENCH, _MEDIUM_ROUND, _MEDIUM_LONG),
    ),
    "LARGE": _prints(
        {rank: _layout(picture) for rank, picture in _LARGE_COURT.items()},
        _layout(("", "", "", "     Q     ")),
        _layout(("", "", "", "     A     ")),
        *(_LARGE_FRENCH, _LARGE_ROUND, _LARGE_LONG),
    ),
    "BROAD": _prints(
        _BROAD_COURT,
        _layout(("", "", "", "", "      S      ")),
        _layout(("", "", "", "", "      A      ")),
        *(_BROAD_FRENCH, _BROAD_ROUND, _BROAD_LONG),
    ),
    "GRAND": _prints(
        {rank: _bordered(picture) for rank, picture in _LARGE_COURT.items()},
        _bordered(_centred("S", 11, 7)),
        _bordered(_centred("A", 11, 7)),
        *(_GRAND_FRENCH, _GRAND_ROUND, _GRAND_LONG),
    ),
    "HUGE": _prints(
        {rank: _bordered(picture) for rank, picture in _HUGE_COURT.items()},
        _bordered(_centred("W", 17, 11)),
        _bordered(_centred("W", 17, 11)),
        *(_HUGE_FRENCH, _HUGE_ROUND, _HUGE_LONG),
    ),
}
"""The layouts by the name of a size, by kind (French, round, long) and by rank."""

_RANK_OF_PICTURE: Final = {"1": "A", "10": "J", "11": "H", "12": "K"}
"""What the pictures call the ranks of a Spanish deck that have a figure, and its ace."""


@lru_cache(maxsize=512)
def printed_rows(shown: CardFace, size: str) -> Shape:
    """Return what is printed inside of a card, pips and all, row by row.

    What is between two pips of a row belongs to it: a terminal is sent one run instead of three.
    """
    rows: list[list[str]] = []
    for x, y, shape in printed(shown, size):
        for row, line in enumerate(shape, y):
            rows += [[] for _ in range(row + 1 - len(rows))]
            rows[row] += " " * (x + len(line) - len(rows[row]))
            for column, char in enumerate(line, x):
                rows[row][column] = rows[row][column] if char == " " else char
    return tuple("".join(row).rstrip() for row in rows)


_BLANK_EDGE: Final = 1
"""What is printed on a small card has a blank line and column around it."""
_WIDE_STRIP: Final = 7
_MIDDLING_STRIP: Final = 5
_PIP_STRIPS: Final = {7: "LARGE", 5: "MEDIUM"}
"""From so many lines on a strip has the pips of the size of that name, all of them."""


@lru_cache(maxsize=512)
def strip_rows(shown: CardFace, cells: int, lines: int) -> Shape:
    """Return what stands on so many cells of a card of which the next one covers the rest.

    A card with pips has all of them there, so that it is told by more than its corner.
    """
    name = _RANK_OF_PICTURE.get(shown.rank, shown.rank)
    figure = _STRIP_COURT.get(name)
    sign = PIPS[shown.deck]["."].get(shown.suit, ("★",))[0]
    size = next((size for least, size in _PIP_STRIPS.items() if lines >= least), None)
    if size is not None and shown.deck == "french" and name in _PLAIN_RANKS[1:]:
        return _drawn_together(PRINTS[size]["french"][name], sign, min((cells - 1) // 2, 2))
    if cells >= _WIDE_STRIP and lines > _MIDDLING_STRIP:
        return printed_rows(shown, "MEDIUM")
    if cells >= _MIDDLING_STRIP:
        rows = tuple(row[_BLANK_EDGE:] for row in printed_rows(shown, "SMALL")[_BLANK_EDGE:])
        return (*rows, sign.center(_MIDDLING_STRIP)) if figure and lines > len(rows) else rows
    if figure is None:
        return PIPS[shown.deck]["c"][shown.suit]
    return (*figure, sign.center(len(figure[0])))


def _drawn_together(layout: Layout, sign: str, step: int) -> Shape:
    """Return the pips of a layout in three columns, each so many cells after the one before."""
    middle = len(layout.ink[0]) // 2
    rows = [[" "] * (2 * step + 1) for _ in layout.ink]
    for x, y, _mark in layout.pips:
        rows[y][step + step * ((x > middle) - (x < middle))] = sign
    return tuple(map("".join, rows))


def printed(shown: CardFace, size: str) -> Parts:
    """Return what is printed inside of a card of the size of that name: first all but its pips."""
    kind = "french" if shown.deck == "french" else "round" if shown.suit in "OC" else "long"
    layout = PRINTS[size][kind].get(_RANK_OF_PICTURE.get(shown.rank, shown.rank))
    if layout is None or shown.deck not in PIPS:
        return _lettered(shown, size)
    return ((0, 0, layout.ink), *(_pip(shown, *pip) for pip in layout.pips))


_INSIDE_OF_SIZE: Final = {
    "TINY": (5, 3),
    "SMALL": (7, 5),
    "MEDIUM": (7, 5),
    "LARGE": (11, 7),
    "BROAD": (13, 9),
    "GRAND": (15, 11),
    "HUGE": (21, 15),
}
"""The columns and lines inside of a card, by the name of its size."""


def _lettered(shown: CardFace, size: str) -> Parts:
    """Return a card of another deck: its rank in the middle, between two bars of its colour."""
    width, height = _INSIDE_OF_SIZE[size]
    bar = "█" * (width // 2)
    x, middle = (width - len(bar)) // 2, height // 2
    rank = ((width - len(shown.rank)) // 2, middle, (shown.rank,))
    if height < _INSIDE_OF_SIZE["SMALL"][1]:
        return (rank,)
    return ((x, middle - 1, (bar,)), rank, (x, middle + 1, (bar,)))


def _pip(shown: CardFace, x: int, y: int, mark: str) -> tuple[int, int, Shape]:
    shape = PIPS[shown.deck][mark][shown.suit]
    return x - len(shape[0]) // 2, y - (len(shape) - 1) // 2, shape
