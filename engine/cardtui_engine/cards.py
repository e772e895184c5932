"""Cards: each is an int inside the engine, and a code such as ``7E`` or ``TD`` at its edges. Which
cards a deck has: `SPANISH`, `FRENCH`, `JOKER`; the letters of suits: `SUITS`; a deck of your own:
`deck_of`.

A `Deck` names the cards of one kind of pack. A card is its index in that deck's ``codes``, so
tables indexed by card are plain tuples and sets of cards are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NewType

Card = NewType("Card", int)
"""A card, as its index in a deck; or `UNKNOWN`."""

UNKNOWN: Final = Card(-1)
"""A card that is there, but whose face the viewer may not know. It is a value, not an absence."""


CardName = NewType("CardName", Card)
"""A card that is only named, such as one that a hand waits for; it need not be in sight."""


SUITS: Final = {
    "swords": "E",
    "batons": "B",
    "coins": "O",
    "cups": "C",
    "spades": "S",
    "hearts": "H",
    "diamonds": "D",
    "clubs": "C",
    "acorns": "A",
    "leaves": "L",
    "bells": "N",
    "red": "R",
    "yellow": "Y",
    "green": "G",
    "blue": "B",
    "black": "K",
    "trumps": "T",
    "joker": "X",
}
"""The suits that cards can have, with the letter that ends the code of such a card."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one kind of pack.

    Attributes:
        name: ``"spanish"``, ``"french"``, or another name for another deck.
        codes: the code of every card; a card is an index into it. It ends with its suit's letter.
        suits: the names of its suits (`SUITS`).
    """

    name: str
    codes: tuple[str, ...]
    suits: tuple[str, ...] = ()
    _index: dict[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = {code: Card(i) for i, code in enumerate(self.codes)}
        object.__setattr__(self, "_index", index)

    def card(self, code: str) -> Card:
        """Return the card with that code.

        >>> SPANISH.code(SPANISH.card("7E"))
        '7E'

        Raises:
            KeyError: no card of this deck has that code.
        """
        return self._index[code]

    def cards(self, codes: Iterable[str]) -> tuple[Card, ...]:
        """Return the cards with those codes, in the same order.

        Raises:
            KeyError: no card of this deck has one of the codes.
        """
        return tuple(self._index[code] for code in codes)

    def code(self, card: Card) -> str:
        """Return the code of a card, ``"??"`` for `UNKNOWN`."""
        return "??" if card == UNKNOWN else self.codes[card]

    def face(self, card: Card) -> tuple[str, str]:
        """Return the rank and the suit of a card.

        >>> SPANISH.face(SPANISH.card("7E"))
        ('7', 'swords')
        """
        code = self.codes[card]
        return code[:-1], next(each for each in self.suits if SUITS[each] == code[-1])

    def sorted_codes(self, cards: Iterable[Card]) -> list[str]:
        """Return the codes of the cards sorted as text (``10C`` before ``5C``)."""
        return sorted(self.code(card) for card in cards)


SPANISH: Final = Deck(
    "spanish",
    tuple(f"{number}{suit}" for suit in "EBOC" for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)),
    ("swords", "batons", "coins", "cups"),
)
"""Forty cards, by suit (espadas, bastos, oros, copas), each 1–7, 10, 11, 12."""

FRENCH: Final = Deck(
    "french",
    (*[f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"], "XX"),
    ("spades", "hearts", "diamonds", "clubs", "joker"),
)
"""Fifty-two cards, by suit (spades, hearts, diamonds, clubs), each ace to king; and the joker."""


def deck_of(
    name: str, suits: Sequence[str], ranks: Sequence[str], also: Sequence[str] = ()
) -> Deck:
    """Return a deck of your own: every suit with every rank, and then what there is also.

    >>> deck_of("colours", ["red", "blue"], ["1", "+2"], also=["WK"]).codes
    ('1R', '+2R', '1B', '+2B', 'WK')

    Args:
        name: what it is called; not ``"spanish"`` or ``"french"``.
        suits: its suits, out of `SUITS`; no two with the same letter.
        ranks: its ranks, each of one to three digits, capital letters and signs out of ``+-*``.
        also: codes of other cards, such as ``"XX"`` for a joker; their suits count as well.

    Raises:
        ValueError: a code of `also` ends with the letter of no suit.
    """
    codes = [f"{rank}{SUITS[suit]}" for suit in suits for rank in ranks]
    letters = {SUITS[suit] for suit in suits}
    more = {code[-1] for code in also} - letters
    if unknown := more - {*SUITS.values()}:
        raise ValueError(f"also: a code ends with the letter of a suit, and {unknown} are none")
    others = [next(suit for suit in SUITS if SUITS[suit] == letter) for letter in sorted(more)]
    return Deck(name, (*codes, *also), (*suits, *others))


JOKER: Final = FRENCH.card("XX")
"""The joker, which only some games and some tables have."""

DECKS: Final[Sequence[Deck]] = (SPANISH, FRENCH)
