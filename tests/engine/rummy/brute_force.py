"""Melds by brute force: every subset of a hand, judged by the words of the rule sheets.

It shares nothing with the engine but the numbers of the cards, so that it can bear witness.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

Face = tuple[int, int]
"""Rank (0 the ace, 12 the king) and suit."""

FACES = [(rank, suit) for suit in range(4) for rank in range(13)]
JOKER: Face = (0, 4)


class Sheet(NamedTuple):
    """What a rule sheet says of melds."""

    aces_high: bool
    least_suits: int
    most_suits: int
    longest: int
    trumps: frozenset[Face] = frozenset()
    natural: bool = False


def face(card: int) -> Face:
    return card % 13, card // 13


def is_group(cards: Sequence[Face], sheet: Sheet) -> bool:
    if len({rank for rank, _ in cards}) != 1 or not 3 <= len(cards) <= sheet.longest:
        return False
    copies = [sum(suit == each for _, suit in cards) for each in range(4)]
    shown = sum(each > 0 for each in copies)
    return max(copies) <= 2 and sheet.least_suits <= shown <= sheet.most_suits


def is_sequence(cards: Sequence[Face], sheet: Sheet) -> bool:
    ranks = [rank for rank, _ in cards]
    if len(cards) < 3 or len({suit for _, suit in cards}) != 1 or len(set(ranks)) != len(ranks):
        return False
    readings = [ranks]
    if sheet.aces_high:
        readings.append([13 if rank == 0 else rank for rank in ranks])
    return any(max(reading) - min(reading) == len(reading) - 1 for reading in readings)


def is_natural_meld(cards: Sequence[Face], sheet: Sheet) -> bool:
    return is_group(cards, sheet) or is_sequence(cards, sheet)


@lru_cache(maxsize=1 << 17)
def is_meld(cards: tuple[Face, ...], sheet: Sheet) -> bool:
    """Whether the cards, a trump or joker perhaps standing for any other card, are one meld."""
    trumps = [card for card in cards if card in sheet.trumps]
    jokers = cards.count(JOKER)
    if jokers > 1 or (not sheet.natural and len(trumps) + jokers > 1):
        return False
    if jokers:
        trumps = [JOKER]
    elif (sheet.natural or not trumps) and is_natural_meld(cards, sheet):
        return True
    for trump in set(trumps):
        others = list(cards)
        others.remove(trump)
        if any(is_natural_meld([*others, stands_for], sheet) for stands_for in FACES):
            return True
    return False


def melds_in(hand: Sequence[Face], sheet: Sheet) -> list[int]:
    """Every meld in the hand, as a set of places."""
    melds = []
    for places in range(1 << len(hand)):
        if places.bit_count() >= 3:
            cards = [hand[place] for place in range(len(hand)) if places >> place & 1]
            plain = [card for card in cards if card not in sheet.trumps and card != JOKER]
            ranks, suits = {rank for rank, _ in plain}, {suit for _, suit in plain}
            if len(ranks) > 1 and len(suits) > 1:
                continue  # neither of one rank nor of one suit, whatever a trump stands for
            if is_meld(tuple(sorted(cards)), sheet):
                melds.append(places)
    return melds


def partitions(hand: Sequence[Face], sheet: Sheet) -> set[tuple[tuple[Face, ...], ...]]:
    """Every way in which the whole hand lies in melds."""
    melds = melds_in(hand, sheet)
    found = set()

    def lay(left: int, laid: tuple[tuple[Face, ...], ...]) -> None:
        if not left:
            found.add(tuple(sorted(laid)))
        for meld in melds:
            if meld & left == meld and meld & left & -left:
                cards = [hand[place] for place in range(len(hand)) if meld >> place & 1]
                lay(left ^ meld, (*laid, tuple(sorted(cards))))

    lay((1 << len(hand)) - 1, ())
    return found


def arrangements(hand: Sequence[Face], sheet: Sheet) -> dict[int, int]:
    """By set of places in the hand that can be melded: with how few melds."""
    melds = melds_in(hand, sheet)
    fewest = {0: 0}
    newest = [0]
    while newest:
        found = []
        for laid in newest:
            for meld in melds:
                if not laid & meld and laid | meld not in fewest:
                    fewest[laid | meld] = fewest[laid] + 1
                    found.append(laid | meld)
        newest = found
    return fewest


class Answers(NamedTuple):
    """What brute force finds: ways out by the card thrown, the most melded, with how few melds."""

    out: dict[Face | None, int]
    most: int
    fewest: int


def answers(hand: Sequence[Face], sheet: Sheet) -> Answers:
    """Answer the questions that the engine's solver answers."""
    fewest = arrangements(hand, sheet)
    whole = (1 << len(hand)) - 1
    out: dict[Face | None, int] = {}
    if whole in fewest:
        out[None] = fewest[whole]
    for place, card in enumerate(hand):
        rest = whole ^ 1 << place
        if rest in fewest:
            out[card] = min(fewest[rest], out.get(card, len(hand)))
    most = max(places.bit_count() for places in fewest)
    return Answers(out, most, min(n for each, n in fewest.items() if each.bit_count() == most))
