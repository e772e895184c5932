"""Histories: what a viewer could have been told of a match since it began, made from the log.

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

from cardtui_engine.library.registry import get_rules
from cardtui_server.match.entries import Started
from cardtui_server.match.fold import begin, fold
from cardtui_server.match.late import LateTable, is_late
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.state import Life
from cardtui_server.match.transaction import Step
from cardtui_server.table.environment import Environment
from cardtui_server.table.table_log import read_rows
from cardtui_server.table.turns import Turns

_PIECE: Final = 64_000
"""About how many bytes go at once."""

_NONE: Final = "No match has been played at this table yet."


class Piece(NamedTuple):
    """Some of what is told.

    Attributes:
        frames: some frames, encoded.
        last: the number of the last update that is told.
    """

    frames: bytes
    last: int


class _Span(NamedTuple):
    """Which steps of a table are told: the first one as a snapshot, and those after it.

    Attributes:
        first: the place of the first among the steps.
        last: the place of the last.
        seq: the number of the last as an update.
    """

    first: int
    last: int
    seq: int


class MatchHistories:
    """Tells the latest matches of tables again, a piece of one at a time."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._turns = Turns()

    async def told(self, table: str, player: str | None) -> AsyncGenerator[Piece]:
        """Yield the frames of the latest match of a table, some at a time.

        Args:
            table: the table's id.
            player: the id of a player who holds a seat; ``None`` for a spectator.

        Raises:
            Refused: there was none yet.
            Unreadable: the log cannot be read for now.
        """
        rows = await read_rows(self._env, table)
        now = self._env.clock.wall()
        span = await self._turns.take(lambda: asyncio.to_thread(self._span, rows, player, now))
        if span is None:
            raise Refused(Reason.TABLE_STATE, _NONE)
        frames = self._frames(table, rows, player, now, span)
        while True:
            piece = await self._turns.take(lambda: asyncio.to_thread(_some_of, frames))
            if not piece:
                return
            yield Piece(piece, span.seq)

    def _steps(self, rows: Sequence[bytes], player: str | None, now: int) -> Iterator[Step]:
        """Yield the steps of which the viewer has been told by now, in a thread."""
        journal = self._env.journal
        _, made = journal.read_first(rows[0])
        state = begin(made, get_rules(made.game))
        late: LateTable | None = None
        for row in rows[1:]:
            time, entry = journal.read(row, made.game)
            before = state
            state, told = fold(before, entry)
            step = Step(before, state, entry, told)
            if player is not None or (late is None and not is_late(state.made)):
                if not step.hidden:
                    yield step
                continue
            late = late or LateTable(before)
            yield from late.feed(step, time)
            if not is_late(state.made):  # from now on nothing waits, not even what did until now
                yield from late.due(sys.maxsize)
                late = None
        if late is not None:
            yield from late.due(now)

    def _span(self, rows: Sequence[bytes], player: str | None, now: int) -> _Span | None:
        """Return what is told: the match, or of a player what followed on sitting down in it."""
        first, last, seq = None, 0, 0
        for at, step in enumerate(self._steps(rows, player, now)):
            plays = step.after.life is Life.PLAYING
            if isinstance(step.entry, Started) or (plays and _moved(step, player)):
                first = at
            if plays or step.before.life is Life.PLAYING:
                last, seq = at, step.after.seq
        return None if first is None else _Span(first, last, seq)

    def _frames(
        self, table: str, rows: Sequence[bytes], player: str | None, now: int, span: _Span
    ) -> Iterator[bytes]:
        steps = islice(self._steps(rows, player, now), span.first, span.last + 1)
        state = next(steps).after
        encoder = self._env.encode(table, state)
        yield encoder.snapshot_frame(state, player, hears=False)
        for step in steps:
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
    while len(piece) < _PIECE and (frame := next(frames, b"")):
        piece += frame
    return piece
