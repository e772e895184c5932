"""A seat at the table, as it is seen: who sits there, what it holds and what it says."""

from __future__ import annotations

from typing import NamedTuple


class SeatScene(NamedTuple):
    """One seat at the table.

    Attributes:
        seat: its number.
        name: who sits there; ``""`` for a free seat.
        side: its team, or ``None`` where each plays alone.
        letter: the team's letter, where it has more than one player; ``""`` elsewhere.
        cards: how many cards it holds.
        shown: the cards it showed; instead of backs.
        dealer: whether it deals.
        mark: what it is called for going first; ``""`` for the others.
        turn: whether the game waits for it.
        bubble: what it said last.
        loud: whether the bubble is a call that others must answer.
        weight: how much that call risks: 0 for what is said in passing, up to 3 for the highest.
        notes: short words: bot, away, passed, resigned, ready.
        chips: the chips it has left.
        bet: the chips it put in during this round.
        lives: the points it has left, and those it began with; ``None`` at other games.
        thrown: the card that it threw last; ``None`` for none.
        taken: the discard that it took last; ``None`` for none.
        faded: whether it takes no part any more.
        winner: whether it won what was last decided.
        you: whether it is one's own.
        clock: what is left of its time to act; ``""`` if none is taken.
        hurry: how nearly that is up: 0, or 1 or 2 after the first or the second warning.
    """

    seat: int
    name: str = ""
    side: int | None = None
    letter: str = ""
    cards: int = 0
    shown: tuple[int, ...] = ()
    dealer: bool = False
    mark: str = ""
    turn: bool = False
    bubble: str = ""
    loud: bool = False
    weight: int = 0
    notes: tuple[str, ...] = ()
    chips: int | None = None
    bet: int = 0
    lives: tuple[int, int] | None = None
    thrown: int | None = None
    taken: int | None = None
    faded: bool = False
    winner: bool = False
    you: bool = False
    clock: str = ""
    hurry: int = 0
