"""The pack before oneself: it is cut with the mouse here, or with keys."""

from __future__ import annotations

from textual import events
from textual.reactive import reactive

from cardtui_client.scene.commands import Step
from cardtui_client.scene.middle import HandScene, Zone
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas, Place
from cardtui_client.tui.paint.hand import paint_hand
from cardtui_client.tui.paint.pack import draw_pack
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.pressed import Pressed

_SIDE = 19


def paint_own_pack(canvas: Canvas, scene: Scene, *, hovered: Zone | None = None) -> None:
    """Paint one's own side of the felt, and the pack on it."""
    paint_hand(canvas, scene._replace(hand=HandScene()))
    if scene.own_pack is not None:
        # As far from the right edge as from the name at the left, if there is room.
        right = _SIDE if canvas.width > 90 else 1
        place = Place(_SIDE, 0, max(canvas.width - _SIDE - right, 1), canvas.height)
        draw_pack(canvas, place, scene.own_pack, mine=True, hovered=hovered)


class CutPack(Painted):
    """Shows the pack in place of one's own cards, of which there are none yet."""

    DEFAULT_CSS = """
    CutPack {
        height: 9;
        display: none;
    }
    """

    scene: reactive[Scene] = reactive(Scene(), repaint=False, init=False)

    def watch_scene(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint one's own side of the felt, and the pack on it."""
        paint_own_pack(canvas, self.scene, hovered=self.hovered)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the wheel up for fewer cards."""
        event.stop()
        self.post_message(Pressed(Step(-1)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the wheel down for more cards."""
        event.stop()
        self.post_message(Pressed(Step(1)))
