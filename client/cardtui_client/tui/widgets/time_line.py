"""The time line of a match that is shown again: a click goes to a hand, the wheel steps."""

from __future__ import annotations

from textual import events
from textual.reactive import reactive

from cardtui_client.scene.commands import Way
from cardtui_client.scene.scene import TimeLine
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.time_line import paint_time_line
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.pressed import Pressed


class TimeLineView(Painted):
    """Shows the time line; what is clicked there is posted as `Pressed`."""

    DEFAULT_CSS = """
    TimeLineView { height: 2; }
    """

    line: reactive[TimeLine] = reactive(TimeLine(), repaint=False, init=False)

    def watch_line(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the line."""
        paint_time_line(canvas, self.line, hovered=self.hovered)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up to go back."""
        event.stop()
        self.post_message(Pressed(Way.BACK))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down to go on."""
        event.stop()
        self.post_message(Pressed(Way.ON))
