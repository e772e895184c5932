"""What the solved table says: how often each word is said with such cards, and why. From which
first card on its seat, and so a hard bot, enters: `LEAST_RANK_TO_OPEN`, `LEAST_RANK_TO_JOIN` (other
levels: `deciding`); with which cards a bot folds, whatever the table says: `_HOPELESS_CHANCE`.

The table is for two seats that have both put in the first chip. `tools/cacho` solves it and writes
`solved.bin`; docs/bots.md says how well it plays.

All numbers of the file are little-endian. It begins with how many stacks are solved (u16), then for
each of them whether a pass may be a check (u8), the stack (u16) and how many bytes its table has
(u32). The tables follow in the same order, each first of the elder, then of the younger, as `_Seat`
takes them: how often two cards bet (u8: rows x 36), what a pass and a bet bring (i16: rows x 36 x
2), where rows are 1 for the elder and 2 for the younger; and two third rounds, as `_Round` takes
them (u8).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from struct import calcsize, iter_unpack, unpack_from
from typing import Final, NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.games.cacho.bot.odds import STRENGTHS, chance_of_place
from cardtui_engine.games.cacho.bot.sizes import PASS, Spot, answered, spots, words
from cardtui_engine.games.cacho.options import PAID_BEFORE_ROUND
from cardtui_engine.games.cacho.ranking import card_rank
from cardtui_engine.resource import read as read_resource

SHA256: Final = "99a1cd8dc648d4ca3b8db9293b00f37d4896195338cc70aca05f25baa79593ff"
"""The hash of the file."""

COUNT_FORMAT: Final = "<H"
ENTRY_FORMAT: Final = "<?HI"
"""How the file says how many tables it has, and what it says of each of them."""

PAIRS: Final = 36
"""How many kinds of two cards there are."""

ALWAYS_BYTE: Final = 255
"""The byte that stands for always, or for surely."""

UNITS_PER_CHIP: Final = 256
"""What a chip is in the values of the second round."""

CARRIED_POTS: Final = (2 * PAID_BEFORE_ROUND[1], 2 * PAID_BEFORE_ROUND[2])
"""The pot before the third round if both have passed the second (CC-13), and if both have bet."""

LEAST_RANK_TO_OPEN: Final = 4.0
LEAST_RANK_TO_JOIN: Final = 4.5
"""The least first card with which the table's seat enters, before and after the other has: 4.5 is
a five, and a four half the time."""

_HOPELESS_CHANCE: Final = 0.04
"""Cards that beat fewer of all others call nothing: a three at most, of three suits."""

_STRENGTH_COUNT: Final = len(STRENGTHS)
_SUIT_SIZE: Final = 13
_RANKS: Final = 6


class Second(NamedTuple):
    """What the table knows of two cards in the second round.

    Attributes:
        bets: how often it bets.
        passing: what a pass brings until the hand ends, less what the other gets, in chips.
        betting: what a bet brings.
    """

    bets: float
    passing: float
    betting: float


class Third(NamedTuple):
    """What the table knows of three cards in the third round.

    Attributes:
        mix: how often it says each word: `PASS`, or what it has put in then.
        chance: the chance to win against what the other seat holds there.
        folds: by word, the chance that the other passes.
    """

    mix: Mapping[int, float]
    chance: float
    folds: Mapping[int, float]


class _Round:
    """The third round for one seat, after one way of betting before it.

    Args:
        carried: the pot when the round began.
        cap: the most that may be bet.
        elder: whether the seat speaks first.
        check: whether a pass with no bet made is a check.
        data: by spot and word and strength, how often it is said; by spot and strength, the chance
            to win; by spot and word, the chance that the other passes. Takes what it needs.
    """

    def __init__(self, carried: int, cap: int, data: bytes, *, elder: bool, check: bool) -> None:
        self._carried, self._cap = carried, cap
        self._spots = {
            spot: tuple(words(carried, cap, spot, check=check))
            for spot in (spots(carried, cap, elder=elder, check=check) if cap else ())
        }
        slots = sum(map(len, self._spots.values()))
        self._places: dict[Spot, tuple[int, int]] = {}
        slot = 0
        for number, (spot, said) in enumerate(self._spots.items()):
            self._places[spot] = number, slot
            slot += len(said)
        ends = slots * _STRENGTH_COUNT, (slots + len(self._spots)) * _STRENGTH_COUNT
        self.length = ends[1] + slots
        self._often, self._chance, self._folds = (
            data[: ends[0]],
            data[ends[0] : ends[1]],
            data[ends[1] : self.length],
        )
        self._owns = sorted({spot.own for spot in self._spots})

    def knows(self, own: int) -> bool:
        """Return whether the table answers a bet over such a one of the seat's own."""
        return self._owns[-1] > 0 if own else Spot(0, self._cap) in self._places

    def _at(self, spot: Spot, strength: int) -> Third:
        """Return what the table says in a spot that it knows."""
        number, slot = self._places[spot]
        said = self._spots[spot]
        return Third(
            {
                word: self._often[(slot + place) * _STRENGTH_COUNT + strength] / ALWAYS_BYTE
                for place, word in enumerate(said)
            },
            self._chance[number * _STRENGTH_COUNT + strength] / ALWAYS_BYTE,
            {word: self._folds[slot + place] / ALWAYS_BYTE for place, word in enumerate(said)},
        )

    def say(self, own: int, other: int, strength: int, carried: int, cap: int) -> Third:
        """Return what to say, whatever has been bet, with a pot and a cap near the table's.

        A bet between two that the table knows is taken for either of them, each as often as leaves
        a bluff of that size as little to gain as one of theirs.
        """
        scale = self._carried / carried
        mine = 0
        if own:
            mine = min(self._owns[1:] or [0], key=lambda each: abs(each - own * scale))
        if not other:
            return self._told(self._at(Spot(0, 0), strength), 0, 0, scale, cap)
        known = answered(self._cap, mine)
        size = min(max(other * scale, known[0]), known[-1])
        above = bisect_left(known, size)
        high = known[-1 if other >= cap else above]
        if size == high or other >= cap:
            return self._told(self._at(Spot(mine, high), strength), high, other, scale, cap)
        low = known[above - 1]
        pot = self._carried + 2 * mine
        part = (high - size) * (pot + low - mine) / ((high - low) * (pot + size - mine))
        one, two = (
            self._told(self._at(Spot(mine, each), strength), each, other, scale, cap)
            for each in (low, high)
        )
        return Third(
            {
                word: part * one.mix.get(word, 0.0) + (1 - part) * two.mix.get(word, 0.0)
                for word in (*one.mix, *[word for word in two.mix if word not in one.mix])
            },
            part * one.chance + (1 - part) * two.chance,
            {**two.folds, **one.folds},
        )

    def _told(self, third: Third, called: int, other: int, scale: float, cap: int) -> Third:
        """Return the same in the words of the match: its chips, its cap, its last bet."""
        mix: dict[int, float] = {}
        folds: dict[int, float] = {}
        for word, often in third.mix.items():
            if word == PASS:
                real = PASS
            elif word == called:
                real = other
            elif word == self._cap:
                real = cap
            else:
                # A raise that is none over this bet is a call.
                real = min(max(round(word / scale), other), cap)
            mix[real] = mix.get(real, 0.0) + often
            folds.setdefault(real, third.folds[word])
        return Third(mix, third.chance, folds)


