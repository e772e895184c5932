"""How well each level plays the trucos of Brazil (`STYLES`): when bots raise, bluff, accept, run
and play on at eleven, when the hard level raises in answer (`_CAME_TO`), and how calm they are
(`CALM_RAISE_RATES`, `LEAST_CHANCES_TO_RAISE`). How the chances in hints are corrected:
`CHANCE_CORRECTIONS`. At most tables of four the hard level plays by `learned_play` instead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, CameTo, Level, Manner, Reason, came_true
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.bot.belief import Belief, Call, Said
from cardtui_engine.families.truco.brazilian.bot.inputs import SEATS, RaisedPart, Terms
from cardtui_engine.families.truco.brazilian.bot.knowledge import Knowledge, every_guess, guess
from cardtui_engine.families.truco.brazilian.bot.learned_play import TAUGHT_PHASES, LearnedPlay
from cardtui_engine.families.truco.brazilian.bot.playing import play_out
from cardtui_engine.families.truco.brazilian.habits import NO_HABIT, often_early, often_later
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind, Stakes
from cardtui_engine.families.truco.playout import NO_CORRECTION, Hands, played_on
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, DRAWN, Course
from cardtui_engine.families.truco.view import TrucoSaid
from cardtui_engine.views import OwnPart, SeatView


class Ends(NamedTuple):
    """How hands end.

    Attributes:
        often: how often a hand is won at each stake from the lowest on.
        plays_on: how often a side at eleven plays on.
        wins: how often it then wins.
    """

    often: tuple[float, ...]
    plays_on: float
    wins: float


ENDS: Final = Ends((0.62, 0.27, 0.08, 0.03), 0.55, 0.62)
"""By this bots decide, and the network was taught; counted, as in docs/bots.md."""

_ENDS_OF_FOUR: Final = Ends((0.665, 0.2625, 0.055, 0.0175), 0.57, 0.66)
"""What hints and the lab say goes by this, with four seats: hard bots run more often.

Halfway between `ENDS` and what 250 matches each of `mesa` and Truco paulista counted, which says
too much of a lead; chosen by 450 of each (`bench/calibration.py`, seeds 62 and 63)."""


def game_odds(stakes: Stakes, ends: Ends = ENDS) -> Callable[[int, int], float]:
    """Return a function from a side's score and the other's to its chance of winning the game.

    >>> from cardtui_engine.families.truco.brazilian.stakes import stakes_of
    >>> odds = game_odds(stakes_of(1, 3, 6, 9, 12))
    >>> odds(12, 3), odds(0, 12), odds(7, 7), odds(11, 11)
    (1.0, 0.0, 0.5, 0.5)
    """
    values, eleven = stakes.ladder.stakes, stakes.eleven
    first, second = values[:2]

    @cache
    def chance(mine: int, theirs: int) -> float:
        if mine >= TARGET:
            return 1.0
        if theirs >= TARGET:
            return 0.0
        if mine == theirs or min(mine, theirs) >= eleven:
            return 0.5
        if mine >= eleven:
            lost = chance(mine, theirs + second)
            played = ends.wins + (1 - ends.wins) * lost
            return ends.plays_on * played + (1 - ends.plays_on) * chance(mine, theirs + first)
        if theirs >= eleven:
            return 1 - chance(theirs, mine)
        return sum(
            often * (chance(mine + stake, theirs) + chance(mine, theirs + stake)) / 2
            for stake, often in zip(values, ends.often, strict=False)
        )

    return chance


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out in the first trick; twice as
            many in the second, and three times in the third.
        trust: how much it reads in what others do, from 0 to 1.
        error: the greatest error in its estimate of its chances.
        slip: the chance that it plays or decides about cards at random.
        reserve: what a raise must bring, by finished tricks, as a part of what it puts at stake:
            once it is accepted, the right to raise again is the others'.
        bluff: how often it raises on little where that pays.
        learned: whether it plays by the network, where that was taught such a table.
        calm: whether it says truco as people do (`CALM_RAISE_RATES`).
        notices: whether it goes by what the match has shown of the others.
    """

    samples: int
    trust: float
    error: float
    slip: float
    reserve: tuple[float, float, float]
    bluff: float
    learned: bool = False
    calm: bool = False
    notices: bool = False


