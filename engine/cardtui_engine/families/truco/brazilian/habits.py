"""What a match shows of a seat's habits at a truco of Brazil: a word for each of its last hands
(`REMEMBERED_HANDS`), with letters for raises, answers and how hands ended.

Everything here is what everybody at the table has seen or heard; nothing follows from hidden cards.
A word is added once a hand is over. Hands in which nobody may raise have none. Its letters are:

- ``f``, ``l``, ``s``, ``t``: it could be the first to raise and was not, by place: in the first
  trick, in the second after a lost one, in the second otherwise, in the third; ``F``, ``L``, ``S``,
  ``T``: it said truco there;
- ``1``, ``2``, ``3``: it answered a raise in that trick, and ``-``, ``=``, ``+``: it ran, accepted,
  or raised in turn;
- ``w``, ``x``: a hand with a raise of its own was played to the end, and it won, or did not;
- ``.``: nothing of all this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.families.truco.view import TrucoSaid

REMEMBERED_HANDS: Final = 16

PLACE_LETTERS: Final = "flst"
"""Places of a hand, as one side sees it: the first trick, the second after a lost one, the second
otherwise, the third."""

ANSWER_MARKS: Final = {"run": "-", "accept": "="}
RAISED_MARK: Final = "+"
"""How somebody answered a raise."""

WON_MARK: Final = "w"
NOT_WON_MARK: Final = "x"
"""How a hand with a raise of its own ended."""

NO_HABIT: Final = ""
"""At the start of a match."""

_NOTHING_MARK: Final = "."

_RAISE_VERBS: Final = ("truco", "raise")


class Heard(NamedTuple):
    """What was heard and seen in a finished hand.

    Attributes:
        seats: how many seats the table has.
        ordinary: whether raises were allowed.
        played: the seats of the cards on the table, in the order played.
        first: the team that won the first trick; ``None`` for a tie.
        said: the raises and answers.
        winners: the seats that won a hand that was played to its end; ``None`` if it was not.
    """

    seats: int
    ordinary: bool
    played: tuple[int, ...]
    first: int | None
    said: tuple[TrucoSaid, ...]
    winners: tuple[int, ...] | None


def counted(habits: tuple[str, ...], heard: Heard) -> tuple[str, ...]:
    """Return the habits after another hand; they may be empty before the first."""
    habits = habits or (NO_HABIT,) * heard.seats
    if not heard.ordinary:
        return habits
    return tuple([_after(habit, _word(seat, heard)) for seat, habit in enumerate(habits)])


def together(habits: Sequence[str]) -> str:
    """Return what the seats of a side have shown together.

    >>> together(["f fS1-", "f ."])
    'ff fS1-.'
    """
    return " ".join(map("".join, zip(*[each.split() for each in habits], strict=True)))


_LATER_PLACES: Final = PLACE_LETTERS[1:]
_LATER_PRIOR: Final = (1.0, 6.0)
_EARLY_PLACES: Final = PLACE_LETTERS[:2]
_EARLY_PRIOR: Final = (0.1, 3.0)
"""Raises, and chances to raise, that are counted before anything is seen."""


def often_later(habits: Sequence[str]) -> float:
    """Return how often seats said truco after the first trick, where they could be the first.

    >>> round(often_later(["f fS", "fl fT"]), 2)
    0.33
    """
    return _often(habits, _LATER_PLACES, _LATER_PRIOR)


def often_early(habits: Sequence[str]) -> float:
    """Return how often seats said truco before their side had a trick, where they could be first.

    >>> round(often_early(["f fS", "fl F"]), 2)
    0.14
    """
    return _often(habits, _EARLY_PLACES, _EARLY_PRIOR)


def _often(habits: Sequence[str], places: str, prior: tuple[float, float]) -> float:
    said, could = prior
    words = "".join(habits)
    raised = sum(map(words.count, places.upper()))
    return (said + raised) / (could + raised + sum(map(words.count, places)))


def place_of(trick: int, first: int | None, team: int) -> int:
    """Return the place of a trick for a team, given who won the first one.

    >>> [place_of(0, None, 0), place_of(1, 1, 0), place_of(1, None, 0), place_of(2, 0, 0)]
    [0, 1, 2, 3]
    """
    if trick != 1:
        return 3 if trick else 0
    return 1 if first == 1 - team else 2


def _after(habit: str, word: str) -> str:
    return " ".join([*habit.split()[1 - REMEMBERED_HANDS :], word])


def _word(seat: int, heard: Heard) -> str:
    """Return what a hand has shown of a seat."""
    word = "".join(
        [
            PLACE_LETTERS[place].upper() if raised else PLACE_LETTERS[place]
            for place, raised in _chances(seat, heard)
        ]
    )
    for before, each in zip((None, *heard.said), heard.said, strict=False):
        if each.seat == seat and before is not None and before.verb in _RAISE_VERBS:
            word += f"{each.laid // heard.seats + 1}{ANSWER_MARKS.get(each.verb, RAISED_MARK)}"
    raises = any(each.seat == seat and each.verb in _RAISE_VERBS for each in heard.said)
    if raises and heard.winners is not None:
        word += WON_MARK if seat in heard.winners else NOT_WON_MARK
    return word or _NOTHING_MARK


def _chances(seat: int, heard: Heard) -> list[tuple[int, bool]]:
    """Return the places where a seat could be the first to raise, and whether it was."""
    calm = heard.played[: heard.said[0].laid] if heard.said else heard.played
    found = [(at // heard.seats, False) for at, player in enumerate(calm) if player == seat]
    if heard.said and heard.said[0].seat == seat:
        found.append((heard.said[0].laid // heard.seats, True))
    return [(place_of(trick, heard.first, seat & 1), raised) for trick, raised in found]
