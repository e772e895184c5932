"""The processes of an arena: as many as there are cores, each with a room of its own.

They are started afresh, so that they inherit nothing. An interrupt, or a terminal that hangs up, is
the starter's affair: it ends them, and they end their programs.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final, NoReturn, Self

from cardtui_client.commands.arenas.matches import GroupPlayed, Room
from cardtui_client.commands.arenas.players import BotFailed, Setting
from cardtui_client.commands.errors import Failed
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _, language, set_language
from cardtui_engine.library.arena import Meeting

_PATIENCE: Final = 10.0
"""Seconds that a process has to end its programs."""

Answer = tuple[int, GroupPlayed | str]
"""The number of a group, and what came of it, or why it came to nothing."""


class Workers:
    """Plays groups of matches, in several processes or in this one."""

    def __init__(self, setting: Setting, count: int) -> None:
        """Prepare so many workers; a single one is this process itself."""
        self._setting = setting
        self._count = count
        self._room: Room | None = None
        self._workers: list[tuple[BaseProcess, Connection]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def play(self, meeting: Meeting, groups: Sequence[int]) -> Iterator[tuple[int, GroupPlayed]]:
        """Yield what came of each group, in the order in which they end.

        Raises:
            Failed: a bot is broken, or a process has died.
        """
        if self._count == 1:
            yield from self._here(meeting, groups)
            return
        self._start()
        waiting = list(reversed(groups))
        busy: set[Connection] = set()
        for _process, pipe in self._workers:
            if waiting:
                pipe.send((meeting, waiting.pop()))
                busy.add(pipe)
        while busy:
            for ready in wait([*busy]):
                assert isinstance(ready, Connection)
                group, played = _received(ready)
                if waiting:
                    ready.send((meeting, waiting.pop()))
                else:
                    busy.discard(ready)
                if isinstance(played, str):
                    raise Failed(played, FAILED)
                yield group, played

    def close(self) -> None:
        """End all workers and their programs."""
        if self._room is not None:
            self._room.close()
        for process, pipe in self._workers:
            pipe.close()
            process.terminate()
        for process, _pipe in self._workers:
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()
        self._workers.clear()

    def _here(self, meeting: Meeting, groups: Sequence[int]) -> Iterator[tuple[int, GroupPlayed]]:
        self._room = self._room or Room(self._setting)
        for group in groups:
            try:
                yield group, self._room.play(meeting, group)
            except BotFailed as error:
                raise Failed(str(error), FAILED) from None

    def _start(self) -> None:
        context = get_context("spawn")
        while len(self._workers) < self._count:
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_work, args=(theirs, self._setting, language()), daemon=True
            )
            process.start()
            theirs.close()
            self._workers.append((process, ours))


def _received(pipe: Connection) -> Answer:
    try:
        answer: Answer = pipe.recv()
    except (EOFError, OSError):
        raise Failed(_("A process of the arena has died; try --workers 1."), FAILED) from None
    return answer


def _work(pipe: Connection, setting: Setting, tag: str) -> None:
    """Play what is asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, _leave_it)
    signal.signal(signal.SIGTERM, _stop)
    set_language(tag)
    room = Room(setting)
    try:
        with suppress(EOFError, OSError):
            while True:
                meeting, group = pipe.recv()
                try:
                    played: GroupPlayed | str = room.play(meeting, group)
                except BotFailed as error:
                    played = str(error)
                pipe.send((group, played))
    finally:
        signal.signal(signal.SIGTERM, _leave_it)
        room.close()


def _stop(number: int, _frame: object) -> NoReturn:
    signal.signal(number, _leave_it)  # a second one must not keep us from ending our programs
    raise SystemExit


def _leave_it(_number: int, _frame: object) -> None:
    """Do nothing. To ignore a signal would be passed on to programs."""
