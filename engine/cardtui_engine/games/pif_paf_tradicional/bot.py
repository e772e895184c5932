"""A bot for traditional Pif Paf: stays in with a near hand, raises with a nearer one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.families.rummy.cards.bot import CardStyle
from cardtui_engine.families.rummy.cards.odds import stake
from cardtui_engine.families.rummy.pot.bot import Choices, PotBot, Prospects, Style, rivals_of
from cardtui_engine.families.rummy.pot.view import PotView
from cardtui_engine.games.pif_paf_tradicional.options import terms_of

STYLES: Final[Mapping[Level, Style]] = {
    Level.EASY: Style(error=0.5, cards=CardStyle(slips=5, loosens=5, counts=False)),
    Level.NORMAL: Style(error=0.3, cards=CardStyle(slips=14, loosens=12, counts=False)),
    Level.HARD: Style(error=0.0, cards=CardStyle(slips=0, loosens=12, counts=True)),
}


class PifPafTradicionalBot(PotBot):
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    styles = STYLES
    terms = staticmethod(terms_of)

    def at_once(self, choices: Choices, bits: Bits) -> Action | None:
        """Return a random cut, or going out (*bater*), where that is possible."""
        if "cut" in choices:
            return choices["cut"].sample(bits)
        return choices["bater"].first() if "bater" in choices else None

    def bet(self, view: PotView, choices: Choices, hand: Prospects, bits: Bits) -> Action:
        """Stay in while the pot pays for it; raise with a hand that is ahead."""
        rivals = rivals_of(view)
        stay = choices["pagar"] if "pagar" in choices else choices["vou"]
        assert stay.price is not None
        if hand.gain(view, stay.price) < 0:
            return Action("estou_fora")
        chance = hand.chance(rivals)
        if stay.verb == "vou" and self.raises(chance, rivals, bits):
            return Action("vou", to=stake(stay, chance, rivals, bits))
        return Action(stay.verb)
