"""A bot for Brazilian truco: how it cuts, and from what worth on it keeps its first three cards
(`_LEAST_WORTH_KEPT`). When it raises, accepts or runs: `families/truco/brazilian/bot/deciding.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.bot.deciding import RaisingBot
from cardtui_engine.families.truco.brazilian.bot.knowledge import (
    Cards,
    Heights,
    Knowledge,
    knowledge_from,
)
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH, PACK
from cardtui_engine.families.truco.brazilian.stakes import Kind
from cardtui_engine.families.truco.seats import along
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.games.truco_brasileiro.options import SEATS, terms_of
from cardtui_engine.games.truco_brasileiro.state import MOST_REJECTIONS
from cardtui_engine.games.truco_brasileiro.verbs import BOTTOM, CUT_HIGH, TOP
from cardtui_engine.games.truco_brasileiro.view import (
    BrasileiroView,
    TrucoBrasileiroOwn,
    TrucoBrasileiroPublic,
)
from cardtui_engine.options import OptionValue

_HEIGHTS: Final = Heights(PACK, OLD_STRENGTH)


def knowledge_of(view: BrasileiroView) -> Knowledge:
    """Return what the view's seat knows about the cards."""
    own, game = view.own, view.game
    partner = along(own.seat, 2, SEATS)
    dealt = [*[(partner, card) for card in own.game.partner], *game.shown]
    cards = Cards(own.hand, dealt, (*game.rejected, *own.game.face_down))
    return knowledge_from(own.seat, cards, _HEIGHTS, view.common.cards, game)


_HIGHEST_CARD: Final = max(range(len(OLD_STRENGTH)), key=OLD_STRENGTH.__getitem__)
"""The highest card, the four of clubs."""

_LEAST_WORTH_KEPT: Final = (0.0, 17.0, 19.0, 20.5)
"""By rejections left, the worth from which three cards are kept."""


def worth(cards: tuple[Card, ...]) -> float:
    """Return what three cards are worth: two good ones win a hand, and the third helps."""
    low, middle, high = sorted(OLD_STRENGTH[card] for card in cards)
    return high + middle + low / 4


class TrucoBrasileiroBot(RaisingBot[TrucoBrasileiroPublic, TrucoBrasileiroOwn]):
    """A bot for Brazilian truco: the same view and bits give the same action."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        self._terms = terms_of(options)
        self._picks = level is Level.HARD  # its team's cards, while it may still reject
        terms = self._terms
        super().__init__(
            level,
            manner,
            terms.stakes,
            seats,
            limited=terms.limited,
            raised_course=terms.course(raised=True),
            taught=not terms.face_down and not terms.runners_lose,
        )

    def before_play(self, view: BrasileiroView, bits: Bits) -> Advice:
        """See `RaisingBot.before_play`: cut, or choose the mão's cards."""
        if view.common.phase == phases.MAO:
            return Advice(self._choose(view, bits), Reason.ONLY)
        at = tuple([1 + bits.below(CUT_HIGH) for _ in range(1 + bits.below(3))])
        source = BOTTOM if bits.below(4) == 0 else TOP
        return Advice(Action("cut", at=at, source=source), Reason.ONLY)

    def after_running(self, view: BrasileiroView) -> float:
        """See `RaisingBot.after_running`: the runners may lose a tento (TB-51)."""
        mine, theirs = self.scores(view)
        if self._terms.runners_lose:
            return self.odds(mine - 1, theirs)
        return super().after_running(view)

    def know(self, view: BrasileiroView) -> Knowledge:
        return knowledge_of(view)

    def course(self, view: BrasileiroView) -> Course:
        """See `RaisingBot.course`: an accepted raise may be for the trick (TB-46)."""
        return self._terms.course(view.game.kind == Kind.ORDINARY and view.game.stake > 1)

    def _choose(self, view: BrasileiroView, bits: Bits) -> Action:
        """Keep, pass or reject three cards."""
        own = view.own
        verbs = [choice.verb for choice in own.choices]
        if not self._picks and _HIGHEST_CARD in own.hand and "reject" in verbs:
            verbs.remove("reject")  # even the weakest level keeps the card that beats all others
        if bits.chance() < self.style.slip:
            return Action(verbs[bits.below(len(verbs))])
        left = MOST_REJECTIONS - view.game.rejections
        if "reject" in verbs and worth(own.hand) < _LEAST_WORTH_KEPT[left]:
            return Action("reject")
        # A mão that passes good cards may go on rejecting until its own are good, too.
        return Action("pass" if "pass" in verbs and self._picks and left else "keep")
