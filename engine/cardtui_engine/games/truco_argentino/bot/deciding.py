"""What a bot for Argentinean truco does in each phase: bets, calls (`_raise`), plays (`_play`; of
equal cards, `_best_card`). What a raise must gain (`_RAISE_MARGIN`), how little a calm bot says
(`_LEAST_CALL_FACTOR`), and how the chances in hints are corrected (`CHANCE_CORRECTIONS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from math import exp
from typing import Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import PLAIN, Advice, CameTo, Level, Manner, Reason, came_true
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.domains import Cards
from cardtui_engine.families.truco.playout import NO_CORRECTION, played_on
from cardtui_engine.games.truco_argentino.bot.beliefs import first_for, moments
from cardtui_engine.games.truco_argentino.bot.envido_bot import (
    Speaker,
    declared,
    envido_advice,
    habits_of,
)
from cardtui_engine.games.truco_argentino.bot.flor_bot import flor_advice
from cardtui_engine.games.truco_argentino.bot.knowledge import (
    Knowledge,
    World,
    all_told,
    knowledge_of,
    weighed,
    wins,
    worlds_of,
)
from cardtui_engine.games.truco_argentino.bot.naive import CALLS_FROM, best_first
from cardtui_engine.games.truco_argentino.bot.odds import (
    DECIDED_LEAD_WORTH,
    TOLD_LEAD_WORTHS,
    match_chance,
)
from cardtui_engine.games.truco_argentino.bot.opponents import reading_of
from cardtui_engine.games.truco_argentino.bot.signals import heeded, signal_of
from cardtui_engine.games.truco_argentino.bot.styles import (
    CALM_CALL_RATES,
    HARD_RAISE_MARGINS,
    LEAST_CHANCES_TO_CALL,
    style_of,
)
from cardtui_engine.games.truco_argentino.bot.truco_play import Bet, Now, fits, raised
from cardtui_engine.games.truco_argentino.calls import TRUCO
from cardtui_engine.games.truco_argentino.cards import STRENGTH
from cardtui_engine.games.truco_argentino.habits import NO_HABIT
from cardtui_engine.games.truco_argentino.options import terms_of
from cardtui_engine.games.truco_argentino.state import ANSWER, CUT, ENVIDO, SHOW
from cardtui_engine.games.truco_argentino.view import ArgentinoView
from cardtui_engine.gestures import Gesture, Sign
from cardtui_engine.options import OptionValue


class Prospect(NamedTuple):
    """What a raise would be made on.

    Attributes:
        worlds: the worlds.
        won: in which of them the hand is won.
        stake: what the hand is worth if the others fold.
        least: what the raise must be better than; if ``None``, than playing on at that stake.
    """

    worlds: Sequence[World]
    won: Sequence[float]
    stake: int
    least: float | None = None


_RAISE_MARGIN: Final = 0.003
"""How much a raise should improve the chance to win the match; half of those that do are made."""

_RAISE_TEMPERATURE: Final = 0.004
"""How gradually it goes from never to always raising, as a raise improves that chance."""

_LEAST_CALL_FACTOR: Final = 0.4
"""How much less often than its level a calm bot speaks at least, however little nerve it has."""

_CERTAIN_CHANCE: Final = 1.0 - 1e-9

_PLAY_CORRECTION: Final = (
    (-1.0, -1.0),
    (-0.5, -0.88),
    (0.0, -0.6),
    (0.5, 0.19),
    (0.8, 0.95),
    (1.0, 1.55),
)
"""What hands of two came to where a card was played, as in `came_true`: counted in 320 matches.
With four seats no more is promised than comes."""

_WANTED_CORRECTION: Final = (
    (0.0, 0.0),
    (0.3, 0.3),
    (0.45, 0.36),
    (0.55, 0.42),
    (0.75, 0.59),
    (1.0, 1.0),
)
"""The same for the chance to win where a truco is wanted: hard bots raise on better cards than a
guess at them allows for."""


CHANCE_CORRECTIONS: Final[dict[str, CameTo]] = {
    "quiero": (
        *((0.0, 0.15), (0.15, 0.21), (0.27, 0.24), (0.34, 0.29), (0.45, 0.43), (0.56, 0.49)),
        *((0.65, 0.66), (0.75, 0.74), (0.96, 0.91), (1.0, 0.97)),
    ),
    "vale_cuatro": (
        *((0.0, 0.0), (0.25, 0.11), (0.35, 0.3), (0.45, 0.37), (0.55, 0.44), (0.65, 0.52)),
        *((0.75, 0.7), (0.85, 0.78), (0.95, 0.95), (1.0, 1.0)),
    ),
    "folds to truco": ((0.0, 0.0), (0.45, 0.31), (0.55, 0.38), (0.7, 0.52), (0.95, 0.65)),
    "folds to retruco": ((0.0, 0.0), (0.45, 0.04), (0.7, 0.5), (1.0, 1.0)),
    "folds to vale_cuatro": ((0.0, 0.0), (0.46, 0.05), (1.0, 0.09)),
}
"""What chances of two seats came to, by what is done: to win the hand (quiero) or the match (vale
cuatro), or that the others fold. Hints say it; bots decide by what they believe, as people fold
oftener than hard bots. Counted in 300 matches (quiero) and 800; `python -m bench.calibration --fit
--table argentino --seed 62 --matches 800` counts it again."""


class TrucoArgentinoBot:
    """A bot for Argentinean truco: the same view and bits give the same action."""

    def __init__(
        self,
        options: Mapping[str, OptionValue],
        seats: int,
        level: Level,
        manner: Manner = PLAIN,
    ) -> None:
        self._terms = terms_of(options, seats)
        self._style = style_of(level, seats)
        self._speaker = Speaker(self._terms, self._style, manner.bluff, nerve=manner.nerve)
        self._margin = _RAISE_MARGIN * (1 - manner.nerve)
        self._nerve = manner.nerve
        self._samples = self._style.samples
        self.signs: tuple[Sign, ...] = ()
        if options["own_signals"]:  # what partners agreed on is between them
            self._style = self._style._replace(signals=0.0)
            self._speaker = self._speaker._replace(style=self._style)

    def signal(self, view: ArgentinoView, lookers: Sequence[int], bits: Bits) -> Gesture | None:
        """See `Signaller.signal`."""
        return signal_of(self._style, self._speaker.bluff, view, lookers, bits)

    def heeding(self, signs: Sequence[Sign]) -> TrucoArgentinoBot:
        """See `Signaller.heeding`."""
        other = copy(self)
        other.signs = tuple(signs)
        return other

    def decide(self, view: ArgentinoView, bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: ArgentinoView, bits: Bits) -> Advice:
        """Return what to do now, and why."""
        own = view.own
        choices = {choice.verb: choice for choice in own.choices}
        if own.seat not in view.common.to_act:
            return self._interrupt(view, choices, bits)
        phase = view.common.phase
        if phase == CUT:
            cut = Action("cut", at=1 + bits.below(39)) if bits.below(2) else Action("tap")
            return Advice(cut, Reason.ONLY)
        if phase == SHOW:
            return Advice(Action("ask"), Reason.ONLY)
        if phase == ENVIDO:
            return Advice(declared(self._terms, view, choices), Reason.ONLY)
        speaker = self._speaker._replace(gestures=self._gestures(view))
        return (
            flor_advice(speaker, view, choices, bits)
            or envido_advice(speaker, view, choices, bits)
            or (
                self._answer(view, choices, bits)
                if phase == ANSWER
                else self._play(view, choices, bits)
            )
        )

    def _interrupt(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Advice:
        """Raise out of turn once all own cards are played; until then, a turn is still to come."""
        own = view.own
        call = _raise_in(choices)
        if call is not None and not own.hand and view.common.phase != ANSWER:
            knowledge = self._knowledge(view)
            worlds = self._worlds(view, knowledge, bits)
            won = wins(knowledge, self._terms, worlds, ())[0]
            calling = self._raise(view, call, Prospect(worlds, won, view.game.stake), bits)
            if calling is not None:
                return calling
        return Advice(None, Reason.ONLY)

    def _play(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Advice:
        knowledge = self._knowledge(view)
        cards = choices["play"].domain(Cards).cards
        worlds = self._worlds(view, knowledge, bits)
        rows = wins(knowledge, self._terms, worlds, [STRENGTH[card] for card in cards])
        chances = [_mean(worlds, row) for row in rows]
        at = _best_card(knowledge, cards, chances)
        call = _raise_in(choices)
        if call is not None:
            prospect = Prospect(worlds, rows[at], view.game.stake)
            calling = self._raise(view, call, prospect, bits)
            if calling is not None:
                return calling
        if len(cards) == 1:
            return Advice(Action("play", card=cards[0]), Reason.ONLY)
        slips = bits.chance()
        if slips < self._style.naive:
            card = best_first(cards, knowledge.progress.standing, view.own.seat)
            return Advice(Action("play", card=card), Reason.ONLY)
        if slips < self._style.slip:
            card = cards[bits.below(len(cards))]
            often = self._style.slip / len(cards)
            return Advice(Action("play", card=card), Reason.MIX, (often,))
        action = Action("play", card=cards[at])
        if chances[at] > _CERTAIN_CHANCE and all_told(knowledge):
            return Advice(action, Reason.SURE)
        rest = max([chance for other, chance in enumerate(chances) if other != at])
        came_to = _PLAY_CORRECTION if self._terms.seats == 2 else NO_CORRECTION
        stake, gains = view.game.stake, self._told_gains(view)
        holds = [played_on(chance, came_to) for chance in (chances[at], rest)]
        matches = tuple([each * gains[stake] + (1 - each) * gains[-stake] for each in holds])
        return Advice(action, Reason.MATCH, matches)

    def _answer(self, view: ArgentinoView, choices: Mapping[str, Choice], bits: Bits) -> Advice:
        knowledge = self._knowledge(view)
        worlds = self._worlds(view, knowledge, bits)
        won = wins(knowledge, self._terms, worlds, ())[0]
        stake = choices["quiero"].price or 0
        gains = self._gains(view)
        chance = self._felt(_mean(worlds, won), bits)
        if self._style.reads and self._terms.seats == 2:
            chance = came_true(chance, _WANTED_CORRECTION)
        folded = gains[-(choices["no_quiero"].price or 0)]
        accepted = chance * gains[stake] + (1 - chance) * gains[-stake]
        even = (folded - gains[-stake]) / max(gains[stake] - gains[-stake], 1e-9)
        call = _raise_in(choices)
        if call is not None:
            least = max(accepted, folded)
            calling = self._raise(view, call, Prospect(worlds, won, stake, least), bits)
            if calling is not None:
                return calling
        verb = "quiero" if accepted >= folded else "no_quiero"
        if chance > _CERTAIN_CHANCE and all_told(knowledge):
            return Advice(Action(verb), Reason.SURE)
        if verb == "quiero":
            chance = max(self._comes_to(verb, chance), even)
        return Advice(Action(verb), Reason.CHANCE, (chance, even))

    def _comes_to(self, verb: str, chance: float) -> float:
        """Return what a chance came to, as `CHANCE_CORRECTIONS` has it."""
        if not self._style.reads or self._terms.seats != 2:
            return chance
        return came_true(chance, CHANCE_CORRECTIONS.get(verb, NO_CORRECTION))

    def _raise(
        self, view: ArgentinoView, call: Choice, prospect: Prospect, bits: Bits
    ) -> Advice | None:
        """Return a raise, if it is made."""
        worlds, won, stake, least = prospect
        chance = _mean(worlds, won)
        if chance > _CERTAIN_CHANCE and self._style.reads and all_told(knowledge_of(view)):
            return Advice(Action(call.verb), Reason.SURE)
        if self._style.calm and not self._speaks(view, call, chance, bits):
            return None
        if self._style.naive:
            return Advice(Action(call.verb), Reason.ONLY) if chance > CALLS_FROM else None
        felt = self._felt(chance, bits)
        if felt != chance:
            won = [min(max(each + felt - chance, 0.0), 1.0) for each in won]
        gains = self._gains(view)
        price = call.price or 0
        bet = Bet(stake, price, None if price == TRUCO.top else TRUCO.above(price), gains)
        found = raised(worlds, won, self._now(view), reading_of(habits_of(view, self._style)), bet)
        silent = felt * gains[stake] + (1 - felt) * gains[-stake]
        more = found.worth - (silent if least is None else max(least, silent))
        if self._style.reads and more <= self._least(view):
            return None
        often = 1 / (1 + exp(-min(max((more - self._margin) / _RAISE_TEMPERATURE, -30.0), 30.0)))
        taken = felt * gains[price] + (1 - felt) * gains[-price]
        bluff = taken < silent  # it pays only if they fold
        if bluff:
            often = min(often, max(self._style.bluffs + self._speaker.bluff, 0.0))
        if bits.chance() >= often:
            return None
        action = Action(call.verb)
        if bluff:
            folds = self._comes_to(f"folds to {call.verb}", found.folds)
            if folds >= found.even:
                return Advice(action, Reason.BLUFF, (folds, found.even))
        elif more > 0:
            told = self._told(view)
            worth = self._comes_to(call.verb, came_true(found.worth, told))
            rest = came_true(found.worth - more, told)
            if worth >= rest:
                return Advice(action, Reason.MATCH, (worth, rest))
        return Advice(action, Reason.MIX, (often,))

    def _speaks(self, view: ArgentinoView, call: Choice, chance: float, bits: Bits) -> bool:
        """Return whether a calm bot says now what it has in mind: seldom before cards have spoken.

        Its character keeps its temper: with more nerve, or more bluffs, it speaks sooner.
        """
        if chance < LEAST_CHANCES_TO_CALL[call.verb] - self._nerve / 10:
            return False
        # A side of several has as many who may speak.
        often = CALM_CALL_RATES[_moment(view)] * 2 / len(view.game.active)
        return bits.chance() < often * max(
            1 + self._nerve + self._speaker.bluff, _LEAST_CALL_FACTOR
        )

    def _least(self, view: ArgentinoView) -> float:
        """Return by how much a raise must be better than silence, or than a plain answer."""
        answers = view.common.phase == ANSWER
        return (HARD_RAISE_MARGINS[-1] if answers else HARD_RAISE_MARGINS[_moment(view)]) * (
            1 - self._nerve
        )

    def _gestures(self, view: ArgentinoView) -> Mapping[int, Gesture]:
        return heeded(self._style, view.own.seat, self.signs)

    def _knowledge(self, view: ArgentinoView) -> Knowledge:
        forgets = self._style.forgets
        return knowledge_of(view, forgets=forgets, gestures=self._gestures(view))

    def _worlds(self, view: ArgentinoView, knowledge: Knowledge, bits: Bits) -> list[World]:
        worlds = worlds_of(knowledge, self._terms, self._samples, bits)
        if not self._style.reads:
            return weighed(worlds, lambda _: 1.0)
        seen = moments(view)
        habits = view.game.habits or (NO_HABIT,) * self._terms.seats
        readings = [reading_of(habit) for habit in habits]
        few = len(view.game.active) == 2
        return weighed(worlds, lambda hands: fits(hands, seen, readings, known=few))

    def _now(self, view: ArgentinoView) -> Now:
        """Return how the moment looks to the opponents."""
        game, mine = view.game, view.own.seat & 1
        live = [seat for seat in game.active if seat not in game.resigned]
        opponents = tuple([seat for seat in live if seat & 1 != mine])
        own = to_beat = 0
        if len(game.active) == 2:
            for seat, card in game.trick:
                if seat == view.own.seat:
                    to_beat = STRENGTH[card]
                else:
                    own = STRENGTH[card]
        return Now(opponents, first_for(view, 1 - mine, len(game.tricks)), to_beat, own)

    def match_chance(self, view: ArgentinoView) -> float:
        """See `Reckoner.match_chance`."""
        return self._told_gains(view)[0]

    def _told(self, view: ArgentinoView) -> CameTo:
        """Return, for chances to win the match by which the bot decides, those that hints name."""
        return tuple(sorted(set(zip(self._gains(view), self._told_gains(view), strict=True))))

    def _told_gains(self, view: ArgentinoView) -> list[float]:
        """Return what `_gains` does, as hints and the lab say it."""
        return self._gains(view, TOLD_LEAD_WORTHS[self._terms.seats])

    def _gains(self, view: ArgentinoView, worth: float = DECIDED_LEAD_WORTH) -> list[float]:
        """Return the chance to win the match after so many points: from 0 on, and from -1 back."""
        team = view.own.seat & 1
        pending = view.game.pending or (0, 0)
        mine, theirs = [a + b for a, b in zip(view.common.scores, pending, strict=True)][
            :: 1 - 2 * team
        ]
        target = self._terms.target
        most = TRUCO.top
        return [
            *[match_chance(mine + points, theirs, target, worth) for points in range(most + 1)],
            *[match_chance(mine, theirs + points, target, worth) for points in range(most, 0, -1)],
        ]

    def _felt(self, chance: float, bits: Bits) -> float:
        """Return the chance as this level estimates it."""
        error, hopes = self._style.error, self._style.hopes
        if not (error or hopes):
            return chance
        felt = chance + hopes * 4 * chance * (1.0 - chance)
        return min(max(felt + error * (2.0 * bits.chance() - 1.0), 0.0), 1.0)


def _moment(view: ArgentinoView) -> int:
    """Return how far the hand is: 0 before any card lies on the table, 1 in the first trick."""
    done = len(view.game.tricks)
    return done + 1 if done or view.game.trick else 0


def _raise_in(choices: Mapping[str, Choice]) -> Choice | None:
    return next((choices[call] for call in TRUCO.calls if call in choices), None)


def _mean(worlds: Sequence[World], won: Sequence[float]) -> float:
    mean = sum([world.weight * each for world, each in zip(worlds, won, strict=True)])
    return min(mean, 1.0)  # weights add up to one, but for rounding


def _best_card(knowledge: Knowledge, cards: tuple[Card, ...], chances: Sequence[float]) -> int:
    """Return the card with the best chance; of equal ones, the lowest that wins the trick."""
    best = knowledge.progress.standing[0]
    return max(
        range(len(cards)),
        key=lambda at: (
            round(chances[at], 6),
            STRENGTH[cards[at]] > best >= 0,
            -STRENGTH[cards[at]],
        ),
    )
