"""Sessions: the players that the server knows, by the hashes of their tokens."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.lobby.lookalikes import look
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, Dealer
from cardtui_server.ports.log_store import LogStore, NoRoom, Player
from cardtui_server.safe_text import NAME_CELLS, name_key, numbered, safe_text
from cardtui_server.table.outage import Outage

_LONGEST_TOKEN: Final = 200

_DAY: Final = 24 * 3600 * 1000
"""The milliseconds of a day: how long a name is kept for somebody who has never sat down."""

_LOOKS_LIKE: Final = (
    "The name “{name}” looks like that of another player here, “{theirs}”: choose one that nobody"
    " takes for it."
)


class Sessions:
    """The players that this server knows.

    Attributes:
        online: by player id, how many streams the player has open.
    """

    def __init__(
        self,
        store: LogStore,
        dealer: Dealer,
        seated: Callable[[], set[str]],
        outage: Outage,
        *,
        clock: Clock,
        limits: Limits | None = None,
    ) -> None:
        """Begin with no sessions.

        Args:
            store: keeps the sessions.
            dealer: the source of tokens and ids.
            seated: returns the ids of the players who hold a seat.
            outage: notes whether sessions can be written down.
            clock: tells how long sessions have not been used.
            limits: how many are kept, and for how long.
        """
        self.online: Counter[str] = Counter()
        self._store = store
        self._dealer = dealer
        self._seated = seated
        self._outage = outage
        self._clock = clock
        self._limits = limits or Limits()
        self._by_hash: dict[bytes, Player] = {}
        self._by_id: dict[str, Player] = {}

    async def load(self) -> None:
        """Read the sessions of earlier runs, and forget those that have not been used for long."""
        now = self._clock.wall()
        for player in await self._store.players():
            # An earlier version did not write down when a session was used.
            self._keep(player if player.used else player._replace(used=now, sat=True))
        await self._forget_old(self._limits.players)

    def came(self, player: str) -> None:
        """Count a stream that a player has opened."""
        self.online[player] += 1

    def left(self, player: str) -> None:
        """Stop counting a stream of a player that has ended."""
        self.online[player] -= 1
        if not self.online[player]:
            del self.online[player]

    def find(self, token: str) -> Player | None:
        """Return the player whose token it is, if any."""
        if not token or len(token) > _LONGEST_TOKEN:
            return None
        return self._by_hash.get(_hash(token))

    async def open(self, name: str, token: str) -> tuple[Player, str]:
        """Return the player whose token it is, renamed if a name is given, and the token.

        An unknown token makes a new player: it may come from another server, or from one that has
        lost its data. A name that another player has, who is here or is known here, gets a number.

        Raises:
            Refused: the name has no character that can be shown, or looks like another player's,
                or the session cannot be written down.
        """
        shown = safe_text(name, NAME_CELLS)
        before = self.find(token)
        now = self._clock.wall()
        if before is None:
            if not shown:
                raise Refused(Reason.BAD_REQUEST, "Choose a name that others can read.")
            token = self._dealer.token()
            id_ = self._dealer.new_id(PLAYER_ID_LETTERS)
            player = Player(_hash(token), id_, self._free(shown, ""), now)
            if len(self._by_id) >= self._limits.players:
                await self._forget_old(self._limits.players * 9 // 10)
        else:
            player = before
            if shown and shown != before.name:
                player = player._replace(name=self._free(shown, player.id))
            if abs(now - player.used) >= _DAY:
                player = player._replace(used=now)
        if player != before:
            await self._save(player)
        return player, token

    async def sat_down(self, player_id: str) -> None:
        """Note that a player has had a seat: the name is kept for longer from now on."""
        player = self._by_id.get(player_id)
        if player is not None and not player.sat:
            with suppress(Refused):  # the seat is taken all the same; it is noted another time
                await self._save(player._replace(sat=True))

    async def _save(self, player: Player) -> None:
        """Write a session down.

        Raises:
            Refused: it cannot be written down.
        """
        try:
            await self._store.save_player(player)
        except NoRoom as error:
            raise self._outage.began(error) from error
        self._outage.ended()
        self._keep(player)

    def _keep(self, player: Player) -> None:
        self._by_hash[player.token_hash] = player
        self._by_id[player.id] = player

    async def _forget_old(self, most: int) -> None:
        """Forget who has not been here for long, and more if that leaves too many.

        Nobody who is here or holds a seat is forgotten.
        """
        here, now = self._here(), self._clock.wall()
        away = [each for each in self._by_id.values() if each.id not in here]
        away.sort(key=lambda each: (each.sat, each.used))
        beyond = len(self._by_id) - most
        old = [
            each
            for number, each in enumerate(away)
            if number < beyond or now - each.used > self._limits.name_days * _DAY
        ]
        if not old:
            return
        try:
            await self._store.forget_players([each.token_hash for each in old])
        except NoRoom:
            return  # there will be another time
        for each in old:
            del self._by_hash[each.token_hash], self._by_id[each.id]

    def _here(self) -> set[str]:
        """Return the ids of the players who are connected or hold a seat."""
        return self.online.keys() | self._seated()

    def _known(self, but: str) -> Iterator[tuple[Player, bool]]:
        """Yield the others whose names are theirs, and whether nobody may look like them."""
        here, now = self._here(), self._clock.wall()
        for player in self._by_id.values():
            if player.id == but:
                continue
            if player.id in here:
                yield player, True
            elif now - player.used <= (self._limits.name_days * _DAY if player.sat else _DAY):
                yield player, player.sat

    def _free(self, name: str, player_id: str) -> str:
        """Return the name, numbered if it is another player's.

        Raises:
            Refused: it looks like another player's.
        """
        key, wanted = name_key(name), look(name)
        taken: set[str] = set()
        for other, guarded in self._known(player_id):
            taken.add(name_key(other.name))
            if guarded and look(other.name) == wanted and name_key(other.name) != key:
                raise Refused(Reason.NAME_TAKEN, _LOOKS_LIKE, name=name, theirs=other.name)
        return numbered(name, taken, NAME_CELLS)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
