"""What the app and its screens ask of each other: settings, rules, replays, alerts, commands.
Only contracts: nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from textual.screen import Screen

    from cardtui.v1 import tables_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.terminal_app import Alerts

    BeginTable = Callable[[str, tables_pb2.BotLevel.ValueType], Awaitable[tuple[Connection, str]]]
    """Begins a table for somebody of that name with such bots; returns the session and its id."""


@runtime_checkable
class Playing(Protocol):
    """A screen that can tell whether leaving it leaves a match."""

    @property
    def in_match(self) -> bool:
        """Whether a match is going on in which this person holds a seat."""


@runtime_checkable
class AboutTable(Protocol):
    """A screen that is about a table on a server."""

    @property
    def connection(self) -> Connection:
        """The session on the table's server."""

    @property
    def table(self) -> tables_pb2.Table | None:
        """The table, if one is chosen."""


@runtime_checkable
class TellsAbove(Protocol):
    """A screen with a line for passing notes, which covers nothing else."""

    def tell_above(self, sentence: str, seconds: float) -> None:
        """Tell it for so long."""


@runtime_checkable
class HasRules(Protocol):
    """An app that can open the rules at a clause."""

    def open_rules(self, clause: str = "") -> object:
        """Open them."""


@runtime_checkable
class ShowsReplays(Protocol):
    """An app that shows again the matches whose records are kept."""

    def choose_replay(self, table: str = "", *, worst: bool = False) -> object:
        """Show the last match of a table; ask which one, if no table is named.

        Args:
            table: the table's id; ``""`` for none.
            worst: whether to go to your costliest mistake.
        """

    def share_deal(self, table: str) -> object:
        """Copy the line by which somebody else plays the cards of the last match of a table."""


@runtime_checkable
class PlaysOn(Protocol):
    """An app that plays on from a position of a match."""

    def play_from(self, begin: BeginTable) -> object:
        """Ask how well the bots are to play, begin a table at the position, and open it."""


@runtime_checkable
class HasSettings(Protocol):
    """An app that knows what the person has chosen."""

    @property
    def settings(self) -> Settings:
        """What they have chosen."""


@runtime_checkable
class HasAlerts(Protocol):
    """An app whose terminal can be seen by who looks elsewhere."""

    @property
    def alerts(self) -> Alerts:
        """The terminal's title and notifications."""


class PaletteCommand(NamedTuple):
    """A command as the palette offers it.

    Attributes:
        words: what it is called.
        about: what it is about, by which it is found as well.
        run: does it.
        key: the key that does the same; ``""`` for none.
        also: other words by which it is found, without accents.
    """

    words: str
    about: str
    run: Callable[[], object]
    key: str = ""
    also: str = ""


@runtime_checkable
class HasCommands(Protocol):
    """An app with commands for the palette."""

    def offered_commands(self, screen: Screen[Any]) -> Iterable[PaletteCommand]:
        """Return those that a screen has, and those that it has everywhere."""


@runtime_checkable
class OffersCommands(Protocol):
    """A screen with commands of its own for the palette."""

    def palette_commands(self) -> Iterable[PaletteCommand]:
        """Return them."""


@runtime_checkable
class HeedsSettings(Protocol):
    """A screen that looks different at once when a setting is changed over it or on it."""

    def take_settings(self) -> None:
        """Look as the settings say now."""
