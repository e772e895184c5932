"""Random hands for tests of melds: drawn from the pack, and near misses built to nearly meld."""

from collections.abc import Sequence

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.families.rummy.cards.game import PACK
from cardtui_engine.families.rummy.melding.masks import CARDS


def random_hand(bits: Bits, size: int = 10) -> tuple[Card, ...]:
    """Return cards from the top of a shuffled pack."""
    left = list(PACK)
    return tuple([left.pop(bits.below(len(left))) for _ in range(size)])


def near_miss(bits: Bits, trumps: Sequence[Card], size: int = 10) -> tuple[Card, ...]:
    """Return cards most of which come in runs and ranks, some of them trumps."""
    left = list(PACK)
    hand: list[Card] = []

    def take(card: Card) -> None:
        if card in left:
            left.remove(card)
            hand.append(card)

    while len(hand) < size - 2:
        kind = bits.below(20)
        if kind < 9:
            suit, length = bits.below(4), (3, 3, 3, 4, 5)[bits.below(5)]
            low = bits.below(15 - length)
            for place in range(low, low + length):
                take(CARDS[suit * 13 + place % 13])
        elif kind < 18:
            rank = bits.below(13)
            for _ in range((3, 3, 4, 5)[bits.below(4)]):
                take(CARDS[bits.below(4) * 13 + rank])
        else:
            cards = trumps or PACK
            take(cards[bits.below(len(cards))])
    while len(hand) < size:
        take(left[bits.below(len(left))])
    bits.shuffle(hand)
    return tuple(hand[:size])