CALM_RAISE_RATES: Final = (0.25, 0.45, 0.7, 1.0)
"""How often a calm bot says the raise that it has in mind: before any card lies on the table, in
the first trick, in the second, in the third."""

LEAST_CHANCES_TO_RAISE: Final = (0.0, 0.65, 0.8, 0.9)
"""By the number of raises so far, the least chance to win with which a calm bot makes another."""

_BLIND_BLUFF_SHARE: Final = 0.5
"""How many of the bluffs on top of its level's a calm bot says truco with, whatever it holds."""

_CALM_NERVE_SHARE: Final = 0.3
"""How much of a calm bot's nerve counts in what a raise must bring; all of it in how soon it
speaks."""

STYLES: Final = {
    Level.EASY: Style(4, 0.0, 0.4, 0.7, (0.3, 0.15, 0.1), 0.05, calm=True),
    Level.NORMAL: Style(12, 0.0, 0.15, 0.15, (0.3, 0.12, 0.05), 0.1, calm=True),
    Level.HARD: Style(32, 0.97, 0.0, 0.0, (0.2, 0.08, 0.02), 0.3, learned=True, notices=True),
}

_FIRST_TRICK_WEIGHT: Final = 0.25
"""How much the first trick counts beside the hand: who has won it raises, and others run."""

_CERTAIN_CHANCE: Final = 0.9999
"""The chance from which a hand cannot be lost."""

_PLAY_CORRECTION: Final = (
    *((-1.0, -0.93), (-0.5, -0.67), (0.0, -0.21)),
    *((0.5, 0.4), (0.8, 0.76), (1.0, 1.5)),
)
"""What hands of two came to where a card was played, as in `came_true`: counted in 460 matches of
Truco paulista."""

_WAITING_CORRECTIONS: Final[Mapping[tuple[int, bool], CameTo]] = {
    (0, False): ((-1.0, -1.0), (0.0, 0.0), (0.5, 0.65), (0.7, 1.2), (0.9, 1.95), (1.0, 2.6)),
    (0, True): ((-1.0, -1.0), (0.5, 0.5), (0.7, 0.8), (0.9, 1.3), (1.0, 1.7)),
    (1, False): ((-1.0, -1.0), (0.5, 0.5), (0.7, 1.1), (0.9, 1.55), (1.0, 2.4)),
    (1, True): ((-1.0, -1.0), (0.7, 0.7), (0.9, 2.6), (1.0, 2.6)),
}
"""What hands of two that nobody has raised came to where a card was played instead of a raise, by
the number of finished tricks and by whether the other has led: who seems weak is raised later.
Counted as `_PLAY_CORRECTION`, in 1,500 matches in which one side did either by lot."""

_FOR_A_TRICK: Final = " for a trick"
"""What marks the corrections of tables where an accepted raise is for one trick (`denexa`)."""

_CAME_TO: Final[dict[str, CameTo]] = {
    "accept": (
        *((0.0, 0.0), (0.36, 0.17), (0.45, 0.25), (0.54, 0.35), (0.65, 0.45), (0.75, 0.54)),
        *((0.85, 0.75), (1.0, 0.97)),
    ),
    "truco": (
        *((0.0, 0.0), (0.5, 0.31), (0.65, 0.36), (0.75, 0.49), (0.85, 0.63), (0.94, 0.89)),
        (1.0, 1.0),
    ),
    "raise": ((0.0, 0.0), (0.48, 0.31), (0.6, 0.37), (0.76, 0.37), (0.85, 0.49), (0.95, 0.86)),
    "runs from truco": ((0.0, 0.0), (0.56, 0.38), (0.66, 0.5), (0.75, 0.69), (1.0, 1.0)),
    "runs from raise": ((0.0, 0.0), (0.25, 0.04), (0.35, 0.12), (0.44, 0.21), (0.54, 0.29)),
    f"accept{_FOR_A_TRICK}": (
        *((0.0, 0.13), (0.4, 0.13), (0.55, 0.15), (0.65, 0.21), (0.75, 0.28), (0.85, 0.32)),
        *((0.99, 0.91), (1.0, 1.0)),
    ),
    f"truco{_FOR_A_TRICK}": (
        *((0.0, 0.0), (0.54, 0.28), (0.65, 0.4), (0.75, 0.68), (0.85, 0.74), (0.94, 0.76)),
        (1.0, 1.0),
    ),
    f"raise{_FOR_A_TRICK}": ((0.0, 0.0), (0.53, 0.28), (0.76, 0.33)),
    f"runs from raise{_FOR_A_TRICK}": ((0.0, 0.0), (0.51, 0.05), (0.73, 0.06)),
}
"""What chances to win came to, by what is done, and chances that the others run, as in `came_true`,
while hard bots raised in answer on what they believed alone: others may raise and accept on less
than hard bots do. By this they decide now whether to raise in answer, so it is not to be counted
again. Counted in 500 matches of Truco paulista for two, and for a trick in 600 at `denexa` (seed
72)."""

