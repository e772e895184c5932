"""Which clause of the rule sheet is shown as what decided a hand, after a tie and between hands of
Cacho (`decision_of`). For other endings each game names it in `decided_by`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.events import CardsShown, Event, PhaseBegan, TrickEnded
from cardtui_engine.rules import AnyRules


class Decision(NamedTuple):
    """What decided a hand.

    Attributes:
        clause: the clause of the rule sheet; ``""`` for none.
        tie: what decided after a tie: ``"first"`` trick, ``"next"`` trick, or ``"mano"``; ``""``
            where no trick was tied, or either would have come to the same.
    """

    clause: str
    tie: str = ""


class Course(NamedTuple):
    """What has happened in a hand, as far as it may decide it.

    Attributes:
        tricks: the teams that won its tricks; ``None`` for a tie.
        shown: the cards that were shown, in order, by hand.
        phase: the last phase that was told of.
    """

    tricks: tuple[int | None, ...] = ()
    shown: tuple[tuple[Card, ...], ...] = ()
    phase: str = ""

    @property
    def melded(self) -> int:
        """How many cards were shown last."""
        return len(self.shown[-1]) if self.shown else 0

    def with_event(self, event: Event) -> Course:
        """Return the course after that, too."""
        match event:
            case TrickEnded(team):
                return self._replace(tricks=(*self.tricks, team))
            case CardsShown(_, cards):
                return self._replace(shown=(*self.shown, cards))
            case PhaseBegan(phase):
                return self._replace(phase=phase)
            case _:
                return self


def decision_of(
    rules: AnyRules, course: Course, winners: Sequence[int], reason: str, *, taken: bool
) -> Decision:
    """Return what decided a hand that has ended.

    Args:
        course: what happened in it.
        winners: the seats that won it.
        reason: why it ended, in the sheet's word.
        taken: whether it ended with a discard taken out of turn.
    """
    clause = rules.decided_by.get(reason, "")
    match reason:
        case "tricks":
            return _by_tricks(rules, course.tricks, rules.team_of(winners[0]), clause)
        case "passes" if course.phase == "third":
            return Decision("CC-14")
        case "showdown":
            return Decision(_best_of(course.shown, clause))
        case "out" if taken:
            return Decision(rules.decided_by.get("taken", clause))
        case _:
            return Decision(clause)


def _by_tricks(
    rules: AnyRules, tricks: Sequence[int | None], team: int | None, clause: str
) -> Decision:
    if None not in tricks:
        # TB-46: a trick that was played for a raise settles the hand by itself.
        alone = tricks.count(team) < 2
        return Decision(rules.decided_by.get("trick", clause) if alone else clause)
    to_first, to_next = rules.tie_clauses
    if tricks[-1] is not None:
        return Decision(to_next, "next")
    first = next((each for each in tricks if each is not None), None)
    if first != team:
        return Decision(to_next, "mano")
    if len(tricks) > 2 and (third := rules.decided_by.get("third_tie")):
        return Decision(third)  # the mano may have won it, or who won the first trick
    return Decision(to_first, "first")


def _best_of(shown: Sequence[Sequence[Card]], clause: str) -> str:
    """Return the clause that decides between hands of Cacho."""
    from cardtui_engine.games.cacho.ranking import rank_hand  # loaded where it is played

    best, *others = sorted([rank_hand(cards) for cards in shown], reverse=True)
    if not others or best.name != others[0].name:
        return clause
    if best.strength == others[0].strength:
        return "CC-33"
    return "CC-32" if best.name == "high" else "CC-31"
