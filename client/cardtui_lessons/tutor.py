"""A lesson under way on the screens: which hand comes next (`Tutor`), what the coach says as the
hand is played with you (`HandFeed`), and the colour of each kind of sentence (`Mood`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from cardtui.v1 import actions_pb2, table_service_pb2, tables_pb2
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.faces.narration import sentences
from cardtui_client.history.lesson_progress import Progress
from cardtui_client.hosting.without_server import WithoutServer
from cardtui_client.i18n import _
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.feed import FeedStatus
from cardtui_engine.refusals import IllegalAction
from cardtui_lessons.hand import Counsel, PreparedTable, action_of
from cardtui_lessons.lesson import LEARNER, Cast, Hand, Lesson, cast_with
from cardtui_server.match.refusals import Refused, illegal
from cardtui_server.wire.action_codec import verb_field
from cardtui_server.wire.values import refusal_message


class Mood(Enum):
    """What kind of sentence the coach says, which gives it its colour."""

    PLAIN = ""
    THOUGHT = "italic $text-secondary"
    REMARK = "$text-warning"
    ADVICE = "bold $text-warning"
    REACHED = "bold $text-success"
    MISSED = "$text-error"


class Told(NamedTuple):
    """A sentence of the coach."""

    sentence: str
    mood: Mood = Mood.PLAIN


class Result(Enum):
    """How a hand stands."""

    OPEN = auto()
    REACHED = auto()
    MISSED = auto()


class HandFeed:
    """One hand, played with the learner.

    Attributes:
        table: the table.
        result: whether its goal is reached.
        told: what the coach has to say since the learner's last act.
    """

    def __init__(
        self, lesson: Lesson, hand: Hand, cast: Cast, ended: Callable[[Result], None]
    ) -> None:
        """Deal the hand.

        Args:
            hand: one of its hands.
            ended: is told the result once, as the hand ends.
        """
        self.table = PreparedTable(lesson, hand, cast)
        self.result = Result.OPEN
        self.told: list[Told] = []
        self._lesson = lesson
        self._hand = hand
        self._ended = ended
        self._model = TableModel()
        self._counsel = Counsel(lesson, hand, cast)
        self._frames: asyncio.Queue[table_service_pb2.Frame | None] = asyncio.Queue()

    async def frames(self) -> AsyncIterator[table_service_pb2.Frame | FeedStatus]:
        """Yield what the learner sees, until the hand is left."""
        yield FeedStatus(Status.LIVE)
        snapshot = self._snapshot()
        self._model.fold(snapshot)
        yield snapshot
        yield table_service_pb2.Frame(presence=tables_pb2.Presence(connected=[LEARNER]))
        self._play_on()
        while (frame := await self._frames.get()) is not None:
            yield frame

    async def act(
        self,
        action: actions_pb2.Action,
        expected: int | None = None,  # noqa: ARG002 - nobody else could have acted
    ) -> table_service_pb2.ActReply:
        """Act for the learner, and have the others answer."""
        try:
            before = self.table.match.seat_view(LEARNER)
            meant = action_of(self._lesson.game, action)
            frame = self.table.act(LEARNER, meant)
        except IllegalAction as refused:
            return table_service_pb2.ActReply(refusal=refusal_message(illegal(refused)))
        except Refused as refused:
            return table_service_pb2.ActReply(refusal=refusal_message(refused))
        self.told.clear()
        if remark := self._counsel.remark(before, meant):
            self.told.append(Told(remark, Mood.REMARK))
        self._counsel.note(LEARNER, meant)
        self._send(frame)
        self._play_on()
        return table_service_pb2.ActReply(seq=self._model.seq)

    async def go_on(self, hand: int) -> None:  # noqa: ARG002 - there is only this one
        """Leave the hand, which has ended."""
        self.leave()

    def leave(self) -> None:
        """Leave the hand."""
        self._frames.put_nowait(None)

    def _snapshot(self) -> table_service_pb2.Frame:
        """Return how the hand stands, by its number in the lesson."""
        frame = self.table.snapshot()
        frame.snapshot.view.hand = self._lesson.hands.index(self._hand) + 1
        return frame

    def _play_on(self) -> None:
        """Have the others act until the learner is asked, or the hand has ended."""
        table = self.table
        while not table.over and not table.waits:
            seat = table.next
            action, thought = self._lesson.decide(self._hand, table.match, seat)
            thinks = _("{name} thinks: {thought}", name=table.name(seat), thought=thought)
            self.told.append(Told(thinks, Mood.THOUGHT))
            self._counsel.note(seat, action)
            self._send(table.act(seat, action))
        if table.over and self.result is Result.OPEN:
            self._judge()
        elif table.waits and (advice := self._counsel.advice(table.match)):
            self.told.append(Told(advice, Mood.ADVICE))

    def _judge(self) -> None:
        """Say first of all whether the goal is reached, and what else to try if it is not."""
        reached, sentence, hint = self._counsel.verdict(self.table.match)
        self.result = Result.REACHED if reached else Result.MISSED
        mood = Mood.REACHED if reached else Mood.MISSED
        self.told[:0] = [Told(sentence, mood), *([Told(hint)] if hint else [])]
        self._ended(self.result)

    def _send(self, frame: table_service_pb2.Frame) -> None:
        """Show a frame, and say what it brought.

        Who did what is to be seen, and the table itself tells how a hand ended.
        """
        happened = self._model.fold(frame)
        for event in happened:
            if not event.HasField("acted") and not self.table.over:
                self.told += [Told(line) for line in sentences(event, self._model, happened)]
        self._frames.put_nowait(frame)

    # --- what only a server's table has --------------------------------------------------

    async def say(
        self,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> None:
        """Say nothing: nobody listens."""

    async def shown(self, hand: int) -> None:
        """Do nothing: the hand waits by itself."""

    async def hold(self, hold: bool) -> None:
        """Do nothing: the hand waits by itself."""

    async def back(self) -> None:
        """Do nothing: nobody plays for the learner."""

    async def hear(self, spectators: bool) -> None:
        """Do nothing: nobody watches."""

    def resync(self) -> None:
        """Show all of it anew."""
        self._frames.put_nowait(self._snapshot())

    async def close(self) -> None:
        """Leave the hand."""
        self.leave()


class Tutor:
    """A lesson under way.

    Attributes:
        connection: what answers instead of a server.
    """

    def __init__(self, lesson: Lesson, progress: Progress, name: str, done: int) -> None:
        self.connection = WithoutServer(name, lambda: _("That is not possible in a lesson."))
        self._lesson = lesson
        self._progress = progress
        self._cast = cast_with(name)
        self._number = done
        self._feed: HandFeed | None = None
        self._missed = self._passed = False
        self._verbs = {verb_field(lesson.game, verb).name: verb for verb in lesson.verbs}

    @property
    def game(self) -> str:
        """The game's id."""
        return self._lesson.game

    @property
    def over(self) -> bool:
        """Whether all hands are done."""
        return self._number >= len(self._lesson.hands)

    @property
    def title(self) -> str:
        """What the hand is called."""
        return _(
            "Hand {n} of {all}: {title}.",
            n=min(self._number + 1, len(self._lesson.hands)),
            all=len(self._lesson.hands),
            title=self._cast.say(self._hand.title),
        )

    @property
    def about(self) -> str:
        """What there is to know; where the goal was missed, first what to do otherwise."""
        about = self._cast.say(self._hand.about)
        return f"{self._cast.say(self._hand.hint)} {about}" if self._missed else about

    @property
    def goal(self) -> str:
        """What there is to reach."""
        return self._cast.say(self._hand.goal)

    @property
    def clauses(self) -> Sequence[str]:
        """The clauses that the hand teaches."""
        return self._hand.clauses

    def deal(self) -> HandFeed:
        """Deal the hand; the feed ends when you leave the hand."""
        self._feed = HandFeed(self._lesson, self._hand, self._cast, self._ended)
        return self._feed

    def skip(self) -> None:
        """Leave the hand for good, without having reached its goal."""
        self._keep()
        self._passed = True
        if self._feed is not None:
            self._feed.leave()

    def go_on(self) -> None:
        """Take up the next hand, or the same one again where its goal was missed."""
        missed = self._feed is not None and self._feed.result is Result.MISSED
        self._missed = missed and not self._passed
        if self._passed:
            self._number += 1
        self._passed = False

    def told(self) -> Sequence[Told]:
        """Return what there is to say of what happened since the learner's last act."""
        return () if self._feed is None else self._feed.told

    def meaning(self, verb: str) -> str | None:
        """Return what a verb of the game means, ``None`` where the lesson says nothing of it."""
        known = self._verbs.get(verb)
        if known is None or self._feed is None:
            return None
        return _(self._lesson.verbs[known])

    @property
    def _hand(self) -> Hand:
        return self._lesson.hands[min(self._number, len(self._lesson.hands) - 1)]

    def _ended(self, result: Result) -> None:
        if result is Result.REACHED:
            self._passed = True
            self._keep()

    def _keep(self) -> None:
        """Have the lesson go on with the next hand, even if you leave now."""
        lesson = self._lesson
        self._progress.keep(lesson.game, self._number + 1, len(lesson.hands))
