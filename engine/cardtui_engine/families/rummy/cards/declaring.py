"""The melds with which a hand goes out, found or checked: why they are refused, which card is
thrown if none is named (`declare`), and in which order the cards of a meld lie (`laid_order`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, JOKER, Card
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import RANKS, hand_mask, mask_cards
from cardtui_engine.families.rummy.melding.melder import Arrangement, Melder
from cardtui_engine.refusals import Code, IllegalAction
from cardtui_engine.shared_refusals import no_such_card


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


Cards = tuple[Card, ...]


class Declared(NamedTuple):
    """The melds of a hand that goes out, sorted by code, and the card thrown, if any."""

    melds: tuple[Cards, ...]
    thrown: Card | None

    @property
    def cards(self) -> int:
        """The number of melded cards."""
        return sum([len(meld) for meld in self.melds])

    def laid(self, trumps: Cards = ()) -> Declared:
        """Return the declaration with its melds in the order in which people lay them, to show."""
        return self._replace(melds=tuple([laid_order(meld, trumps) for meld in self.melds]))


class GoingOut(NamedTuple):
    """How a game lets a hand of ten cards go out.

    Attributes:
        clause: the clause of its sheet.
        ten: whether all ten may be melded.
        unnamed: whether nine may be melded without naming the card thrown.
    """

    clause: str
    ten: bool
    unnamed: bool


@lru_cache(maxsize=256)
def melder_for(form: Form, trumps: Cards = (), *, natural: bool = False, jokers: int = 0) -> Melder:
    """Return the melder for those rules; equal arguments give the same one.

    Args:
        form: which melds are allowed.
        trumps: the wild cards besides jokers.
        natural: as for `Melder`.
        jokers: how many jokers the pack has; they are wild, too.
    """
    wild = (*trumps, JOKER) if jokers and JOKER not in trumps else trumps
    return Melder(form, wild, natural=natural, jokers=jokers)


@lru_cache(maxsize=4096)
def best_melds(melder: Melder, hand: Cards) -> tuple[Cards, ...]:
    """Return the arrangement to show: it melds as much as possible, in the order of laying."""
    melds = _by_code(melder.best(hand_mask(hand)))
    return tuple([laid_order(meld, melder.trumps) for meld in melds])


@lru_cache(maxsize=4096)
def completing(melder: Melder, hand: Cards) -> Cards:
    """Return the cards that would each let a hand of nine go out."""
    return melder.completing(hand_mask(hand))


def ways_out(
    melder: Melder, going_out: GoingOut, cards: Cards, claimed: Card | None = None
) -> dict[Card | None, Arrangement]:
    """Return how ten cards can go out: arrangements by the card thrown, ``None`` for none.

    Args:
        going_out: how the game lets a hand go out.
        cards: the ten cards.
        claimed: a card that must be melded (PP-44).
    """
    ways = melder.out(hand_mask(cards))
    if not going_out.ten:
        ways.pop(None, None)
    # One meld with that code is enough: of two copies, one may be thrown.
    if claimed is not None and cards.count(claimed) == 1:
        ways.pop(claimed, None)
    return ways


def thrown_cards(ways: Iterable[Card | None]) -> Cards:
    """Return the cards that can be thrown to go out with nine, in the order of the deck."""
    return tuple(sorted([card for card in ways if card is not None]))


def declare(
    melder: Melder, going_out: GoingOut, cards: Cards, action: Action, claimed: Card | None = None
) -> Declared:
    """Return what the action lays down of the ten cards.

    Raises:
        IllegalAction: ``no_such_card`` if it names a card that is not among the ten; ``bad_meld``
            if they do not go out, or not as declared.
    """
    check_named(action, cards, going_out.clause)
    if action.melds is not None:
        return _checked(melder, going_out, cards, action, claimed)
    ways = ways_out(melder, going_out, cards, claimed)
    if action.discard is not None:
        thrown: Card | None = action.discard
    elif None in ways or not going_out.unnamed:
        thrown = None
    else:
        thrown = min(thrown_cards(ways), key=lambda card: len(ways[card]), default=None)
    if thrown not in ways:
        raise _no_way(going_out, thrown)
    return Declared(_by_code(ways[thrown]), thrown)


def check_named(action: Action, cards: Cards, clause: str) -> None:
    """Refuse an action that names a card which is not among the given ones."""
    named = [card for meld in action.melds or () for card in meld]
    for card in named if action.discard is None else (action.discard, *named):
        if card not in cards:
            raise no_such_card(card, FRENCH, clause)


def _checked(
    melder: Melder, going_out: GoingOut, cards: Cards, action: Action, claimed: Card | None
) -> Declared:
    """Return the melds and the discard that the action names, or refuse it."""
    assert action.melds is not None
    left = Counter(cards)
    left.subtract([card for meld in action.melds for card in meld])
    if action.discard is not None:
        left[action.discard] -= 1
    if min(left.values()) < 0:
        raise _bad_meld("A card lies in one meld, or is discarded: name each card once.", going_out)
    for meld in action.melds:
        if not melder.is_meld(hand_mask(meld)):
            codes = " ".join(FRENCH.sorted_codes(meld))
            raise _bad_meld(
                "{cards} is not a meld here: put other cards together, or play on.",
                going_out,
                cards=codes,
            )
    over = list(left.elements())
    thrown = action.discard
    if thrown is None and going_out.unnamed and len(over) == 1:
        thrown = over.pop()
    if over:
        raise _bad_meld(
            "All cards but the one you discard must lie in melds: name others, or play on.",
            going_out,
        )
    if thrown is None and not going_out.ten:
        raise _bad_meld("One card is always discarded: name nine cards in melds.", going_out)
    if claimed is not None and not any(claimed in meld for meld in action.melds):
        raise _bad_meld(
            "The card you claim must lie in one of the melds: name one with it.", going_out
        )
    melds = sorted([FRENCH.sorted_codes(meld) for meld in action.melds])
    return Declared(tuple([FRENCH.cards(meld) for meld in melds]), thrown)


def _by_code(arrangement: Arrangement) -> tuple[Cards, ...]:
    melds = sorted([FRENCH.sorted_codes(mask_cards(meld)) for meld in arrangement])
    return tuple([FRENCH.cards(meld) for meld in melds])


def _no_way(going_out: GoingOut, thrown: Card | None) -> IllegalAction:
    if thrown is None:
        if going_out.ten and not going_out.unnamed:
            return _bad_meld(
                "Your ten cards don’t all lie in melds: name the one you discard, or play on.",
                going_out,
            )
        return _bad_meld("Your cards don’t lie in melds yet: play on.", going_out)
    return _bad_meld(
        "Without {card} the other cards don’t all lie in melds: discard another one, or play on.",
        going_out,
        card=FRENCH.code(thrown),
    )


def _bad_meld(template: str, going_out: GoingOut, **args: object) -> IllegalAction:
    return IllegalAction(Code.BAD_MELD, template, going_out.clause, **args)
