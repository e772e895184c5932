"""How well each level bets and plays at Pif Paf (`STYLES`), how rarely it overlooks a discard, and
that it goes out or claims as soon as it can (`at_once`). When it bets more or folds:
`families/rummy/pot/bot.py`.
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
from cardtui_engine.games.pif_paf.options import terms_of

STYLES: Final[Mapping[Level, Style]] = {
    Level.EASY: Style(
        0.7, confidence=1, cards=CardStyle(slips=3, loosens=3, counts=False), sober=0.75
    ),
    Level.NORMAL: Style(
        0.3, confidence=1, cards=CardStyle(slips=14, loosens=12, counts=False), bluffs=0.06
    ),
    Level.HARD: Style(0.0, confidence=1.2, cards=CardStyle(slips=0, loosens=12, counts=True)),
}


class PifPafBot(PotBot):
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    styles = STYLES
    goes_out = (0.003, 0.008, 0.02, 0.03, 0.04, 0.053, 0.07, 0.085, 0.1, 0.1, 0.11, 0.12)
    fits = 0.006
    offers = (1.3, 2.2)
    comes_in = 0.6
    lead = 1.0
    terms = staticmethod(terms_of)

    def at_once(self, choices: Choices, bits: Bits) -> Action | None:  # noqa: ARG002 - part of the contract; other bots use it
        """Return going out, or claiming a card to go out with, where that is possible."""
        if "go_out" in choices:
            return choices["go_out"].first()
        return choices["claim"].first() if "claim" in choices else None

    def bet(self, view: PotView, choices: Choices, hand: Prospects, bits: Bits) -> Advice:
        """Stay in while the pot pays for it; put in more with a hand that is ahead."""
        rivals = rivals_of(view)
        sober = self.soberly(hand)
        ahead = sober.chance(rivals)
        if "bet" in choices:
            if self.raises(ahead, rivals, bits):
                to = self.stake(choices["bet"], ahead, view, bits)
                return putting_more(Action("bet", to=to), sober, rivals)
            return putting_more(Action("check"), sober, rivals)
        price = choices["call"].price
        assert price is not None
        odds = self.odds(view, hand, price)
        if not self.stays(hand, odds):
            return staying(Action("fold"), odds)
        if "raise" in choices and self.raises(ahead, rivals, bits) and bits.below(2):
            to = self.stake(choices["raise"], ahead, view, bits)
            return putting_more(Action("raise", to=to), sober, rivals)
        return staying(Action("call"), odds)