class _Seat:
    """All that the table knows for one seat with one stack."""

    def __init__(self, stack: int, data: bytes, *, elder: bool, check: bool) -> None:
        rows = 1 if elder else 2
        self._bets = data[: rows * PAIRS]
        start = len(self._bets)
        self._values = memoryview(data)[start : start + rows * PAIRS * 4]
        start += rows * PAIRS * 4
        self.rounds = []
        for carried, paid in zip(CARRIED_POTS, PAID_BEFORE_ROUND[1:], strict=True):
            third = _Round(carried, stack - paid, data[start:], elder=elder, check=check)
            start += third.length
            self.rounds.append(third)
        self.length = start

    def second(self, row: int, kind: int) -> Second:
        """Return what it says with two cards."""
        place = row * PAIRS + kind
        value = self._values[place * 4 : place * 4 + 4]
        passing, betting = (
            int.from_bytes(value[part : part + 2], "little", signed=True) / UNITS_PER_CHIP
            for part in (0, 2)
        )
        return Second(self._bets[place] / ALWAYS_BYTE, passing, betting)


def entering(least: float) -> tuple[float, ...]:
    """Return by rank of the first card how often a seat enters whose least card that is."""
    return tuple([min(max(rank + 1 - least, 0.0), 1.0) for rank in range(1, _RANKS + 1)])


