"""Which games home shows, in which order: `TILES`, each with a card, a name and a few words.
The truco that a language begins with: `_TRUCO_OF_LANGUAGE`; the game whose turn it is on a day:
`tile_of`. `tui/widgets/tile_grid.py` draws them.
"""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from cardtui_client.i18n import mark


class Tile(NamedTuple):
    """A game as it is shown for you to choose.

    Attributes:
        game: its id.
        name: what it is called, in every language.
        card: a card of it, as it is written in its corners.
        ink: the colour of that card's suit, as style sheets name it.
        about: what it is, in a few words: a message of the catalogues.
    """

    game: str
    name: str
    card: str
    ink: str
    about: str


TILES: Final = (
    Tile("truco-argentino", "Truco argentino", "7●", "oros", mark("Truco, envido, good lies")),
    Tile("truco-brasileiro", "Truco brasileiro", "4♣", "clubs", mark("The old one, in pairs")),
    Tile("truco-paulista", "Truco paulista", "3♦", "diamonds", mark("A turned card rules")),
    Tile("cacheta", "Cacheta", "J♥", "hearts", mark("Melds, wild cards, lives")),
    Tile("pif-paf", "Pif Paf", "Q♠", "spades", mark("Melds and bets for a pot")),
    Tile(
        "pif-paf-tradicional",
        "Pif Paf tradicional",
        "K♦",
        "diamonds",
        mark("In or out, then a race"),
    ),
    Tile("cacho", "Cacho", "6♥", "hearts", mark("Three cards, three bets")),
)
"""In the order in which games are shown."""


def tile_of(day: date) -> Tile:
    """Return the game whose turn it is on a day."""
    return TILES[day.toordinal() % len(TILES)]


_TRUCO_OF_LANGUAGE: Final = {"pt_BR": "truco-paulista"}
"""The truco of those who speak a language, where it is not the first game of all."""


def first_truco(language: str) -> str:
    """Return the game that somebody who speaks that language most likely knows."""
    return _TRUCO_OF_LANGUAGE.get(language, TILES[0].game)
