"""The arena: which bots meet, where they sit, which packs they are dealt, match by match, and what
each match brought them (`Tally`). When enough is known, `intervals` decides; how many matches are
played at most, `client/cardtui_studio/arena.py`.

Luck is taken out where it can be. The same *deal* (the packs of a match and its first dealer) is
played once in each *shift*: from shift to shift every bot moves on by a seat, so that each has held
every hand. Only the results of a deal as a whole are compared. All chance follows from numbers, so
that it makes no difference which machine plays which match, or when.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from cardtui_engine.bits import Bits
from cardtui_engine.cards import Card
from cardtui_engine.events import Event, HandEnded, PointsScored
from cardtui_engine.library.simulate import next_pack
from cardtui_engine.rules import AnyRules

Meeting = tuple[int, ...]
"""Bots that meet, by their numbers."""

_PACK_STREAM: Final = 1
_DEALER_STREAM: Final = 2
_BOT_STREAM: Final = 3


class Fixture(NamedTuple):
    """A match to be played.

    Attributes:
        meeting: the bots that meet.
        deal: the number of the deal, which says what packs are dealt and who deals first.
        shift: how many seats the bots have moved on.
    """

    meeting: Meeting
    deal: int
    shift: int

    def seating(self, seats: int) -> tuple[int, ...]:
        """Return by seat the place in the meeting of the bot that sits there.

        >>> Fixture((7, 9), 0, 0).seating(4), Fixture((7, 9), 0, 1).seating(4)
        ((0, 1, 0, 1), (1, 0, 1, 0))
        """
        bots = len(self.meeting)
        return tuple([(seat + self.shift) % bots for seat in range(seats)])


class Played(NamedTuple):
    """What came of a match, by the places of the meeting.

    Attributes:
        shares: what part of the match each bot has won; together 1.
        brought: the points or chips that each has won, less those of the others.
        hands: how many hands were played.
    """

    shares: tuple[float, ...]
    brought: tuple[float, ...]
    hands: int


def table_seats(rules: AnyRules, bots: int, *, pairs: bool) -> int | None:
    """Return how many seats a table of these bots has, if nobody says; ``None`` if none fits.

    It is the least number of seats that all who meet can share evenly.
    """
    meet = 2 if pairs else bots
    return next((seats for seats in rules.seats if shared_evenly(rules, meet, seats)), None)


def shared_evenly(rules: AnyRules, bots: int, seats: int) -> bool:
    """Return whether so many bots can have as many seats as each other, each on its own side.

    >>> from cardtui_engine.library.registry import get_rules
    >>> [shared_evenly(get_rules("cacho"), 3, seats) for seats in (2, 3, 4)]
    [False, True, False]
    """
    return seats % bots == 0 and (bots == 2 or not rules.teams)


def meetings(bots: int, *, pairs: bool) -> tuple[Meeting, ...]:
    """Return which bots meet: all at one table, or every two of them.

    >>> meetings(3, pairs=False), meetings(3, pairs=True)
    (((0, 1, 2),), ((0, 1), (0, 2), (1, 2)))
    """
    everybody = range(bots)
    return tuple(combinations(everybody, 2)) if pairs else (tuple(everybody),)


def fixtures(meeting: Meeting, group: int, *, duplicate: bool) -> tuple[Fixture, ...]:
    """Return the matches of a group: one for each shift, all with the same deal if they are to be.

    >>> [each.deal for each in fixtures((0, 1), 5, duplicate=False)]
    [10, 11]
    """
    shifts = len(meeting)
    return tuple(
        [
            Fixture(meeting, group if duplicate else group * shifts + shift, shift)
            for shift in range(shifts)
        ]
    )


def first_dealer(seed: int, deal: int, seats: int) -> int:
    """Return who deals first in a deal."""
    return _bits(seed, _DEALER_STREAM, deal).below(seats)


def pack_of_deal(
    rules: AnyRules, state: Any, seed: int, deal: int, number: int
) -> tuple[Card, ...]:
    """Return a pack of a deal: the same in every shift, however its matches went until then.

    Args:
        state: a position that wants a pack.
        seed: of the whole arena.
        number: how many packs of the match came before.
    """
    return next_pack(rules, state, _bits(seed, _PACK_STREAM, deal, number))


def bits_of_seat(seed: int, fixture: Fixture, seat: int) -> Bits:
    """Return the chance of the bot in a seat, which nobody else draws from."""
    return _bits(seed, _BOT_STREAM, *fixture.meeting, fixture.deal, fixture.shift, seat)


class Tally:
    """What a match comes to, counted as it goes on.

    Attributes:
        hands: how many hands have ended.
    """

    def __init__(self, rules: AnyRules, state: Any) -> None:
        """Begin to count.

        Args:
            state: the start of the match.
        """
        self.hands = 0
        self._rules = rules
        self._seats = rules.seated(state)
        self._chips = rules.view(state, None).common.chips
        self._lives = rules.view(state, None).common.scores
        self._scored = [0.0] * self._seats

    def note(self, events: Sequence[Event]) -> None:
        """Take in what happened."""
        for event in events:
            if isinstance(event, HandEnded):
                self.hands += 1
            elif isinstance(event, PointsScored) and self._rules.teams:
                for seat in range(self._seats):
                    ours = self._rules.team_of(seat) == event.team
                    self._scored[seat] += self._rules.merit(event.points if ours else -event.points)

    def brought(self, state: Any, given_up: Sequence[int] = ()) -> tuple[float, ...]:
        """Return by seat what it has won until a position, less what the others have.

        Chips are what the seat has won; those in the pot of a hand that is not over are shared
        evenly by all seats that have not given up. Points are those of its side, less those of the
        others, or their mean where there are several.

        Args:
            given_up: the seats that have given the match up there.
        """
        common = self._rules.view(state, None).common
        if common.chips:
            won = [now - was for now, was in zip(common.chips, self._chips, strict=True)]
            part = -sum(won) / (self._seats - len(given_up))
            return tuple(
                [each + (0 if seat in given_up else part) for seat, each in enumerate(won)]
            )
        if self._rules.teams:
            return tuple(self._scored)
        merit = self._rules.merit
        won = [merit(now - was) for now, was in zip(common.scores, self._lives, strict=True)]
        others = len(won) - 1
        return tuple([each - (sum(won) - each) / others for each in won])


def shared(by_seat: Sequence[float], seating: Sequence[int]) -> tuple[float, ...]:
    """Return by place of the meeting the sum of what its seats have.

    >>> shared((1.0, 2.0, 3.0, 4.0), (0, 1, 0, 1))
    (4.0, 6.0)
    """
    sums = [0.0] * (max(seating) + 1)
    for place, each in zip(seating, by_seat, strict=True):
        sums[place] += each
    return tuple(sums)


def win_shares(rules: AnyRules, state: Any, seating: Sequence[int]) -> tuple[float, ...]:
    """Return by place of the meeting what part of a match that is over its bot has won."""
    outcome = rules.outcome(state)
    winners = () if outcome is None else outcome.winners
    part = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seating))]
    return shared(part, seating)


def _bits(seed: int, *numbers: int) -> Bits:
    """Return chance that follows from numbers, and from no others."""
    mixed = seed
    for number in numbers:
        mixed = Bits(mixed ^ (number + 1) * 0x9E3779B97F4A7C15).next64()
    return Bits(mixed)
