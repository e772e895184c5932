"""What came of an arena: for each meeting who won how much, how sure that is, and the faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from cardtui_client.commands.arenas.matches import GroupPlayed
from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.workers import Workers
from cardtui_engine.library.arena import Meeting
from cardtui_engine.library.intervals import (
    Estimate,
    Times,
    bound_after,
    is_decided,
    looks_at,
    per_hand,
    share_of,
)

_MOST_POINTS: Final = 100
"""At so many moments at most the curve of a meeting is told, besides its looks."""


class Point(NamedTuple):
    """What was known at a moment of a meeting.

    Attributes:
        groups: how many groups of matches had been played.
        share: what part of the matches the bot had won.
        looked: whether the meeting would have ended then if it had been decided.
    """

    groups: int
    share: Estimate
    looked: bool


class BotResult(NamedTuple):
    """What came of a bot in a meeting.

    Attributes:
        name: what it is called.
        said: as it was named.
        share: what part of the matches it wins.
        curve: how that share came about.
        brought: the points or chips that it wins in a hand.
        times: how long its decisions took.
        illegal: how many of its actions were not legal.
        late: how many came too late.
        lost: how many matches it has lost by faults.
    """

    name: str
    said: str
    share: Estimate
    curve: tuple[Point, ...]
    brought: Estimate
    times: Times
    illegal: int
    late: int
    lost: int


class MeetingResult(NamedTuple):
    """What came of a meeting.

    Attributes:
        bots: the bots, in the order in which they were named.
        matches: how many matches were played.
        hands: how many hands.
        unfinished: how many matches were left because they took too long.
        decided: whether every two bots are told apart.
    """

    bots: tuple[BotResult, ...]
    matches: int
    hands: int
    unfinished: int
    decided: bool


def meeting_result(
    workers: Workers,
    setting: Setting,
    meeting: Meeting,
    matches: int,
    *,
    early: bool,
    advance: Callable[[int], None],
) -> MeetingResult:
    """Play a meeting until it is decided, or all its matches are played.

    Whether it goes on is asked only where so many groups are played as was said before: how many
    processes there are makes no difference.

    Args:
        workers: play the matches.
        setting: what the matches have in common.
        meeting: the bots that meet.
        matches: how many are played at most; whole groups alone, but at least one.
        early: whether it ends once it is decided.
        advance: is told how many matches have been played since.
    """
    looks = looks_at(max(1, matches // len(meeting)), early=early)
    played: list[GroupPlayed] = []
    for look, until in enumerate(looks, 1):
        found = {}
        for group, result in workers.play(meeting, range(len(played), until)):
            found[group] = result
            advance(len(meeting))
        played += [found[group] for group in sorted(found)]
        if is_decided(_shares(played), look, len(looks)):
            return _told(setting, meeting, played, looks, decided=True)
    return _told(setting, meeting, played, looks, decided=False)


def _shares(played: Sequence[GroupPlayed]) -> list[tuple[float, ...]]:
    """Return by group what part of it each bot has won."""
    return [
        tuple(
            [fmean(each) for each in zip(*(match.shares for match in group.matches), strict=True)]
        )
        for group in played
    ]


def _curve(shares: Sequence[float], bots: int, looks: Sequence[int]) -> tuple[Point, ...]:
    """Return what was known of a bot's share, from the first group to the last."""
    step = -(-len(shares) // _MOST_POINTS)
    moments = {1, *range(step, len(shares), step), *looks, len(shares)}
    return tuple(
        [
            Point(
                groups,
                share_of(shares[:groups], bots, bound_after(groups, looks)),
                groups in looks,
            )
            for groups in sorted(moments)
            if groups <= len(shares)
        ]
    )


def _told(
    setting: Setting,
    meeting: Meeting,
    played: Sequence[GroupPlayed],
    looks: Sequence[int],
    *,
    decided: bool,
) -> MeetingResult:
    shares, bound = _shares(played), bound_after(len(played), looks)
    hands = [sum(match.hands for match in group.matches) for group in played]
    bots = []
    for place, number in enumerate(meeting):
        times = Times()
        for group in played:
            times.add(Times(group.times[place][0].items(), group.times[place][1]))
        brought = [sum(match.brought[place] for match in group.matches) for group in played]
        won = [each[place] for each in shares]
        bots.append(
            BotResult(
                setting.entrants[number].name,
                setting.entrants[number].said,
                share_of(won, len(meeting), bound),
                _curve(won, len(meeting), looks),
                per_hand(brought, hands, bound),
                times,
                sum(group.illegal[place] for group in played),
                sum(group.late[place] for group in played),
                sum(group.lost[place] for group in played),
            )
        )
    return MeetingResult(
        tuple(bots),
        sum(len(group.matches) for group in played),
        sum(hands),
        sum(group.unfinished for group in played),
        decided,
    )
