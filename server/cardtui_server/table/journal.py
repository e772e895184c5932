"""The contract for journals, which make rows of a log from entries; a table knows no format."""

from __future__ import annotations

from typing import Protocol

from cardtui_server.match.entries import Created, Stamped


class Journal(Protocol):
    """Makes rows of entries, and entries of rows; ``game`` decides what cards and verbs mean."""

    def write(self, stamped: Stamped, game: str) -> bytes:
        """Return an entry as a row."""

    def read(self, row: bytes, game: str) -> Stamped:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds no entry that this release knows.
        """

    def read_first(self, row: bytes) -> tuple[int, Created]:
        """Return when a log began, and its first entry, which names the game of the others.

        Raises:
            Damaged: the row is not the beginning of a log.
        """
