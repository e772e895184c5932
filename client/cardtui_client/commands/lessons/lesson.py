"""What a lesson is made of: values alone, with sentences that are translated when they are said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.views import View

LEARNER: Final = 0
OPPONENT: Final = 1

NO_REMARKS: Final[Mapping[str, str]] = MappingProxyType({})


class Decision(NamedTuple):
    """What one of the others does, and what they say that they think."""

    action: Action
    thought: str


class Hand(NamedTuple):
    """One prepared hand, which teaches one thing.

    Attributes:
        title: what it teaches.
        about: what there is to know.
        goal: what the learner is to reach.
        clauses: the clauses of the sheet that say so.
        setup: the position at which it begins, as a scenario gives it; the learner has seat 0.
            At games of tricks the others play their cards in the order in which they stand there.
        reached: whether the goal is reached, told from the public view after the hand.
        hint: what to do otherwise, if it is not reached.
        remarks: by verb, what to say once the learner has done it.
        until: the verbs after which nothing more is remarked on: the learner has done them.
        opens: what the first of the others calls before a card is played; empty for nothing.
        opening: what that one thinks then.
        wants: the calls, or the stakes, that the others accept.
        throws: the cards that the others throw, in order, where cards are thrown.
    """

    title: str
    about: str
    goal: str
    clauses: tuple[str, ...]
    setup: Mapping[str, Any]
    reached: Callable[[View[Any, Any]], bool]
    hint: str
    remarks: Mapping[str, str] = NO_REMARKS
    until: frozenset[str] = frozenset()
    opens: str = ""
    opening: str = ""
    wants: frozenset[str] = frozenset()
    throws: tuple[str, ...] = ()


class Lesson(NamedTuple):
    """A game's first lesson.

    Attributes:
        game: the game's id.
        verbs: by verb, one sentence about what it does.
        hands: what is played, in order.
        decide: what one of the others does when it is their turn; it is given their seat.
    """

    game: str
    verbs: Mapping[str, str]
    hands: tuple[Hand, ...]
    decide: Callable[[Hand, Match, int], Decision]
