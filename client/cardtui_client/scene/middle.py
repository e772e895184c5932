"""What lies in the middle of the felt, one thing at a time: at least the print of its cloth."""

from __future__ import annotations

from typing import NamedTuple


class Pack(NamedTuple):
    """A pack that is being cut.

    Attributes:
        cards: how many it has.
        at: how many of them lie above the place that is pointed at; 0 for none.
        apart: whether the two halves have parted there.
        under: whether the upper half is on its way under the lower one.
        cuts: the cuts that have been made, in order.
        end: the end it is dealt from: ``top``, ``bottom``; ``""`` while nobody has said.
    """

    cards: int
    at: int = 0
    apart: bool = False
    under: bool = False
    cuts: tuple[int, ...] = ()
    end: str = ""


class Piles(NamedTuple):
    """Stock and discards in the middle.

    Attributes:
        stock: how many cards can be drawn.
        pile: how many discards there are.
        discards: those that lie open, the top one last.
        flip: the card turned up, or ``None``.
        trumps: the wild cards.
        sources: the piles that one may draw from now: ``stock``, ``discards``.
        completes: what is said of a top discard that completes one's own hand; ``""`` where
            it is not.
        pot: the chips that are played for; ``None`` where there are none.
    """

    stock: int
    pile: int
    discards: tuple[int, ...] = ()
    flip: int | None = None
    trumps: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    completes: str = ""
    pot: int | None = None


class Laid(NamedTuple):
    """Cards that lie face up for all, or for partners alone.

    Attributes:
        cards: the cards.
        fresh: how many of them, from the last, have just been laid.
        partner: whether they are the partner's, which only oneself may see.
    """

    cards: tuple[int, ...]
    fresh: int = 0
    partner: bool = False


class Pot(NamedTuple):
    """The chips in the middle.

    Attributes:
        chips: how many.
        cap: what nobody may bet beyond, or ``None``.
    """

    chips: int
    cap: int | None = None


class Target(NamedTuple):
    """What the middle says while cards are laid down by hand.

    Attributes:
        melds: the melds put together so far.
        words: what a click on the middle does, or what has to come first.
        ready: whether it does something.
        note: what is worth knowing beside it, where there is room.
    """

    melds: tuple[tuple[int, ...], ...]
    words: str
    ready: bool
    note: str = ""


class Print(NamedTuple):
    """The cloth itself, with the suits of a deck printed on it.

    Attributes:
        deck: the deck's name; ``""`` for a plain cloth.
    """

    deck: str = ""


Middle = Pack | Piles | Laid | Pot | Target | Print
"""Whatever lies in the middle."""
