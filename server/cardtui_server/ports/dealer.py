"""The door to randomness: secrets, tokens, ids and private codes, packs that follow from a key.

Pack number *k* of a match is a Fisher–Yates shuffle, driven by a stream of bits that is keyed with
the match's key and *k*. So the log can later prove which packs the key gave; how the key is found,
`cardtui_server.ports.commitments` says.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import Final, Protocol

from cardtui_engine.bits import riffle
from cardtui_engine.cards import Card

SECRET_BYTES: Final = 64
"""Enough for two packs of 52 cards, which need 500 bits."""

TOKEN_BYTES: Final = 32
"""The randomness of a player's token, which nobody may guess."""

TABLE_ID_LETTERS: Final = 6
PLAYER_ID_LETTERS: Final = 16

_ID_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letter that is easily mistaken for another when read aloud."""


class Dealer(Protocol):
    """The source of everything that nobody may foresee."""

    def secret(self) -> bytes:
        """Return a fresh secret for a match."""

    def token(self) -> str:
        """Return a fresh token for a player."""

    def new_id(self, length: int) -> str:
        """Return a fresh id of ``length`` letters that are easy to read aloud."""

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return pack number ``number`` of the match with that key, top first."""

    def draw(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return the pack, top first, for draw number ``number`` for high card."""


class SystemDealer:
    """Draws from the machine's source of secrets."""

    def secret(self) -> bytes:
        """See `Dealer.secret`."""
        return secrets.token_bytes(SECRET_BYTES)

    def token(self) -> str:
        """See `Dealer.token`."""
        return secrets.token_urlsafe(TOKEN_BYTES)

    def new_id(self, length: int) -> str:
        """See `Dealer.new_id`."""
        return "".join(secrets.choice(_ID_ALPHABET) for _ in range(length))

    def pack(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """See `Dealer.pack`."""
        return shuffled(key, number, cards)

    def draw(self, key: bytes, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        """See `Dealer.draw`."""
        return shuffled(key, number, cards, "high card")


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


def first_dealer(dealer: Dealer, key: bytes, seats: int) -> int:
    """Return the seat that deals first, by lot: pack number 0."""
    return dealer.pack(key, 0, [Card(seat) for seat in range(seats)])[0]


def bot_seed(key: bytes, seat: int, moves: int) -> int:
    """Return the seed for a bot's decision in that seat, after so many moves of the match."""
    return Stream(key, f"bot {seat}", moves).word()
