"""A bot for traditional Pif Paf: stays in with what is near, raises with what is nearer."""

from __future__ import annotations

from collections.abc import Mapping

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.options import OptionValue
from cardtui_engine.pif_paf_tradicional.options import table_of
from cardtui_engine.rummy.bot import CardPlayer
from cardtui_engine.rummy.declaring import melder_for
from cardtui_engine.rummy.odds import chance_to_win, stake
from cardtui_engine.rummy.sense import Sense, starts_of
from cardtui_engine.views import Choice, View


class PifPafTradicionalBot:
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
        if "cut" in choices:
            cut = choices["cut"]
            assert cut.low is not None
            assert cut.high is not None
            return Action("cut", at=cut.low + bits.below(cut.high - cut.low + 1))
        if "bater" in choices:
            bater = choices["bater"]
            return Action("bater", discard=None if bater.bare else bater.cards[0])
        sense = Sense(self._starts, self._melder, (), (*own.hand, *public.discards))
        if "estou_fora" in choices:
            return self._bet(view, choices, sense.standing(own.hand).distance, bits)
        player = CardPlayer(self._level, sense, (), bits)
        if "draw" in choices:
            top = public.discards[-1] if public.discards else None
            return player.draw(own, choices["draw"], top)
        return player.throw(own, choices["discard"])

    def _bet(self, view: View, choices: Mapping[str, Choice], distance: int, bits: Bits) -> Action:
        """Stay while the pot pays for it; raise with a hand that is ahead."""
        common, public = view.common, view.game
        rivals = len(public.dealt) - len(public.folded) - 1
        chance = chance_to_win(distance, rivals)
        if self._level is Level.EASY:  # a rough idea of its hand
            chance *= 0.5 + bits.chance()
        stay = choices["pagar"] if "pagar" in choices else choices["vou"]
        assert stay.price is not None
        # Who comes in later pays too: half of the rivals that have not spoken yet.
        silent = rivals - len(public.spoken) if stay.verb == "vou" else 0
        pot = common.pot + stay.price * (1 + max(silent, 0) / 2)
        if chance * pot < stay.price:
            return Action("estou_fora")
        if stay.verb == "vou" and chance * (rivals + 1) > 1.3:
            return Action("vou", to=stake(stay, chance, rivals, bits))
        return Action(stay.verb)
