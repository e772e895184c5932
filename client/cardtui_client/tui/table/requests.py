"""Requests: how each is sent to the server of a table, and what is said until it is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Protocol, assert_never

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2, tables_pb2
from cardtui.v1.signals_pb2 import Gesture
from cardtui.v1.talk_pb2 import Phrase, Reaction
from cardtui_client.games.ask_table import Answer, There
from cardtui_client.games.table_actions import ACTION_OF
from cardtui_client.i18n import _
from cardtui_client.limits import TALK_CELLS
from cardtui_client.model.quick_talk import as_sent
from cardtui_client.model.table import TableModel
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus
from cardtui_client.scene.commands import (
    Command,
    GiveSignal,
    LetBotPlay,
    LookAt,
    SayQuick,
    SeatBot,
)
from cardtui_client.text import safe_text
from cardtui_client.tui.table import effects
from cardtui_client.tui.table.acts import Acts


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
        """Say a text, a phrase or a reaction; a text to one's own team alone if wanted."""

    async def go_on(self, hand: int) -> None:
        """Say that one has seen how a hand ended."""

    async def shown(self, hand: int) -> None:
        """Say that the end of a hand stands on the screen."""

    async def hold(self, hold: bool) -> None:
        """Have the hand pause wait, or not."""

    async def back(self) -> None:
        """Say that one is back."""

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
    ) -> None:
        """Begin with nothing asked.

        Args:
            feed: the feed of the table.
            connection: the session on its server.
            table: its id.
            model: what is known of it.
            acts: the act that is under way.
            tell: tells what the server has answered.
        """
        self._acts = acts
        self._tell = tell
        self._feed = feed
        self._there = There(connection, feed, table, model)

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
