"""One's own side of the table: cards to pick with arrows, numbers or the mouse."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message

from cardtui_client.games.laying import Laid
from cardtui_client.scene.hand import LOOSE, SELECTED
from cardtui_client.scene.scene import Scene
from cardtui_client.scene.zones import CardZone, PaperZone, SeatZone, Zone
from cardtui_client.tui.paint.canvas import Canvas
from cardtui_client.tui.paint.hand import Pointed, paint_hand
from cardtui_client.tui.table.hand_order import HandOrder, Sorting
from cardtui_client.tui.widgets.painted import Painted


class Hand(Painted):
    """Shows one's own cards and which of them is picked.

    Attributes:
        wanted: how big cards are to be: ``auto``, ``big``, ``small`` or ``line``.
    """

    DEFAULT_CSS = """
    Hand {
        height: 9;
    }
    """

    @dataclass
    class CardPressed(Message):
        """A card was clicked; ``index`` is its place in the hand."""

        index: int

    @dataclass
    class SeatPressed(Message):
        """The seat at the bottom was clicked."""

        seat: int

    class PaperPressed(Message):
        """The paper that lies here between hands was clicked."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's word
        super().__init__(id=id)
        self.wanted = "auto"
        self._scene = Scene()
        self._given = self._scene.hand
        self._picked: int | None = None
        self._fresh = False
        self._order = HandOrder()
        self._grabbed: int | None = None
        self._dragged = False
        self._laying = False

    @property
    def picked(self) -> int | None:
        """The place of the picked card."""
        return self._picked

    @property
    def picked_card(self) -> int | None:
        """The picked card."""
        return None if self._picked is None else self._scene.hand.cards[self._picked]

    @property
    def lays(self) -> str:
        """The verb that lays the cards down; ``""`` where that has no place now."""
        return self._scene.hand.lays

    @property
    def laid(self) -> Laid | None:
        """What has been selected and melded; ``None`` while nothing is laid down by hand."""
        return self._order.laid if self._laying else None

    def show(self, scene: Scene, *, fresh: bool = False) -> None:
        """Show that scene; ``fresh`` if one has just spoken oneself."""
        new, old = scene.hand, self._given
        self._given = new
        if (new.lays, new.taken, sorted(new.cards)) != (old.lays, old.taken, sorted(old.cards)):
            self._laying = False
        if scene.hand.own_order:
            scene = scene._replace(hand=self._order.arranged(new, laying=self._laying))
        if scene == self._scene and fresh == self._fresh:
            return
        if self._picked is not None and scene.hand.cards != self._scene.hand.cards:
            # A card that comes from the stock leaves the picked one where it is.
            kept = scene.hand.own_order and len(scene.hand.cards) > len(self._scene.hand.cards)
            self._picked = self._picked if kept else None
        self._scene = scene
        self._fresh = fresh
        self.repaint()

    def pick(self, index: int | None) -> None:
        """Pick the card at that place, if there is one."""
        if index is not None and not 0 <= index < len(self._scene.hand.cards):
            return
        if index != self._picked:
            self._picked = index
            self.repaint()

    def move(self, step: int) -> None:
        """Pick the next card, or the one before."""
        count = len(self._scene.hand.cards)
        if count:
            start = -1 if step > 0 else 0
            self.pick(((start if self._picked is None else self._picked) + step) % count)

    def shift(self, step: int) -> None:
        """Move the picked card among the others."""
        if self._picked is not None and self._scene.hand.own_order:
            self._picked = self._order.move(self._picked, step)
            self._rearrange()

    def sort(self) -> Sorting | None:
        """Sort one's cards by what comes next, and return by what it was."""
        if not self._scene.hand.own_order:
            return None
        self._picked = None
        order = self._order.sort(self._scene.hand.melds)
        self._rearrange()
        return order

    def begin_laying(self) -> None:
        """Begin to lay the cards down by hand, where that has a place."""
        if self.lays and not self._laying:
            self._laying = True
            self._rearrange()

    def stop_laying(self) -> None:
        """Take everything back into the hand."""
        self._laying = False
        self._rearrange()
        if self._picked is not None and self._picked >= len(self._scene.hand.cards):
            self._picked = None

    def toggle(self, index: int) -> None:
        """Select the card at that place, or put it back."""
        if self._laying:
            self._order.toggle(index)
            self._rearrange()

    def meld(self) -> None:
        """Make the selected cards a meld, and point at the next one that is in none."""
        self._order.meld()
        self._rearrange()
        marks = self._scene.hand.marks
        self._picked = marks.index(LOOSE) if LOOSE in marks else None
        self.repaint()

    def step_back(self) -> None:
        """Put back what was selected, else the last meld; else stop laying down."""
        laid = self._order.laid
        if not laid.selected and not laid.melds:
            self.stop_laying()
            return
        self._order.unmark(SELECTED if laid.selected else len(laid.melds))
        self._rearrange()

    def _rearrange(self) -> None:
        hand = self._order.arranged(self._given, laying=self._laying)
        self._scene = self._scene._replace(hand=hand)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        """Paint one's own side of the felt."""
        pointed = Pointed(self._picked, self.hovered)
        paint_hand(canvas, self._scene, pointed, wanted=self.wanted, fresh=self._fresh)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of a card, which may be dragged to another place."""
        self._grabbed = self._card_at(event)
        self._dragged = False

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Put down a card that was dragged here."""
        here = self._card_at(event)
        start, self._grabbed = self._grabbed, None
        if start is None or here is None or start == here or not self._scene.hand.own_order:
            return
        self._dragged = True
        self.pick(start)
        self.shift(here - start)

    def _card_at(self, event: events.MouseEvent) -> int | None:
        zone = None if self._canvas is None else self._canvas.zone_at(event.x, event.y)
        return zone.index if isinstance(zone, CardZone) else None

    def zone_pressed(self, zone: Zone) -> None:
        """Post what was clicked; the click that ends a drag is none."""
        if self._dragged:
            self._dragged = False
            return
        match zone:
            case CardZone(index):
                self.post_message(self.CardPressed(index))
            case SeatZone(seat):
                self.post_message(self.SeatPressed(seat))
            case PaperZone():
                self.post_message(self.PaperPressed())
            case _:
                pass  # nothing else is painted here
