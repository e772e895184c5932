"""How well each level plays traditional Pif Paf (`STYLES`): it cuts anywhere and goes out as soon
as it can (`at_once`). When it bets more or folds: `families/rummy/pot/bot.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level
from cardtui_engine.families.rummy.cards.bot.playing import CardStyle
from cardtui_engine.families.rummy.pot.bot import (
    Choices,
    PotBot,
    Prospects,
    Style,
    putting_more,
    rivals_of,
    staying,
)
from cardtui_engine.families.rummy.pot.view import PotView
from cardtui_engine.games.pif_paf_tradicional.options import terms_of

STYLES: Final[Mapping[Level, Style]] = {
    Level.EASY: Style(
        0.5, confidence=1, cards=CardStyle(slips=5, loosens=5, counts=False), sober=0.85
    ),
    Level.NORMAL: Style(
        0.3, confidence=1, cards=CardStyle(slips=14, loosens=12, counts=False), bluffs=0.06
    ),
    Level.HARD: Style(
        0.0, confidence=2, cards=CardStyle(slips=0, loosens=12, counts=True), sober=0.6
    ),
}


class PifPafTradicionalBot(PotBot):
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    styles = STYLES
    goes_out = (0.001, 0.005, 0.013, 0.022, 0.031, 0.04, 0.048, 0.057, 0.066, 0.08, 0.09, 0.1)
    fits = 0.003
    offers = (1.3, 1.3)
    comes_in = 0.9
    lead = 0.6
    terms = staticmethod(terms_of)

    def at_once(self, choices: Choices, bits: Bits) -> Action | None:
        """Return a random cut, or going out (*bater*), where that is possible."""
        if "cut" in choices:
            return choices["cut"].sample(bits)
        return choices["bater"].first() if "bater" in choices else None

    def bet(self, view: PotView, choices: Choices, hand: Prospects, bits: Bits) -> Advice:
        """Stay in while the pot pays for it; raise with a hand that is ahead."""
        rivals = rivals_of(view)
        stay = choices["pagar"] if "pagar" in choices else choices["vou"]
        price = stay.price
        assert price is not None
        odds = self.odds(view, hand, price)
        if not self.stays(hand, odds):
            return staying(Action("estou_fora"), odds)
        sober = self.soberly(hand)
        ahead = sober.chance(rivals)
        if stay.verb == "vou" and self.raises(ahead, rivals, bits):
            to = self.stake(stay, ahead, view, bits)
            return putting_more(Action("vou", to=to), sober, rivals)
        return staying(Action(stay.verb), odds)
