"""A table at which a pack is cut: it lies before whoever is to cut it."""

from __future__ import annotations

from textual import events, on

from cardtui_client.tui.table.animations import parting
from cardtui_client.tui.table.cutting import AGAIN, HERE, TURN, Cutting, cut_offered
from cardtui_client.tui.table.frames import Seen, shot_of
from cardtui_client.tui.table.laying_table import LayingTable
from cardtui_client.tui.widgets.cut_pack import CutPack


class CuttingTable(LayingTable):
    """A table at which one cuts with keys, wheel and clicks alike.

    The pack is there as soon as one is to cut; Enter cuts where it is pointed at, which is
    the middle to begin with.
    """

    _cutting: Cutting | None = None

    @property
    def cutting(self) -> Cutting | None:
        """The cut that one is choosing, if one is to cut."""
        choice = cut_offered(self.model)
        begun = None if choice is None else Cutting.of(choice)
        if begun is None:
            self._cutting = None
        elif self._cutting is None:
            self._cutting = begun
        return self._cutting

    def take_cut_key(self, event: events.Key) -> bool:
        """Use a key for the cut; tell whether it was used."""
        if (cutting := self.cutting) is None:
            return False
        key = event.character if event.character and event.character.isdigit() else event.key
        changed = cutting.turned() if key == "b" and cutting.several else cutting.after(key)
        if changed is None:
            return False
        self._cut_anew(changed)
        return True

    def press_cut(self, what: str) -> bool:
        """Do what a button of the cut stands for; tell whether it was one.

        A press may come when there is nothing to cut any more: then it does nothing.
        """
        if what not in (HERE, AGAIN, TURN):
            return False
        cutting, choice = self.cutting, cut_offered(self.model)
        if cutting is None or choice is None:
            return True
        if what == TURN:
            self._cut_anew(cutting.turned())
        elif what == AGAIN and cutting.may_go_on:
            shot = shot_of(self.model, self._seen())
            self._cutting = cutting.then()
            self.pacer.add(*parting(shot.scene, cutting.pack(), mine=True))
            self.stage()
        else:
            self.act(cutting.action(choice))
        return True

    def _seen(self) -> Seen:
        return super()._seen()._replace(cutting=self.cutting)

    def _cut_anew(self, cutting: Cutting) -> None:
        self.untell()
        self._cutting = cutting
        self.stage()

    @on(CutPack.PlacePressed)
    def _place_pressed(self, event: CutPack.PlacePressed) -> None:
        """Point at the place; cut there if it is the one that was pointed at."""
        cutting = self.cutting
        if cutting is None:
            return
        if cutting.at == event.cards:
            self.press_cut(HERE)
        else:
            self._cut_anew(cutting.put(event.cards))

    @on(CutPack.Turned)
    def _wheel_turned(self, event: CutPack.Turned) -> None:
        if (cutting := self.cutting) is not None:
            self._cut_anew(cutting.put(cutting.at + event.cards))
