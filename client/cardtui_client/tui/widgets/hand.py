"""One's own side of the table: cards to pick with arrows, numbers or the mouse."""

from __future__ import annotations

from typing import NamedTuple

from textual import events
from textual.reactive import reactive

from cardtui_client.scene.commands import MoveCard
from cardtui_client.scene.middle import CardZone, Zone
from cardtui_client.scene.scene import Scene
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.widgets.painted import Painted
from cardtui_client.tui.widgets.pressed import Pressed


class HandSight(NamedTuple):
    """What is to be seen of one's own side.

    Attributes:
        scene: the table, with one's cards in the order in which they are held.
        picked: the place of the picked card.
        fresh: whether one has just spoken oneself.
    """

    scene: Scene = Scene()
    picked: int | None = None
    fresh: bool = False


class Hand(Painted):
    """Shows one's own cards and which of them is picked.

    Attributes:
        sight: what is to be seen.
        wanted: how big cards are to be: ``auto``, ``big``, ``small`` or ``line``.
    """

    DEFAULT_CSS = """
    Hand {
        height: 9;
    }
    """

    sight: reactive[HandSight] = reactive(HandSight(), repaint=False, init=False)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.wanted = "auto"
        self._grabbed: int | None = None
        self._dragged = False

    def watch_sight(self) -> None:
        """Paint what is different."""
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint one's own side of the felt."""
        scene, picked, fresh = self.sight
        paint_hand(canvas, scene, Pointed(picked, self.hovered), wanted=self.wanted, fresh=fresh)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a card, which may be dragged to another place."""
        self._grabbed = self._card_at(event)
        self._dragged = False

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down a card that was dragged here."""
        here = self._card_at(event)
        start, self._grabbed = self._grabbed, None
        own_order = self.sight.scene.hand.own_order
        if start is None or here is None or start == here or not own_order:
            return
        self._dragged = True
        self.post_message(Pressed(MoveCard(start, here)))

    def _card_at(self, event: events.MouseEvent) -> int | None:
        zone = None if self._canvas is None else self._canvas.zone_at(event.x, event.y)
        return zone.index if isinstance(zone, CardZone) else None

    def zone_pressed(self, zone: Zone) -> None:
        """Post what was clicked; the click that ends a drag is none."""
        if self._dragged:
            self._dragged = False
        else:
            super().zone_pressed(zone)
