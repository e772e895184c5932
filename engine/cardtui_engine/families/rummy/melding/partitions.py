"""Partitions: every way to lay a whole hand in melds, where `search` wants but one.

Melds are given as `candidates` finds them, and told as cards: which copy of a card lies where
makes no difference.
"""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.melding.masks import BIT, FIRST_COPIES, mask_cards
from cardtui_engine.families.rummy.melding.search import by_lowest, without

Laid = tuple[tuple[Card, ...], ...]
"""Melds that share no card: the cards of each and the melds are sorted."""


def partitions(melds: list[int], lacking: list[int], hand: int, jokers: int) -> tuple[Laid, ...]:
    """Return every way to meld the whole hand, each once, sorted.

    Args:
        melds: in any order.
        lacking: melds that lack a joker.
        hand: the cards without the jokers.
        jokers: the mask of the jokers; all must be melded, one in a meld at most.
    """
    search = _Partitions(melds, lacking)
    search.lay(hand, jokers, ())
    return tuple(sorted(search.found))


class _Partitions:
    """A search for all choices of melds that leave no card."""

    def __init__(self, melds: list[int], lacking: list[int]) -> None:
        self.found: set[Laid] = set()
        self._melds = by_lowest(melds)
        self._lacking = by_lowest(lacking)

    def lay(self, rest: int, jokers: int, laid: Laid) -> None:
        """Meld the lowest card that is left, in every way there is."""
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
