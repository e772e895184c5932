"""Hands that a bot of a truco plays out in its head, with guesses at hidden cards, to see who
wins: how a sensible player follows (`sensibly`), and what hands came to where others raise, too
(`played_on`). Bots of Brazil play cards as in `families/truco/brazilian/bot/playing.py`.

Cards are reduced to their strengths. The functions of the game's own rules decide tricks and
hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtui_engine.bots import CameTo, came_true
from cardtui_engine.families.truco.tricks import (
    EMPTY_TRICK,
    Course,
    Standing,
    best_after,
    standing,
)

Hands = list[list[int]]
"""By seat, its strengths in ascending order."""

NO_CORRECTION: CameTo = ((-1.0, -1.0), (1.0, 1.0))

Choose = Callable[[int, list[int], int, int | None, int], int]
"""How a seat plays: returns the strength that it plays, and removes it from the hand.

The arguments are the seat, its hand in ascending order, the best strength so far (-1 if there is
none), the seat that has it (``None`` for a tie), and the number of seats that play after it.
"""


class Progress(NamedTuple):
    """How far the tricks of a hand have come, as everybody sees it.

    Attributes:
        ring: the seats still in the hand, in order, starting with the next to play.
        left: how many of them have yet to play a card to the trick on the table.
        leader: the seat that leads, or led, that trick.
        standing: how that trick stands.
        done: the teams that won the finished tricks; ``None`` for a tie.
    """

    ring: tuple[int, ...]
    left: int
    leader: int
    standing: Standing
    done: tuple[int | None, ...]


def progress_of(
    live: Sequence[int],
    leader: int,
    trick: Sequence[tuple[int, int]],
    done: tuple[int | None, ...],
) -> Progress:
    """Return how far the tricks of a hand have come.

    >>> progress_of([0, 1, 2, 3], 3, [(3, 5), (0, 7)], ()).ring
    (1, 2, 3, 0)

    Args:
        live: the seats still in the hand, sorted.
        leader: the seat that leads, or led, the trick on the table.
        trick: the trick on the table, as seats and strengths.
        done: the teams that won the finished tricks; ``None`` for a tie.
    """
    played = [seat for seat, _ in trick]
    order = [seat for seat in live if seat >= leader] + [seat for seat in live if seat < leader]
    waiting = [seat for seat in order if seat not in played]
    ring = (*waiting, *[seat for seat in order if seat in played])
    return Progress(ring, len(waiting), leader, standing(trick), done)


def sensibly(seat: int, hand: list[int], best: int, winner: int | None, after: int) -> int:  # noqa: ARG001
    """Play as a sensible player does, from the lowest card to the highest: it is a `Choose`.

    A leader plays the highest. Others leave the trick to a partner who wins it, win as cheaply as
    possible, or tie, or play the lowest.
    """
    if best < 0:
        return hand.pop()
    if winner is not None and not (seat ^ winner) & 1:
        return hand.pop(0)
    for place, strength in enumerate(hand):
        if strength > best:
            return hand.pop(place)
    if best in hand:
        hand.remove(best)
        return best
    return hand.pop(0)


def play_out(
    progress: Progress, course: Course, hands: Hands, opening: int | None, choose: Choose
) -> int:
    """Play a hand to its end; return the team that wins it, or `DRAWN`.

    Args:
        progress: how far the hand has come.
        course: how the hand continues after each trick.
        hands: by seat, its strengths; they are used up.
        opening: the strength that the next seat plays; ``None`` if it may choose.
        choose: how every seat plays.
    """
    ring, left, leader, (best, first, tied), done = progress
    teams = list(done)
    while True:
        for seat in ring[:left]:
            left -= 1
            if opening is None:
                strength = choose(seat, hands[seat], best, None if tied else first, left)
            else:
                hands[seat].remove(opening)
                strength, opening = opening, None
            best, first, tied = best_after(best, first, tied, seat, strength)
        teams.append(None if tied else first & 1)
        takes = course.takes(teams)
        if takes is not None:
            return takes
        leader = course.leads(leader, first, tied)
        at = ring.index(leader)
        ring = ring[at:] + ring[:at]
        left = len(ring)
        best, first, tied = EMPTY_TRICK


def played_on(chance: float, came_to: CameTo) -> float:
    """Return the chance to win a hand that its cards alone win with that one: others raise, too."""
    return min(chance, (1 + came_true(2 * chance - 1, came_to)) / 2)
