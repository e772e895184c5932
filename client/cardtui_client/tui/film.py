"""What the screens ask of the package that shows matches again: `Films`, and how it says no.
Only its contract: the replays are in `client/cardtui_studio/screens.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cardtui_client.history.kept_records import KeptRecord
    from cardtui_client.history.results import Result
    from cardtui_client.net.connection import Connection
    from cardtui_client.tui.launch import MakeScreen
    from cardtui_client.tui.lifecycle import StandingScreen
    from cardtui_client.tui.table.recent_hands import RecentHand

    BringFilms = Callable[[], "Films"]


class Films(Protocol):
    """Matches that were played, and those that go on as far as they were seen."""

    def choice(
        self, kept: Sequence[KeptRecord], results: Sequence[Result]
    ) -> StandingScreen[KeptRecord | None]:
        """Return the screen that asks which match to look at; results say when each ended."""

    def again(self, record: KeptRecord, *, worst: bool = False) -> MakeScreen:
        """Return what shows the match of a record; it may be asked from another thread.

        Args:
            worst: whether it goes to your costliest mistake once that is known.

        Raises:
            NoFilm: the file is no record of a match.
        """

    def back(self, hands: Sequence[RecentHand], connection: Connection) -> MakeScreen:
        """Return what shows the recent hands of a table, from the last one on."""

    def evening(self, kept: Sequence[KeptRecord]) -> MakeScreen:
        """Return what shows the latest evening; the records are given the latest first."""

    def shared(self, record: KeptRecord) -> str:
        """Return the line by which somebody else plays the packs of a record; from any thread.

        Raises:
            NoFilm: the file is no record of a match.
            NotShared: no line leads there.
        """


class NotShared(ValueError):
    """Packs that nobody else can be dealt; the sentence says why."""


class NoFilm(ValueError):
    """A file that is not the record of a match; the sentence says why."""
