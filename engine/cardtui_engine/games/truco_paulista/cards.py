"""Which four cards are above all others (`Manilhas`), and how they rank by `_MANILHA_SUITS`.
Also the packs (`manilhas_of`): the clean one has `_CLEAN_RANKS`.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from cardtui_engine.cards import FRENCH, Card, CardName
from cardtui_engine.families.truco.brazilian.cards import (
    OLD_MANILHAS,
    PACK,
    RANKS,
    strengths_with,
)

_CLEAN_RANKS: Final = "QJKA23"
"""The ranks of the clean pack, from the lowest to the highest (TP-01)."""

_MANILHA_SUITS: Final = "DSHC"
"""The suits of the manilhas, the highest last (TP-04)."""

_Strength = tuple[int, ...]


class Manilhas(NamedTuple):
    """A pack, and what its manilhas follow from.

    Attributes:
        pack: its cards.
        ranks: its ranks, from the lowest to the highest.
        fixed: whether the manilhas are always the same, and no card is turned up.
    """

    pack: tuple[Card, ...]
    ranks: str
    fixed: bool

    def rank(self, flip: Card | None) -> str | None:
        """Return the rank of the manilhas that a card turned up makes (TP-03)."""
        if flip is None:
            return None
        at = self.ranks.index(FRENCH.code(flip)[0])
        return self.ranks[(at + 1) % len(self.ranks)]

    def strength(self, flip: Card | None) -> _Strength:
        """Return by card how high it is: the manilhas 14 to 11, then 10 down to 1 (TP-02)."""
        return _strength(self.rank(flip))

    def highest(self, rank: str | None) -> tuple[CardName, ...]:
        """Return the manilhas of that rank, the highest first; empty before one is known."""
        if rank is None and not self.fixed:
            return ()
        return _highest(rank)


@cache
def manilhas_of(*, clean: bool, fixed: bool) -> Manilhas:
    """Return the pack of a table (TP-01, TP-05).

    >>> [len(manilhas_of(clean=True, fixed=fixed).pack) for fixed in (False, True)]
    [24, 27]
    """
    if not clean:
        return Manilhas(PACK, RANKS, fixed)
    kept = OLD_MANILHAS if fixed else ()
    pack = [card for card in PACK if (code := FRENCH.code(card))[0] in _CLEAN_RANKS or code in kept]
    return Manilhas(tuple(pack), _CLEAN_RANKS, fixed)


@cache
def _strength(rank: str | None) -> _Strength:
    """Return the heights of the cards with those manilhas; ``None`` for the old ones."""
    return strengths_with(_codes(rank))


@cache
def _highest(rank: str | None) -> tuple[CardName, ...]:
    return tuple([CardName(FRENCH.card(code)) for code in reversed(_codes(rank))])


def _codes(rank: str | None) -> tuple[str, ...]:
    """Return the manilhas of that rank, the highest last; ``None`` for the old ones."""
    return OLD_MANILHAS if rank is None else tuple([rank + suit for suit in _MANILHA_SUITS])
