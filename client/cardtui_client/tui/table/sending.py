"""How long you may take a move back (`HOLD_SECONDS`), and how all else is sent.
What is said until the server answers: `words_of`. When a word in your talk that calls something is
looked up, and asked about: `_TYPING_SECONDS`, `asks_first`. Whether moves wait at all is a setting,
whose sentence in `settings/values.py` names the seconds, too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Final, NamedTuple, Protocol, assert_never

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.faces.arguments import verb_of_action
from cardtui_client.faces.hint_words import Words
from cardtui_client.faces.registry import presenter_of
from cardtui_client.faces.standing import UNANSWERED_SECONDS, overdue_after, waiting_sentence
from cardtui_client.faces.table_actions import ACTION_OF, Answer, There
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.quick_talk import as_sent
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus
from cardtui_client.scene.commands import (
    Command,
    GiveSignal,
    LetBotPlay,
    LookAt,
    Say,
    SayQuick,
    SeatBot,
)
from cardtui_client.scene.middle import Mood
from cardtui_client.scene.scene import Button
from cardtui_client.settings import Settings
from cardtui_client.settings.config_file import know_words
from cardtui_client.text import safe_text
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.effects import Act
from cardtui_client.tui.table.picture import Display
from cardtui_client.tui.table.telling import Interaction
from cardtui_client.tui.table.ui_state import TableUi
from cardtui_client.tui.timers import After, Alarm


class ActsThere(Protocol):
    """Where acts go: the feed of a table."""

    async def act(
        self, action: actions_pb2.Action, expected: int | None = None
    ) -> table_service_pb2.ActReply:
        """Act."""


class Acts:
    """The act that is under way, if there is one.

    It ends when what came of it is seen, which may be after its answer.

    Attributes:
        unanswered: how many seconds an answer may take before it is worth a word.
    """

    def __init__(
        self,
        feed: ActsThere,
        model: TableModel,
        after: After,
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing under way.

        Args:
            feed: where acts go.
            after: calls back after so many seconds.
            changed: shows the sentence anew.
        """
        self.unanswered = UNANSWERED_SECONDS
        self._feed = feed
        self._model = model
        self._after = after
        self._changed = changed
        self._under_way: actions_pb2.Action | None = None
        self._late = False
        self._overdue = False
        self._done = 0

    @property
    def sentence(self) -> str:
        """What is awaited, where an answer has taken long or cannot come; ``""`` else."""
        waits = self._late or self._model.status is Status.RECONNECTING
        if self._under_way is None or not waits:
            return ""
        return waiting_sentence(self._under_way, self._model, overdue=self._overdue)

    @property
    def under_way(self) -> actions_pb2.Action | None:
        """The act that is under way, if there is one."""
        return self._under_way

    async def send(
        self, action: actions_pb2.Action, position: int | None = None
    ) -> errors_pb2.Refusal | None:
        """Send an act, unless one is under way; return why it was refused, if it was.

        Args:
            position: the number of the position that it is meant for; ``None`` for the latest.

        Raises:
            Refused: the server would not take it.
            Unreachable: there is no server to take it.
        """
        if self._under_way is not None:
            self._wait()  # one thing after another: the answer to the last one is awaited
            return None
        self._under_way = action
        self._changed()
        timers = (
            self._after(self.unanswered, self._wait),
            self._after(overdue_after(self._model), self._give_no_word),
        )
        try:
            meant_for = self._model.position if position is None else position
            reply = await self._feed.act(action, meant_for)
        except Exception:
            self.answered()
            raise
        finally:
            for timer in timers:
                timer.stop()
        if reply.HasField("refusal"):
            self.answered()
            return reply.refusal
        if self._model.seq >= reply.seq:
            self.answered()
        else:
            self._done = reply.seq  # what came of it is still on its way
        return None

    def answered(self) -> None:
        """Offer again what may be done: what was under way is answered, and can be seen."""
        self._under_way = None
        self._late = self._overdue = False
        self._changed()

    def seen(self) -> None:
        """Take note that the model knows more: perhaps what came of the act."""
        if self._done and self._model.seq >= self._done:
            self._done = 0
            self.answered()

    def _wait(self) -> None:
        """Say that an act is under way, and offer nothing before it is answered."""
        if self._under_way is not None and not self._late:
            self._late = True
            self._changed()

    def _give_no_word(self) -> None:
        """Say that there is no answer, and no more what the act was to come to."""
        if self._under_way is not None:
            self._late = self._overdue = True
            self._changed()


