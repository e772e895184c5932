"""Laying: the domain of the melds that a player who goes out may name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.domains import Cards, Domain, Given, RandomBits
from cardtui_engine.families.rummy.cards.declaring import GoingOut, thrown_cards
from cardtui_engine.families.rummy.cards.play import without
from cardtui_engine.families.rummy.melding.masks import hand_mask
from cardtui_engine.families.rummy.melding.melder import Arrangement, Melder
from cardtui_engine.families.rummy.melding.search import Laid


class Melds(NamedTuple):
    """The melds of a hand that goes out: they hold all cards except the one thrown.

    Melds that differ only in order are the same: they are listed once, and accepted in any order.

    Attributes:
        field: the field of `Action`.
        cards: the ten cards.
        melder: finds the melds; ``None`` if it makes no difference which are named: then none are
            listed.
        going_out: how the game lets the hand go out.
        claimed: a card that must be in a meld (PP-44).
        thrown: the card thrown, if it is known.
        optional: always true: melds that are left out are found.
    """

    field: str
    cards: tuple[Card, ...]
    melder: Melder | None
    going_out: GoingOut
    claimed: Card | None = None
    thrown: Card | None = None
    optional: bool = True

    def after(self, given: Given, /) -> Melds:
        """See `Domain.after`: the melds depend on which card is thrown."""
        return self._replace(thrown=given.get("discard"))

    def values(self) -> Iterator[Laid]:
        """See `Domain.values`."""
        if self.melder is None:
            return
        for hand in self._hands():
            for laid in self.melder.partitions(hand_mask(hand)):
                if self._holds_claimed(laid):
                    yield laid

    def size(self) -> int:
        """See `Domain.size`."""
        return sum([1 for _ in self.values()])

    def has(self, value: Any) -> bool:
        """See `Domain.has`."""
        if type(value) is not tuple or any(type(meld) is not tuple for meld in value):
            return False
        named = [card for meld in value for card in meld]
        if any(type(card) is not int for card in named):
            return False
        melder = self.melder
        if melder is None:
            return all(card in self.cards for card in named)
        named.sort()
        return (
            any(named == sorted(hand) for hand in self._hands())
            and all(melder.is_meld(hand_mask(meld)) for meld in value)
            and self._holds_claimed(value)
        )

    def draw(self, bits: RandomBits, /) -> Laid:
        """See `Domain.draw`."""
        values = [*self.values()]
        return values[bits.below(len(values))]

    def _hands(self) -> Iterator[tuple[Card, ...]]:
        """Yield every set of cards that may be melded."""
        if self.thrown is not None:
            if self.thrown in self.cards:
                yield without(self.cards, self.thrown)
            return
        if self.going_out.ten:
            yield self.cards
        if self.going_out.unnamed:
            for card in sorted(set(self.cards)):
                yield without(self.cards, card)

    def _holds_claimed(self, laid: Laid) -> bool:
        return self.claimed is None or any(self.claimed in meld for meld in laid)


def declaration(
    melder: Melder,
    going_out: GoingOut,
    cards: tuple[Card, ...],
    ways: dict[Card | None, Arrangement],
    claimed: Card | None = None,
    *,
    price: int | None = None,
) -> tuple[Domain, ...]:
    """Return the domains of the discard and the melds, for ten cards that go out in those ways.

    Args:
        going_out: how the game lets the hand go out.
        cards: the ten cards.
        claimed: a card that must be in a meld (PP-44).
        price: the price if a card is thrown, where that makes a difference.
    """
    optional = going_out.unnamed or None in ways
    return (
        Cards("discard", thrown_cards(ways), optional, price),
        Melds("melds", cards, melder, going_out, claimed),
    )


def vain_declaration(going_out: GoingOut, cards: tuple[Card, ...]) -> tuple[Domain, ...]:
    """Return the domains of the discard and the melds, for ten cards that cannot go out at all."""
    return (
        Cards("discard", tuple(sorted(set(cards))), optional=True),
        Melds("melds", cards, None, going_out),
    )
