"""How long a code that makes you the same player on another machine can be used: `CODE_SECONDS`. It
is used once, and has `_CODE_LETTERS` letters.

They are kept in memory alone, as hashes, so a restart makes them void. The servers of a cluster
tell each other of them; at which one a code is used, the store decides (`Sessions.is_first`).
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

from cardtui_server.lobby.cluster import Cluster
from cardtui_server.ports.bus import CodeChanged
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import Dealer

CODE_SECONDS: Final = 600
"""How long a code can be used."""

_CODE_LETTERS: Final = 10
"""Each is one of 31: nobody finds one of 20,000 codes by trying in ten minutes."""

_LONGEST_TYPED: Final = 64

MOST_SEALED_BYTES: Final = 256
"""How many bytes may be kept, sealed, for the machine where a code is used."""


class AccountCode(NamedTuple):
    """What a code is good for.

    Attributes:
        hash: the hash of the code.
        player: the id of the player whom it makes one.
        recovers: whether the player's tokens become void when it is used.
        until: the moment, in seconds of the clock, after which it is void.
        sealed: what the machine that made it has sealed for the other one.
        claim: what tells this use of it from all others; ``""`` if it is not used yet.
    """

    hash: bytes
    player: str
    recovers: bool
    until: float
    sealed: bytes = b""
    claim: str = ""


class AccountCodes:
    """The codes that can be used now: at most one of each kind for a player."""

    def __init__(self, dealer: Dealer, clock: Clock, cluster: Cluster | None = None) -> None:
        """Begin with none.

        Args:
            dealer: the source of codes.
            clock: tells how old they are.
            cluster: the servers where they can be used, too; ``None`` for a lone server.
        """
        self._dealer = dealer
        self._clock = clock
        self._cluster = cluster
        self._by_hash: dict[bytes, AccountCode] = {}
        if cluster is not None:
            cluster.watch_codes(self._hear, self._tell_all)

    def make(self, player: str, *, recovers: bool, sealed: bytes = b"") -> str:
        """Return a fresh code for a player; an earlier one of the same kind becomes void."""
        letters = self._dealer.new_id(_CODE_LETTERS)
        until = self._clock.now() + CODE_SECONDS
        code = AccountCode(_hash(letters), player, recovers, until, sealed)
        self._keep(player, recovers, code)
        self._tell(code)
        half = _CODE_LETTERS // 2
        return f"{letters[:half]}-{letters[half:]}"

    def take(self, typed: str) -> AccountCode | None:
        """Return what a code is good for, and void it; ``None`` if it cannot be used.

        One that recovers voids the player's other code, too: somebody else may have made it.
        """
        found = self._by_hash.get(_hash(typed)) if len(typed) <= _LONGEST_TYPED else None
        if found is None:
            return None
        self._void(found.player, found.recovers)
        if found.until <= self._clock.now():
            return None
        if found.recovers:
            self.forget(found.player)
        return found if found.claim else found._replace(claim=self._dealer.new_id(_CODE_LETTERS))

    def forget(self, player: str) -> None:
        """Void a player's code for another machine; one that recovers stays."""
        self._void(player, recovers=False)

    def put_back(self, code: AccountCode) -> None:
        """Let a code be used after all that was taken."""
        self._by_hash[code.hash] = code

    def _void(self, player: str, recovers: bool) -> None:
        self._keep(player, recovers, None)
        if self._cluster is not None:
            self._cluster.tell_code(CodeChanged(self._cluster.own.server, player, recovers))

    def _keep(self, player: str, recovers: bool, code: AccountCode | None) -> None:
        """Know a player's code of a kind; ``None`` if there is none any more."""
        now = self._clock.now()
        self._by_hash = {
            hash_: each
            for hash_, each in self._by_hash.items()
            if each.until > now and (each.player, each.recovers) != (player, recovers)
        }
        if code is not None:
            self._by_hash[code.hash] = code

    def _tell(self, code: AccountCode) -> None:
        if self._cluster is not None:
            seconds = code.until - self._clock.now()
            own, said = self._cluster.own.server, (code.player, code.recovers, code.hash)
            self._cluster.tell_code(CodeChanged(own, *said, seconds, code.sealed))

    def _tell_all(self) -> None:
        for code in self._by_hash.values():
            self._tell(code)

    def _hear(self, said: CodeChanged) -> None:
        """Know a code as another server does."""
        until = self._clock.now() + min(said.seconds, CODE_SECONDS)
        code = AccountCode(said.hash, said.player, said.recovers, until, said.sealed)
        self._keep(said.player, said.recovers, code if said.hash else None)


def _hash(typed: str) -> bytes:
    """Return the hash of a code, however it is written."""
    letters = "".join(char for char in typed.casefold() if char.isalnum())
    return hashlib.sha256(letters.encode("utf-8", "surrogatepass")).digest()
