"""A bot for Brazilian truco: guesses at the hidden cards, and weighs stakes by the score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.bot import RaisingBot
from cardtui_engine.families.truco.knowledge import Knowledge
from cardtui_engine.families.truco.odds import match_odds
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, Course
from cardtui_engine.games.truco_brasileiro.cards import STRENGTH
from cardtui_engine.games.truco_brasileiro.knowledge import knowledge_of
from cardtui_engine.games.truco_brasileiro.options import terms_of
from cardtui_engine.games.truco_brasileiro.stakes import STAKES
from cardtui_engine.games.truco_brasileiro.state import ORDINARY, TARGET, Phase
from cardtui_engine.games.truco_brasileiro.tricks import LAST_DECIDES
from cardtui_engine.games.truco_brasileiro.verbs import BOTTOM, CUT_HIGH, MOST_REJECTIONS, TOP
from cardtui_engine.games.truco_brasileiro.view import (
    BrasileiroView,
    TrucoBrasileiroOwn,
    TrucoBrasileiroPublic,
)
from cardtui_engine.options import OptionValue

_ODDS: Final = match_odds(TARGET, ((1, 0.5), (3, 0.4), (6, 0.1)))

_TOP: Final = max(range(len(STRENGTH)), key=STRENGTH.__getitem__)
"""The highest card, the four of clubs."""

_GOOD_ENOUGH: Final = (0.0, 17.0, 19.0, 20.5)
"""By rejections left, the worth from which three cards are kept."""


def worth(cards: tuple[Card, ...]) -> float:
    """Return what three cards are worth: two good ones win a hand, and the third helps."""
    low, middle, high = sorted(STRENGTH[card] for card in cards)
    return high + middle + low / 4


class TrucoBrasileiroBot(RaisingBot[TrucoBrasileiroPublic, TrucoBrasileiroOwn]):
    """A bot for Brazilian truco: the same view and bits give the same action."""

    def __init__(self, options: Mapping[str, OptionValue], seats: int, level: Level) -> None:  # noqa: ARG002 - part of the contract
        self._terms = terms_of(options)
        self._picks = level is Level.HARD  # its team's cards, while it may still reject
        raised_course = LAST_DECIDES if self._terms.trick_decides else BEST_OF_THREE
        super().__init__(level, STAKES, _ODDS, raised_course)

    def decide(self, view: BrasileiroView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        own = view.own
        if own.seat not in view.common.to_act:
            return None
        match view.common.phase:
            case Phase.CUT:
                at = tuple([1 + bits.below(CUT_HIGH) for _ in range(1 + bits.below(3))])
                return Action("cut", at=at, source=BOTTOM if bits.below(4) == 0 else TOP)
            case Phase.MAO:
                return self._choose(view, bits)
            case Phase.ELEVEN:
                mine, theirs = self.scores(view)
                loses = self._terms.runners_lose  # TB-51
                run = _ODDS(mine - 1, theirs) if loses else _ODDS(mine, theirs + 1)
                return self.choose_at_eleven(view, run, bits)
            case Phase.ANSWER:
                return self.answer(view, bits)
            case Phase.IRON:
                return Action("turn_up")
            case _:
                return self.play(view, bits)

    def know(self, view: BrasileiroView) -> Knowledge:
        """See `RaisingBot.know`."""
        return knowledge_of(view)

    def course(self, view: BrasileiroView) -> Course:
        """See `RaisingBot.course`: an accepted raise may be for the trick (TB-46)."""
        raised = view.game.kind == ORDINARY and view.game.stake > 1
        return self.raised_course if raised else BEST_OF_THREE

    def _choose(self, view: BrasileiroView, bits: Bits) -> Action:
        """Keep, pass or reject three cards."""
        own = view.own
        verbs = [choice.verb for choice in own.choices]
        if not self._picks and _TOP in own.hand and "reject" in verbs:
            verbs.remove("reject")  # even the weakest level keeps the card that beats all others
        if bits.chance() < self.style.slip:
            return Action(verbs[bits.below(len(verbs))])
        left = MOST_REJECTIONS - view.game.rejections
        if "reject" in verbs and worth(own.hand) < _GOOD_ENOUGH[left]:
            return Action("reject")
        # A mão that passes good cards may go on rejecting until its own are good, too.
        return Action("pass" if "pass" in verbs and self._picks and left else "keep")
