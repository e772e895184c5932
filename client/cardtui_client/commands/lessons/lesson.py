"""What a lesson is made of: values alone, with sentences that are translated when they are said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.library.match import Match

LEARNER: Final = 0
OPPONENT: Final = 1


class Decision(NamedTuple):
    """What the opponent does, and what it says that it thinks."""

    action: Action
    thought: str


class Hand(NamedTuple):
    """One prepared hand, which teaches one thing.

    Attributes:
        title: what it teaches.
        about: what there is to know.
        goal: what the learner is to reach.
        clauses: the clauses of the sheet that say so.
        mine: the learner's cards, as codes.
        theirs: the opponent's cards, in the order in which they are played.
        dealer: who deals.
        reached: whether the goal is reached, told from the public view after the hand.
        hint: what to do otherwise, if it is not reached.
        remarks: by verb, what to say once the learner has done it.
        until: the verbs after which nothing more is remarked on: the learner has done them.
        opens: what the opponent calls before its first card; empty for nothing.
        opening: what the opponent thinks then.
        wants: the calls, or the stakes, that the opponent accepts.
        flip: the card that is turned up after the deal; empty where none is.
    """

    title: str
    about: str
    goal: str
    clauses: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]
    dealer: int
    reached: Callable[[Any], bool]
    hint: str
    remarks: Mapping[str, str]
    until: frozenset[str] = frozenset()
    opens: str = ""
    opening: str = ""
    wants: frozenset[str] = frozenset()
    flip: str = ""


class Lesson(NamedTuple):
    """A game's first lesson.

    Attributes:
        game: the game's id.
        verbs: by verb, one sentence about what it does.
        hands: what is played, in order.
        decide: what the opponent does when it is its turn.
        uncut: the verb that leaves a pack as it is where one is cut; ``""`` where none is.
        together: whether each gets all cards at once, and not one after the other.
    """

    game: str
    verbs: Mapping[str, str]
    hands: tuple[Hand, ...]
    decide: Callable[[Hand, Match], Decision]
    uncut: str = ""
    together: bool = False
