"""A beginner at Cacho, as a script: bets what looks good, calls what looks good, never bluffs.

- First card: bets with a four, a five or a six.
- Second card: bets with two cards of one suit, and with a six.
- Third card: calls "great" a cacho, three sixes, and a flush of 29 points or more; "good" any
  flush. It bets the pot with what is great, and one chip with what is good or has a six. It raises
  by the pot with a cacho or three sixes, calls with what is great, and with what is good if that
  costs no more than half of the pot. Else it passes.
"""

from collections.abc import Mapping

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.games.cacho.ranking import card_rank, rank_hand
from cardtui_engine.games.cacho.view import CachoView
from cardtui_engine.options import OptionValue


class Beginner:
    """See above; the arena hands it options and seats, which make no difference."""

    def __init__(self, options: Mapping[str, OptionValue], seats: int) -> None:
        pass

    def decide(self, view: CachoView, bits: Bits) -> Action | None:
        own, phase = view.own, view.common.phase
        if own.seat not in view.common.to_act:
            return None
        cards = rank_hand(own.hand)
        high = max(map(card_rank, own.hand))
        if phase == "first":
            return Action("bet" if high >= 4 else "pass")
        if phase == "second":
            return Action("bet" if cards.name == "flush" or high == 6 else "pass")
        return self.third(view, best=cards.name in ("cacho", "sixes"), points=cards.points)

    def third(self, view: CachoView, *, best: bool, points: int) -> Action:
        cap, top, pot = view.game.cap, max(view.game.bets), view.common.pot
        assert cap is not None
        good = best or view.own.game.rank == "flush"
        great = best or (good and points >= 29)
        if not top:
            if great:
                return Action("bet", to=min(cap, pot))
            return Action("bet", to=1) if good or points == 6 else Action("pass")
        if best and top < cap:
            return Action("raise", to=min(cap, top + pot))
        cheap = top - view.game.bets[view.own.seat] <= pot / 2
        return Action("call" if great or (good and cheap) else "pass")


class AlwaysBets:
    """Bets whenever it may, whatever it holds, and calls what others bet; never passes."""

    def __init__(
        self, options: Mapping[str, OptionValue] | None = None, seats: int = 2, part: float = 1
    ) -> None:
        """Begin.

        Args:
            options: of the arena; they make no difference.
            seats: those, too.
            part: what it bets in the third round, in pots.
        """
        self._part = part

    def decide(self, view: CachoView, bits: Bits) -> Action | None:
        if view.own.seat not in view.common.to_act:
            return None
        if view.game.cap is None:
            return Action("bet")
        if any(view.game.bets):
            return Action("call")
        wanted = max(1, round(self._part * view.common.pot))
        return Action("bet", to=min(view.game.cap, wanted))
