"""The contract for checkpoints: what a table's log has come to, as bytes of any format."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from cardtui_server.match.state import TableState
from cardtui_server.table.replies import ReplyCache


class Resumable(NamedTuple):
    """A table as a checkpoint has it: what must be known to read on in its log."""

    state: TableState
    replies: ReplyCache


class Checkpoints(Protocol):
    """Makes checkpoints and reads them.

    A checkpoint is only read by the very program that made it: any other returns ``None``, as it
    does for one that is damaged, and reads the log.
    """

    def listing(self, state: TableState) -> bytes:
        """Return what the list of tables needs of a table."""

    def read_listing(self, body: bytes) -> TableState | None:
        """Return the table without its match and talk; ``None`` if the log must be read."""

    def checkpoint(self, table: Resumable) -> bytes:
        """Return all of a table."""

    def read(self, body: bytes) -> Resumable | None:
        """Return the table; ``None`` if the log must be read."""
