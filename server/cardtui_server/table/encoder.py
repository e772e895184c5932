"""The contract for what makes frames for a table's readers (`TableEncoder`).

A table passes them on as bytes; the room of the wire knows their form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from cardtui_server.match.refusals import Refused
from cardtui_server.match.state import SeenSignal, TableState, TeamLine
from cardtui_server.match.transaction import Step
from cardtui_server.table.clocks import Timing
from cardtui_server.table.reader import EndReason


class UpdateFrames(NamedTuple):
    """An update, as each reader gets it.

    Attributes:
        shared: for spectators, and for players whose update is the same.
        unheard: for players who do not hear the spectators' talk; empty if that makes no
            difference.
        own: encodes it for a player, given the id, once that player reads it; ``None`` if it is
            the same for all.
    """

    shared: bytes
    unheard: bytes = b""
    own: Callable[[str], bytes] | None = None


EncodeUpdate = Callable[[], UpdateFrames]
"""Encodes an update: called once somebody reads it, for most moves of bots are read by nobody."""


class Asks(NamedTuple):
    """What players ask for together.

    Attributes:
        pause: the seats that ask for a pause; at a paused table, for its end.
        sit_in: a seat for which a bot is wanted, the seats that want it, and how many are enough.
        swaps: the seats of those who ask others to swap, and of those who are asked.
    """

    pause: tuple[int, ...] = ()
    sit_in: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    swaps: tuple[tuple[int, int], ...] = ()


class ReaderEncoder(Protocol):
    """Makes the frames that are for a single reader, and messages of frames."""

    def message(self, frames: Sequence[bytes]) -> bytes:
        """Return frames as one message, in order; empty if there are none."""

    def reply(self, request_id: str, result: int | Refused | None) -> bytes:
        """Return the reply to a request: its entry's number, a refusal, or neither."""

    def heartbeat(self, seq: int) -> bytes:
        """Return a heartbeat, with the number of the reader's last update."""

    def ping(self) -> bytes:
        """Return a question whether the reader is still there."""

    def team_talk(self, lines: Sequence[TeamLine]) -> bytes:
        """Return lines of a team's talk apart, as a frame."""

    def signals(self, seen: Sequence[SeenSignal]) -> bytes:
        """Return signals that the reader has seen, as a frame."""

    def end(self, reason: EndReason, address: str = "") -> bytes:
        """Return the frame that says why the stream ends, and where the table has moved."""


class TableEncoder(ReaderEncoder, Protocol):
    """Makes the frames of one table, and is told of its states one after the other."""

    def update(self, step: Step) -> EncodeUpdate:
        """Return what encodes the update for an entry; every entry must come once, in order."""

    def snapshot(self, state: TableState, viewer: str | None, *, hears: bool = False) -> bytes:
        """Return all that a viewer may know now, encoded.

        Args:
            viewer: the id of a player; ``None``, or a player without a seat, is a spectator.
            hears: whether a player hears the spectators' talk.
        """

    def snapshot_frame(self, state: TableState, viewer: str | None, *, hears: bool) -> bytes:
        """Return all that a viewer may know now, as a frame."""

    def presence(
        self,
        connected: Sequence[int],
        spectators: int,
        stopped: Refused | None,
        asks: Asks,
        *,
        silent: Sequence[int] = (),
        notice: Refused | None = None,
    ) -> bytes:
        """Note who is here, why nothing can be done, and what is asked; return the frame.

        Args:
            connected: the seats whose players are here.
            spectators: how many watch.
            stopped: why nothing can be done; ``None`` while all is well.
            asks: what players ask for together.
            silent: the seats of those here who do not answer.
            notice: what everybody is told of the server; ``None`` for nothing.
        """

    def timing_frame(self, timing: Timing) -> bytes:
        """Return what runs out, as a frame."""

    def listed(self, spectators: int) -> bytes:
        """Return the table as the lobby shows it, with that number of spectators."""
