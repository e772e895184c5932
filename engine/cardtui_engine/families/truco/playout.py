"""Rounds that a bot plays out in its head, with guesses at the hidden cards, to see who wins.

Cards are reduced to their strengths. Tricks and rounds are decided by the functions that the
game's own rules use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cardtui_engine.families.truco.tricks import (
    DRAWN,
    EMPTY,
    Course,
    Standing,
    best_after,
    standing,
)

Hands = list[list[int]]
"""By seat, strengths in ascending order."""

Choose = Callable[[int, list[int], int, int | None, int], int]
"""How somebody plays: of the seat, its hand in ascending order, the best strength so far (-1 if
there is none), whose it is (``None`` for a tie) and how many seats play after it, the strength
that is played. It is taken from the hand."""


class Progress(NamedTuple):
    """How far the tricks of a round have come, as everybody sees it.

    Attributes:
        ring: the seats still in the round, in order, from the one to play next.
        left: how many of them have yet to play to the trick on the table.
        leader: who leads, or led, that trick.
        standing: how it stands.
        done: who won the finished tricks: team, or ``None`` for a tie.
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
    """Return how far the tricks of a round have come.

    >>> progress_of([0, 1, 2, 3], 3, [(3, 5), (0, 7)], ()).ring
    (1, 2, 3, 0)

    Args:
        live: the sorted seats still in the round.
        leader: who leads, or led, the trick on the table.
        trick: that trick, as seats and strengths.
        done: who won the finished tricks: team, or ``None`` for a tie.
    """
    played = [seat for seat, _ in trick]
    order = [seat for seat in live if seat >= leader] + [seat for seat in live if seat < leader]
    waiting = [seat for seat in order if seat not in played]
    ring = (*waiting, *[seat for seat in order if seat in played])
    return Progress(ring, len(waiting), leader, standing(trick), done)


def sensibly(trusted: int) -> Choose:
    """Return how a sensible player plays.

    Leading it is the highest; else win as cheaply as possible, tie, or throw the lowest.

    Args:
        trusted: the strength from which a partner's winning card is left alone; the last to play
            leaves any alone.
    """

    def choose(seat: int, hand: list[int], best: int, winner: int | None, after: int) -> int:
        if best < 0:
            return hand.pop()
        ours = winner is not None and not (seat ^ winner) & 1
        if ours and (best >= trusted or not after):
            return hand.pop(0)
        for place, strength in enumerate(hand):
            if strength > best:
                return hand.pop(place)
        if best in hand and not ours:
            hand.remove(best)
            return best
        return hand.pop(0)

    return choose


def play_out(
    progress: Progress, course: Course, hands: Hands, opening: int | None, choose: Choose
) -> int:
    """Play a round to its end; return the team that takes it, or `DRAWN`.

    Args:
        progress: how far it has come.
        course: how it goes on after each trick.
        hands: by seat; they are played from.
        opening: the strength that the next seat plays; ``None`` if it chooses.
        choose: how everybody plays.
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
        best, first, tied = EMPTY


def win_chances(
    progress: Progress,
    course: Course,
    guesses: Iterable[Hands],
    team: int,
    *,
    openings: Sequence[int],
    choose: Choose,
) -> list[float]:
    """Return how often a team wins the round, for each card that could be played now.

    Args:
        progress: how far the round has come.
        course: how it goes on after each trick.
        guesses: the hands as they may be, once for each round to play out; one at least.
        team: the team.
        openings: the strengths that the next seat could play; empty for one chance, that seat
            playing what it chooses.
        choose: how everybody plays.
    """
    won = [0.0] * max(len(openings), 1)
    rounds = 0
    for hands in guesses:
        rounds += 1
        for place in range(len(won)):
            copies = [hand.copy() for hand in hands]
            opening = openings[place] if openings else None
            takes = play_out(progress, course, copies, opening, choose)
            won[place] += 0.5 if takes == DRAWN else float(takes == team)
    return [each / rounds for each in won]
