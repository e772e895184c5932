"""Bots of Brazilian trucos: how well the levels play; they play hands out and weigh stakes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level, Manner
from cardtui_engine.families.truco.brazilian import phases
from cardtui_engine.families.truco.brazilian.knowledge import Knowledge, win_chances
from cardtui_engine.families.truco.brazilian.odds import match_odds
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Stakes
from cardtui_engine.families.truco.tricks import BEST_OF_THREE, Course
from cardtui_engine.views import OwnPart, SeatView


class Style(NamedTuple):
    """How a level plays.

    Attributes:
        samples: how many guesses at the hidden cards it plays out.
        error: the greatest error in its estimate of its chances.
        slip: the chance that it plays or decides about cards at random.
        eager: the chance that it raises when its position could hardly be better.
        bluff: the chance that it raises as if its cards were good, at an even score.
    """

    samples: int
    error: float
    slip: float
    eager: float
    bluff: float


STYLES: Final = {
    Level.EASY: Style(samples=4, error=0.35, slip=0.5, eager=0.3, bluff=0.01),
    Level.NORMAL: Style(samples=12, error=0.1, slip=0.08, eager=0.35, bluff=0.03),
    Level.HARD: Style(samples=28, error=0.0, slip=0.0, eager=0.4, bluff=0.012),
}

_OTHERS_RUN: Final = 0.4
"""How often others are believed to run from a raise."""

_RAISED: Final = 1.3
"""How much likelier others win once they have raised; each raise says it again."""

_ACCEPTED: Final = 1.3
"""How much likelier they win once they have accepted a raise."""

_DEAR: Final = 0.25
"""The part of a manner's bluffs that counts: each risks what three hands are worth."""

_GREAT: Final = 0.075
"""What a raise adds to the chance to win the game when it could hardly be better."""


def _odds(stakes: tuple[int, ...]) -> Callable[[int, int], float]:
    """Return the odds where about half of the hands are raised, and few of them twice."""
    first, second, third, *_ = stakes
    return match_odds(TARGET, ((first, 0.5), (second, 0.4), (third, 0.1)))


class StakePart(Protocol):
    """What a public part says about the stake, as in `Raises`."""

    @property
    def stake(self) -> int:
        """The agreed stake."""

    @property
    def proposed(self) -> int | None:
        """The stake that waits for an answer; ``None`` if none does."""


Public = TypeVar("Public", bound=StakePart)


def doubted(chance: float, reasons: float) -> float:
    """Return a chance after others did what tells that their odds are so much better.

    >>> doubted(0.5, 2.0), doubted(1.0, 2.0)
    (0.3333333333333333, 1.0)
    """
    return chance / (chance + (1 - chance) * reasons)


