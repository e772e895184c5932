"""A prepared hand of a lesson: its table, and the frames and words that the table screen gets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from enum import Enum, auto
from typing import Any

from cardtui.v1 import actions_pb2, table_service_pb2, tables_pb2, views_pb2
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.commands.lessons.counsel import Counsel
from cardtui_client.commands.lessons.lesson import LEARNER, Cast, Hand, Lesson
from cardtui_client.commands.without_server import table_message
from cardtui_client.faces.narration import sentences
from cardtui_client.i18n import _
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.feed import FeedStatus
from cardtui_client.tui.widgets.coach_panel import Mood, Told
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_rules
from cardtui_engine.options import usual_preset
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.views import Own, View
from cardtui_server.match.refusals import Refused, illegal
from cardtui_server.wire.codec import codec_for
from cardtui_server.wire.table_encoder import views_of
from cardtui_server.wire.values import refusal_message


class PreparedTable:
    """One hand by the usual rules, as the learner's client is shown it.

    Attributes:
        match: the match, of which only this hand is played.
    """

    def __init__(self, lesson: Lesson, hand: Hand, cast: Cast) -> None:
        seats = len(hand.setup.get("hands", ())) or None
        usual = usual_preset(get_rules(lesson.game).presets)
        self.match = Match.at(lesson.game, hand.setup, seats=seats, preset=usual)
        if hand.pack:
            self._deal(hand)
        self._names = cast[: self.match.seats]
        self._views = views_of(lesson.game)
        self._seq = 1
        self._public, self._own = self._seen()

    @property
    def over(self) -> bool:
        """Whether the hand has been played."""
        turn = self.match.turn
        return turn.wants_pack or turn.over

    @property
    def waits(self) -> bool:
        """Whether the learner is asked, be it to take a discard out of turn."""
        turn = self.match.turn
        if LEARNER in turn.to_act:
            return True
        may_take = turn.holds_draw and LEARNER in turn.may_act
        return may_take and bool(self.match.choices(LEARNER))

    @property
    def next(self) -> int:
        """The seat among the others that acts next."""
        return self.match.turn.to_act[0]

    def name(self, seat: int) -> str:
        """Return the name of the player in that seat."""
        return self._names[seat]

    def snapshot(self) -> table_service_pb2.Frame:
        """Return how the hand stands, all of it."""
        return table_service_pb2.Frame(
            snapshot=table_service_pb2.Snapshot(
                seq=self._seq,
                position=self._seq,
                table=self._table(),
                view=views_pb2.PublicView.FromString(self._views.public(self._public)),
                own=views_pb2.OwnView.FromString(self._views.own(self._own)),
                seat=LEARNER,
            )
        )

    def act(self, seat: int, action: Action) -> table_service_pb2.Frame:
        """Do an action, and return what the learner sees of it.

        Raises:
            IllegalAction: the rules refuse it.
        """
        events = self.match.act(action, seat)
        public, own = self._seen()
        seen = self.match.rules.seen
        told = b"".join([self._views.event(seen(event, LEARNER)) for event in events])
        update = table_service_pb2.Update.FromString(
            told
            + self._views.public_change(self._public, public)
            + self._views.own_change(self._own, own)
        )
        self._seq += 1
        update.seq = update.position = self._seq
        self._public, self._own = public, own
        return table_service_pb2.Frame(update=update)

    def _deal(self, hand: Hand) -> None:
        """Deal the hand's own pack, and do what comes before the learner."""
        rules, first = self.match.rules, self.match.rules.deck.cards(hand.pack)
        rest = [card for card in rules.pack_of(self.match.state) if card not in first]
        self.match.deal([*first, *rest])
        for action in hand.before:
            self.match.act(action)

    def _seen(self) -> tuple[View[Any, Any], Own[Any]]:
        own = self.match.rules.own_view(self.match.state, LEARNER)
        if not self.waits:
            own = own._replace(choices=())  # the others act at once: nobody could interrupt
        return self.match.view(None), own

    def _table(self) -> tables_pb2.Table:
        match = self.match
        table = table_message(match.rules, match.options, match.state, self._names)
        for seat in table.seats[LEARNER + 1 :]:
            seat.bot = tables_pb2.BOT_LEVEL_EASY
        return table


def action_of(game: str, message: Any) -> Action:
    """Return the engine's action that a message of the client asks for."""
    return codec_for(game).actions.read(message)


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
            lesson: the lesson.
            hand: one of its hands.
            cast: the names.
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
