"""The contract for what makes rows of the entries of a log without cards (`Journal`)."""

from __future__ import annotations

from typing import Protocol, TypeVar

S = TypeVar("S")


class Journal(Protocol[S]):
    """Makes rows of entries, and entries of rows."""

    def write(self, stamped: S) -> bytes:
        """Return an entry as a row."""

    def read(self, row: bytes) -> S:
        """Return the entry of a row.

        Raises:
            Damaged: the row holds no entry that this release knows.
        """

    def shown(self, row: bytes) -> str:
        """Return a row that can be read as JSON in one line."""
