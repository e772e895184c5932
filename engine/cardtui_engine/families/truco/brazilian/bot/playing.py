"""Plays a hand out with guesses at hidden cards (`play_out`), each card as most people would.
From which height on a partner's card is left to win: `TRUSTED_STRENGTH`.
"""

from __future__ import annotations

from typing import Final

from cardtui_engine.families.truco.playout import Hands, Progress
from cardtui_engine.families.truco.tricks import EMPTY_TRICK, Course, best_after

TRUSTED_STRENGTH: Final = 10
"""The strength from which a partner's winning card is not beaten."""


def play_out(
    progress: Progress, course: Course, hands: Hands, opening: int | None
) -> tuple[int, int | None]:
    """Play a hand to its end.

    Args:
        progress: how far the hand has come.
        course: how the hand continues after a trick.
        hands: by seat, its strengths in ascending order; they are kept.
        opening: the strength that the next seat plays; ``None`` if it may choose.

    Returns:
        The team that wins it, or `DRAWN`; the team that wins the first trick, ``None`` for a tie.
    """
    ring, left, leader, (best, first, tied), done = progress
    hands = [hand.copy() for hand in hands]
    teams = list(done)
    while True:
        for seat in ring[:left]:
            left -= 1
            if opening is not None:
                strength, opening = opening, None
                hands[seat].remove(strength)
            else:
                hand = hands[seat]
                if len(hand) == 1:
                    strength = hand.pop()
                elif best < 0:
                    # Who has won the first trick saves the best card for the last.
                    strength = hand.pop() if teams and teams[0] is None else hand.pop(0)
                else:
                    ours = not tied and not (seat ^ first) & 1
                    lost = bool(teams) and teams[0] == 1 - (seat & 1)
                    presses = left == 1 and (lost or not teams)
                    strength = _followed(hand, best, left, ours=ours, lost=lost, presses=presses)
            best, first, tied = best_after(best, first, tied, seat, strength)
        teams.append(None if tied else first & 1)
        takes = course.takes(teams)
        if takes is not None:
            return takes, teams[0]
        leader = course.leads(leader, first, tied)
        at = ring.index(leader)
        ring = ring[at:] + ring[:at]
        left = len(ring)
        best, first, tied = EMPTY_TRICK


def _followed(
    hand: list[int], best: int, after: int, *, ours: bool, lost: bool, presses: bool
) -> int:
    """Return the strength that a seat plays to a trick that others began; the hand loses it.

    Args:
        hand: its strengths, in ascending order.
        best: the best strength so far.
        after: the number of seats that play after it.
        ours: whether its side has that.
        lost: whether its side has lost the first trick.
        presses: whether it plays its best card if that is higher.
    """
    if ours and (best >= TRUSTED_STRENGTH or not after):
        return hand.pop(0)
    if presses and hand[-1] > best:
        return hand.pop()
    for place, strength in enumerate(hand):
        if strength > best:
            return hand.pop(place)
    if not ours and not lost and best in hand:
        hand.remove(best)
        return best
    return hand.pop(0)
