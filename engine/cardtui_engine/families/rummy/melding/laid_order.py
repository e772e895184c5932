"""The order in which people lay a meld: by rank, with a wild card in the gap that it fills."""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.melding.masks import RANKS


def laid_order(cards: tuple[Card, ...], trumps: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """Return the cards of a meld as people lay them; cards that are not a meld are unchanged.

    >>> from cardtui_engine.cards import FRENCH
    >>> laid = laid_order(FRENCH.cards(["6S", "8H", "TH", "JH"]), FRENCH.cards(["6S", "6H"]))
    >>> " ".join(map(FRENCH.code, laid))
    '8H 6S TH JH'

    Args:
        cards: the cards, two copies of one perhaps.
        trumps: the cards that may be wild. At most one of them stands for another card; a trump
            that fits in its own place lies there.
    """
    found = _group_or_sequence(cards, None)
    for place, card in enumerate(cards):
        if found is None and card in trumps:
            found = _group_or_sequence((*cards[:place], *cards[place + 1 :]), card)
    return cards if found is None else found


def _group_or_sequence(own: tuple[Card, ...], wild: Card | None) -> tuple[Card, ...] | None:
    """Return the cards with the wild one in its place; ``None`` if they are not a meld."""
    jokers = () if wild is None else (wild,)
    if len({card % RANKS for card in own}) == 1:
        return (*own, *jokers)
    if len({card // RANKS for card in own}) > 1:
        return None
    length = len(own) + len(jokers)
    for ace in (0, RANKS):  # the ace is below the two, or above the king
        held = {card % RANKS or ace: card for card in own}
        first, last = min(held), max(held)
        if len(held) == len(own) and last - first < length:
            top = RANKS + (ace > 0)
            start = min(first, top - length)
            # Without a wild card there is no gap.
            fill = own[0] if wild is None else wild
            return tuple([held.get(rank, fill) for rank in range(start, start + length)])
    return None
