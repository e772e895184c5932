"""The bets of the bots of both Pif Pafs: how good a hand must be to bet more
(`_LEAST_LEAD_TO_BET`), which one never folds (`_NEVER_FOLDED_DISTANCE`), how much a bluff puts in
(`_BLUFF_POT_DIVISOR`), what a raiser is taken to hold (`_RAISER_DISTANCE`). How well each level
plays is in its game's own `bot`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from math import comb
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, Level, Manner, Reason
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Range
from cardtui_engine.families.rummy.cards.bot.judging import HandJudge
from cardtui_engine.families.rummy.cards.bot.outlook import ROUNDS_AHEAD, Race, others_out
from cardtui_engine.families.rummy.cards.bot.playing import CardPlayer, CardStyle
from cardtui_engine.families.rummy.cards.declaring import melder_for
from cardtui_engine.families.rummy.cards.game import pack_with
from cardtui_engine.families.rummy.cards.shown import shown_by_next, taken_by_others
from cardtui_engine.families.rummy.melding.masks import hand_mask
from cardtui_engine.families.rummy.pot.state import Terms
from cardtui_engine.families.rummy.pot.view import PotView
from cardtui_engine.options import OptionValue

_DISTANCE_WEIGHTS: Final = (40.0, 6.5, 2.6, 1.08, 0.62, 0.4, 0.3)
"""By distance, how many times as often such a hand goes out first as an unknown one, of four.

Like the sharpness, they were counted in 5,000 deals each for two, four and eight hard bots.
"""

_RAISER_DISTANCE: Final = 2
"""How many cards the nearest of those lacks who have put in more than they must."""


def chance_to_win(distance: int, rivals: int, *, raised: bool = False, lead: float = 1.0) -> float:
    """Return the chance that a hand at that distance goes out before ``rivals`` unknown ones.

    The more players there are, the sooner the hand ends, and the more an early lead counts. Where
    somebody has raised, one of them has a near hand.

    Args:
        distance: the number of cards that the hand lacks.
        rivals: how many other seats are in.
        raised: whether one of them has put in more than it must.
        lead: how much an early lead counts in this game, beside Pif Paf.
    """
    sharpness = (0.5 + 0.13 * rivals) * lead
    weight: float = _DISTANCE_WEIGHTS[min(distance, len(_DISTANCE_WEIGHTS) - 1)] ** sharpness
    others = (
        rivals - 1 + _DISTANCE_WEIGHTS[_RAISER_DISTANCE] ** sharpness if raised else float(rivals)
    )
    return weight / (weight + others)


class Odds(NamedTuple):
    """What staying in brings.

    Attributes:
        chance: how likely such a hand is to win among equals.
        worth: the chips that it takes out of the pot on average, as far as the seat trusts itself.
        price: what staying costs.
    """

    chance: float
    worth: float
    price: int

    @property
    def enough(self) -> float:
        """Return the chance at which the price comes back."""
        return self.price * self.chance / self.worth if self.worth else 0.0


class Rivals(NamedTuple):
    """The other seats that are in.

    Attributes:
        number: how many there are.
        silent: how many of them have not spoken; each that stays pays the same price.
        comes_in: how likely each of these stays in.
        raised: whether somebody has put in more than it must.
        lead: how much an early lead counts, as in `chance_to_win`.
    """

    number: int
    silent: int
    comes_in: float
    raised: bool
    lead: float = 1.0


def odds(distance: int, rivals: Rivals, *, pot: int, price: int, trust: float) -> Odds:
    """Return what staying in brings; silent rivals may stay or leave.

    Args:
        distance: the number of cards that the hand lacks.
        rivals: the other seats that are in.
        pot: the chips in the pot.
        price: what staying costs.
        trust: the factor applied to the chance where chips are counted: 1 for a bot that knows the
            odds.
    """
    wins = worth = 0.0
    number, silent, comes_in, raised, lead = rivals
    for stays in range(silent + 1):
        likely: float = comb(silent, stays) * comes_in**stays * (1 - comes_in) ** (silent - stays)
        against = number - silent + stays
        chance = chance_to_win(distance, against, raised=raised, lead=lead) if against else 1.0
        wins += likely * chance
        worth += likely * min(chance * trust, 1.0) * (pot + price * (1 + stays))
    return Odds(wins, worth, price)


_NEVER_FOLDED_DISTANCE: Final = 2
"""The cards that a hand lacks which nobody would fold, however far the level errs."""

_LEAST_LEAD_TO_BET: Final = 1.3
"""How many times its fair share a hand's chance must be before it puts in more chips."""

