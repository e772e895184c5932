"""How long the code can be used that makes you the same player on another machine: `CODE_SECONDS`.
It is used once, and has `_LETTERS` letters.

They are kept in memory alone, as hashes, so a restart makes them void.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import Dealer

CODE_SECONDS: Final = 600
"""How long a code can be used."""

_LETTERS: Final = 10
"""Each is one of 31: nobody finds one of 20,000 codes by trying in ten minutes."""

_LONGEST: Final = 64

MOST_SEALED: Final = 256
"""How many bytes may be kept, sealed, for the machine where a code is used."""


class AccountCode(NamedTuple):
    """What a code is good for.

    Attributes:
        player: the id of the player whom it makes one.
        recovers: whether the player's tokens become void when it is used.
        until: the moment, in seconds of the clock, after which it is void.
        sealed: what the machine that made it has sealed for the other one.
    """

    player: str
    recovers: bool
    until: float
    sealed: bytes = b""


class AccountCodes:
    """The codes that can be used now: at most one of each kind for a player."""

    def __init__(self, dealer: Dealer, clock: Clock) -> None:
        self._dealer = dealer
        self._clock = clock
        self._by_hash: dict[bytes, AccountCode] = {}

    def make(self, player: str, *, recovers: bool, sealed: bytes = b"") -> str:
        """Return a fresh code for a player; an earlier one of the same kind becomes void."""
        now = self._clock.now()
        self._by_hash = {
            hash_: each
            for hash_, each in self._by_hash.items()
            if each.until > now and (each.player, each.recovers) != (player, recovers)
        }
        letters = self._dealer.new_id(_LETTERS)
        self._by_hash[_hash(letters)] = AccountCode(player, recovers, now + CODE_SECONDS, sealed)
        half = _LETTERS // 2
        return f"{letters[:half]}-{letters[half:]}"

    def take(self, typed: str) -> AccountCode | None:
        """Return what a code is good for, and void it; ``None`` if it cannot be used.

        One that recovers voids the player's other code, too: somebody else may have made it.
        """
        found = self._by_hash.pop(_hash(typed), None) if len(typed) <= _LONGEST else None
        if found is None or found.until <= self._clock.now():
            return None
        if found.recovers:
            self._by_hash = {
                hash_: each for hash_, each in self._by_hash.items() if each.player != found.player
            }
        return found

    def forget(self, player: str) -> None:
        """Void a player's code for another machine; one that recovers stays."""
        self._by_hash = {
            hash_: each
            for hash_, each in self._by_hash.items()
            if each.player != player or each.recovers
        }

    def put_back(self, typed: str, code: AccountCode) -> None:
        """Let a code be used after all that was taken."""
        self._by_hash[_hash(typed)] = code


def _hash(typed: str) -> bytes:
    """Return the hash of a code, however it is written."""
    letters = "".join(char for char in typed.casefold() if char.isalnum())
    return hashlib.sha256(letters.encode("utf-8", "surrogatepass")).digest()
