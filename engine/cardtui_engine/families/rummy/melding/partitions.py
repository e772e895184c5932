"""Partitions: every way to lay a whole hand in melds; `search` looks for one way only.

Melds come in as `candidates` finds them and are returned as cards, since it makes no difference
which copy of a card lies where.
"""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.melding.masks import BIT, FIRST_COPIES, mask_cards
from cardtui_engine.families.rummy.melding.search import by_lowest, without

Laid = tuple[tuple[Card, ...], ...]
"""Melds that share no card; the melds, and the cards of each, are sorted."""


def partitions(melds: list[int], lacking: list[int], hand: int, jokers: int) -> tuple[Laid, ...]:
    """Return every way to meld the whole hand, each once, sorted.

    Args:
        melds: the melds without a joker, in any order.
        lacking: the melds that need a joker.
        hand: the cards without the jokers.
        jokers: the mask of the jokers; all must be melded, at most one in each meld.
    """
    search = _Partitions(melds, lacking)
    search.lay(hand, jokers, ())
    return tuple(sorted(search.found))


class _Partitions:
    """A search for all choices of melds that use up every card."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.found: set[Laid] = set()
        self._melds = by_lowest(melds)
        self._lacking = by_lowest(lacking)

    def lay(self, rest: int, jokers: int, laid: Laid) -> None:
        """Meld the lowest remaining card in every possible way."""
        if not rest:
            if not jokers:
                self.found.add(tuple(sorted(laid)))
            return
        low = rest & -rest
        for meld in self._melds.get(low, ()):
            if not meld & ~rest:
                self.lay(without(rest, meld), jokers, (*laid, mask_cards(meld)))
        for joker in mask_cards(jokers & FIRST_COPIES):
            left = without(jokers, BIT[joker])
            for meld in self._lacking.get(low, ()):
                if not meld & ~rest:
                    cards = tuple(sorted((*mask_cards(meld), joker)))
                    self.lay(without(rest, meld), left, (*laid, cards))