_BLUFF_POT_DIVISOR: Final = 3
"""Who bluffs bets and raises by a part of the pot, as people do: a third of it at least."""

Choices = Mapping[str, Choice]
"""What a seat may do, by verb."""


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        error: the greatest error in its idea of its chances, as a fraction.
        confidence: how many times as likely it holds itself to win as others with such a hand: it
            plays the cards better than most whom it meets.
        cards: how well it plays the cards.
        sober: the part of that confidence which is left when it puts in more than it must.
        bluffs: how often it does so with a hand that is not ahead.
    """

    error: float
    confidence: float
    cards: CardStyle
    sober: float = 1.0
    bluffs: float = 0.0


class Prospects(NamedTuple):
    """What a bot believes about its hand before play.

    Attributes:
        distance: the number of cards it lacks.
        trust: the factor by which the bot multiplies the chance of such a hand among equals.
        lead: how much an early lead counts, as in `chance_to_win`.
    """

    distance: int
    trust: float
    lead: float

    def chance(self, rivals: int) -> float:
        """Return how likely the bot believes it is to go out first."""
        return min(self.among_equals(rivals) * self.trust, 1.0)

    def among_equals(self, rivals: int) -> float:
        """Return how likely such a hand goes out first."""
        return chance_to_win(self.distance, rivals, lead=self.lead)

    def odds(self, view: PotView, price: int, *, least: int, comes_in: float) -> Odds:
        """Return what the bot expects of staying in at that price.

        Args:
            price: what it pays.
            least: what a seat must put in to stay where nobody raises.
            comes_in: how likely a player who has not spoken yet stays in.
        """
        seat, bets = view.own.seat, view.game.bets
        mine = bets[seat] + price
        others = set(view.game.dealt) - {seat, *view.game.folded}
        silent = sum(bets[each] < mine for each in others)
        raised = any(bets[each] > least for each in others)
        rivals = Rivals(len(others), silent, comes_in, raised, self.lead)
        return odds(self.distance, rivals, pot=view.common.pot, price=price, trust=self.trust)


class PotBot(ABC):
    """Plays one seat; see `cardtui_engine.bots.Bot`.

    Attributes:
        styles: by level, how it plays.
        goes_out: by round, how likely a seat goes out in it; the last counts for all that follow.
        offers: how many cards a seat is offered in a round, where it lacks several and one.
        fits: how dangerous a throw is, as in `Race`.
        comes_in: how likely a player who has not spoken yet stays in.
        lead: how much an early lead counts, as in `chance_to_win`.
        terms: what the options of a table choose.
    """

    goes_out: tuple[float, ...]
    offers: tuple[float, float]
    fits: float
    comes_in: float
    lead: float
    styles: Mapping[Level, Style]
    terms: Callable[[Mapping[str, OptionValue]], Terms]

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - part of the contract; other bots use it
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        terms = self.terms(options)
        self._melder = melder_for(terms.form, jokers=terms.jokers)
        self._least = terms.least - terms.ante
        self._style = self.styles[level]
        self._manner = manner

    def decide(self, view: PotView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: PotView, bits: Bits) -> Advice:
        """See `Bot.advise`."""
        own, public = view.own, view.game
        choices = {choice.verb: choice for choice in own.choices}
        if not choices:
            return Advice(None, Reason.ONLY)
        if action := self.at_once(choices, bits):
            return Advice(action, Reason.ONLY if "cut" in choices else Reason.SURE)
        style = self._style
        seen: tuple[Card, ...] = ()
        if style.cards.counts:
            seen = (*public.discards, *taken_by_others(public.shown, own.seat))
        sense = HandJudge(self._melder, (*own.hand, *seen))
        if "draw" not in choices and "discard" not in choices:
            trust = style.confidence * (1 + style.error * (2 * bits.chance() - 1))
            distance = sense.standing(hand_mask(own.hand)).distance
            hand = Prospects(distance, trust, self.lead)
            return self.bet(view, choices, hand, bits)
        rivals = [seat for seat in public.dealt if seat not in (own.seat, *public.folded)]
        others = others_out([self._out_from(view)] * len(rivals))
        unseen = len(pack_with(self._melder.jokers)) - len(own.hand) - len(seen)
        race = Race(
            unseen=unseen,
            others=others,
            offers=self.offers,
            ten=1.0,
            fits=self.fits,
            following=shown_by_next(public.shown, own.seat, rivals),
        )
        around = public.stock + len(public.discards)
        player = CardPlayer(style.cards, sense, race, around, bits)
        if "draw" in choices:
            top = public.discards[-1] if public.discards else None
            return player.draw(own, choices["draw"], top)
        return player.throw(own, choices["discard"])

    def odds(self, view: PotView, hand: Prospects, price: int) -> Odds:
        """Return what staying in brings at that price."""
        return hand.odds(view, price, least=self._least, comes_in=self.comes_in)

    @staticmethod
    def stays(hand: Prospects, odds: Odds) -> bool:
        """Return whether to stay in at those odds."""
        return hand.distance <= _NEVER_FOLDED_DISTANCE or odds.worth >= odds.price

    def soberly(self, hand: Prospects) -> Prospects:
        """Return what the bot believes about its hand when it puts in more than it must."""
        return hand._replace(trust=hand.trust * self._style.sober)

    def raises(self, chance: float, rivals: int, bits: Bits) -> bool:
        """Return whether to put in more: with a hand that is ahead, or as if it were."""
        manner = self._manner
        if chance * (rivals + 1) > _LEAST_LEAD_TO_BET - manner.nerve / 5:
            return True
        bluffs = self._style.bluffs + manner.bluff
        return bluffs > 0 and bits.chance() < bluffs

    def stake(self, choice: Choice, chance: float, view: PotView, bits: Bits) -> int:
        """Return how much to bet: the better the hand's chances, the more; a bluff is as if ahead.

        Args:
            chance: how likely the bot believes it is to go out first.
        """
        amounts = choice.domain(Range)
        lead = max(chance * (rivals_of(view) + 1), _LEAST_LEAD_TO_BET) - 1
        more = bits.below(int((amounts.high - amounts.low) * min(lead, 1.0)) + 1)
        least = view.common.pot // _BLUFF_POT_DIVISOR - 1 if self._style.bluffs else 0
        return min(amounts.low + max(more, least), amounts.high)

    def _out_from(self, view: PotView) -> tuple[float, ...]:
        """Return how likely another seat goes out from this round on."""
        shown = view.game.shown
        now = shown[view.own.seat].throws if shown else 0
        last = len(self.goes_out) - 1
        return tuple([self.goes_out[min(now + each, last)] for each in range(ROUNDS_AHEAD)])

    @abstractmethod
    def at_once(self, choices: Choices, bits: Bits) -> Action | None:
        """Return an action that needs no thought about the hand, if there is one."""

    @abstractmethod
    def bet(self, view: PotView, choices: Choices, hand: Prospects, bits: Bits) -> Advice:
        """Return the bot's bet, given the prospects of its hand."""


def staying(action: Action, odds: Odds) -> Advice:
    """Return that action, as the odds of staying in decide it."""
    return Advice(action, Reason.CHANCE, (odds.chance, odds.enough))


def putting_more(action: Action, hand: Prospects, rivals: int) -> Advice:
    """Return that action; where everybody calls, more chips pay off well above a fair share."""
    enough = _LEAST_LEAD_TO_BET / (rivals + 1) / hand.trust
    return Advice(action, Reason.CHANCE, (hand.among_equals(rivals), enough))


def rivals_of(view: PotView) -> int:
    """Return how many other seats are in the hand."""
    return len(view.game.dealt) - len(view.game.folded) - 1