class Feed(Protocol):
    """What is needed of a table's feed; `TableFeed` is one."""

    def frames(self) -> AsyncIterator[table_service_pb2.Frame | FeedStatus]:
        """Yield the frames, and how the feed stands."""

    async def act(
        self, action: actions_pb2.Action, expected: int | None = None
    ) -> table_service_pb2.ActReply:
        """Act."""

    async def say(
        self,
        text: str = "",
        *,
        team: bool = False,
        phrase: Phrase.ValueType = Phrase.PHRASE_UNSPECIFIED,
        reaction: Reaction.ValueType = Reaction.REACTION_UNSPECIFIED,
    ) -> None:
        """Say a text, a phrase or a reaction; a text to your own team alone if wanted."""

    async def go_on(self, hand: int) -> None:
        """Say that you have seen how a hand ended."""

    async def shown(self, hand: int) -> None:
        """Say that the end of a hand stands on the screen."""

    async def hold(self, hold: bool) -> None:
        """Have the hand pause wait, or not."""

    async def back(self) -> None:
        """Say that you are back."""

    async def hear(self, spectators: bool) -> None:
        """Hear what spectators say, or do not."""

    def resync(self) -> None:
        """Ask for a snapshot."""

    async def close(self) -> None:
        """End the feed."""


class Requests:
    """Sends what is asked."""

    def __init__(
        self,
        feed: Feed,
        connection: Connection,
        table: str,
        model: TableModel,
        *,
        acts: Acts,
        tell: Callable[[Answer], None],
        words: Words,
    ) -> None:
        """Begin with nothing asked.

        Args:
            model: what is known of it.
            acts: the act that is under way.
            tell: tells what the server has answered.
            words: says an act by its key.
        """
        self._acts = acts
        self._tell = tell
        self._feed = feed
        self._there = There(connection, feed, table, model, words=words)

    async def send(self, request: effects.Request) -> errors_pb2.Refusal | None:
        """Send it; return why an act was refused, if it was.

        Raises:
            Refused: the server would not do it.
            Unreachable: there is no server to do it.
        """
        table, connection = self._there.table_id, self._there.connection
        match request:
            case effects.Act(action, position):
                return await self._acts.send(action, position)
            case effects.SayLine(text, _, calls) if calls:
                # An act, so that it calls nothing else if things stand otherwise by now.
                line = actions_pb2.SayAction(text=safe_text(text, TALK_CELLS))
                reply = await self._feed.act(actions_pb2.Action(say=line), calls)
                return reply.refusal if reply.HasField("refusal") else None
            case effects.SayLine(text, team):
                await self._feed.say(
                    safe_text(as_sent(text) if team else text, TALK_CELLS), team=team
                )
            case SayQuick(phrase, reaction):
                await self._feed.say(
                    phrase=Phrase.ValueType(phrase), reaction=Reaction.ValueType(reaction)
                )
            case effects.SawHand(hand):
                await self._feed.go_on(hand)
            case effects.SetReady(ready):
                await connection.set_ready(table, ready)
            case SeatBot(level, seat, character):
                await connection.add_bot(
                    table,
                    tables_pb2.BotLevel.ValueType(level),
                    seat,
                    tables_pb2.Character.ValueType(character),
                )
            case effects.DropBot(seat):
                await connection.remove_bot(table, seat)
            case effects.TakeSeat(seat, take_back):
                await connection.swap_seats(table, seat, take_back=take_back)
            case effects.BringChips(chips):
                await connection.buy_in(table, chips)
            case effects.ShownHand(hand):
                await self._feed.shown(hand)
            case effects.HoldHand(hold):
                await self._feed.hold(hold)
            case effects.AskPause(pause):
                await connection.pause(table, pause)
            case LetBotPlay(seat):
                await connection.sit_in(table, seat)
            case GiveSignal(gesture):
                await connection.signal(table, Gesture.ValueType(gesture))
            case LookAt(seat):
                await connection.look(table, seat)
            case effects.Ask(command):
                await self._ask(command)
            case _:
                assert_never(request)
        return None

    async def _ask(self, command: Command) -> None:
        """Ask for what has no more to it than its name, and tell the answer."""
        asks = ACTION_OF[command].asks
        answer = None if asks is None else await asks(self._there)
        if answer is not None:
            self._tell(answer)


def words_of(request: effects.Request) -> str:
    """Return what to say until that is answered; ``""`` for what needs no words.

    Acts of the game have words of their own, talk stands in the log, and what the screen tells
    by itself is nobody's to wait for.
    """
    match request:
        case effects.SetReady(ready=True):
            return _("Telling the table that you are ready…")
        case effects.SetReady():
            return _("Telling the table that you are not ready…")
        case SeatBot():
            return _("Seating a bot…")
        case effects.DropBot():
            return _("Removing the bot…")
        case effects.TakeSeat(take_back=False):
            return _("Asking for that seat…")
        case effects.TakeSeat():
            return _("Taking your request back…")
        case effects.BringChips():
            return _("Buying chips…")
        case effects.AskPause(pause=True):
            return _("Asking for a pause…")
        case effects.AskPause():
            return _("Asking to go on…")
        case LetBotPlay():
            return _("Sending a bot to that seat…")
        case effects.Ask(command):
            return _(ACTION_OF[command].waits)
        case _:
            return ""


HOLD_SECONDS: Final = 0.6
"""How long an act waits."""


class _Held(NamedTuple):
    act: Act
    before: TableUi


