"""Calls a tournament's player to their table, at another table or anywhere else in the client.
How long the call stands: until the match begins, but no shorter and no longer than the two
`_CALL_SECONDS`. How often servers are asked for calls is in `tui/navigation.py`. The page of a
tournament leads to the table by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from cardtui_client.faces.tournament_words import call_words
from cardtui_client.i18n import _
from cardtui_client.model.tournament import TournamentModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.settings import Settings
from cardtui_client.sounds import Sound, Sounds

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.tui.terminal_app import Alerts

_CALL_SECONDS: Final = (12.0, 300.0)


class Call(NamedTuple):
    """A match of a tournament waits for the person.

    Attributes:
        connection: the session on its server.
        tournament: the id of the tournament.
        table: the id of the table.
        told: the sentence that says so.
        begins: when the match begins at the latest, in milliseconds since 1970.
    """

    connection: Connection
    tournament: str
    table: str
    told: str
    begins: int

    @property
    def places(self) -> set[object]:
        """The subjects of the screens on which nobody has to be called."""
        return {(self.connection, self.tournament), (self.connection, self.table)}

    @property
    def stands(self) -> float:
        """The seconds for which the call stands."""
        least, most = _CALL_SECONDS
        return min(max(self.begins / 1000 - time.time(), least), most)


async def calls(connections: Sequence[Connection]) -> list[Call]:
    """Ask servers which tables wait for the person; one that does not answer has none."""
    found: list[Call] = []
    for connection in connections:
        with suppress(Refused, Unreachable):
            told = [*map(TournamentModel, await connection.list_tournaments())]
            found += [_call(connection, each) for each in told if each.table_of(connection.name)]
    return found


def _call(connection: Connection, model: TournamentModel) -> Call:
    table, who = model.table_of(connection.name), call_words(model, connection.name)
    begins = max(each.begins for each in model.fixtures.values() if each.table == table)
    told = _("{tournament}: your table waits. {who}", tournament=model.name, who=who)
    return Call(connection, model.id, table, told, begins)


def ring(settings: Settings, bell: Callable[[], None], alerts: Alerts, words: str) -> None:
    """Call the person as they want to be called when it is their turn."""
    if not Sounds(settings).play(Sound.TURN) and settings.bell:
        bell()
    if settings.notifications:
        alerts.notify(words)
