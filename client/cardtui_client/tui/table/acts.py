"""Acts on their way to the server: one after another, with a word where an answer takes long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cardtui.v1 import actions_pb2, errors_pb2, table_service_pb2
from cardtui_client.games.times import (
    UNANSWERED_SECONDS,
    overdue_after,
    waiting_sentence,
)
from cardtui_client.model.table import Status, TableModel
from cardtui_client.tui.table.player import Timer


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
        after: Callable[[float, Callable[[], None]], Timer],
        changed: Callable[[], None],
    ) -> None:
        """Begin with nothing under way.

        Args:
            feed: where acts go.
            model: the table.
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
            action: the act.
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
