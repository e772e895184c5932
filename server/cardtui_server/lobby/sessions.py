"""Sessions: the players that the server knows, by the hashes of their tokens."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Final

from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.dealer import PLAYER_ID_LETTERS, Dealer
from cardtui_server.ports.log_store import LogStore, NoRoom, Player
from cardtui_server.safe_text import NAME_CELLS, name_key, numbered, safe_text
from cardtui_server.table.outage import Outage

_LONGEST_TOKEN: Final = 200


class Sessions:
    """The players that this server knows.

    Attributes:
        online: by player id, how many streams the player has open.
    """

    def __init__(
        self, store: LogStore, dealer: Dealer, seated: Callable[[], set[str]], outage: Outage
    ) -> None:
        """Begin with no sessions.

        Args:
            store: keeps the sessions.
            dealer: the source of tokens and ids.
            seated: returns the ids of the players who hold a seat.
            outage: notes whether sessions can be written down.
        """
        self.online: Counter[str] = Counter()
        self._store = store
        self._dealer = dealer
        self._seated = seated
        self._outage = outage
        self._by_hash: dict[bytes, Player] = {}
        self._by_id: dict[str, Player] = {}

    async def load(self) -> None:
        """Read the sessions of earlier runs."""
        for player in await self._store.players():
            self._keep(player)

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
        lost its data.

        Raises:
            Refused: the name has no character that can be shown, or the session cannot be written
                down.
        """
        shown = safe_text(name, NAME_CELLS)
        player = self.find(token)
        if player is None:
            if not shown:
                raise Refused(Reason.BAD_REQUEST, "Choose a name that others can read.")
            token = self._dealer.token()
            player = Player(
                _hash(token), self._dealer.new_id(PLAYER_ID_LETTERS), self._free(shown, "")
            )
        elif shown and shown != player.name:
            player = player._replace(name=self._free(shown, player.id))
        else:
            return player, token
        try:
            await self._store.save_player(player)
        except NoRoom as error:
            raise self._outage.began(error) from error
        self._outage.ended()
        self._keep(player)
        return player, token

    def _keep(self, player: Player) -> None:
        self._by_hash[player.token_hash] = player
        self._by_id[player.id] = player

    def _free(self, name: str, player: str) -> str:
        """Return the name, numbered if another player who is here has it."""
        here = (self.online.keys() | self._seated()) - {player}
        taken = {name_key(self._by_id[each].name) for each in here if each in self._by_id}
        return numbered(name, taken, NAME_CELLS)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
