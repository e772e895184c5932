"""How much you can look back at while a match goes on: at most `_MOST_UPDATES` updates.
They are whole hands as you saw them, without talk; `client/cardtui_studio/screens.py` shows them.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

from cardtui.v1 import table_service_pb2
from cardtui_client.model.table import TableModel

_MOST_UPDATES: Final = 500
"""At a table so many updates are kept, and whole hands: what is older goes, but not the last."""


class RecentHand(NamedTuple):
    """What was seen of one hand.

    Attributes:
        before: the table as it was before its deal, or as you came to it.
        updates: what happened, encoded.
    """

    before: TableModel
    updates: list[bytes]


class RecentHands:
    """Takes up what a feed brings, hand by hand."""

    def __init__(self, most: int | None = None) -> None:
        """Hold nothing yet.

        Args:
            most: how many updates are kept; as many as at a table by default.
        """
        self._most = _MOST_UPDATES if most is None else most
        self._hands: deque[RecentHand] = deque()
        self._count = 0

    @property
    def hands(self) -> tuple[RecentHand, ...]:
        """The hands that are kept, the oldest first."""
        return tuple(RecentHand(each.before, [*each.updates]) for each in self._hands)

    def take(self, frame: table_service_pb2.Frame, before: TableModel, after: TableModel) -> None:
        """Take up a frame; the table was ``before``, and is ``after`` with it."""
        kind = frame.WhichOneof("frame")
        if kind == "snapshot":
            self._hands.clear()
            self._count = 0
            if after.view is not None:
                self._hands.append(RecentHand(after.frozen(), []))
        elif kind == "update" and after.seq == frame.update.seq:
            self._take_update(frame.update, before)

    def _take_update(self, update: table_service_pb2.Update, before: TableModel) -> None:
        told = [each for each in update.events if not each.HasField("said")]
        if not (told or update.changed or update.changed_game or update.changed_own):
            return
        if any(event.HasField("hand_started") for event in told) or not self._hands:
            if before.view is None:
                return  # what comes with the first deal is told by the next
            self._hands.append(RecentHand(before, []))
        silent = table_service_pb2.Update()
        silent.CopyFrom(update)
        del silent.events[:]
        silent.events.extend(told)
        # It goes over talk, too, and was compared when it came.
        silent.ClearField("chain")
        self._hands[-1].updates.append(silent.SerializeToString())
        self._count += 1
        while self._count > self._most and len(self._hands) > 1:
            self._count -= len(self._hands.popleft().updates)
