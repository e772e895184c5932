"""The acts of a seat at a table: one at a time, and those of a pipe when they may be done.

A pipe runs ahead of the table. What it asks for too early waits, in its order, so that each
line is used once; whatever else it asks for is answered meanwhile.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence

from cardtui.v1 import actions_pb2, errors_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.games.offers import Offer
from cardtui_client.games.times import overdue_after, waiting_sentence
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.lines.dialogue import Dialogue, Meant
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.teller import Print
from cardtui_client.lines.typed_ahead import TypedAhead
from cardtui_client.model.refusals import refusal_text
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.feed import TableFeed
from cardtui_client.text import safe_text

Start = Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"]
"""Has work done beside everything else, for as long as one is at the table."""


def watching_words() -> str:
    """Return what those are told who watch and ask for what needs a seat."""
    return _("You are watching, and cannot play. Type ? for help.")


class Acting:
    """Does what was typed.

    Attributes:
        listed: what the last list offered that the person has seen.
    """

    def __init__(
        self,
        feed: TableFeed,
        narrator: Narrator,
        dialogue: Dialogue,
        ahead: TypedAhead,
        say: Print,
        *,
        start: Start,
        unanswered: float,
    ) -> None:
        self.listed: Sequence[Offer] = ()
        self._feed = feed
        self._narrator = narrator
        self._dialogue = dialogue
        self._ahead = ahead
        self._print = say
        self._start = start
        self._unanswered = unanswered
        self._under_way: actions_pb2.Action | None = None
        self._overdue = False
        self._asked: set[asyncio.Task[None]] = set()
        self._waiting: deque[str] = deque()
        self._moved = asyncio.Event()

    @property
    def waiting(self) -> Sequence[str]:
        """The lines that wait until they may be done."""
        return tuple(self._waiting)

    def moved(self) -> None:
        """Take note that the table has changed, so that what waits may be possible now."""
        self._moved.set()

    def ask(self, work: Coroutine[None, None, None]) -> None:
        """Have something asked of the server that later acts of a pipe wait for."""
        task = self._start(work)
        self._asked.add(task)
        task.add_done_callback(self._answered)

    async def answered(self) -> None:
        """Wait until all that was asked of the server is answered."""
        if self._asked:
            await asyncio.wait(self._asked)

    def wait(self, line: str) -> None:
        """Have a line of a pipe done as soon as it may be."""
        self._waiting.append(line)
        self._moved.set()

    async def do_waiting(self) -> None:
        """Do what waits, line by line, for as long as one is at the table.

        Say so, once, if a line came too early: what comes after it waits as well.
        """
        told = False
        while True:
            while not self._waiting or self._asked or not self._ahead.may_use(self._waiting[0]):
                if not self._waiting:
                    told = False
                elif not (told or self._asked) and self._waiting[0]:
                    told = True
                    self._tell_too_early(self._waiting[0])
                self._moved.clear()
                await self._moved.wait()
            await self.do(self._waiting[0])
            self._waiting.popleft()
            self._moved.set()

    def _tell_too_early(self, line: str) -> None:
        said = safe_text(line, TALK_CELLS)
        self._print([_("Too early for “{line}”: it is done as soon as it can be.", line=said)])

    async def all_done(self) -> None:
        """Wait until nothing waits any more."""
        while self._waiting:
            self._moved.clear()
            await self._moved.wait()

    async def do(self, line: str) -> None:
        """Do what the line says, now."""
        if not line:
            await self._go_on()
        elif self._feed.seat:
            answer = self._dialogue.answered(line)  # typed before the question was asked
            self.carry_out(answer)
            if not answer.done:
                self.carry_out(self._dialogue.meant(line, self.listed))
        else:
            self._print([watching_words()])
        self.listed = self._narrator.offered

    def carry_out(self, meant: Meant) -> None:
        """Print and do what came of a line."""
        if meant.lines:
            self._print(meant.lines)
        if meant.action is not None:
            self._act(meant.action)

    async def _go_on(self) -> None:
        """Go on to the next hand between hands; else say what can be done."""
        view = self._narrator.model.view
        if view is not None and view.phase == Phase.PHASE_DEAL:
            self._ahead.went_on = view.hand
            await self._feed.go_on(view.hand)
        else:
            self._print(self._narrator.offer_lines())

    def _act(self, action: actions_pb2.Action) -> None:
        if self._under_way is not None:
            self._print([self._unanswered_words(self._under_way)])
            return
        self._under_way, self._overdue = action, False
        # In a task of its own, so that words are heard while a lost connection is mended.
        self.ask(self._acted(action))

    async def _acted(self, action: actions_pb2.Action) -> None:
        waiting = self._start(self._tell_waiting(action))
        try:
            reply = await self._feed.act(action, self._narrator.model.position)
        except (Refused, Unreachable) as error:
            self._print([str(error)])
            return
        finally:
            self._under_way = None
            waiting.cancel()
        self._ahead.done = reply.seq
        if reply.HasField("refusal"):
            lines = [refusal_text(reply.refusal, self._narrator.model)]
            if reply.refusal.reason == errors_pb2.REASON_STALE:
                lines.extend(self._narrator.offer_lines())
                self.listed = self._narrator.offered
            self._print(lines)

    async def _tell_waiting(self, action: actions_pb2.Action) -> None:
        overdue = overdue_after(self._narrator.model) - self._unanswered
        await asyncio.sleep(self._unanswered)
        told = self._unanswered_words(action)
        self._print([told])
        await asyncio.sleep(overdue)
        self._overdue = True
        if (words := self._unanswered_words(action)) != told:
            self._print([words])

    def _unanswered_words(self, action: actions_pb2.Action) -> str:
        return waiting_sentence(action, self._narrator.model, overdue=self._overdue)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._asked.discard(task)
        self._moved.set()
