"""The latest updates of a table: how many of them are kept for readers that are behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardtui_server.table.encoder import EncodeUpdate, UpdateFrames

KEPT_UPDATES: Final = 256
"""How many updates the buffer keeps at most."""

KEPT_BYTES: Final = 256 * 1024
"""How many bytes of the spectators' updates it keeps at most."""


class UpdateBuffer:
    """The latest updates of a table, numbered without gaps; each is encoded when it is first read.

    Every number is an update for every reader; for a reader that does not hear what is said in it,
    the update is empty.
    """

    def __init__(self, seq: int, failed: Callable[[Exception], object] | None = None) -> None:
        """Begin with no updates.

        Args:
            seq: the number of the update before the first one.
            failed: told of an update that cannot be encoded, before its reader is.
        """
        self._failed = failed
        self.first = seq + 1
        self.last = seq
        self._updates: list[UpdateFrames | EncodeUpdate] = []
        self._bytes = 0

    def add(self, update: EncodeUpdate) -> None:
        """Add the next update; the oldest ones make room for it."""
        updates = self._updates
        updates.append(update)
        self.last += 1
        while len(updates) > KEPT_UPDATES or self._bytes > KEPT_BYTES:
            half = max(1, len(updates) // 2)
            self._bytes -= sum(
                [len(each.shared) for each in updates[:half] if isinstance(each, UpdateFrames)]
            )
            del updates[:half]
            self.first += half

    def one(self, seq: int, viewer: str | None, *, hears: bool) -> bytes:
        """Return an update as that viewer gets it; ``hears`` includes the spectators' talk."""
        update = self._updates[seq - self.first]
        if not isinstance(update, UpdateFrames):
            try:
                update = self._updates[seq - self.first] = update()
            except Exception as error:
                if self._failed is not None:
                    self._failed(error)
                raise
            self._bytes += len(update.shared)
        shared, unheard, own = update
        if viewer is None:
            return shared
        if unheard and not hears:
            return unheard
        return shared if own is None else own(viewer)
