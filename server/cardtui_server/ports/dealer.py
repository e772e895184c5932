"""The door to randomness (`Dealer`): secrets, tokens, ids and private codes, and a match's packs.
How long they are, and of which letters: `TOKEN_BYTES`, `TABLE_ID_LETTERS`, `PLAYER_ID_LETTERS`,
`_ID_ALPHABET`.

The packs are no chance any more: they follow from the key of the match, as `fairness.packs` says.
Tests hand in others.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, Protocol

from cardtui_engine.cards import Card
from cardtui_server.fairness.packs import drawn, shuffled

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
        return drawn(key, number, cards)