CHANCE_CORRECTIONS: Final[dict[str, CameTo]] = {
    **_CAME_TO,
    "accept of two": (
        *((0.0, 0.1), (0.36, 0.13), (0.45, 0.17), (0.55, 0.29), (0.65, 0.37), (0.75, 0.43)),
        *((0.86, 0.47), (0.96, 0.81), (1.0, 0.97)),
    ),
    "truco of two": (
        *((0.0, 0.0), (0.48, 0.1), (0.55, 0.28), (0.65, 0.31), (0.75, 0.43), (0.85, 0.69)),
        *((0.94, 0.9), (1.0, 1.0)),
    ),
    "raise of two": (
        *((0.0, 0.0), (0.48, 0.14), (0.54, 0.2), (0.65, 0.26), (0.75, 0.28), (0.86, 0.44)),
        *((0.95, 0.78), (1.0, 0.97)),
    ),
    "runs from truco of two": (
        *((0.0, 0.0), (0.55, 0.34), (0.66, 0.41), (0.75, 0.67), (0.83, 0.89), (0.92, 1.0)),
        (1.0, 1.0),
    ),
    "runs from raise of two": (
        *((0.0, 0.0), (0.22, 0.16), (0.35, 0.25), (0.43, 0.33), (0.56, 0.46), (0.73, 0.67)),
        (1.0, 1.0),
    ),
}
"""What the same come to now: hints go by it. Counted in 1,500 matches of Truco paulista for two;
`python -m bench.calibration --fit --table paulista --seed 62 --matches 1500` counts it again. With
more seats hints go by what came of two before: it comes true there. For a trick they go by what
came of it before hard bots decided by that, and are still too high for hands accepted."""

_BLUFF_BELOW: Final = 0.45
"""The chance to win below which a raise is a bluff."""

_LEAST_ACCEPT_RATE: Final = 0.85
"""How often others who have raised accept to be raised in turn, at least."""

_FIRST_TRICK_SAMPLE_FACTOR: Final = 4
"""How many times as many guesses the hard level plays out when it is asked in the first trick."""

_FREQUENT_LATER_RATE: Final = 0.36
_FREQUENT_EARLY_RATE: Final = 0.08
"""How often others say truco after the first trick, or before their side has one, where they can,
from which on the network does not decide. Hard bots hardly ever say it so early."""

_LEAST_RUN_RATE: Final = 0.02
"""How often a partner runs, at least."""


class StakePart(RaisedPart, Protocol):
    """What a public part says about the hand."""

    @property
    def kind(self) -> str:
        """The kind of the hand."""

    @property
    def said(self) -> tuple[TrucoSaid, ...]:
        """The raises and answers of the hand, in order."""

    @property
    def habits(self) -> tuple[str, ...]:
        """By seat, what the last hands have shown; empty before a hand is over."""


Public = TypeVar("Public", bound=StakePart)


class Guesses(NamedTuple):
    """Guesses at the hidden cards.

    Attributes:
        knowledge: what the seat knows.
        belief: what it makes of what others did.
        hands: the guesses.
        weights: how likely each is.
        total: the sum of the weights.
    """

    knowledge: Knowledge
    belief: Belief
    hands: list[Hands]
    weights: list[float]
    total: float


