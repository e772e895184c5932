"""Who owns a name, for how long, and which names look alike (`_ALIKE`, `_PAIRS`).
How long one is kept for somebody who never sat down: `DAY`.

A name's likeness is what is left when accents, case, blanks and dots are taken away, and each
character is replaced by the one that it is taken for. `lookalikes.txt` says where its characters
come from.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from importlib import resources
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import Player
from cardtui_server.safe_text import NAME_CELLS, name_key, numbered, safe_text

_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "5": "s", "I": "l", "|": "l", "!": "l"})
"""Characters of ASCII that are taken for others, before case is taken away."""

_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that are taken for one."""


@lru_cache(maxsize=4096)
def likeness(name: str) -> str:
    """Return what people take a name for: the same for two names that look alike.

    >>> likeness("Carla."), likeness("Carlá"), likeness("Car1a")
    ('carla', 'carla', 'carla')
    >>> likeness("Carla") == likeness("Carlo")
    False
    """
    plain = _without_marks(name).translate(_table())
    folded = _without_marks(plain.translate(_ALIKE).casefold())
    letters = "".join(char for char in folded if char.isalnum())
    for two, one in _PAIRS:
        letters = letters.replace(two, one)
    return letters or folded


def _without_marks(text: str) -> str:
    return "".join(
        char for char in unicodedata.normalize("NFKD", text) if unicodedata.category(char)[0] != "M"
    )


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    """Return which letter of ASCII each character is taken for."""
    text = resources.files("cardtui_server.lobby").joinpath("lookalikes.txt").read_text("ascii")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {int(number, 16): row[0] for row in rows for number in row[1:]}


DAY: Final = 24 * 3600 * 1000
"""The milliseconds of a day: how long a name is kept for somebody who has never sat down."""

_LOOKS_LIKE: Final = (
    "The name “{name}” looks like that of another player here, “{theirs}”: choose one that nobody"
    " takes for it."
)
_NOBODY: Final = "No player “{name}” is known here."
_SEVERAL: Final = "Several players are called “{name}” here: one of them has to take another name."


class Names:
    """The names of the players that a server knows."""

    def __init__(self, here: Callable[[], set[str]], clock: Clock, limits: Limits) -> None:
        """Begin with none.

        Args:
            here: returns the ids of the players who are connected or hold a seat.
            clock: tells how long a player has been away.
            limits: say for how many days a name is kept.
        """
        self._here = here
        self._clock = clock
        self._limits = limits
        self._players: dict[str, Player] = {}
        self._by_key: defaultdict[str, set[str]] = defaultdict(set)
        self._by_likeness: defaultdict[str, set[str]] = defaultdict(set)

    def note(self, player: Player) -> None:
        """Note a player's name, and when the player was last here."""
        self.forget(player.id)
        self._players[player.id] = player
        self._by_key[name_key(player.name)].add(player.id)
        self._by_likeness[likeness(player.name)].add(player.id)

    def forget(self, player_id: str) -> None:
        """Forget the name of a player, if it was noted."""
        player = self._players.pop(player_id, None)
        if player is None:
            return
        for ids, key in (
            (self._by_key, name_key(player.name)),
            (self._by_likeness, likeness(player.name)),
        ):
            ids[key].discard(player_id)
            if not ids[key]:
                del ids[key]

    def name_of(self, player_id: str) -> str:
        """Return the name of a player; ``""`` if it is not known any more."""
        player = self._players.get(player_id)
        return "" if player is None else player.name

    def like(self, likeness: str, but: str) -> str:
        """Return the id of a player whose name people take for the same; ``""`` for nobody."""
        return next((each for each in self._by_likeness.get(likeness, ()) if each != but), "")

    def owner(self, name: str) -> Player:
        """Return the player of that name, in whatever case.

        Raises:
            Refused: there is none, or there are several.
        """
        here = self._here()
        found = [self._players[id_] for id_ in self._by_key.get(name_key(name.strip()), ())]
        # Somebody whose name has lapsed is meant only if nobody else has it.
        found = [each for each in found if self._owns(each, here)] or found
        if len(found) == 1:
            return found[0]
        sentence = _SEVERAL if found else _NOBODY
        raise Refused(Reason.UNKNOWN_PLAYER, sentence, name=safe_text(name, NAME_CELLS))

    def renamed(self, player: Player, name: str) -> str:
        """Return the name that a player gets who asks for that one.

        Raises:
            Refused: it looks like another player's.
        """
        try:
            return self.free(name, player.id)
        except Refused:
            # A player with a number asks for the name without it at each return, and keeps it.
            if re.fullmatch(rf"{re.escape(name)} \d+", player.name):
                return player.name
            raise

    def free(self, name: str, player_id: str = "") -> str:
        """Return the name, numbered if it is another player's.

        Args:
            name: a name that is safe to show.
            player_id: who asks for it; ``""`` for a newcomer.

        Raises:
            Refused: it looks like another player's.
        """
        here, key = self._here(), name_key(name)
        for id_ in self._by_likeness.get(likeness(name), ()):
            other = self._players[id_]
            if id_ == player_id or name_key(other.name) == key:
                continue
            # Nobody can guard a name from all that look like it by opening a session.
            if (other.sat or id_ in here) and self._owns(other, here):
                raise Refused(Reason.NAME_TAKEN, _LOOKS_LIKE, name=name, theirs=other.name)
        return numbered(name, _Taken(lambda key: self._is_taken(key, player_id, here)), NAME_CELLS)

    def _is_taken(self, key: str, but: str, here: set[str]) -> bool:
        """Return whether the name with that key belongs to another player."""
        return any(
            id_ != but and self._owns(self._players[id_], here) for id_ in self._by_key.get(key, ())
        )

    def _owns(self, player: Player, here: set[str]) -> bool:
        """Return whether a player's name is theirs alone: while here, and for a time after."""
        kept = self._limits.name_days * DAY if player.sat else DAY
        return player.id in here or self._clock.wall() - player.used <= kept


class _Taken:
    """The keys of the names that are taken, found out one at a time."""

    def __init__(self, taken: Callable[[str], bool]) -> None:
        self._taken = taken

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._taken(key)
