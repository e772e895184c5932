"""The cut as it is being chosen: one to three cuts, and the end to deal from."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_client.choices import MOST_CUTS
from cardtui_client.i18n import _
from cardtui_client.widgets.scene import Button

AGAIN = "cut-again"
TURN = "cut-turn"


class Cutting(NamedTuple):
    """What has been chosen so far.

    Attributes:
        cuts: the cuts before the one that is being chosen.
        bottom: whether the cards are to come from the bottom.
    """

    cuts: tuple[int, ...] = ()
    bottom: bool = False

    @property
    def end(self) -> str:
        """The end of the pack to deal from, in the rules' word."""
        return "bottom" if self.bottom else "top"

    def then(self, cards: int) -> Cutting:
        """Return it with that cut made, and another one to choose."""
        return self._replace(cuts=(*self.cuts, cards))

    def turned(self) -> Cutting:
        """Return it with the other end to deal from."""
        return self._replace(bottom=not self.bottom)

    def label(self, button: Button) -> Button:
        """Return the button that ends it, which tells how it stands."""
        before = "".join(f" {cards}," for cards in self.cuts)
        told = _("Cut{before} (bottom)", before=before)
        if not self.bottom:
            told = _("Cut{before} (top)", before=before)
        return button._replace(label=told)

    def more(self) -> tuple[Button, ...]:
        """Return the buttons beside the one that ends it."""
        turn = _("From the top") if self.bottom else _("From the bottom")
        buttons = [Button(TURN, "b", turn)]
        if len(self.cuts) + 1 < MOST_CUTS:
            buttons.append(Button(AGAIN, "c", _("Cut again")))
        return tuple(buttons)
