"""What a lesson and its hands are made of (`Lesson`, `Hand`), and the names of who plays
(`_OTHER_NAMES`).

A sentence names the others by places, such as ``{nora}``, as a learner may have such a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardtui_client.i18n import _
from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match
from cardtui_engine.options import OptionValue
from cardtui_engine.views import Own, SeatView, View

LEARNER: Final = 0
OPPONENT: Final = 1

NO_REMARKS: Final[Mapping[str, str]] = MappingProxyType({})
NO_OPTIONS: Final[Mapping[str, OptionValue]] = MappingProxyType({})

Holds = Callable[[SeatView[Any, Any], Action], bool]
"""Tells whether a remark is true of an act, given what the learner saw before it."""

_NO_CONDITIONS: Final[Mapping[str, Holds]] = MappingProxyType({})


class Decision(NamedTuple):
    """What one of the others does, and what they say that they think."""

    action: Action
    thought: str


class Act(NamedTuple):
    """What somebody has done."""

    seat: int
    action: Action


def any_way(acts: Sequence[Act]) -> bool:  # noqa: ARG001 - whatever it was
    """Return that a goal may be reached by any acts."""
    return True


def could(verb: str) -> Holds:
    """Return the test whether that verb was possible, too."""

    def holds(before: SeatView[Any, Any], action: Action) -> bool:  # noqa: ARG001
        return any(choice.verb == verb for choice in before.own.choices)

    return holds


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
        way: whether it was reached in the way that the goal asks for, told from all acts.
        remarks: by verb, what to say once the learner has done it.
        when: by verb, whether its remark is true of what was done; where it always is, nothing.
        only: the verbs that the learner is offered; empty for all that the rules allow.
        until: the verbs after which nothing more is remarked on: the learner has done them.
        opens: what the first of the others calls before a card is played; empty for nothing.
        opening: what that player thinks then.
        wants: the calls, or the stakes, that the others accept.
        throws: the cards that the others throw, in order, where cards are thrown.
        ten: whether the goal asks for ten cards in melds, where nine would end the hand, too.
        pack: the pack's first cards from the top, where the position has no cards dealt yet.
        before: what has been done with it before the learner sees the hand.
        options: what the table plays otherwise than by its usual preset.
    """

    title: str
    about: str
    goal: str
    clauses: tuple[str, ...]
    setup: Mapping[str, Any]
    reached: Callable[[View[Any, Any]], bool]
    hint: str
    way: Callable[[Sequence[Act]], bool] = any_way
    remarks: Mapping[str, str] = NO_REMARKS
    when: Mapping[str, Holds] = _NO_CONDITIONS
    only: frozenset[str] = frozenset()
    until: frozenset[str] = frozenset()
    opens: str = ""
    opening: str = ""
    wants: frozenset[str] = frozenset()
    throws: tuple[str, ...] = ()
    ten: bool = False
    pack: tuple[str, ...] = ()
    before: tuple[Action, ...] = ()
    options: Mapping[str, OptionValue] = NO_OPTIONS


def no_advice(hand: Hand, match: Match, done: Sequence[Action]) -> str:  # noqa: ARG001
    """Return nothing: hands of three cards are over before anybody needs advice."""
    return ""


def all_known(hand: Hand, own: Own[Any]) -> Own[Any]:  # noqa: ARG001 - whatever the hand is about
    """Return what the learner sees of their own: all that the game tells a player."""
    return own


class Lesson(NamedTuple):
    """A game's first lesson.

    Attributes:
        game: the game's id.
        verbs: by verb, one sentence about what it does.
        hands: what is played, in order.
        decide: what one of the others does when it is their turn; it is given their seat.
        advise: what helps a learner who has not come far, given what the learner has done.
        shows: what the learner sees of their own in a hand: nothing that a later one teaches.
    """

    game: str
    verbs: Mapping[str, str]
    hands: tuple[Hand, ...]
    decide: Callable[[Hand, Match, int], Decision]
    advise: Callable[[Hand, Match, Sequence[Action]], str] = no_advice
    shows: Callable[[Hand, Own[Any]], Own[Any]] = all_known


_OTHER_NAMES: Final = (("Nora", "Alma"), ("Tito", "Beto"), ("Lila", "Rosa"))
"""Who plays with the learner, from the second seat on; the second name if the first is yours."""


class Cast(NamedTuple):
    """The names, by seat; a lesson's sentences have places for those of the others."""

    learner: str
    nora: str
    tito: str
    lila: str

    def say(self, sentence: str) -> str:
        """Return one of the lesson's sentences in the language in use, with the names."""
        return _(sentence, nora=self.nora, tito=self.tito, lila=self.lila)


def cast_with(learner: str) -> Cast:
    """Return the names, none of which is the learner's."""
    same = learner.strip().casefold()
    others = [first if first.casefold() != same else second for first, second in _OTHER_NAMES]
    return Cast(learner, *others)
