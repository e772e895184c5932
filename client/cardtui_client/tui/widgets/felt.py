"""The felt: everybody but oneself, what lies in the middle, and the score."""

from __future__ import annotations

from typing import NamedTuple

from textual.message import Message
from textual.reactive import reactive

from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.widgets.painted import Painted


class FeltSight(NamedTuple):
    """What is to be seen on the felt.

    Attributes:
        scene: the table.
        spoke: the seats that have just spoken.
        covered: how many columns at the right something else lies over.
    """

    scene: Scene = Scene()
    spoke: frozenset[int] = frozenset()
    covered: int = 0


class Felt(Painted):
    """Shows a scene; what is clicked on it is posted as `Pressed`."""

    DEFAULT_CSS = """
    Felt {
        height: 1fr;
    }
    """

    class Resized(Message):
        """There is more or less room for the felt."""

    sight: reactive[FeltSight] = reactive(FeltSight(), repaint=False, init=False)

    def on_resize(self) -> None:
        """Tell whoever lays something over it."""
        self.post_message(self.Resized())

    def watch_sight(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the felt."""
        scene, spoke, covered = self.sight
        paint_felt(canvas, scene, spoke, covered=covered)
