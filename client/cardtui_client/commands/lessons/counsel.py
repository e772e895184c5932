"""What there is to say of your acts in one hand of a lesson, on screens and in lines alike."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtui_client.commands.lessons.lesson import LEARNER, Act, Cast, Hand, Lesson
from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import SeatView


class Verdict(NamedTuple):
    """How a hand has ended.

    Attributes:
        reached: whether its goal is reached.
        sentence: says so.
        hint: what to do otherwise; empty if the goal is reached.
    """

    reached: bool
    sentence: str
    hint: str


class Counsel:
    """Follows one hand, act by act."""

    def __init__(self, lesson: Lesson, hand: Hand, cast: Cast) -> None:
        self._lesson = lesson
        self._hand = hand
        self._cast = cast
        self._acts: list[Act] = []

    def note(self, seat: int, action: Action) -> None:
        """Remember what somebody has done."""
        self._acts.append(Act(seat, action))

    def remark(self, before: SeatView[Any, Any], action: Action) -> str:
        """Return what to say of an act of the learner, of which nothing is remembered yet.

        Args:
            before: what the learner saw before it.
            action: what the learner has done.
        """
        hand = self._hand
        holds = hand.when.get(action.verb)
        if action.verb not in hand.remarks or (holds is not None and not holds(before, action)):
            return ""
        if any(act.seat == LEARNER and act.action.verb in hand.until for act in self._acts):
            return ""
        return self._cast.say(hand.remarks[action.verb])

    def advice(self, match: Match) -> str:
        """Return what helps a learner who has tried for some turns; empty before that."""
        done = [each.action for each in self._acts if each.seat == LEARNER]
        return self._lesson.advise(self._hand, match, done)

    def verdict(self, match: Match) -> Verdict:
        """Return how the hand has ended."""
        hand, view = self._hand, match.view(None)
        if hand.reached(view) and hand.way(self._acts):
            return Verdict(True, _("Well done: you have reached the goal."), "")
        goal = self._cast.say(hand.goal)
        if view.game.last is not None and LEARNER in view.game.last.winners:
            sentence = _("You won this hand, but not as its goal has it: {goal}", goal=goal)
        else:
            sentence = _("The goal is not reached: {goal}", goal=goal)
        return Verdict(False, sentence, self._cast.say(hand.hint))
