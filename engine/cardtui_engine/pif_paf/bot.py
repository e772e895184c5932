"""A bot for Pif Paf: bets by how near its hand is, and races."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.options import OptionValue
from cardtui_engine.pif_paf.options import table_of
from cardtui_engine.rummy.bot import CardPlayer
from cardtui_engine.rummy.declaring import melder_for
from cardtui_engine.rummy.odds import chance_to_win, stake
from cardtui_engine.rummy.sense import Sense, starts_of
from cardtui_engine.views import Choice, View


class PifPafBot:
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - every bot is made alike
        level: Level,
    ) -> None:
        form = table_of(options).form
        self._melder = melder_for(form)
        self._starts = starts_of(form)
        self._level = level

    def decide(self, view: View, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        own, public = view.own, view.game
        assert own is not None
        choices = {choice.verb: choice for choice in own.choices}
        if not choices:
            return None
        if "go_out" in choices:
            return Action("go_out", discard=choices["go_out"].cards[0])
        if "claim" in choices:
            return Action("claim")
        sense = Sense(self._starts, self._melder, (), (*own.hand, *public.discards))
        if "fold" in choices:
            return self._bet(view, choices, sense.standing(own.hand).distance, bits)
        player = CardPlayer(self._level, sense, (), bits)
        if "draw" in choices:
            top = public.discards[-1] if public.discards else None
            return player.draw(own, choices["draw"], top)
        return player.throw(own, choices["discard"])

    def _bet(self, view: View, choices: Mapping[str, Choice], distance: int, bits: Bits) -> Action:
        """Stay while the pot pays for it; put in more with a hand that is ahead."""
        common, public = view.common, view.game
        rivals = len(public.dealt) - len(public.folded) - 1
        chance = chance_to_win(distance, rivals)
        if self._level is Level.EASY:  # a rough idea of its hand
            chance *= 0.5 + bits.chance()
        ahead = chance * (rivals + 1) > 1.3
        if "bet" in choices:
            if ahead:
                return Action("bet", to=stake(choices["bet"], chance, rivals, bits))
            return Action("check")
        call = choices["call"]
        assert call.price is not None
        if chance * (common.pot + call.price) < call.price:
            return Action("fold")
        if "raise" in choices and ahead and bits.below(2):
            return Action("raise", to=stake(choices["raise"], chance, rivals, bits))
        return Action("call")
