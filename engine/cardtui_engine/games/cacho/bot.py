"""A bot for Cacho: weighs the odds of its cards against what the pot offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Level, Manner
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.games.cacho.odds import outcomes
from cardtui_engine.games.cacho.state import STAKES
from cardtui_engine.games.cacho.view import CachoPublic, CachoView
from cardtui_engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class _Temper:
    """How a level plays. The numbers were tuned in matches between bots.

    Attributes:
        blur: the greatest error in its estimate of its chances, either way.
        respect: by round, how much stronger than random it assumes seats to be that have bet. In
            the first two rounds this is subtracted from its chances; in the third it is the part of
            a bet that it believes.
        folds: how readily it expects others to give way to a bet in the third round; 1 is as often
            as makes a bluff break even.
        nerve: by round, the expected loss in chips at which it still bets; below zero, the gain it
            demands.
        bluff: the chance that it bets a hopeless hand as if it were good.
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
"""The chance that a seat which has not spoken will bet, in the first two rounds."""

_CHECKED: Final = 0.9
"""The part of the pot's worth that a check keeps, since others may still bet."""

_MOST_FOLDS: Final = 0.8
"""The greatest chance that a bet makes a rival give way."""


class _Rival(NamedTuple):
    """Another live seat: whether we win ties with it, its bet this round, and if it has spoken."""

    younger: bool
    bet: int
    spoken: bool


class CachoBot:
    """A bot for Cacho, at one level."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        self._check = bool(options["third_round_check"])
        self._seats = seats
        temper = _TEMPERS[level]
        self._temper = replace(
            temper,
            folds=temper.folds * (1 + manner.nerve / 8),
            nerve={phase: loss + manner.nerve / 20 for phase, loss in temper.nerve.items()},
            bluff=manner.bluffs(temper.bluff),
        )

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
        """Return the seat's distance from the eldest; the nearer seat wins ties (CC-33)."""
        return (seat - public.eldest) % self._seats

    def _bets(self, view: CachoView, rivals: tuple[_Rival, ...], bits: Bits) -> bool:
        """Return whether to bet in the first or second round."""
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
        """Return the action with the greatest expected gain; a sure winner never passes."""
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
        """Return the chance to beat each rival, judged in part by its bets in this round.

        Args:
            hand: the bot's three cards.
            rivals: the other live seats.
            before: the pot before this round.
            bits: the source of the blur.
        """
        (odds,) = outcomes(tuple(sorted(hand)))
        blur = _spread(bits, self._temper.blur)
        chances = []
        for rival in rivals:
            chance = odds.against(elder=rival.younger)
            if chance < 1:  # a certainty stays certain
                # A rival would not have bet with the worst of its hands.
                floor = self._temper.respect["third"] * rival.bet / (before + rival.bet)
                chance = min(0.99, max(0.0, (chance + blur - floor) / (1 - floor)))
            chances.append(chance)
        return chances


def _gain(chances: list[float], gives_way: float, pot: int, cost: int, more: int) -> float:
    """Return the expected gain of a bet if each rival gives way with its worst hands."""
    win, payers = 1.0, 0.0
    for chance in chances:
        reach = max(gives_way, chance)
        win *= reach
        payers += 1 - gives_way / reach if reach else 0.0
    return win * (pot + more * payers) - (1 - win) * cost


def _sizes(choice: Choice, pot: int, top: int, boldest: float) -> list[int]:
    """Return the bets worth considering, the lowest first."""
    amounts = choice.domain(Range)
    low = amounts.low
    high = max(low, min(amounts.high, top + int(pot * boldest)))
    wanted = (low, top + pot // 3, top + pot // 2, top + pot, top + 2 * pot, high)
    return sorted({min(high, max(low, size)) for size in wanted})


def _spread(bits: Bits, most: float) -> float:
    """Return a random number between ``-most`` and ``most``."""
    return (2 * bits.chance() - 1) * most
