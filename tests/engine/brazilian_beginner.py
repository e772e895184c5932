"""A scripted beginner at the trucos of Brazil: it knows the cards, and little else.

It keeps its first three cards. It leads the highest; it leaves a trick to a partner who is winning
it, otherwise wins it as cheaply as it can, or throws the lowest. It says truco with two of the four
top cards, or with one once its side has the first trick. It accepts a raise with a three or better,
and plays on at eleven if its side, as far as it sees, holds a top card. It never raises again and
never bluffs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Bot, Level
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.families.truco.brazilian.cards import OLD_STRENGTH
from cardtui_engine.games.truco_paulista.cards import manilhas_of
from cardtui_engine.library.registry import get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.views import SeatView

TOP = 11
"""The strength of the lowest of the four top cards."""

THREE = 10


class Beginner:
    """Plays as told above."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.clean = options.get("deck") == "clean"
        self.fixed = options.get("manilha", "fixed") == "fixed"

    def decide(self, view: SeatView[Any, Any], bits: Bits) -> Action | None:
        if view.own.seat not in view.common.to_act:
            return None
        phase = view.common.phase
        verbs = {choice.verb: choice for choice in view.own.choices}
        if phase == "cut":
            return Action("tap") if "tap" in verbs else verbs["cut"].first()
        if phase == "mao":
            return Action("keep")
        if phase == "iron":
            return Action("turn_up")
        strength = self._strength(view)
        hand = [strength[card] for card in view.own.hand]
        tops = sum(height >= TOP for height in hand)
        if phase == "eleven":
            return Action("play_on" if tops or self._partners(view, strength) else "run")
        if phase == "answer":
            return Action("accept" if max(hand, default=0) >= THREE else "run")
        tricks = view.game.tricks
        ahead = bool(tricks) and tricks[0].team == view.own.seat & 1
        if "truco" in verbs and (tops > 1 or (tops and ahead)):
            return Action("truco")
        return Action("play", card=self._card(view, strength))

    def _strength(self, view: SeatView[Any, Any]) -> Sequence[int]:
        if self.fixed:
            return OLD_STRENGTH
        return manilhas_of(clean=self.clean, fixed=False).strength(view.game.flip)

    @staticmethod
    def _partners(view: SeatView[Any, Any], strength: Sequence[int]) -> bool:
        """Return whether a partner's cards that it sees have one of the top cards."""
        own = view.own.game
        cards = own.partner if hasattr(own, "partner") else [each.card for each in own.partners]
        return any(strength[card] >= TOP for card in cards)

    @staticmethod
    def _card(view: SeatView[Any, Any], strength: Sequence[int]) -> Card:
        hand = sorted(view.own.hand, key=lambda card: strength[card])
        if not view.game.trick:
            return hand[-1]
        winning = view.game.winning
        if winning is not None and winning & 1 == view.own.seat & 1:
            return hand[0]
        laid = [strength[each.card] for each in view.game.trick if each.card != UNKNOWN]
        best = max(laid, default=0)
        return next((card for card in hand if strength[card] > best), hand[0])


def share(game: str, level: Level, matches: int, *, seats: int = 4, **options: Any) -> float:
    """Return what part of the matches beginners win against bots of a level, sides changing."""
    rules = get_rules(game)
    checked = rules.options(options, seats)
    bot: Bot = get_bot_maker(game)(checked, seats, level)
    beginner: Bot = Beginner(options if game == "truco-brasileiro" else checked)
    won = 0
    for number in range(matches):
        bits = Bits(number // 2)
        bots = [beginner if (seat ^ number) & 1 else bot for seat in range(seats)]
        *_, last = play(rules, checked, bots, bits, bits.below(seats))
        [winner, *_] = rules.view(last.state, None).common.winners
        won += (winner ^ number) & 1
    return won / matches
