"""How curious, shy and respectful the bots of Cacho are, and from which first card on they enter,
by level (`_TEMPERS`); which parts of the pot they bet as people do (`_USUAL_BET_SIZES`), when they
bet a mere chip (`_CHIP_BET_CHANCE`), how much bolder nerve makes them (`_NERVE_BONUS`), and how the
chances in hints are corrected (`CHANCE_CORRECTIONS`). From the second card on, a hard bot against
one other says what the solved table says.

Before that the table does not reach. On the first card it bets from a card on that its level
names, and in the second round of three or four it weighs the odds of its cards against the pot.
The levels below read their cards worse and have habits; docs/bots.md says what each is worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import (
    PLAIN,
    Advice,
    CameTo,
    Level,
    Manner,
    Reason,
    by_odds,
    came_true,
)
from cardtui_engine.games.cacho.bot import solved
from cardtui_engine.games.cacho.bot.odds import (
    chance_of_first,
    chance_of_place,
    outcomes,
    place_of_chance,
    strength_place,
)
from cardtui_engine.games.cacho.bot.sizes import PASS
from cardtui_engine.games.cacho.bot.solved import Third, pair_kind
from cardtui_engine.games.cacho.options import PAID_BEFORE_ROUND
from cardtui_engine.games.cacho.ranking import card_rank
from cardtui_engine.games.cacho.state import FIRST, SECOND, STAKES
from cardtui_engine.games.cacho.view import CachoPublic, CachoView
from cardtui_engine.options import OptionValue


@dataclass(frozen=True, slots=True)
class _Temper:
    """How a level plays.

    Attributes:
        opens: the lowest first card with which it bets; 3.5 is a four, and a three half the time.
        joins: the same after somebody has bet.
        crowd: how much better that card must be where more than one other is live.
        stays: in the second round, where the table does not say what to do, the loss in chips at
            which it still bets.
        respect: how much worse it takes its chances to be there than against any cards.
        blur: the greatest error in its estimate of its chances, either way.
        shy: the part of its raises and bluffs that it leaves out.
        curious: the part of its passes to a bet in which it pays to see.
        homely: whether it bets and raises by as much as people do, as `_USUAL_BET_SIZES` says.
        trusting: whether it calls a bet of more than the pot by the odds of its cards against any
            others, and asks no more what such a bet may mean.
    """

    opens: float
    joins: float
    crowd: float = 0.0
    stays: float = 0.0
    respect: float = 0.05
    blur: float = 0.0
    shy: float = 0.0
    curious: float = 0.0
    homely: bool = False
    trusting: bool = False


_TEMPERS: Final = {
    Level.EASY: _Temper(
        opens=1.5, joins=1.5, stays=0.6, respect=0, blur=0.4, shy=0.2, curious=0.5, homely=True
    ),
    Level.NORMAL: _Temper(
        opens=2.5, joins=3.0, stays=0.15, respect=0.03, blur=0.06, homely=True, trusting=True
    ),
    Level.HARD: _Temper(
        opens=solved.LEAST_RANK_TO_OPEN, joins=solved.LEAST_RANK_TO_JOIN, crowd=1.5
    ),
}

_USUAL_BET_SIZES: Final = (1 / 3, 0.5, 1.5)
"""What people bet and raise by, as parts of the pot: they bet little by the first two, and never
more than the last unless they cannot lose."""

_CHIP_BET_CHANCE: Final = 0.65
"""The chance to win up to which they may bet a mere chip: who waits for good cards folds to it."""

_DISGUISE_RATE: Final = 0.1
"""How often they bet on such cards, too, as they would on better ones."""

_TWO_PLAYERS: Final = 2

_SILENT_BET_CHANCE: Final = 0.5
"""The chance that a seat which has not spoken will bet, in the second round."""

_NERVE_BONUS: Final = 0.08
"""What nerve adds to its chances with good cards, at most."""

_EVEN_CHANCE: Final = 0.5
"""The chance to win above which cards are good, and below which a bet with them is a bluff."""

_POT_BET_CHANCE: Final = 1 / 3
"""The chance that breaks even on a bet as large as the pot before it."""

_NEARLY_ALWAYS: Final = 0.95
"""How often a word is said of which nobody need be told that another might be."""


CHANCE_CORRECTIONS: Final[dict[str, CameTo]] = {
    "opens": ((0.497, 0.82), (0.541, 0.83), (0.626, 0.88)),
    "joins": ((0.0, 0.0), (0.497, 0.3), (0.541, 0.34), (0.626, 0.51), (1.0, 1.0)),
    "call": (
        *((0.0, 0.0), (0.15, 0.21), (0.26, 0.27), (0.5, 0.49), (0.68, 0.57), (0.74, 0.61)),
        *((0.84, 0.78), (1.0, 1.0)),
    ),
    "brings": (
        *((0.0, 0.0), (0.51, 0.49), (0.55, 0.51), (0.59, 0.52), (0.63, 0.57), (0.71, 0.68)),
        *((0.77, 0.71), (0.84, 0.84), (1.03, 1.0), (1.38, 1.46)),
    ),
    "folds": ((0.0, 0.0), (0.54, 0.45), (0.71, 0.69), (0.92, 0.86), (1.0, 1.0)),
}
"""What chances of two came to, as in `came_true`: to win the hand, or that the other folds; and
what a bet on a second card brings, from 0 where as much as the pot is lost to 1 where it is won.
Hints say it. Cards alone do not tell that the other often passes a first bet, and makes one on good
cards. Counted in 300 matches of 40 hands, folds in 3,000, and what bets bring in 4,000;
`python -m bench.calibration --fit --table cacho --seed 61 --matches 300` counts it again, folds
with the seed 81."""


class _Rival(NamedTuple):
    """Another live seat: whether we win ties with it, and if it has spoken in this round."""

    younger: bool
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
        self._temper = _TEMPERS[level]
        self._manner = manner

    def decide(self, view: CachoView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: CachoView, bits: Bits) -> Advice:
        """Return what `decide` returns, and why."""
        own = view.own
        if own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        phase = view.common.phase
        if phase not in STAKES:
            return self._third(view, bits)
        if phase == FIRST:
            return self._first(view, bits)
        entered = self._entered(view)
        if len(entered) == _TWO_PLAYERS:
            return self._second(view, entered, bits)
        return self._weighed(view, bits)

    def _entered(self, view: CachoView) -> tuple[int, ...]:
        """Return the seats that were in the hand when this round began."""
        public = view.game
        said = {word.seat for word in public.spoken}
        return tuple([seat for seat in public.dealt if seat in said or seat not in public.passed])

    def _rivals(self, view: CachoView) -> tuple[_Rival, ...]:
        public = view.game
        own = self._place(view.own.seat, public)
        spoken = {said.seat for said in public.spoken}
        return tuple(
            [
                _Rival(own < self._place(seat, public), seat in spoken)
                for seat in public.dealt
                if seat != view.own.seat and seat not in public.passed
            ]
        )

    def _place(self, seat: int, public: CachoPublic) -> int:
        """Return the seat's distance from the eldest; the nearer seat wins ties (CC-33)."""
        return (seat - public.eldest) % self._seats

    def _first(self, view: CachoView, bits: Bits) -> Advice:
        """Bet or pass on one card: nobody has anything to lose yet, so that is style."""
        public = view.game
        others = set(public.dealt) - set(public.passed)
        if others == {view.own.seat}:
            return Advice(Action("bet"), Reason.SURE)  # CC-16: the bet takes the pot at once
        joins = any(said.verb == "bet" for said in public.spoken)
        least = self._temper.joins if joins else self._temper.opens
        least += self._temper.crowd * (len(others) > _TWO_PLAYERS) - self._manner.nerve / 2
        often = solved.entering(least)[card_rank(view.own.hand[0]) - 1]
        said = "bet" if bits.chance() < often else "pass"
        chance = chance_of_first(view.own.hand, len(others) - 1)
        if said == "bet":
            chance = self._came_to("joins" if joins else "opens", chance)
        return by_odds(
            Action(said),
            (chance, 1 / len(others)),
            often if said == "bet" else 1 - often,
            gives_up=said == "pass",
        )

    def _came_to(self, said: str, chance: float) -> float:
        """Return what a chance of two came to; the word that was said decides."""
        came_to = CHANCE_CORRECTIONS.get(said) if self._seats == _TWO_PLAYERS else None
        return came_true(chance, came_to) if came_to else chance

    def _weighed(self, view: CachoView, bits: Bits) -> Advice:
        """Bet or pass by the odds of the cards, as if they were shown after the last card."""
        rivals = self._rivals(view)
        if not rivals:
            return Advice(Action("bet"), Reason.SURE)  # CC-16: the bet takes the pot at once
        temper, cost = self._temper, STAKES[SECOND]
        blur = (2 * bits.chance() - 1) * temper.blur - temper.respect
        gain = 0.0
        ways = outcomes(tuple(sorted(view.own.hand)))
        for odds in ways:
            win, payers = 1.0, 0.0
            for rival in rivals:
                stays = 1.0 if rival.spoken else _SILENT_BET_CHANCE
                beaten = stays * min(1.0, max(0.0, odds.against(elder=rival.younger) + blur))
                win *= 1 - stays + beaten
                if beaten and not rival.spoken:
                    payers += beaten / (1 - stays + beaten)
            gain += win * (view.common.pot + cost * payers) - (1 - win) * cost
        gain /= len(ways)
        if gain > -temper.stays - self._manner.nerve / 20:
            return Advice(Action("bet"), Reason.VALUE, (gain, 0.0))
        return Advice(Action("pass"), Reason.VALUE, (0.0, gain))

    def _second(self, view: CachoView, entered: tuple[int, ...], bits: Bits) -> Advice:
        """Bet or pass on two cards against one other, as the table does."""
        public = view.game
        stack = (
            min([view.common.chips[seat] + public.bets[seat] for seat in entered])
            + PAID_BEFORE_ROUND[1]
        )
        heard = {said.seat: said.verb for said in public.spoken}
        elder = not heard
        row = int("bet" in heard.values())
        table = solved.seats(solved.below(stack, check=self._check), check=self._check)[elder]
        known = table.second(row, pair_kind(view.own.hand))
        bets = known.bets
        if bits.chance() < self._temper.blur:
            bets = _EVEN_CHANCE  # it does not know what its cards are worth
        shift = self._manner.nerve / 20 + (self._manner.bluff if bets < _EVEN_CHANCE else 0.0)
        bets = min(max(bets + shift, 0.0), 1.0) if shift else bets
        said = bits.chance() < bets
        action = Action("bet" if said else "pass")
        often = bets if said else 1 - bets
        if often < _NEARLY_ALWAYS:
            return Advice(action, Reason.MIX, (often,))
        # In the table a hand begins with a chip put in; what has gone brings nothing any more.
        passing, betting = [each + PAID_BEFORE_ROUND[1] for each in (known.passing, known.betting)]
        if not said:
            return Advice(action, Reason.VALUE, (passing, betting))
        pot = view.common.pot
        told = pot * (2 * self._came_to("brings", (betting / pot + 1) / 2) - 1)
        return Advice(action, Reason.VALUE, (max(told, passing), passing))

    def _third(self, view: CachoView, bits: Bits) -> Advice:
        """Say in the third round what the table says, or what its level makes of that."""
        own, public = view.own, view.game
        put, top, cap = public.bets[own.seat], max(public.bets), public.cap
        assert cap is not None
        rivals = self._rivals(view)
        chance = prod(
            [outcomes(tuple(sorted(own.hand)))[0].against(elder=each.younger) for each in rivals]
        )
        sure = chance == 1
        place = self._reads(view, chance, len(rivals), bits)
        carried = view.common.pot - put - (top if top > put else 0)
        told = solved.third(
            carried,
            cap,
            put,
            top,
            place,
            elder=all(each.younger for each in rivals),
            check=self._check,
        )
        price = (top - put) / (view.common.pot + top - put)
        pays = _POT_BET_CHANCE < price <= chance_of_place(place)
        mix = self._leans(told, top, sure=sure, pays=pays)
        word = drawn = _drawn(mix, bits)
        if drawn > top and self._temper.homely and not sure:
            pot = view.common.pot + top - put
            little = told.chance <= _CHIP_BET_CHANCE and bits.chance() >= _DISGUISE_RATE
            word = min(top + _by_people(drawn - top, pot, bits, little=little), cap)
        if word == PASS or (word == top == 0):
            action = Action("pass")
        elif word == top:
            action = Action("call")
        else:
            action = Action("raise" if top else "bet", to=word)
        if sure:
            return Advice(action, Reason.SURE)
        cost = max(word, top) - put
        even = cost / (view.common.pot + cost)
        if top and word <= top:
            came_to = told.chance if word == PASS else self._came_to("call", told.chance)
            return by_odds(action, (came_to, even), mix[drawn], gives_up=word == PASS)
        if word > top and told.chance < _EVEN_CHANCE:
            folds = self._came_to("folds", told.folds.get(drawn, 0.0))
            if folds >= even:
                return Advice(action, Reason.BLUFF, (folds, even))
        return Advice(action, Reason.MIX, (mix[drawn],))

    def _reads(self, view: CachoView, chance: float, rivals: int, bits: Bits) -> int:
        """Return the strength that it takes its cards for, against one other."""
        blur, nerve = self._temper.blur, self._manner.nerve
        error = (2 * bits.chance() - 1) * blur
        if chance == 1 or (rivals == 1 and not error and not nerve):
            return strength_place(view.own.hand)
        seen = chance + error
        if seen > _EVEN_CHANCE**rivals:
            seen += _NERVE_BONUS * nerve
        return place_of_chance(seen)

    def _leans(self, told: Third, top: int, *, sure: bool, pays: bool) -> dict[int, float]:
        """Return how often it says each word, with the habits of its level and its manner."""
        temper, bluff = self._temper, self._manner.bluff
        mix = dict(told.mix)
        if sure and mix.get(PASS) and len(mix) > 1:
            _moved(mix, PASS, top or min(word for word in mix if word != PASS), 1.0)
        bold = [word for word in mix if word > top]
        shy = temper.shy
        mild = top if top in mix else min(bold, default=PASS)
        for word in bold:
            if word != mild:
                less = shy if told.chance > _EVEN_CHANCE else min(1.0, shy + max(0.0, -bluff * 4))
                _moved(mix, word, mild if top in mix or told.chance > _EVEN_CHANCE else PASS, less)
        if top and temper.curious:
            _moved(mix, PASS, top, temper.curious)
        if pays and temper.trusting:
            _moved(mix, PASS, top, 1.0)
        if bluff > 0 and bold and not sure:
            for word in (PASS, 0) if not top else (PASS,):
                _moved(mix, word, bold[len(bold) // 2], min(1.0, bluff))
        return mix


def _by_people(size: int, pot: int, bits: Bits, *, little: bool) -> int:
    """Return by how much people would bet or raise that mean about this size.

    Args:
        pot: what it is once the bet before has been met.
        little: whether they bet as little as they like.
    """
    least, half, most = (max(round(part * pot), 1) for part in _USUAL_BET_SIZES)
    if size < least and not little:
        return least + bits.below(half - least + 1)
    return min(size, most)


def _moved(mix: dict[int, float], word: int, to: int, part: float) -> None:
    """Say another word in that part of the cases."""
    if part and word in mix and word != to:
        often = mix[word] * part
        mix[word] -= often
        mix[to] = mix.get(to, 0.0) + often


def _drawn(mix: Mapping[int, float], bits: Bits) -> int:
    """Return a word, each as often as it is to be said."""
    left = bits.chance() * sum(mix.values())
    for word, often in mix.items():
        left -= often
        if left < 0:
            return word
    return max(mix, key=mix.__getitem__)
