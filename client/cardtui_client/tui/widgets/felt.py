"""The felt: everybody but oneself, what lies in the middle, and the score."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from textual.message import Message

from cardtui_client.scene.middle import Target
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.zones import PaperZone, PileZone, SeatZone, TargetZone, Zone
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.felt import paint_felt
from cardtui_client.tui.widgets.painted import Painted


class Felt(Painted):
    """Shows a scene; a click on a seat or on the paper over the middle is posted."""

    DEFAULT_CSS = """
    Felt {
        height: 1fr;
    }
    """

    @dataclass
    class SeatPressed(Message):
        """A seat was clicked."""

        seat: int

    class PaperPressed(Message):
        """The paper over the middle was clicked."""

    @dataclass
    class PilePressed(Message):
        """A pile was clicked; ``pile`` is its name: stock or discards."""

        pile: str

    class MiddlePressed(Message):
        """The middle was clicked, where cards are being laid down."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self._scene = Scene()
        self._fresh: AbstractSet[int] = frozenset()
        self._target: Target | None = None

    def show(self, scene: Scene, fresh: AbstractSet[int] = frozenset()) -> None:
        """Show that scene; ``fresh`` are the seats that have just spoken."""
        if scene != self._scene or fresh != self._fresh:
            self._scene = scene
            self._fresh = fresh
            self.repaint()

    def aim(self, target: Target | None) -> None:
        """Make the middle the place to lay cards down, or the usual one again."""
        if target != self._target:
            self._target = target
            self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint the felt."""
        scene = self._scene
        if self._target is not None:
            scene = scene._replace(middle=self._target)
        paint_felt(canvas, scene, self._fresh)

    def zone_pressed(self, zone: Zone) -> None:
        """Post what was clicked."""
        match zone:
            case SeatZone(seat):
                self.post_message(self.SeatPressed(seat))
            case PaperZone():
                self.post_message(self.PaperPressed())
            case PileZone(pile):
                self.post_message(self.PilePressed(pile))
            case TargetZone():
                self.post_message(self.MiddlePressed())
            case _:
                pass  # nothing else is painted here
