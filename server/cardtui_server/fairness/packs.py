"""What follows from the key of a match: how packs are shuffled (`shuffled`) or riffled
(`riffled`), who deals first (`first_dealer`), and the chance by which bots decide (`bot_seed`).

Pack number *k* of a match is a Fisher–Yates shuffle, driven by a stream of bits that is keyed with
the match's key and *k*. So a record can later prove which packs the key gave; how the key is found,
`commitments` says.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence

from cardtui_engine.bits import riffle
from cardtui_engine.cards import Card

PackOf = Callable[[bytes, int, Sequence[Card]], tuple[Card, ...]]
"""Returns the pack of those cards that follows from a key and a number."""


class Stream:
    """A stream of bits: HMAC-SHA-512 of a label, a number and a counter, under a key."""

    def __init__(self, key: bytes, label: str, number: int) -> None:
        self._key = key
        self._prefix = label.encode() + b"\x00" + number.to_bytes(8, "big")
        self._counter = 0
        self._block = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._block) < count:
            message = self._prefix + self._counter.to_bytes(8, "big")
            self._block += hmac.digest(self._key, message, "sha512")
            self._counter += 1
        taken, self._block = self._block[:count], self._block[count:]
        return taken

    def word(self) -> int:
        """Return the next 64 bits as a number."""
        return int.from_bytes(self._bytes(8), "big")

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each equally likely.

        As many bits as ``bound - 1`` has are drawn, again and again, until they make a number below
        the bound. No remainder is taken, so no number is favoured.
        """
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        mask = (1 << bits) - 1
        while (value := int.from_bytes(self._bytes(size), "big") & mask) >= bound:
            pass
        return value


def shuffled(
    key: bytes, number: int, cards: Sequence[Card], label: str = "pack"
) -> tuple[Card, ...]:
    """Return pack number ``number`` of the match with that key, top first."""
    pack = list(cards)
    stream = Stream(key, label, number)
    for last in range(len(pack) - 1, 0, -1):
        other = stream.below(last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return tuple(pack)


def riffled(key: bytes, number: int, gathered: Sequence[Card]) -> tuple[Card, ...]:
    """Return pack number ``number`` as the previous hand's pack, riffled once."""
    stream = Stream(key, "riffle", number)
    return riffle(gathered, [stream.below(2) for _ in gathered])


def drawn(key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the pack for draw number ``number`` for high card, top first."""
    return shuffled(key, number, cards, "high card")


def first_dealer(pack_of: PackOf, key: bytes, seats: int) -> int:
    """Return the seat that deals first, by lot: pack number 0."""
    return pack_of(key, 0, [Card(seat) for seat in range(seats)])[0]


def bot_seed(key: bytes, seat: int, moves: int) -> int:
    """Return the seed for a bot's decision in that seat, after so many moves of the match."""
    return Stream(key, f"bot {seat}", moves).word()