class Outcomes(NamedTuple):
    """What becomes of a hand, by guess.

    Attributes:
        won: whether the bot's side wins it; a half if it is drawn.
        first: whether it wins the first trick; a half if that is tied.
    """

    won: list[float]
    first: list[float]


class Raised(NamedTuple):
    """What a raise comes to.

    Attributes:
        stays: how often the others accept it.
        chance: how likely the hand is won if they do.
        value: the chance to win the game.
        folds: how far the others have shown that they accept little.
        freely: how likely the raise that waits was made on little.
    """

    stays: float
    chance: float
    value: float
    folds: float
    freely: float


class RaisingBot(ABC, Generic[Public, OwnPart]):
    """What the bots of such games share: cards, raises, answers, a hand at eleven.

    Attributes:
        style: how it plays, by its level and its manner.
        ladder: the stakes.
        odds: returns how likely a game is won, given the bot's score and the opponents'.
        told: the same, as hints and the lab say it.
        raised_course: how a hand continues after a raise has been accepted.
    """

    def __init__(
        self,
        level: Level,
        manner: Manner,
        stakes: Stakes,
        seats: int,
        *,
        limited: bool,
        raised_course: Course = BEST_OF_THREE,
        taught: bool = True,
    ) -> None:
        style = STYLES[level]
        self.style = style._replace(bluff=manner.bluffs(style.bluff))
        self._manner = manner
        self.ladder = stakes.ladder
        self.odds = game_odds(stakes)
        self.told = game_odds(stakes, _ENDS_OF_FOUR) if seats == SEATS else self.odds
        self.raised_course = raised_course
        self._raised_for = "" if raised_course is BEST_OF_THREE else _FOR_A_TRICK
        self._learned: LearnedPlay | None = None
        # The network was taught four seats, best of three, and options that most tables play with.
        if style.learned and taught and seats == SEATS and raised_course is BEST_OF_THREE:
            self._learned = LearnedPlay(Terms(self.ladder, limited), manner, self)

    def decide(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        return self.advise(view, bits).action

    def advise(self, view: SeatView[Public, OwnPart], bits: Bits) -> Advice:
        """Return what to do now, and why."""
        if view.own.seat not in view.common.to_act:
            return Advice(None, Reason.ONLY)
        phase = view.common.phase
        taught = phase in TAUGHT_PHASES and view.game.kind != Kind.IRON
        if self._learned is not None and taught and not _hears_much(view):
            return self._learned.advise(view, self.know(view), bits)
        match phase:
            case phases.ELEVEN:
                return self._at_eleven(view, bits)
            case phases.ANSWER:
                return self._answer(view, bits)
            case phases.IRON:
                return Advice(Action("turn_up"), Reason.ONLY)
            case phases.PLAY:
                return self._play(view, bits)
            case _:
                return self.before_play(view, bits)

    @abstractmethod
    def before_play(self, view: SeatView[Public, OwnPart], bits: Bits) -> Advice:
        """Return what to do before cards are played, such as to cut."""

    def after_running(self, view: SeatView[Public, OwnPart]) -> float:
        """Return the chance to win the game after running at eleven."""
        return self.lost(view, self.ladder.stakes[0])

    @abstractmethod
    def know(self, view: SeatView[Public, OwnPart]) -> Knowledge:
        """Return what the view's seat knows of the cards."""

    def course(self, view: SeatView[Public, OwnPart]) -> Course:  # noqa: ARG002 - part of the contract; some games use it
        """Return how the hand continues after a trick, as things stand."""
        return BEST_OF_THREE

    def match_chance(self, view: SeatView[Public, OwnPart]) -> float:
        """See `Reckoner.match_chance`."""
        return self.of_match(view, self.told(*self.scores(view)))

    def of_match(self, view: SeatView[Public, OwnPart], game: float) -> float:  # noqa: ARG002 - part of the contract; some games use it
        """Return the chance to win the match, with that one to win the game that is played."""
        return game

    def scores(self, view: SeatView[Public, OwnPart]) -> tuple[int, int]:
        """Return the score of the bot's side, and the opponents'."""
        mine = view.own.seat & 1
        return view.common.scores[mine], view.common.scores[1 - mine]

    def lost(self, view: SeatView[Public, OwnPart], stake: int) -> float:
        """Return the chance to win the game once the others have won a hand at that stake."""
        mine, theirs = self.scores(view)
        return self.odds(mine, theirs + stake)

    def won(self, view: SeatView[Public, OwnPart], stake: int) -> float:
        """Return the chance to win the game once the bot's side has won a hand at that stake."""
        mine, theirs = self.scores(view)
        return self.odds(mine + stake, theirs)

    def told_match(self, view: SeatView[Public, OwnPart], chance: float, stake: int) -> float:
        """Return the chance to win the match, as hints say it, if the hand is won that often."""
        mine, theirs = self.scores(view)
        won, lost = self.told(mine + stake, theirs), self.told(mine, theirs + stake)
        return self.of_match(view, min(max(lost + chance * (won - lost), 0.0), 1.0))

    def _weighed(self, view: SeatView[Public, OwnPart], chance: float, stake: int) -> float:
        """Return the chance to win the game if the hand is played out at that stake."""
        return chance * self.won(view, stake) + (1 - chance) * self.lost(view, stake)

    def _even(self, view: SeatView[Public, OwnPart], value: float, stake: int) -> float:
        """Return the chance to win a hand at that stake that is worth as much as ``value``."""
        won, lost = self.won(view, stake), self.lost(view, stake)
        return min(max((value - lost) / (won - lost), 0.0), 1.0)

    def _at_eleven(self, view: SeatView[Public, OwnPart], bits: Bits) -> Advice:
        """Play on at the higher stake, or run."""
        stake = self.ladder.stakes[1]
        guesses = self._guesses(view, bits)
        won = self._outcomes(guesses, self.course(view), None).won
        chance = self._felt(_mean(won, guesses.weights), bits)
        even = self._even(view, self.after_running(view), stake)
        action = Action("play_on" if chance >= even else "run")
        return Advice(action, Reason.CHANCE, (chance, even))

    def _answer(self, view: SeatView[Public, OwnPart], bits: Bits) -> Advice:
        """Run, accept, or raise again."""
        proposed = view.game.proposed
        assert proposed is not None
        guesses = self._alone(view, self._guesses(view, bits))
        won = self._outcomes(guesses, self.raised_course, None).won
        chance = self._felt(_mean(won, guesses.weights), bits)
        run = self.lost(view, self.ladder.below(proposed))
        accept = self._weighed(view, chance, proposed)
        even = self._even(view, run, proposed)
        ran = self.told_match(view, 0.0, self.ladder.below(proposed))
        goes_on = self.told_match(view, self.comes_to(view, "accept", chance), proposed)
        call = self._call_in(view)
        if call is not None:
            raised = self._raised(view, guesses, [won], proposed, bits)
            plain = max(run, accept)
            if self._raises(view, chance, raised, plain, bits):
                told = self._told(view, call, raised, (plain, max(ran, goes_on)), proposed)
                if told.reason is not Reason.MATCH or self._brings(view, raised, chance, proposed):
                    return told
        if accept < run:
            return Advice(Action("run"), Reason.CHANCE, (chance, even))
        return _as_good(Action("accept"), goes_on, ran)

    def _brings(
        self, view: SeatView[Public, OwnPart], raised: Raised, chance: float, stands: int
    ) -> bool:
        """Return whether to raise in answer brings most, by what such raises have come to."""
        if not self.style.notices:
            return True
        accepted = came_true(chance, _CAME_TO[f"accept{self._raised_for}"])
        least = max(
            self.told_match(view, 0.0, self.ladder.below(stands)),
            self.told_match(view, accepted, stands),
        )
        runs = came_true(1 - raised.stays, _CAME_TO[f"runs from raise{self._raised_for}"])
        won = came_true(raised.chance, _CAME_TO[f"raise{self._raised_for}"])
        return self._worth(view, runs, won, stands) > least

    def _worth(
        self, view: SeatView[Public, OwnPart], runs: float, chance: float, stands: int
    ) -> float:
        """Return the chance to win the match with a raise from which the others run so often."""
        accepted = self.told_match(view, chance, self.ladder.above(stands))
        return runs * self.told_match(view, 1.0, stands) + (1 - runs) * accepted

    def _play(self, view: SeatView[Public, OwnPart], bits: Bits) -> Advice:
        """Play a card, or raise first."""
        own, stake = view.own, view.game.stake
        if bits.chance() < self.style.slip:
            return Advice(Action("play", card=own.hand[bits.below(len(own.hand))]), Reason.ONLY)
        call = self._call_in(view)
        guesses = self._guesses(view, bits)
        knowledge, course = guesses.knowledge, self.course(view)
        hand = knowledge.hand
        outcomes = [self._outcomes(guesses, course, height) for height in hand]
        chances = [_mean(each.won, guesses.weights) for each in outcomes]
        firsts = [_mean(each.first, guesses.weights) for each in outcomes]
        part = 0.0 if view.game.tricks else _FIRST_TRICK_WEIGHT
        worth = [
            (1 - part) * chance + part * first
            for chance, first in zip(chances, firsts, strict=True)
        ]
        # Of cards as good as each other the lowest: the others may be needed later.
        order = sorted(range(len(hand)), key=lambda at: (-worth[at], hand[at]))
        best = order[0]
        chance = self._felt(chances[best], bits)
        if call is not None:
            if self.raised_course is not course:
                outcomes = [self._outcomes(guesses, self.raised_course, each) for each in hand]
            raised = self._raised(view, guesses, [each.won for each in outcomes], stake, bits)
            plain = self._quiet(view, chance)
            if self._raises(view, chance, raised, plain, bits):
                rest = self.told_match(view, self._even(view, plain, stake), stake)
                return self._told(view, call, raised, (plain, rest), stake)
        action = Action("play", card=own.hand[best], face_down=True)
        beaten = knowledge.progress.standing[0] > hand[best]
        if not beaten or not any(action in choice for choice in own.choices):
            action = action._replace(face_down=None)
        if len(hand) == 1:
            return Advice(action, Reason.ONLY)
        if chance > _CERTAIN_CHANCE:
            return Advice(action, Reason.SURE)
        came_to = _PLAY_CORRECTION if len(view.common.cards) == 2 else NO_CORRECTION
        holds = [played_on(chances[at], came_to) for at in order[:2]]
        matches = tuple([self.told_match(view, each, stake) for each in holds])
        return Advice(action, Reason.MATCH, matches)

    def _quiet(self, view: SeatView[Public, OwnPart], chance: float) -> float:
        """Return the chance to win the game with a card instead of a raise: one may come later."""
        game, stake = view.game, view.game.stake
        tied = any(trick.team is None for trick in game.tricks)
        waits = _WAITING_CORRECTIONS.get((len(game.tricks), bool(game.trick)), NO_CORRECTION)
        two = len(view.common.cards) == SEATS // 2
        if not self.style.notices or not two or tied or stake != self.ladder.stakes[0]:
            waits = NO_CORRECTION
        return self._weighed(view, (1 + came_true(2 * chance - 1, waits)) / 2, stake)

    def _call_in(self, view: SeatView[Public, OwnPart]) -> str | None:
        """Return the verb with which the seat may raise, if any."""
        calls = self.ladder.calls
        return next((each.verb for each in view.own.choices if each.verb in calls), None)

    def _guesses(self, view: SeatView[Public, OwnPart], bits: Bits) -> Guesses:
        """Return guesses at the hidden cards, and how likely they are."""
        knowledge = self.know(view)
        known = view.game.habits or (NO_HABIT,) * len(knowledge.counts)
        habits = known if self.style.notices else None
        belief = Belief(knowledge, self._said(view), self.style.trust, habits)
        hands, times = every_guess(knowledge) if self.style.notices else ([], [])
        if not hands:
            # Later tricks leave fewer cards open, take less time, and cost more if misread.
            samples = self.style.samples * (1 + len(view.game.tricks))
            if self.style.notices and view.common.phase == phases.ANSWER and not view.game.tricks:
                samples *= _FIRST_TRICK_SAMPLE_FACTOR
            hands = [guess(knowledge, bits) for _ in range(samples)]
            times = [1] * samples
        weights = belief.weights(hands, times)
        return Guesses(knowledge, belief, hands, weights, sum(weights))

    def _alone(self, view: SeatView[Public, OwnPart], guesses: Guesses) -> Guesses:
        """Return guesses weighed by how likely the partners would run: else they answer (TB-31)."""
        partners = [seat for seat in view.common.to_act if seat != view.own.seat]
        if not partners or not self.style.trust:
            return guesses
        weights = [
            weight * max(1 - guesses.belief.accepts(hands, partners), _LEAST_RUN_RATE)
            for weight, hands in zip(guesses.weights, guesses.hands, strict=True)
        ]
        return guesses._replace(weights=weights, total=sum(weights))

    def _said(self, view: SeatView[Public, OwnPart]) -> Said:
        """Return what was said in the hand."""
        game, stakes, words = view.game, self.ladder.stakes, view.game.said
        raises = [at for at, word in enumerate(words) if word.verb in self.ladder.calls]
        first = [at for at in raises if at - 1 not in raises]
        lifts = [words[at].seat for at in raises if at not in first and at < len(words) - 1]
        accepts = [word.seat for word in words if word.verb == "accept"]
        laid = len(view.game.tricks) * len(view.common.cards) + len(game.trick)
        calm = words[0].laid if words else laid
        return Said(
            waiting=game.caller,
            calls=tuple(
                [
                    Call(words[at].seat, words[at].laid, rung)
                    for rung, at in enumerate(raises, 1)
                    if at in first
                ]
            ),
            lifted=lifts[-1] if lifts else None,
            accepted=accepts[-1] if accepts else None,
            rung=max(self.ladder.rung(game.proposed or game.stake), 1),
            calm=calm if game.kind == Kind.ORDINARY else 0,
            decides=self.raised_course is not BEST_OF_THREE and game.stake > stakes[0],
        )

    def _outcomes(self, guesses: Guesses, course: Course, opening: int | None) -> Outcomes:
        """Return what becomes of the hand with each guess."""
        progress, team = guesses.knowledge.progress, guesses.knowledge.seat & 1
        ends = [play_out(progress, course, hands, opening) for hands in guesses.hands]
        return Outcomes(
            [0.5 if takes == DRAWN else float(takes == team) for takes, _ in ends],
            [0.5 if first is None else float(first == team) for _, first in ends],
        )

    def _felt(self, chance: float, bits: Bits) -> float:
        """Return the chance as this level feels it."""
        felt = chance + self.style.error * (2 * bits.chance() - 1)
        return min(max(felt, 0.0), 1.0)

    def _raised(
        self,
        view: SeatView[Public, OwnPart],
        guesses: Guesses,
        outcomes: list[list[float]],
        stands: int,
        bits: Bits,
    ) -> Raised:
        """Return what it comes to if the next stake is proposed."""
        _, belief, hands, weights, total = guesses
        seats = len(guesses.knowledge.counts)
        others = range(1 - (view.own.seat & 1), seats, 2)
        higher = self.ladder.above(stands)
        stay = [belief.accepts(each, others) for each in hands]
        freely = 0.0
        if view.game.caller is not None:
            freely = belief.bluffs(view.game.caller)
            least = _LEAST_ACCEPT_RATE * (1 - freely)
            stay = [max(each, least) for each in stay]
        staying = [weight * each for weight, each in zip(weights, stay, strict=True)]
        stays = sum(staying) / total
        chance = self._felt(max(_mean(won, staying) for won in outcomes), bits)
        value = (1 - stays) * self.won(view, stands)
        value += stays * self._weighed(view, chance, higher)
        folds = belief.reading_of(others).folds[len(view.game.tricks)]
        return Raised(stays, chance, value, folds, freely)

    def _raises(
        self,
        view: SeatView[Public, OwnPart],
        chance: float,
        raised: Raised,
        plain: float,
        bits: Bits,
    ) -> bool:
        """Return whether to raise: if it brings enough; on little, only at times.

        The oftener others fold, or raise on little, the oftener it raises on little, too.
        """
        gain = raised.value - plain
        stands = view.game.proposed or view.game.stake
        higher = self.ladder.above(stands)
        nerve = self._manner.nerve
        if self.style.calm:
            if self._on_a_whim(view, bits):
                return True
            if chance < LEAST_CHANCES_TO_RAISE[self.ladder.rung(stands)] or not self._speaks(
                view, bits
            ):
                return False
            nerve *= _CALM_NERVE_SHARE
        if chance > _CERTAIN_CHANCE:
            return gain > 0
        swing = self.won(view, higher) - self.lost(view, higher)
        reserve = self.style.reserve[len(view.game.tricks)] * (1 - nerve) * swing
        reserve *= 1 - raised.freely
        bluff = self.style.bluff
        bluffs = bits.chance() < bluff + (1 - bluff) * max(raised.folds, raised.freely)
        return gain > reserve and (chance >= _BLUFF_BELOW or bluffs)

    def _on_a_whim(self, view: SeatView[Public, OwnPart], bits: Bits) -> bool:
        """Return whether a calm bot says truco whatever it holds, as its character likes to."""
        first = view.game.proposed is None and view.game.stake == self.ladder.stakes[0]
        often = self._manner.bluff * _BLIND_BLUFF_SHARE * 2 / len(view.common.cards)
        return first and bits.chance() < often

    def _speaks(self, view: SeatView[Public, OwnPart], bits: Bits) -> bool:
        """Return whether a calm bot says now what it has in mind; with more nerve sooner."""
        done = len(view.game.tricks)
        often = CALM_RAISE_RATES[done + 1 if done or view.game.trick else 0]
        return bits.chance() < often * (1 + self._manner.nerve)

    def _told(
        self,
        view: SeatView[Public, OwnPart],
        call: str,
        raised: Raised,
        otherwise: tuple[float, float],
        stands: int,
    ) -> Advice:
        """Return the advice to raise, and why; ``otherwise`` is the chance without, as believed and
        as told.
        """
        action, (plain, rest) = Action(call), otherwise
        stays, chance, *_ = raised
        if chance > _CERTAIN_CHANCE:
            return Advice(action, Reason.SURE)
        higher = self.ladder.above(stands)
        runs = self.comes_to(view, f"runs from {call}", 1 - stays)
        if chance < _BLUFF_BELOW:
            won, accepted = self.won(view, stands), self._weighed(view, chance, higher)
            even = min(max((plain - accepted) / (won - accepted), 0.0), 1.0)
            if runs >= even:
                return Advice(action, Reason.BLUFF, (runs, even))
        worth = self._worth(view, runs, self.comes_to(view, call, chance), stands)
        return _as_good(action, worth, rest)

    def comes_to(self, view: SeatView[Public, OwnPart], verb: str, chance: float) -> float:
        """Return what a chance came to, as `CHANCE_CORRECTIONS` has it."""
        two = len(view.common.cards) == SEATS // 2
        which = self._raised_for or (" of two" if two else "")
        return came_true(chance, CHANCE_CORRECTIONS.get(f"{verb}{which}", NO_CORRECTION))


def _as_good(action: Action, match: float, rest: float) -> Advice:
    """Return an action with the chance to win the match with it, and with the next best choice.

    Others may raise and accept on less than hard bots do: then it is no worse than that choice.
    """
    return Advice(action, Reason.MATCH, (max(match, rest), rest))


def _hears_much(view: SeatView[Public, OwnPart]) -> bool:
    """Return whether the others raise so often, or so early, that habits should be weighed.

    The network does not know them: it takes a raise for what it would raise on itself.
    """
    others = view.game.habits[1 - (view.own.seat & 1) :: 2]
    early = often_early(others) > _FREQUENT_EARLY_RATE
    return early or often_later(others) > _FREQUENT_LATER_RATE


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Return the weighted mean."""
    total = sum(weights)
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / total
