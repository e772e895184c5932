"""What a table needs to write to its log: rows, whose form is none of its business."""

from __future__ import annotations

from typing import Protocol

from cardtui_server.match.entries import Created, Stamped


class Journal(Protocol):
    """Makes rows of entries, and entries of rows; the game says which cards and verbs they are."""

    def write(self, stamped: Stamped, game: str) -> bytes:
        """Return an entry as a row."""

    def read(self, row: bytes, game: str) -> Stamped:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds none that this release knows.
        """

    def read_first(self, row: bytes) -> tuple[int, Created]:
        """Return when a log began, and its first entry, which says what game the rest is of.

        Raises:
            Damaged: the row is no beginning of a log.
        """
