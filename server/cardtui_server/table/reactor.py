"""What follows by itself from a table's state: timers that begin, bots that think."""

from __future__ import annotations

from typing import Protocol

from cardtui_server.match.state import TableState


class Reactor(Protocol):
    """Does something of its own accord when the table has another state."""

    def on_state(self, state: TableState) -> None:
        """Look at the table's state, and arrange for what follows from it."""

    def stop(self) -> None:
        """Call off what was arranged."""
