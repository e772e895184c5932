"""The client as lines of text, for people and pipes: prints, listens, waits for the table, ends.

What happens is printed as sentences; when one may act, a numbered list; a line that is
typed is a number, or a word with its argument. Words may be typed at any time. A pipe runs
ahead of the table: what it asks for waits until it may be done, so that each line is used once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Final, TextIO

from cardtui.v1 import actions_pb2, errors_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.exit_codes import FAILED, INTERRUPTED, NO_SERVER, OK
from cardtui_client.games.tell_times import warning
from cardtui_client.games.unanswered import UNANSWERED_SECONDS, waiting_sentence
from cardtui_client.i18n import _
from cardtui_client.lines.dialogue import Dialogue, Meant
from cardtui_client.lines.help import command_of
from cardtui_client.lines.interrupts import catching_interrupts
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.requests import Requests
from cardtui_client.lines.terminal import lines_of, write_lines
from cardtui_client.lines.typed_ahead import TypedAhead
from cardtui_client.lines.warnings import Warnings
from cardtui_client.model.refusals import refusal_text
from cardtui_client.model.table import FINAL_REASONS, Gap, TableModel
from cardtui_client.net.connection import Connection, Refused, Unreachable
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.settings import Settings

_LAST_ACTS: Final = 5.0
"""How many seconds the acts typed before the end of the input have to be answered."""

_TABLE_WAIT: Final = 60.0
"""How many seconds the lines of a pipe wait for the table to be shown."""


async def run_plain(
    connection: Connection,
    table_id: str,
    seat: bool,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
    until_over: bool = False,
    unanswered: float = UNANSWERED_SECONDS,
) -> int:
    """Play or watch a table as lines of text, until it ends or the person leaves.

    Args:
        connection: a session on the table's server.
        table_id: the table's id.
        seat: whether to play the seat that one holds there, or only watch.
        input: where lines are typed; its end leaves the table, for who plays.
        output: where lines are printed.
        settings: whether to ask before what gives a hand away.
        until_over: leave when the match is over; who plays at a terminal may want another.
        unanswered: how many seconds an answer may take before it is worth a word.

    Returns:
        The exit code: 0, or 1 if the table could not be reached or kept, or 3 if the server
        is of no use, or 130 if the person interrupted.

    Raises:
        Unreachable: the table did not come in time for what a pipe had to say.
    """
    feed = TableFeed(connection, table_id, seat, hears=settings.spectators)
    table = _PlainTable(
        connection,
        feed,
        output,
        careful=settings.confirm and input.isatty(),
        patient=not input.isatty(),
        until_over=until_over and not (seat and input.isatty()),
        unanswered=unanswered,
    )
    try:
        return await table.run(input)
    except BrokenPipeError:
        return OK  # who reads has had enough
    finally:
        await feed.close()


class _PlainTable:
    """One table on two streams of text."""

    def __init__(
        self,
        connection: Connection,
        feed: TableFeed,
        output: TextIO,
        *,
        careful: bool,
        patient: bool,
        until_over: bool,
        unanswered: float,
    ) -> None:
        self._connection = connection
        self._feed = feed
        self._model = TableModel()
        self._narrator = Narrator(self._model, again=not until_over)
        self._dialogue = Dialogue(self._narrator, careful=careful)
        self._requests = Requests(connection, feed, self._model, self._print)
        self._warnings = Warnings(self._model, self._warn)
        self._output = output
        self._patient = patient
        self._until_over = until_over
        self._unanswered = unanswered
        self._exit: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._arrived = asyncio.Event()
        self._moved = asyncio.Event()
        self._ahead = TypedAhead(self._model, seat=feed.seat)
        self._under_way: actions_pb2.Action | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._acts: set[asyncio.Task[None]] = set()

    async def run(self, source: TextIO) -> int:
        """Watch and listen until one of them has a reason to leave."""
        try:
            with catching_interrupts(partial(self._leave, INTERRUPTED)):
                self._start(self._watch(), self._tasks)
                self._start(self._listen(source), self._tasks)
                return await self._exit
        finally:
            self._warnings.stop()
            tasks = [*self._tasks, *self._acts]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start(
        self, work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]
    ) -> asyncio.Task[None]:
        def done(task: asyncio.Task[None]) -> None:
            tasks.discard(task)
            self._moved.set()
            if not task.cancelled() and (error := task.exception()) and not self._exit.done():
                self._exit.set_exception(error)

        task = asyncio.create_task(work)
        tasks.add(task)
        task.add_done_callback(done)
        return task

    def _finish(self, code: int) -> None:
        if not self._exit.done():
            self._exit.set_result(code)

    def _leave(self, code: int) -> None:
        if self._model.seat is not None:
            self._print([_("You leave the table. Your seat is kept.")])
        self._finish(code)

    def _print(self, lines: Sequence[str]) -> None:
        """Print lines, unless one has left: what the table tells after that is not for us."""
        if not self._exit.done():
            write_lines(self._output, lines)

    def _warn(self, seconds: int, first: bool) -> None:
        """Say that one's time is nearly up, and ring once for it."""
        self._print([warning(seconds)])
        if first and self._output.isatty():
            self._output.write("\a")
            self._output.flush()

    # --- what happens ------------------------------------------------------------------

    async def _watch(self) -> None:
        useless = False
        played = False  # who comes back to a match that is over wants another
        async for item in self._feed.frames():
            try:
                with self._connection.workload.working():
                    self._print(self._narrator.tell(item))
            except Gap:
                self._feed.resync()
                continue
            self._warnings.look()
            if isinstance(item, FeedStatus):
                useless = item.useless
                continue
            self._arrived.set()
            self._moved.set()
            if self._model.view is None:
                continue
            if not self._model.is_over:
                played = True
            elif self._until_over and (played or not self._feed.seat):
                self._finish(OK)
                return
        self._moved.set()
        end = self._model.end
        if end is not None and end.reason in FINAL_REASONS:
            self._finish(OK)
        else:
            self._finish(NO_SERVER if useless else FAILED)

    # --- what is typed -----------------------------------------------------------------

    async def _listen(self, source: TextIO) -> None:
        async for line in lines_of(source):
            await self._come()
            await self._typed(line.strip())
        if not self._feed.seat:
            return  # who watches need not type
        await self._come()
        await self._get_up()

    async def _come(self) -> None:
        """Wait for the table, which a pipe may be ahead of.

        Raises:
            Unreachable: it does not come, and nobody is there to give up waiting.
        """
        try:
            async with asyncio.timeout(_TABLE_WAIT if self._patient else None):
                await self._arrived.wait()
        except TimeoutError:
            raise Unreachable(_("The server does not send the table.")) from None

    async def _get_up(self) -> None:
        """Leave once what was typed before has been done."""
        if self._acts:
            await asyncio.wait(self._acts, timeout=_LAST_ACTS)
        self._leave(OK)

    async def _may_act(self, line: str) -> bool:
        """Wait until something can be done, and what was done before has been answered.

        Returns:
            Whether the table is still played at.
        """
        while self._patient and (self._acts or not self._ahead.may_use(line)):
            self._moved.clear()
            await self._moved.wait()
        return not self._exit.done()

    async def _typed(self, line: str) -> None:
        answered = self._dialogue.answered(line)
        self._carry_out(answered)
        if answered.done:
            return
        if not line:
            await self._entered()
            return
        word, _blank, rest = line.partition(" ")
        match command_of(word):
            case "say":
                await self._requests.say(rest)
            case "help":
                await self._requests.help(rest)
            case "hand":
                self._print(self._narrator.hand_lines())
            case "table":
                self._print(self._narrator.table_lines())
            case "ready" | "start" as wish:
                # Remembered because the answer may come before the table shows it.
                self._ahead.wished |= await self._requests.wish(wish)
            case "wait" if self._feed.seat:
                await self._requests.hold()
            case "pause" if self._feed.seat:
                await self._requests.pause()
            case "back" if self._feed.seat:
                await self._requests.back()
            case "bot" if self._feed.seat:
                await self._requests.let_bot_play(rest)
            case "spectators":
                await self._requests.hear()
            case "quit":
                await self._get_up()
            case _:
                if not await self._may_act(line):
                    return
                if self._feed.seat:
                    self._carry_out(self._dialogue.meant(line))
                else:
                    self._print([_("You are watching, and cannot play. Type ? for help.")])

    async def _entered(self) -> None:
        """Go on to the next hand between hands; else say what can be done."""
        if not await self._may_act(""):
            return
        view = self._model.view
        if view is not None and view.phase == Phase.PHASE_DEAL:
            self._ahead.went_on = view.hand
            await self._feed.go_on(view.hand)
        else:
            self._print(self._narrator.offer_lines())

    def _carry_out(self, meant: Meant) -> None:
        if meant.lines:
            self._print(meant.lines)
        if meant.action is not None:
            self._act(meant.action)

    def _act(self, action: actions_pb2.Action) -> None:
        if self._under_way is not None:
            self._print([waiting_sentence(self._under_way, self._model)])
            return
        self._under_way = action
        # In a task of its own, so that words are heard while a lost connection is mended.
        self._start(self._acted(action), self._acts)

    async def _acted(self, action: actions_pb2.Action) -> None:
        waiting = self._start(self._tell_waiting(action), self._tasks)
        try:
            reply = await self._feed.act(action, self._model.position)
        except (Refused, Unreachable) as error:
            self._print([str(error)])
            return
        finally:
            self._under_way = None
            waiting.cancel()
        self._ahead.done = reply.seq
        if reply.HasField("refusal"):
            lines = [refusal_text(reply.refusal, self._model)]
            if reply.refusal.reason == errors_pb2.REASON_STALE:
                lines.extend(self._narrator.offer_lines())
            self._print(lines)

    async def _tell_waiting(self, action: actions_pb2.Action) -> None:
        await asyncio.sleep(self._unanswered)
        self._print([waiting_sentence(action, self._model)])