class RaisingBot(ABC, Generic[Public, OwnPart]):
    """What the bots of such games share: cards, raises, answers, a hand at eleven.

    Attributes:
        style: how it plays, by its level and its manner.
        ladder: the stakes.
        odds: returns how likely a game is won, given the bot's score and the opponents'.
        raised_course: how a hand continues after a raise has been accepted.
    """

    def __init__(
        self,
        level: Level,
        manner: Manner,
        stakes: Stakes,
        raised_course: Course = BEST_OF_THREE,
    ) -> None:
        style = STYLES[level]
        self.style = style._replace(
            eager=style.eager * (1 + manner.nerve / 2),
            bluff=manner.bluffs(style.bluff, _DEAR),
        )
        self.ladder = stakes.ladder
        self.odds = _odds(stakes.ladder.stakes)
        self.raised_course = raised_course

    def decide(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action | None:
        """See `Bot.decide`."""
        if view.own.seat not in view.common.to_act:
            return None
        match view.common.phase:
            case phases.ELEVEN:
                return self.choose_at_eleven(view, bits)
            case phases.ANSWER:
                return self.answer(view, bits)
            case phases.IRON:
                return Action("turn_up")
            case phases.PLAY:
                return self.play(view, bits)
            case _:
                return self.before_play(view, bits)

    @abstractmethod
    def before_play(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action:
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

    def choose_at_eleven(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action:
        """Play on at the higher stake, or run."""
        stake = self.ladder.stakes[1]
        run = self.after_running(view)
        chance = self._chance(view, self.course(view), bits)
        return Action("play_on" if self._weighed(view, chance, stake) >= run else "run")

    def answer(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action:
        """Run, accept, or raise again."""
        proposed = view.game.proposed
        assert proposed is not None
        chance = self._chance(view, self.raised_course, bits)
        chance = doubted(chance, _RAISED ** self.ladder.rung(proposed))
        run = self.lost(view, self.ladder.below(proposed))
        accept = self._weighed(view, chance, proposed)
        best, action = max((run, "run"), (accept, "accept"))
        call = self._call_in(view)
        if call is not None:
            higher = self._raised(view, chance, proposed)
            if self._raises(view, chance, higher - best, bits):
                action = call
        return Action(action)

    def play(self, view: SeatView[Public, OwnPart], bits: Bits) -> Action:
        """Play a card, or raise first."""
        own = view.own
        if bits.chance() < self.style.slip:
            return Action("play", card=own.hand[bits.below(len(own.hand))])
        knowledge = self.know(view)
        hand = knowledge.hand
        course = self.course(view)
        chances = win_chances(knowledge, course, hand, self.style.samples, bits)
        # Of cards as good as each other the lowest: the others may be needed later.
        best = max(range(len(chances)), key=lambda at: (chances[at], -hand[at]))
        call = self._call_in(view)
        if call is not None:
            plain = self._felt(chances[best], bits)
            risked = plain
            if self.raised_course is not course:
                samples = self.style.samples
                raised = win_chances(knowledge, self.raised_course, hand, samples, bits)
                risked = self._felt(max(raised), bits)
            stake = view.game.stake
            gain = self._raised(view, risked, stake) - self._weighed(view, plain, stake)
            if self._raises(view, plain, gain, bits):
                return Action(call)
        beaten = knowledge.progress.standing[0] > hand[best]
        hidden = Action("play", card=own.hand[best], face_down=True)
        if beaten and any(hidden in choice for choice in own.choices):
            return hidden
        return hidden._replace(face_down=None)

    def scores(self, view: SeatView[Public, OwnPart]) -> tuple[int, int]:
        """Return the score of the bot's side, and the opponents'."""
        mine = view.own.seat & 1
        return view.common.scores[mine], view.common.scores[1 - mine]

    def _call_in(self, view: SeatView[Public, OwnPart]) -> str | None:
        """Return the verb with which the seat may raise, if any."""
        calls = self.ladder.calls
        return next((each.verb for each in view.own.choices if each.verb in calls), None)

    def _chance(self, view: SeatView[Public, OwnPart], course: Course, bits: Bits) -> float:
        """Return how likely the bot's side wins the hand, whoever's turn it is."""
        [chance] = win_chances(self.know(view), course, (), self.style.samples, bits)
        return self._felt(chance, bits)

    def _felt(self, chance: float, bits: Bits) -> float:
        """Return the chance as this level feels it."""
        felt = chance + self.style.error * (2 * bits.chance() - 1)
        return min(max(felt, 0.0), 1.0)

    def _raises(
        self, view: SeatView[Public, OwnPart], chance: float, gain: float, bits: Bits
    ) -> bool:
        """Return whether to raise: the more it gains the likelier; or on nothing, when behind."""
        sure = min(max(gain, 0.0) / _GREAT, 1.0)
        if bits.chance() < self.style.eager * sure**4:
            return True
        mine, theirs = self.scores(view)
        daring = self.style.bluff * (1 + max(theirs - mine, 0) / 4)
        return chance < 0.4 and bits.chance() < daring

    def _won(self, view: SeatView[Public, OwnPart], stake: int) -> float:
        mine, theirs = self.scores(view)
        return self.odds(mine + stake, theirs)

    def lost(self, view: SeatView[Public, OwnPart], stake: int) -> float:
        """Return the chance to win the game once the others have won a hand at that stake."""
        mine, theirs = self.scores(view)
        return self.odds(mine, theirs + stake)

    def _weighed(self, view: SeatView[Public, OwnPart], chance: float, stake: int) -> float:
        """Return the chance to win the game if the hand is played out at that stake."""
        return chance * self._won(view, stake) + (1 - chance) * self.lost(view, stake)

    def _raised(self, view: SeatView[Public, OwnPart], chance: float, stands: int) -> float:
        """Return the chance to win the game if the next stake is proposed."""
        accepted = self._weighed(view, doubted(chance, _ACCEPTED), self.ladder.above(stands))
        return _OTHERS_RUN * self._won(view, stands) + (1 - _OTHERS_RUN) * accepted
