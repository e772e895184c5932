"""A player of Cacho: weighs the odds of its cards against what the pot offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.games.cacho.odds import outcomes
from cardtui_engine.games.cacho.state import STAKES
from cardtui_engine.games.cacho.view import CachoPublic, CachoView
from cardtui_engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class _Temper:
    """How a level plays. The numbers come from matches of bots against bots.

    Attributes:
        blur: how far its feeling for its chances may be off, either way.
        respect: how much stronger than random it takes those to be who bet before: in the
            first two rounds so much is taken off its chances, in the third it is how much of
            a bet it believes.
        folds: how readily it takes others to give way to a bet in the third round; 1 is
            as often as would make a bluff worth nothing.
        nerve: chips that it will bet at a loss; below zero, the gain that it asks for.
        bluff: how often it bets a hopeless hand as if it were a good one.
        boldest: its greatest bet, as a multiple of the pot.
    """

    blur: float
    respect: Mapping[str, float]
    folds: float
    nerve: Mapping[str, float]
    bluff: float
    boldest: float


_TEMPERS: Final = {
    Level.EASY: _Temper(
        blur=0.28,
        respect={"first": 0, "second": 0, "third": 0},
        folds=0.4,
        nerve={"first": 0.05, "second": 0.3},
        bluff=0.02,
        boldest=0.5,
    ),
    Level.NORMAL: _Temper(
        blur=0.16,
        respect={"first": 0.02, "second": 0.05, "third": 0.4},
        folds=0.6,
        nerve={"first": 0.05, "second": 0.15},
        bluff=0.08,
        boldest=1,
    ),
    Level.HARD: _Temper(
        blur=0.02,
        respect={"first": 0.03, "second": 0.1, "third": 0.9},
        folds=1,
        nerve={"first": 0, "second": 0},
        bluff=0.03,
        boldest=100,
    ),
}

_STAYS: Final = 0.5
"""How likely each of those who have not spoken is to bet in the first two rounds."""

_CHECKED: Final = 0.9
"""What part of the pot a check keeps: others may bet yet."""

_MOST_FOLDS: Final = 0.8
"""No bet makes others give way more often than this."""


class _Rival(NamedTuple):
    """Another seat still in: whether equals go to us, and what it has put in this round."""

    younger: bool
    bet: int
    spoken: bool


class CachoBot:
    """A player of Cacho at one level."""

    def __init__(self, options: Mapping[str, OptionValue], seats: int, level: Level) -> None:
        self._check = bool(options["third_round_check"])
        self._seats = seats
        self._temper = _TEMPERS[level]

    def decide(self, view: CachoView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        own = view.own
        if own.seat not in view.common.to_act:
            return None
        rivals = self._rivals(view)
        phase = view.common.phase
        if phase in STAKES:
            return Action("bet" if self._bets(view, rivals, bits) else "pass")
        return self._third_round(view, rivals, bits)

    def _rivals(self, view: CachoView) -> tuple[_Rival, ...]:
        public = view.game
        own = self._place(view.own.seat, public)
        spoken = {said.seat for said in public.spoken}
        return tuple(
            [
                _Rival(own < self._place(seat, public), public.bets[seat], seat in spoken)
                for seat in public.dealt
                if seat != view.own.seat and seat not in public.passed
            ]
        )

    def _place(self, seat: int, public: CachoPublic) -> int:
        """Return how far the seat is from the eldest, who wins ties (CC-33)."""
        return (seat - public.eldest) % self._seats

    def _bets(self, view: CachoView, rivals: tuple[_Rival, ...], bits: Bits) -> bool:
        """Whether to bet in the first or second round."""
        if not rivals:
            return True  # CC-16: the bet takes the pot at once
        phase, temper = view.common.phase, self._temper
        cost = STAKES[phase]
        blur = _spread(bits, temper.blur)
        gain = 0.0
        ways = outcomes(tuple(sorted(view.own.hand)))
        for odds in ways:
            win, payers = 1.0, 0.0
            for rival in rivals:
                stays = 1.0 if rival.spoken else _STAYS
                chance = odds.against(elder=rival.younger) + blur - temper.respect[phase]
                beaten = stays * min(1.0, max(0.0, chance))
                win *= 1 - stays + beaten
                if beaten and not rival.spoken:
                    payers += beaten / (1 - stays + beaten)
            gain += win * (view.common.pot + cost * payers) - (1 - win) * cost
        return gain / len(ways) > -temper.nerve[phase]

    def _third_round(self, view: CachoView, rivals: tuple[_Rival, ...], bits: Bits) -> Action:
        """Return the action that promises most; passing a sure winner never does."""
        own, bets = view.own, view.game.bets
        pot, put, top = view.common.pot, bets[own.seat], max(bets)
        temper, choices = self._temper, {choice.verb: choice for choice in own.choices}
        bluffs = bits.chance() < temper.bluff
        chances = self._chances(own.hand, rivals, pot - sum(bets), bits)
        win = prod(chances)
        best, most = Action("pass"), 0.0
        if self._check and not top:
            most = _CHECKED * win * pot
        if "call" in choices and (gain := win * pot - (1 - win) * (top - put)) > most:
            best, most = Action("call"), gain
        bolder = choices.get("bet") or choices.get("raise")
        if bolder is None:
            return best
        for to in _sizes(bolder, pot, top, temper.boldest):
            cost, more = to - put, to - top
            gives_way = min(_MOST_FOLDS, temper.folds * more / (pot + cost))
            if (gain := _gain(chances, gives_way, pot, cost, more)) > most:
                best, most = Action(bolder.verb, to=to), gain
        if bluffs and best.verb == "pass" and len(rivals) <= 2:
            return Action(bolder.verb, to=_sizes(bolder, pot, top, 1)[-1])
        return best

    def _chances(
        self, hand: tuple[Card, ...], rivals: tuple[_Rival, ...], before: int, bits: Bits
    ) -> list[float]:
        """Return the chance to beat each rival, believing the bets of this round or not.

        Args:
            hand: the own three cards.
            rivals: the others still in.
            before: the pot before this round.
            bits: where the blur comes from.
        """
        (odds,) = outcomes(tuple(sorted(hand)))
        blur = _spread(bits, self._temper.blur)
        chances = []
        for rival in rivals:
            chance = odds.against(elder=rival.younger)
            if chance < 1:  # what is sure stays sure
                # They would not have bet with the worst of their hands.
                floor = self._temper.respect["third"] * rival.bet / (before + rival.bet)
                chance = min(0.99, max(0.0, (chance + blur - floor) / (1 - floor)))
            chances.append(chance)
        return chances


def _gain(chances: list[float], gives_way: float, pot: int, cost: int, more: int) -> float:
    """Return what a bet brings if each rival gives way with the worst part of its hands."""
    win, payers = 1.0, 0.0
    for chance in chances:
        reach = max(gives_way, chance)
        win *= reach
        payers += 1 - gives_way / reach if reach else 0.0
    return win * (pot + more * payers) - (1 - win) * cost


def _sizes(choice: Choice, pot: int, top: int, boldest: float) -> list[int]:
    """Return the bets worth thinking about, least first."""
    amounts = choice.domain(Range)
    low = amounts.low
    high = max(low, min(amounts.high, top + int(pot * boldest)))
    wanted = (low, top + pot // 3, top + pot // 2, top + pot, top + 2 * pot, high)
    return sorted({min(high, max(low, size)) for size in wanted})


def _spread(bits: Bits, most: float) -> float:
    """Return a number between ``-most`` and ``most``."""
    return (2 * bits.chance() - 1) * most
