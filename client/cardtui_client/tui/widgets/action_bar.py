"""The action bar: what may be done now, a question before what commits, an amount to choose."""

from __future__ import annotations

from typing import assert_never

from textual import events
from textual.reactive import reactive

from cardtui_client.i18n import _
from cardtui_client.scene.commands import Bare, Step
from cardtui_client.scene.scene import Bar, Button, ChosenAmount, Offers, Question
from cardtui_client.tui.paint.actions import paint_amount, paint_buttons
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.pressed import Pressed


class ActionBar(Painted):
    """Shows buttons, a question or an amount; what is clicked there is posted as `Pressed`."""

    DEFAULT_CSS = """
    ActionBar {
        height: 2;
    }
    """

    bar: reactive[Bar] = reactive(Offers(), repaint=False, init=False)

    def watch_bar(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the bar."""
        match self.bar:
            case Offers(buttons, sent):
                paint_buttons(canvas, buttons, hovered=self.hovered, sent=sent)
            case Question(sentence, answers):
                offered = (*answers, _back())
                paint_buttons(canvas, offered, hovered=self.hovered, question=sentence)
            case ChosenAmount(button, amount):
                take = button._replace(command=Bare.PROCEED, key="enter")
                paint_amount(canvas, amount, (take, _back()), hovered=self.hovered)
            case _:
                assert_never(self.bar)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for more."""
        self._turn_wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for less."""
        self._turn_wheel(event, -1)

    def _turn_wheel(self, event: events.MouseEvent, by: int) -> None:
        if isinstance(self.bar, ChosenAmount):
            event.stop()
            self.post_message(Pressed(Step(by)))


def _back() -> Button:
    return Button(Bare.TAKE_BACK, "escape", _("Back"))
