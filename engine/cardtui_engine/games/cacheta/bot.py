"""A bot for Cacheta: says “na boa”, cuts the line when it pays, and races to knock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.cards import FRENCH
from cardtui_engine.choices import ChoiceKind
from cardtui_engine.families.rummy.cards.bot import CardPlayer, CardStyle
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.judging import HandJudge
from cardtui_engine.families.rummy.cards.outlook import Race
from cardtui_engine.games.cacheta.melds import form_of
from cardtui_engine.games.cacheta.view import CachetaView
from cardtui_engine.options import OptionValue

STYLES: Final[Mapping[Level, CardStyle]] = {
    Level.EASY: CardStyle(slips=3, loosens=3, counts=False),
    Level.NORMAL: CardStyle(slips=14, loosens=12, counts=False),
    Level.HARD: CardStyle(slips=0, loosens=12, counts=True),
}


_RACE: Final = (0.2, 1.3, 2.2, 1.2)
"""How the others play; two points for ten cards are seldom worth waiting for."""


class CachetaBot:
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - part of the contract; other bots use it
        level: Level,
        manner: Manner = PLAIN,  # noqa: ARG002 - nothing can be bluffed or raised here
    ) -> None:
        suits = options["set_suits"]
        assert isinstance(suits, int)
        self._form = form_of(suits)
        self._natural = bool(options["natural_trumps"])
        self._style = STYLES[level]

    def decide(self, view: CachetaView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: CachetaView, bits: Bits) -> Advice:
        """See `Bot.advise`."""
        own, public = view.own, view.game
        choices = {choice.verb: choice for choice in own.choices}
        if "knock" in choices:
            return Advice(Action("knock"), Reason.SURE)
        # A cut that cannot knock burns the seat (CA-43).
        if "cut" in choices and choices["cut"].kind is not ChoiceKind.BURNS:
            return Advice(Action("cut"), Reason.SURE)
        if "good_one" in choices:
            return Advice(Action("good_one"), Reason.ONLY)
        if own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        melder = melder_for(self._form, public.trumps, natural=self._natural)
        seen = [*own.hand]
        if self._style.counts:
            seen += [card for card in (public.flip, public.top) if card is not None]
        sense = HandJudge(melder, seen)
        race = Race(2 * len(FRENCH.codes) - len(seen), *_RACE)
        around = public.stock + public.pile
        player = CardPlayer(self._style, sense, race, around, bits)
        if "draw" in choices:
            return player.draw(own, choices["draw"], public.top)
        return player.throw(own, choices["discard"])
