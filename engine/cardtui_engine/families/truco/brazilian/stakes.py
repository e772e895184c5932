"""What raises and answers cost at a Brazilian truco, when a side is at eleven (`kind_of`), and how
many points win a game (`TARGET`). What hands may be worth is in each game's options.py.

A side at eleven is one point before the end, whatever number the game calls it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.families.truco.ladder import Ladder, Raises

TARGET: Final = 12
"""The points that win a game."""


class Stakes(NamedTuple):
    """The stakes of a game, with all that follows from them; each choice is built once.

    Attributes:
        ladder: the calls, and what they make a hand worth.
        answers: by proposed stake, the ways to answer it, other than to raise again.
        raises: by stake, the raise of that stake; empty at the top.
        at_eleven: what a side at eleven may choose.
        eleven: the score from which a side is at eleven: an unraised hand would win the game.
        unraised: the state of the stake before any raise.
        played_on: the state of the stake once a side at eleven has chosen to play on.
    """

    ladder: Ladder
    answers: Mapping[int, tuple[Choice, ...]]
    raises: Mapping[int, tuple[Choice, ...]]
    at_eleven: tuple[Choice, ...]
    eleven: int
    unraised: Raises
    played_on: Raises

    def __hash__(self) -> int:
        return hash(self.ladder)  # all else follows from it


def stakes_of(*values: int) -> Stakes:
    """Return the stakes of a game in which hands may be worth that.

    >>> stakes = stakes_of(1, 3, 6)
    >>> [(each.verb, each.price) for each in stakes.answers[3] + stakes.raises[3]]
    [('accept', 3), ('run', 1), ('raise', 6)]
    >>> stakes.eleven, [(each.verb, each.price) for each in stakes.at_eleven]
    (11, [('run', 1), ('play_on', 3)])
    """
    first, second = values[:2]
    calls = ("truco", *["raise"] * (len(values) - 2))
    ladder = Ladder(calls, values)
    raises = {
        stake: (_plays_for(call, ladder.above(stake)),)
        for stake, call in zip(values, calls, strict=False)
    }
    answers = {
        stake: (_plays_for("accept", stake), _run(ladder.below(stake))) for stake in values[1:]
    }
    return Stakes(
        ladder=ladder,
        answers=answers,
        raises={**raises, ladder.top: ()},
        at_eleven=(_run(first), Choice("play_on", price=second)),
        eleven=TARGET - first,
        unraised=Raises(first),
        played_on=Raises(second),
    )


def _plays_for(verb: str, stake: int) -> Choice:
    kind = ChoiceKind.PLAIN if stake < TARGET else ChoiceKind.STAKES_MATCH
    return Choice(verb, price=stake, kind=kind)


def _run(price: int) -> Choice:
    return Choice("run", price=price, kind=ChoiceKind.GIVES_UP)


class Kind(StrEnum):
    """The kind of a hand: nobody at eleven, one side, or both."""

    ORDINARY = "ordinary"
    ELEVEN = "eleven"
    IRON = "iron"


def kind_of(scores: tuple[int, int], least: int) -> tuple[Kind, int | None]:
    """Return the kind of the hand, and the team at eleven if it is of that kind.

    >>> kind_of((4, 11), 11)
    (<Kind.ELEVEN: 'eleven'>, 1)

    Args:
        scores: the points, by team.
        least: the score from which a team is at eleven.
    """
    match [team for team in (0, 1) if scores[team] >= least]:
        case []:
            return Kind.ORDINARY, None
        case [team]:
            return Kind.ELEVEN, team
        case _:
            return Kind.IRON, None
