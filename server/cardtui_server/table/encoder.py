"""What a table needs to tell its readers anything: frames, whose form is none of its business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from cardtui_server.match.refusals import Refused
from cardtui_server.match.state import TableState
from cardtui_server.match.transaction import Step
from cardtui_server.table.end_reason import EndReason


class UpdateFrames(NamedTuple):
    """An update as each reader gets it.

    Attributes:
        shared: as spectators get it, and players where nothing else is said.
        own: as players get it where that differs, by their ids.
        unheard: as players get it who do not hear the spectators, where that differs.
    """

    shared: bytes
    own: Mapping[str, bytes]
    unheard: bytes = b""


class ReaderEncoder(Protocol):
    """Makes the frames that are for one reader alone, and messages of frames."""

    def message(self, frames: Sequence[bytes]) -> bytes:
        """Return frames as one message, in their order; empty if there are none."""

    def reply(self, request_id: str, result: int | Refused | None) -> bytes:
        """Return the answer to a request: the number of its entry, a refusal, or neither."""

    def heartbeat(self, seq: int) -> bytes:
        """Return the sign that a stream lives, with the number of the reader's last update."""

    def end(self, reason: EndReason, sentence: str) -> bytes:
        """Return why the stream ends."""


class TableEncoder(ReaderEncoder, Protocol):
    """Makes the frames of one table, whose states it is told one after the other."""

    def update(self, step: Step) -> UpdateFrames:
        """Return an entry's update; entries come in their order, each once."""

    def snapshot(self, state: TableState, viewer: str | None, *, hears: bool = False) -> bytes:
        """Return all that a viewer may know now.

        Args:
            state: the table.
            viewer: the id of a player; ``None``, or one who holds no seat, for a spectator.
            hears: whether a player hears the spectators' talk.
        """

    def snapshot_frame(self, state: TableState, viewer: str | None, *, hears: bool) -> bytes:
        """Return all that a viewer may know now, as a frame."""

    def presence(self, connected: Sequence[int], watchers: int, stopped: Refused | None) -> bytes:
        """Note who is here, and why nothing can be done; return the frame that tells it."""

    def listed(self, watchers: int) -> bytes:
        """Return the table as the lobby shows it, with so many who watch."""
