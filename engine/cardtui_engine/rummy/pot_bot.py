"""What the bots of the rummy games with a pot share: when to think of what."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.rummy.bot import CardPlayer
from cardtui_engine.rummy.declaring import melder_for
from cardtui_engine.rummy.forms import Form
from cardtui_engine.rummy.odds import chance_to_win
from cardtui_engine.rummy.sense import Sense, starts_of
from cardtui_engine.views import Choice, View

Choices = Mapping[str, Choice]
"""What a seat may do, by verb."""


class PotBot(ABC):
    """Plays one seat; see `cardtui_engine.bots.Bot`."""

    def __init__(self, form: Form, level: Level) -> None:
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
        if action := self.at_once(choices, bits):
            return action
        sense = Sense(self._starts, self._melder, (), (*own.hand, *public.discards))
        if "draw" not in choices and "discard" not in choices:
            chance = chance_to_win(sense.standing(own.hand).distance, rivals_of(view))
            if self._level is Level.EASY:  # a rough idea of its hand
                chance *= 0.5 + bits.chance()
            return self.bet(view, choices, chance, bits)
        around = public.stock + len(public.discards)
        player = CardPlayer(self._level, sense, (), around, bits)
        if "draw" in choices:
            top = public.discards[-1] if public.discards else None
            return player.draw(own, choices["draw"], top)
        return player.throw(own, choices["discard"])

    @abstractmethod
    def at_once(self, choices: Choices, bits: Bits) -> Action | None:
        """Return what needs no thought about the hand, if there is such a thing to do."""

    @abstractmethod
    def bet(self, view: View, choices: Choices, chance: float, bits: Bits) -> Action:
        """Bet with that chance to win the hand."""


def rivals_of(view: View) -> int:
    """Return how many others are in the hand."""
    return len(view.game.dealt) - len(view.game.folded) - 1