class HeldAct:
    """Holds an act back; sooner or later it is sent, unless it is taken back."""

    def __init__(
        self,
        display: Display,
        model: TableModel,
        interaction: Interaction,
        send: Callable[[Act], None],
        redraw: Callable[[], None],
    ) -> None:
        self._display = display
        self._model = model
        self._interaction = interaction
        self._send = send
        self._redraw = redraw
        self._held: _Held | None = None
        self._alarm = Alarm(display.after)

    @property
    def waits(self) -> bool:
        """Whether an act waits."""
        return self._held is not None

    @property
    def action(self) -> actions_pb2.Action | None:
        """What waits, if anything does."""
        return None if self._held is None else self._held.act.action

    def hold(self, act: Act, before: TableUi) -> None:
        """Hold an act of this position.

        Args:
            before: what the person had done before it, and has again once it is taken back.
        """
        meant = replace(act, position=self._model.position)
        self._alarm.set(HOLD_SECONDS, self._run_down)
        self._held = _Held(meant, before)
        self._interaction.ui = self._interaction.ui._replace(held=True)
        self._redraw()

    def recall(self) -> None:
        """Take the act back, and all that was done with it."""
        held = self._take()
        if held is not None:
            self._interaction.ui = self._interaction.ui._replace(
                cards=held.before.cards, cut=held.before.cut, hiding=held.before.hiding
            )
            self._redraw()

    def take_out(self) -> Act | None:
        """Return the act that waits, to be sent at once."""
        held = self._take()
        return None if held is None else held.act

    def _run_down(self) -> None:
        if (act := self.take_out()) is not None:
            self._redraw()
            self._send(act)

    def _take(self) -> _Held | None:
        held, self._held = self._held, None
        if held is not None:
            self._alarm.stop()
            self._interaction.ui = self._interaction.ui._replace(held=False)
        return held


_TYPING_SECONDS: Final = 0.2
"""How long one pauses in typing before what stands there is looked at."""

_FEWEST_LETTERS: Final = 3


class WordCalls:
    """Tells what the line that is being typed would call; which words do is the server's affair."""

    def __init__(
        self,
        connection: Connection,
        table_id: str,
        model: TableModel,
        interaction: Interaction,
        *,
        display: Display,
        settings: Settings,
    ) -> None:
        self._connection = connection
        self._table_id = table_id
        self._model = model
        self._interaction = interaction
        self._display = display
        self._settings = settings
        self._typed = ""
        self._alarm = Alarm(display.after)
        self._never = False

    def typed(self, text: str) -> None:
        """Take what stands in the line now, and tell what it would call once that is known.

        Args:
            text: the line; ``""`` if nothing is typed any more.
        """
        self._typed = text
        self._tell("")
        self._alarm.stop()
        if self._may_call(text):
            self._alarm.set(_TYPING_SECONDS, lambda: self._display.run(self._look(text)))

    def again(self) -> None:
        """Look anew at what is typed, because things stand otherwise now."""
        if self._typed:
            self.typed(self._typed)

    async def asks_first(self, line: effects.SayLine) -> bool:
        """Ask before a line calls something, until the person has said yes once.

        Returns:
            Whether something was asked, so that the line is not to be said yet.
        """
        if line.calls:
            try:
                know_words(self._settings)
            except OSError as error:
                sentence = _("Could not save the settings: {error}", error=error)
                self._interaction.tell(sentence, Mood.REFUSED)
            return False
        if line.team or not self._settings.ask_words:
            return False
        told = await self._preview(line.text)
        if told is None:
            return False
        agreed = Button(Say(line.text, told.position), "enter", _("Say it"))
        question = _("Words commit here: this calls “{call}”. Say it?", call=self._words(told))
        self._interaction.ask(question, agreed)
        return True

    async def _preview(self, text: str) -> table_service_pb2.PreviewTalkResponse | None:
        """Return what a line would call; ``None`` if nothing, or if nobody can say."""
        if not self._may_call(text):
            return None
        try:
            told = await self._connection.preview_talk(self._table_id, safe_text(text, TALK_CELLS))
        except (Refused, Unreachable):
            return None
        self._never = not told.commits
        return told if told.HasField("action") else None

    def _words(self, told: table_service_pb2.PreviewTalkResponse) -> str:
        """Return how a call is called out."""
        verb = presenter_of(self._model).verb(verb_of_action(told.action))
        return verb.aloud() or verb.label

    def _may_call(self, text: str) -> bool:
        seated = self._model.seat is not None
        return seated and not self._never and len(text.strip()) >= _FEWEST_LETTERS

    async def _look(self, text: str) -> None:
        told = await self._preview(text)
        if told is not None and text == self._typed:
            self._tell(self._words(told))

    def _tell(self, call: str) -> None:
        """Say what the line that is being typed would call; ``""`` for nothing."""
        panel = self._interaction.ui.panel
        if panel.calls != call and (panel.talking or not call):
            self._interaction.show_panel(panel._replace(calls=call))
