"""Who owns a name, and what others get who ask for it: one with a number, or a refusal (`Names`).
How long it is kept for somebody who never sat down: `DAY_MILLISECONDS`; for others, `name_days` in
`limits.py`. Which names look alike: `lookalikes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple

from cardtui_server.limits import Limits
from cardtui_server.lookalikes import likeness
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.log_store import Player
from cardtui_server.safe_text import NAME_CELLS, name_key, safe_text, with_number

DAY_MILLISECONDS: Final = 24 * 3600 * 1000
"""The milliseconds of a day: how long a name is kept for somebody who has never sat down."""

_LOOKALIKE_NAME: Final = (
    "The name “{name}” looks like that of another player here, “{theirs}”: choose one that nobody"
    " takes for it."
)
_UNKNOWN_NAME: Final = "No player “{name}” is known here."
_AMBIGUOUS_NAME: Final = (
    "Several players are called “{name}” here: one of them has to take another name."
)


class FreeName(NamedTuple):
    """A name that a player may have, and the ids of those of whom others would take it to be."""

    name: str
    others: frozenset[str]


class Names:
    """The names of the players that a server knows."""

    def __init__(
        self,
        alike: Callable[[str], Awaitable[Sequence[Player]]],
        here: Callable[[], set[str]],
        clock: Clock,
        limits: Limits,
    ) -> None:
        """Begin to answer.

        Args:
            alike: returns the players of a name, in whatever case, and of those that look like it.
            here: returns the ids of the players who are connected or hold a seat.
            clock: tells how long a player has been away.
            limits: say for how many days a name is kept.
        """
        self._alike = alike
        self._here = here
        self._clock = clock
        self._limits = limits

    async def owner(self, name: str) -> Player:
        """Return the player of that name, in whatever case.

        Raises:
            Refused: there is none, or there are several.
        """
        found = await self.called(name)
        here = self._here()
        # Somebody whose name has lapsed is meant only if nobody else has it.
        found = [each for each in found if self._owns(each, here)] or found
        if len(found) == 1:
            return found[0]
        sentence = _AMBIGUOUS_NAME if found else _UNKNOWN_NAME
        raise Refused(Reason.UNKNOWN_PLAYER, sentence, name=safe_text(name, NAME_CELLS))

    async def called(self, name: str) -> list[Player]:
        """Return the players of that name, in whatever case, also those whose name has lapsed."""
        key = name_key(name.strip())
        return [each for each in await self._alike(name.strip()) if name_key(each.name) == key]

    async def renamed(self, player: Player, name: str) -> FreeName:
        """Return the name that a player gets who asks for that one.

        Raises:
            Refused: it looks like another player's.
        """
        try:
            return await self.free(name, player.id)
        except Refused as refused:
            # A player with a number asks for the name without it at each return, and keeps it.
            if refused.reason is not Reason.NAME_TAKEN:
                raise
            if re.fullmatch(rf"{re.escape(name)} \d+", player.name):
                return FreeName(player.name, frozenset())
            raise

    async def free(self, name: str, player_id: str = "") -> FreeName:
        """Return the name, numbered if it is another player's.

        Args:
            name: a name that is safe to show.
            player_id: who asks for it; ``""`` for a newcomer.

        Raises:
            Refused: it looks like another player's.
        """
        others, here = await self._others(name, player_id), self._here()
        for other in others:
            # Nobody can guard a name from all that look like it by opening a session.
            if (
                name_key(other.name) != name_key(name)
                and likeness(other.name) == likeness(name)
                and (other.sat or other.id in here)
                and self._owns(other, here)
            ):
                raise Refused(Reason.NAME_TAKEN, _LOOKALIKE_NAME, name=name, theirs=other.name)
        if not self._is_taken(name, others):
            return FreeName(name, frozenset(each.id for each in others))
        return await self._free_number(name, player_id)

    async def _free_number(self, name: str, player_id: str) -> FreeName:
        """Return the name with a number that is free after one that is taken.

        It takes few looks, also where hundreds have the name with a number.
        """
        taken, number = 1, 2
        while (
            found := await self._if_free(with_number(name, number, NAME_CELLS), player_id)
        ) is None:
            taken, number = number, 2 * number - 1
        while number - taken > 1:
            middle = (taken + number) // 2
            lower = await self._if_free(with_number(name, middle, NAME_CELLS), player_id)
            if lower is None:
                taken = middle
            else:
                number, found = middle, lower
        return found

    async def _if_free(self, name: str, player_id: str) -> FreeName | None:
        others = await self._others(name, player_id)
        taken = self._is_taken(name, others)
        return None if taken else FreeName(name, frozenset(each.id for each in others))

    async def _others(self, name: str, but: str) -> list[Player]:
        return [each for each in await self._alike(name) if each.id != but]

    def _is_taken(self, name: str, others: Sequence[Player]) -> bool:
        """Return whether the name belongs to another player."""
        here, key = self._here(), name_key(name)
        return any(name_key(each.name) == key and self._owns(each, here) for each in others)

    def _owns(self, player: Player, here: set[str]) -> bool:
        """Return whether a player's name is theirs alone: while here, and for a time after."""
        kept = self._limits.name_days * DAY_MILLISECONDS if player.sat else DAY_MILLISECONDS
        return player.id in here or self._clock.wall() - player.used <= kept