def pair_kind(hand: tuple[Card, ...]) -> int:
    """Return the number of the kind of two cards that these are: ranks, and if of one suit."""
    low, high = sorted(map(card_rank, hand))
    if hand[0] // _SUIT_SIZE == hand[1] // _SUIT_SIZE:
        return 21 + (high - 1) * (high - 2) // 2 + low - 1
    return (high - 1) * high // 2 + low - 1


@cache
def tables() -> Mapping[tuple[bool, int], memoryview]:
    """Return the tables as bytes, by whether a pass may be a check, and by stack."""
    return unpacked(read_resource("cardtui_engine.games.cacho.bot", "solved.bin", SHA256))


def unpacked(data: bytes) -> Mapping[tuple[bool, int], memoryview]:
    """Return the tables that such a file holds."""
    (count,) = unpack_from(COUNT_FORMAT, data)
    start = calcsize(COUNT_FORMAT)
    end = start + count * calcsize(ENTRY_FORMAT)
    found: dict[tuple[bool, int], memoryview] = {}
    whole = memoryview(data)
    for check, stack, length in iter_unpack(ENTRY_FORMAT, whole[start:end]):
        found[check, stack] = whole[end : end + length]
        end += length
    return found


@lru_cache(maxsize=2)
def stacks(*, check: bool) -> tuple[int, ...]:
    """Return the stacks that are solved, sorted: chips before the hand of the poorer of two."""
    return tuple(sorted([stack for checks, stack in tables() if checks == check]))


def below(stack: int, *, check: bool) -> int:
    """Return the greatest solved stack that is no greater, or the least one."""
    solved = stacks(check=check)
    return solved[max(bisect_right(solved, stack) - 1, 0)]


@lru_cache(maxsize=64)
def seats(stack: int, *, check: bool) -> Mapping[bool, _Seat]:
    """Return what the table knows for a solved stack, for the elder (true) and the younger."""
    return read(bytes(tables()[check, stack]), stack, check=check)


def read(data: bytes, stack: int, *, check: bool) -> Mapping[bool, _Seat]:
    """Return what the bytes of one stack say: first of the elder, then of the younger."""
    elder = _Seat(stack, data, elder=True, check=check)
    younger = _Seat(stack, data[elder.length :], elder=False, check=check)
    if elder.length + younger.length != len(data):
        raise ValueError(f"a table of {len(data)} bytes is none for a stack of {stack}")
    return {True: elder, False: younger}


def third(
    carried: int, cap: int, own: int, other: int, strength: int, *, elder: bool, check: bool
) -> Third:
    """Return what to say in the third round, with any pot.

    Args:
        carried: the pot when the round began, and what seats put in that have left.
        cap: the most that may be bet.
        own: what the seat has put in during the round.
        other: what the other has put in.
        strength: the place of the cards in `STRENGTHS`.
        elder: whether the seat speaks first.
        check: whether a pass with no bet made is a check.
    """
    none = carried == CARRIED_POTS[0]
    stack = (
        cap + PAID_BEFORE_ROUND[1]
        if none
        else round(cap * CARRIED_POTS[1] / carried) + PAID_BEFORE_ROUND[2]
    )
    # A cap of one chip at least: with a smaller one the smallest table says nothing.
    stack = below(
        max(stack, PAID_BEFORE_ROUND[1] + 1 if none else PAID_BEFORE_ROUND[2] + 1), check=check
    )
    both = seats(stack, check=check)
    table = both[elder].rounds[not none]
    if other and not table.knows(own):
        # Of three or four, one has bet and left; or the cap was less when this seat bet.
        table, own = both[False].rounds[not none], 0
    told = table.say(own, other, strength, carried, cap)
    if other and chance_of_place(strength) < _HOPELESS_CHANCE:
        # Solving hardly ever comes here with such cards, and has not learnt that a call is lost.
        mix = {word: often for word, often in told.mix.items() if word != other}
        mix[PASS] = mix.get(PASS, 0.0) + told.mix.get(other, 0.0)
        return told._replace(mix=mix)
    return told
