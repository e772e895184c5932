"""What the client can open when it starts, as values: home, a lobby, a table, bots, a lesson.
What a match against bots is unless you say otherwise: `Solo`. They are opened in
`tui/navigation.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cardtui.v1 import tables_pb2
    from cardtui.v1.lobby_service_pb2 import CreateTableRequest
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.lifecycle import StandingScreen

    MakeScreen = Callable[[Settings], StandingScreen[Any]]


class AtHome(NamedTuple):
    """Open the home screen."""


class AtServer(NamedTuple):
    """Open a server's lobby."""

    address: str


class AtTable(NamedTuple):
    """Open a table.

    Attributes:
        address: of its server.
        table: its id, or its name; empty for the only one, or else the lobby.
        seat: to play there, on your seat or a free one; otherwise to watch.
        private: whether its id is the code of a private table, which no list shows.
        place: the seat to take, from 0; ``None`` for any.
        quick: the game to play at once with the people who wait for it, ``""`` for any; ``None``
            for a table that is named.
    """

    address: str
    table: str
    seat: bool
    private: bool = False
    place: int | None = None
    quick: str | None = None


class AtTournament(NamedTuple):
    """Follow a tournament.

    Attributes:
        address: of its server.
        tournament: its name or its id; ``""`` for the only one.
        plays: whether to enter and play it; otherwise a hall looks at it.
        team: the name of the side that one enters with.
    """

    address: str
    tournament: str
    plays: bool = False
    team: str = ""


class OwnTable(NamedTuple):
    """A table on your own server at which you have a seat.

    Attributes:
        id: its id.
        game: what is played there.
        told: what to say on coming there; ``""`` for nothing.
        goes_on: whether a match goes on there that was left.
    """

    id: str
    game: str
    told: str = ""
    goes_on: bool = False


class AtOwnTable(NamedTuple):
    """Sit down at a table on your own server, with no lobby on the way.

    Attributes:
        sit_down: finds or makes the table on that server. It raises `NoServer`, `Refused` or
            `Unreachable` if there can be none.
    """

    sit_down: Callable[[Connection], Awaitable[OwnTable]]


class Solo(NamedTuple):
    """Play against bots on a server of your own.

    Attributes:
        game: its id; empty to be asked.
        seats: how many; 0 for the fewest.
        preset: a preset's name; empty for the one that most tables play.
        bots: which, as you type it: a level, a name, ``NAME:LEVEL``, several with commas; ``""``
            for none, where the other seats stay free.
        asks: whether to ask about the rest of it, too.
        options: those that the preset does not say, with their values.
    """

    game: str = ""
    seats: int = 0
    preset: str = ""
    bots: str = "normal"
    asks: bool = False
    options: tuple[tuple[str, tables_pb2.OptionValue], ...] = ()

    def request(self, games: Sequence[tables_pb2.Game]) -> CreateTableRequest:
        """Return what to ask for: you on the first seat, bots on all others if any are wanted."""
        from cardtui.v1.lobby_service_pb2 import CreateTableRequest
        from cardtui_client.faces.characters import wanted_bots
        from cardtui_client.faces.game_words import usual_preset

        game = next(game for game in games if game.id == self.game)
        request = CreateTableRequest(
            game=game.id,
            seats=self.seats or game.seats[0],
            preset=self.preset or usual_preset(game),
            seat=0,
        )
        for name, value in self.options:
            request.options[name].CopyFrom(value)
        if self.bots:
            wanted_bots(self.bots).put_into(request)
        return request


class AtLesson(NamedTuple):
    """Open a game's lesson.

    Attributes:
        game: its id.
        again: whether to begin it anew.
        signals: whether to open the drill of the game's signals instead.
    """

    game: str
    again: bool = False
    signals: bool = False


class AtScreen(NamedTuple):
    """Open a screen that a package beside the client brings, such as the replay of a match."""

    make: MakeScreen


class DealtTable(Protocol):
    """A table of this program alone, at which a deal is played that others can be dealt, too."""

    async def begin(self, name: str) -> tuple[Connection, str]:
        """Begin the match for somebody of that name; return the session and the table's id.

        Raises:
            Refused, Unreachable: there can be no such table.
            OSError: this machine does not let a server start.
        """

    async def close(self) -> None:
        """End it, if it has begun."""


class AtDeal(NamedTuple):
    """Play a deal that others can be dealt, too.

    Attributes:
        table: where it is played.
        told: what to say on coming there.
        counts: whether its record is kept; else it counts nowhere.
    """

    table: DealtTable
    told: str
    counts: bool = False


Start = (
    AtHome | AtServer | AtTable | AtTournament | AtOwnTable | Solo | AtLesson | AtScreen | AtDeal
)
