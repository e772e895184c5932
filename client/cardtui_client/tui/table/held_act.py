"""How long you may take a move back (`HOLD_SECONDS`): so long it waits before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from cardtui.v1 import actions_pb2
from cardtui_client.model.table import TableModel
from cardtui_client.tui.table.display import Display
from cardtui_client.tui.table.effects import Act
from cardtui_client.tui.table.interaction import Interaction
from cardtui_client.tui.table.player import Timer
from cardtui_client.tui.table.ui_state import TableUi

HOLD_SECONDS: Final = 0.6
"""How long an act waits."""


class _Held(NamedTuple):
    act: Act
    before: TableUi
    timer: Timer


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
            act: the act.
            before: what the person had done before it, and has again once it is taken back.
        """
        meant = replace(act, position=self._model.position)
        timer = self._display.after(HOLD_SECONDS, self._run_down)
        self._held = _Held(meant, before, timer)
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
            held.timer.stop()
            self._interaction.ui = self._interaction.ui._replace(held=False)
        return held
