"""What a match shows of a seat's habits: how often it raises and accepts, by `PLACES`.

Everything here is what everybody at the table has seen or heard; nothing follows from hidden cards.
It is counted once a hand is over. Hands in which nobody may raise do not count.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.families.truco.view import TrucoSaid

PLACES: Final = 4
"""Places of a hand, as one side sees it: the first trick, the second after a lost one, the second
otherwise, the third."""

_NO_PLACES: Final = (0,) * PLACES
_NO_TRICKS: Final = (0, 0, 0)

_RAISES: Final = ("truco", "raise")


class BrazilianHabit(NamedTuple):
    """What the finished hands of a match have shown of a seat.

    Attributes:
        reached: by place, the hands in which it played there while nobody had raised.
        called: by place, those in which it then said truco.
        tested: the hands with a raise of its own that were played to the end.
        lost: those of them that it did not win.
        asked: by trick, how often it has answered a raise.
        wanted: by trick, how often by accepting or raising.
        raised: how often by raising.
    """

    reached: tuple[int, ...] = _NO_PLACES
    called: tuple[int, ...] = _NO_PLACES
    tested: int = 0
    lost: int = 0
    asked: tuple[int, ...] = _NO_TRICKS
    wanted: tuple[int, ...] = _NO_TRICKS
    raised: int = 0


NO_HABIT: Final = BrazilianHabit()
"""At the start of a match."""


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


def counted(habits: tuple[BrazilianHabit, ...], heard: Heard) -> tuple[BrazilianHabit, ...]:
    """Return the habits after another hand; they may be empty before the first."""
    habits = habits or (NO_HABIT,) * heard.seats
    if not heard.ordinary:
        return habits
    return tuple([_after(habit, seat, heard) for seat, habit in enumerate(habits)])


def place_of(trick: int, first: int | None, team: int) -> int:
    """Return the place of a trick for a team, given who won the first one.

    >>> [place_of(0, None, 0), place_of(1, 1, 0), place_of(1, None, 0), place_of(2, 0, 0)]
    [0, 1, 2, 3]
    """
    if trick != 1:
        return 3 if trick else 0
    return 1 if first == 1 - team else 2


def _after(habit: BrazilianHabit, seat: int, heard: Heard) -> BrazilianHabit:
    reached, called = list(habit.reached), list(habit.called)
    for place, raised_there in _chances(seat, heard):
        reached[place] += 1
        called[place] += raised_there
    asked, wanted, raised = list(habit.asked), list(habit.wanted), habit.raised
    raises = 0
    for before, each in zip((None, *heard.said), heard.said, strict=False):
        if each.seat != seat:
            continue
        raises += each.verb in _RAISES
        if before is not None and before.verb in _RAISES:
            trick = each.laid // heard.seats
            asked[trick] += 1
            wanted[trick] += each.verb != "run"
            raised += each.verb in _RAISES
    tested = bool(raises) and heard.winners is not None
    return BrazilianHabit(
        tuple(reached),
        tuple(called),
        habit.tested + tested,
        habit.lost + (tested and seat not in (heard.winners or ())),
        tuple(asked),
        tuple(wanted),
        raised,
    )


def _chances(seat: int, heard: Heard) -> list[tuple[int, bool]]:
    """Return the places where a seat could be the first to raise, and whether it was."""
    calm = heard.played[: heard.said[0].laid] if heard.said else heard.played
    found = [(at // heard.seats, False) for at, player in enumerate(calm) if player == seat]
    if heard.said and heard.said[0].seat == seat:
        found.append((heard.said[0].laid // heard.seats, True))
    return [(place_of(trick, heard.first, seat & 1), raised) for trick, raised in found]
