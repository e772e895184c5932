"""Your acts in lines: one at a time, piped ones in turn; which slips are asked about first.
“Are you sure?” comes where one or two letters would do something that costs: `Dialogue.meant`. The
question is in `faces/prices.py`; which words say yes or no, in `faces/typed.py`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2, errors_pb2
from cardtui.v1.hands_pb2 import Phase
from cardtui_client.faces.offers import Offer, offers, plain_cut
from cardtui_client.faces.standing import may_interrupt, overdue_after, waiting_sentence
from cardtui_client.faces.typed import NO_WORDS, YES_WORDS
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.parser import (
    NeedsNumber,
    Problem,
    Understood,
    may_be_act,
    number_sentence,
    problem_sentence,
    raw_action,
    understand,
    with_number,
)
from cardtui_client.lines.typed_lines import Print
from cardtui_client.model.refusals import refusal_text
from cardtui_client.model.table import TableModel, match_number
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.feed import TableFeed
from cardtui_client.text import safe_text

_LINE_CELLS: Final = 60


class Meant(NamedTuple):
    """What comes of a line.

    Attributes:
        lines: what to print.
        action: what to do, if anything.
        done: whether the line is used up.
    """

    lines: Sequence[str] = ()
    action: actions_pb2.Action | None = None
    done: bool = True


class Dialogue:
    """Understands lines, and remembers its questions until they are answered."""

    def __init__(self, narrator: Narrator, *, careful: bool) -> None:
        self._narrator = narrator
        self._careful = careful
        self._asked_number: actions_pb2.Choice | None = None
        self._asked_sure: actions_pb2.Action | None = None
        self._asked_at = 0

    def answered(self, line: str) -> Meant:
        """Take the line as the answer to what was asked last, if anything was."""
        sure, self._asked_sure = self._asked_sure, None
        if sure is not None:
            if line.casefold() in YES_WORDS:
                if sure.HasField("say") and self._asked_at != self._narrator.model.position:
                    return Meant([_("The table has changed.")])
                return Meant(action=sure)
            return Meant([_("Cancelled.")], done=not line or line.casefold() in NO_WORDS)
        choice, self._asked_number = self._asked_number, None
        if choice is not None and line.isdecimal():
            return self._take(with_number(choice, line, self._narrator.model), line)
        return Meant(done=False)

    def ask_words(self, action: actions_pb2.Action, call: str) -> list[str]:
        """Ask whether a line is to be said that calls something; return the question."""
        self._asked_sure = action
        self._asked_at = self._narrator.model.position
        return [
            _(
                "Words commit here: this calls “{call}”. Type yes to say it, or anything else"
                " to cancel.",
                call=call,
            )
        ]

    def is_offered(self, line: str) -> bool:
        """Tell whether the line is the word of something that may be done now."""
        model = self._narrator.model
        return isinstance(understand(line, offers(model), model), Understood | NeedsNumber)

    def meant(self, line: str, listed: Sequence[Offer]) -> Meant:
        """Take the line as something that you want to do.

        Args:
            listed: what the last list offered that the person has seen: numbers mean its lines.
        """
        narrator = self._narrator
        now = offers(narrator.model)
        meant = understand(line, listed if line.isdecimal() else now, narrator.model)
        if meant is Problem.NOT_OFFERED and (action := raw_action(line, narrator.model)):
            return Meant(action=action)  # the server knows best why not
        if isinstance(meant, NeedsNumber | Understood) and line.isdecimal():
            offer = listed[int(line) - 1]
            if not any(offer.is_like(each) for each in now):
                return Meant([_("The table has changed."), *narrator.offer_lines()])
        return self._take(meant, line)

    def _take(self, meant: Understood | NeedsNumber | Problem, line: str) -> Meant:
        match meant:
            case Problem():
                said = safe_text(line, _LINE_CELLS)
                return Meant([problem_sentence(meant, said, self._narrator.model)])
            case NeedsNumber(choice):
                self._asked_number = choice
                return Meant([number_sentence(choice)])
            case Understood(action, asks):
                if asks and self._careful and len(line) < 3:
                    self._asked_sure = action
                    return Meant([_("{asks} Type yes, or anything else to cancel.", asks=asks)])
                return Meant(action=action)


class TypedAhead:
    """What has been done at the table so far, and what is therefore still to come.

    Attributes:
        done: the number of the update that the last act made.
        went_on: the last hand after which you have gone on.
        wished: which match you have asked for last, as `next_match` told; ``None`` for none.
        cuts: whether the pack is cut for you.
    """

    def __init__(self, model: TableModel, *, seat: bool) -> None:
        self._model = model
        self._seat = seat
        self.done = 0
        self.went_on = 0
        self.wished: int | None = None
        self.cuts = False

    @property
    def next_match(self) -> int:
        """The number of the match that you would ask for now; 0 if the server does not say."""
        shown = match_number(self._model)
        return shown + 1 if shown or not self._model.is_over else 0

    def may_use(self, line: str) -> bool:
        """Tell whether the line can be used now, or nothing is to come that it could wait for."""
        model = self._model
        if not self._seat:
            return True  # nothing is to come that would be worth waiting for
        if model.view is None or model.is_over:
            # Unless a match is on its way in which this could be done.
            return not (self._awaits_match() and may_be_act(line, model))
        if model.seq < self.done or (self.cuts and plain_cut(model) is not None):
            return False  # what was done is still on its way
        if line.isdecimal():
            # Numbers are those of the list that is printed then.
            return model.is_my_turn or may_interrupt(model)
        return bool(offers(model)) or (not line and self._may_go_on())

    def _awaits_match(self) -> bool:
        """Tell whether you have asked for a match, here or before you came back."""
        return self.wished == self.next_match or any(
            each.ready for each in self._model.table.seats if each.seat == self._model.seat
        )

    def _may_go_on(self) -> bool:
        """Tell whether the next hand waits for your Enter."""
        view = self._model.view
        if view is None or self.went_on == view.hand:
            return False
        return view.phase == Phase.PHASE_DEAL or self._model.may_skip


Start = Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"]
"""Has work done beside everything else, for as long as you are at the table."""


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
        self._cut_at = 0

    @property
    def waiting(self) -> Sequence[str]:
        """The lines that wait until they may be done."""
        return tuple(self._waiting)

    def moved(self) -> None:
        """Take note that the table has changed, so that what waits may be possible now."""
        self._cut()
        self._moved.set()

    def cut_for_me(self, wanted: bool) -> None:
        """Have the pack cut from now on, or no longer."""
        self._ahead.cuts = self._narrator.cuts = wanted
        self._cut()

    def _cut(self) -> None:
        """Cut the pack, once for each that is yours to cut, where you want that done for you."""
        model = self._narrator.model
        if not self._ahead.cuts or model.position == self._cut_at:
            return
        if (cut := plain_cut(model)) is not None:
            self._cut_at = model.position
            self._act(cut, by_itself=True)

    def ask(self, work: Coroutine[None, None, None]) -> None:
        """Have something asked of the server that later acts of a pipe wait for."""
        task = self._start(work)
        self._asked.add(task)
        task.add_done_callback(self._answered)

    async def answered(self) -> None:
        """Wait until all that was asked of the server is answered, and what it did is shown."""
        while self._asked or self._narrator.model.seq < self._ahead.done:
            self._moved.clear()
            await self._moved.wait()

    def wait(self, line: str) -> None:
        """Have a line of a pipe done as soon as it may be; say at once if it is no act at all."""
        model = self._narrator.model
        if self._feed.seat and not may_be_act(line, model):
            self._print([problem_sentence(Problem.UNKNOWN, safe_text(line, _LINE_CELLS), model)])
            return
        self._waiting.append(line)
        self._moved.set()

    async def do_waiting(self) -> None:
        """Do what waits, line by line, for as long as you are at the table.

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
        """Go on to the next hand after one, or where only bots play; else say what can be done."""
        view, skips = self._narrator.model.view, self._narrator.model.may_skip
        if view is not None and (view.phase == Phase.PHASE_DEAL or skips):
            self._ahead.went_on = view.hand
            await self._feed.go_on(view.hand)
        else:
            self._print(self._narrator.offer_lines())

    def _act(self, action: actions_pb2.Action, *, by_itself: bool = False) -> None:
        if self._under_way is not None:
            self._print([self._unanswered_words(self._under_way)])
            return
        self._under_way, self._overdue = action, False
        # In a task of its own, so that words are heard while a lost connection is mended.
        self.ask(self._acted(action, by_itself=by_itself))

    async def _acted(self, action: actions_pb2.Action, *, by_itself: bool) -> None:
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
        stale = reply.HasField("refusal") and reply.refusal.reason == errors_pb2.REASON_STALE
        if by_itself and stale:
            return  # where the table cuts, it was quicker
        if reply.HasField("refusal"):
            lines = [refusal_text(reply.refusal, self._narrator.model)]
            if stale:
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


class Sure:
    """Asks once, and does what was asked about if the answer is yes."""

    def __init__(self, say: Print, *, careful: bool) -> None:
        """Begin with nothing asked.

        Args:
            careful: whether the person wants to be asked.
        """
        self._print = say
        self._careful = careful
        self._wanted: Callable[[], object] | None = None

    def ask(self, question: str, do: Callable[[], object]) -> None:
        """Ask that, and do it after a yes; do it at once where there is nothing to ask."""
        if not question or not self._careful:
            do()
            return
        self._print([_("{asks} Type yes, or anything else to cancel.", asks=question)])
        self._wanted = do

    def answered(self, line: str) -> bool:
        """Take the line as the answer, if you are awaited; return whether it is used up."""
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return False
        if line.casefold() in YES_WORDS:
            wanted()
            return True
        self._print([_("Cancelled.")])
        return not line or line.casefold() in NO_WORDS
