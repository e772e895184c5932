"""Tells a latecomer the match so far, as far as they could have seen it (`_span`), `_PIECE_BYTES`
at a time.

A seat gets what its player could see from there, a spectator what spectators see, and later where
they see the match later. The frames are those of a stream, made by the same encoder, so nothing is
told here that was not told then.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from cardtui_server.match.entries import Started
from cardtui_server.match.fold import begin, fold
from cardtui_server.match.late import LateTable, is_late
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life, TableState
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.match.transaction import Step
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows
from cardtui_server.thread_queue import ThreadQueue, with_rests

_PIECE_BYTES: Final = 64_000
"""About how many bytes go at once."""

_NO_MATCH: Final = "No match has been played at this table yet."


class Piece(NamedTuple):
    """Some of the updates.

    Attributes:
        frames: some frames, encoded.
        last: the number of the last update that is told.
    """

    frames: bytes
    last: int


class _Place(NamedTuple):
    """From where a log is read: a row, and the table before it."""

    row: int
    before: TableState


class _Span(NamedTuple):
    """Which steps of a table are told, after the table as it was before them.

    Attributes:
        begins: the table as it is told first.
        place: from where the log is read again.
        skipped: how many steps from there on come before those that are told.
        told: how many are told.
        seq: the number of the last as an update; of what is told first, if there is none.
    """

    begins: TableState
    place: _Place
    skipped: int
    told: int
    seq: int


class MatchHistories:
    """Tells the latest matches of tables again, a piece of one at a time."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._queue = ThreadQueue()

    async def told(self, table: str, player: str | None) -> AsyncGenerator[Piece]:
        """Yield the frames of the latest match of a table, some at a time.

        Args:
            player: the id of a player who holds a seat; ``None`` for a spectator.

        Raises:
            Refused: there was none yet.
            Unreadable: the log cannot be read for now.
        """
        rows = await read_rows(self._env, table)
        now = self._env.clock.wall()
        span = await self._queue.run(lambda: asyncio.to_thread(self._span, rows, player, now))
        if span is None:
            raise Refused(Reason.TABLE_STATE, _NO_MATCH)
        frames = self._frames(table, rows, player, now, span)
        while True:
            piece = await self._queue.run(lambda: asyncio.to_thread(_some_of, frames))
            if not piece:
                return
            yield Piece(piece, span.seq)

    def _steps(
        self, rows: Sequence[bytes], player: str | None, now: int, place: _Place
    ) -> Iterator[tuple[Step, _Place | None]]:
        """Yield the steps of which the viewer has been told by now, in a thread.

        With each comes the place after it, where a caller who reads on from there gets the same.
        """
        journal = self._env.journal
        state, game = place.before, place.before.made.game
        late: LateTable | None = None
        rest = with_rests(islice(rows, place.row, None))
        for number, row in enumerate(rest, place.row + 1):
            time, entry = journal.read(row, game)
            before = state
            state, told = fold(before, entry)
            step = Step(before, state, entry, told)
            if player is not None or (late is None and not is_late(state.made)):
                if not step.hidden:
                    yield step, _Place(number, state)
                continue
            late = late or LateTable(before)
            yield from ((each, None) for each in late.feed(step, time))
            if not is_late(state.made):  # from now on nothing waits, not even what did until now
                yield from ((each, None) for each in late.due(sys.maxsize))
                late = None
        if late is not None:
            yield from ((each, None) for each in late.due(now))

    def _span(self, rows: Sequence[bytes], player: str | None, now: int) -> _Span | None:
        """Return the updates: the match, or of a player what followed on sitting down in it."""
        _, made = self._env.journal.read_first(rows[0])
        start = _Place(1, begin(made, rules_of(made.game)))
        span: _Span | None = None
        first = 0
        for at, (step, place) in enumerate(self._steps(rows, player, now, start), 1):
            plays = step.after.life is Life.PLAYING
            seq = step.after.seq
            if isinstance(step.entry, Started) or (plays and _moved(step, player)):
                first, skipped = at, 0 if place else at
                span = _Span(step.after, place or start, skipped, 0, seq)
            elif span is not None and (plays or step.before.life is Life.PLAYING):
                span = span._replace(told=at - first, seq=seq)
        return span

    def _frames(
        self, table: str, rows: Sequence[bytes], player: str | None, now: int, span: _Span
    ) -> Iterator[bytes]:
        steps = self._steps(rows, player, now, span.place)
        encoder = self._env.encode(table, span.begins)
        yield encoder.snapshot_frame(span.begins, player, hears=False)
        for step, _ in islice(steps, span.skipped, span.skipped + span.told):
            shared, unheard, own = encoder.update(step)()
            if player is None:
                yield shared
            elif unheard:
                yield unheard
            else:
                yield shared if own is None else own(player)


def _moved(step: Step, player: str | None) -> bool:
    """Tell whether a player has another seat after a step than before it."""
    return player is not None and step.before.seat_of(player) != step.after.seat_of(player)


def _some_of(frames: Iterator[bytes]) -> bytes:
    """Return the next frames, joined to make a message; empty after the last one."""
    piece = b""
    while len(piece) < _PIECE_BYTES and (frame := next(frames, b"")):
        piece += frame
    return piece
