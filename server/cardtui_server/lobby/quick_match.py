"""Quick match: where you sit down (`waiting_tables`), never at a rated table, first where fewest
people are missing; else what table is made (`quick_table`), with `_QUICK_SEATS` seats. How long
its maker is expected: `_MAKER_SECONDS`; how long it waits for people is in `table/pace.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Final

from cardtui_engine.library.registry import own_games
from cardtui_engine.options import usual_preset
from cardtui_server.lobby.games import find_rules
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.lobby.table_list import ListedTable
from cardtui_server.match.state import Life
from cardtui_server.ports.clock import Clock
from cardtui_server.table.pace import HAND_PAUSE_MILLISECONDS

_QUICK_SEATS: Final = 4
"""How many sit at a new table, where the game allows it."""

_MAKER_SECONDS: Final = 15.0
"""Seconds for which the maker of a table is expected there, who is still connecting to it."""


class NewQuickTables:
    """The tables just made for quick matches, whose makers are about to come there.

    Attributes:
        looking: held from looking for a table to sitting down, so that two who look at the same
            time do not each make one.
    """

    def __init__(self, clock: Clock) -> None:
        self.looking = asyncio.Lock()
        self._clock = clock
        self._made: dict[str, float] = {}

    def add(self, table_id: str) -> None:
        """Note that a table has just been made."""
        self._made[table_id] = self._clock.now()

    def ids(self) -> Collection[str]:
        """Return the ids of the tables whose makers are still expected."""
        since = self._clock.now() - _MAKER_SECONDS
        self._made = {each: made for each, made in self._made.items() if made > since}
        return self._made.keys()


def waiting_tables(
    tables: Iterable[ListedTable], player: str, game: str, new: Collection[str] = ()
) -> list[ListedTable]:
    """Return the tables at which a player may wait for a match, those that lack the fewest first.

    One at which the player sits already comes before all others. At each of the others somebody is
    there and waits, or is about to come. None of the others is rated: nobody is rated unasked.

    Args:
        tables: those that everybody may see, oldest first.
        game: the id of the game; ``""`` for any.
        new: the ids of tables whose makers are about to come.
    """
    found = [
        (table, known)
        for table in tables
        if (known := table.known_to(player)).life is Life.WAITING and game in ("", known.made.game)
    ]
    own = [table for table, known in found if known.seat_of(player) is not None]
    others = [
        (known.sitters.count(None), table)
        for table, known in found
        if table not in own
        and not known.made.rated
        and None in known.sitters
        and (table.here or (table.id in new and known.players()))
    ]
    return own + [table for _, table in sorted(others, key=lambda each: each[0])]


def quick_table(game: str, wait: int) -> NewTable:
    """Return the table to make where nobody waits, with the rules that most tables play.

    Args:
        game: the id of the game; ``""`` for the first one.
        wait: the milliseconds that it waits for people before bots fill it.

    Raises:
        Refused: there is no such game.
    """
    chosen = game or own_games()[0]
    rules = find_rules(chosen)
    seats = _QUICK_SEATS if _QUICK_SEATS in rules.seats else rules.seats[0]
    return NewTable.of(
        chosen,
        seats,
        preset=usual_preset(rules.presets),
        pause_milliseconds=HAND_PAUSE_MILLISECONDS,
        fill_milliseconds=wait,
        seat=0,
    )
