"""What came of an arena: for each meeting who won how much, how sure that is, and the faults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from cardtui_client.commands.arenas.matches import GroupPlayed
from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.workers import Workers
from cardtui_engine.library.arena import Meeting
from cardtui_engine.library.intervals import (
    Estimate,
    Times,
    bound_at,
    is_decided,
    looks_at,
    per_hand,
    share_of,
)


class BotResult(NamedTuple):
    """What came of a bot in a meeting.

    Attributes:
        name: what it is called.
        said: as it was named.
        share: what part of the matches it wins.
        brought: the points or chips that it wins in a hand.
        times: how long its decisions took.
        illegal: how many of its actions were not legal.
        late: how many came too late.
        lost: how many matches it has lost by faults.
    """

    name: str
    said: str
    share: Estimate
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
        matches: how many are played at most; rounded up to whole groups.
        early: whether it ends once it is decided.
        advance: is told how many matches have been played since.
    """
    looks = looks_at(-(-matches // len(meeting)), early=early)
    played: list[GroupPlayed] = []
    for look, until in enumerate(looks, 1):
        found = {}
        for group, result in workers.play(meeting, range(len(played), until)):
            found[group] = result
            advance(len(meeting))
        played += [found[group] for group in sorted(found)]
        if is_decided(_shares(played), look, len(looks)):
            return _told(setting, meeting, played, bound_at(look, len(looks)), decided=True)
    return _told(setting, meeting, played, bound_at(len(looks), len(looks)), decided=False)


def _shares(played: Sequence[GroupPlayed]) -> list[tuple[float, ...]]:
    """Return by group what part of it each bot has won."""
    return [
        tuple(
            [fmean(each) for each in zip(*(match.shares for match in group.matches), strict=True)]
        )
        for group in played
    ]


def _told(
    setting: Setting,
    meeting: Meeting,
    played: Sequence[GroupPlayed],
    bound: float,
    *,
    decided: bool,
) -> MeetingResult:
    shares = _shares(played)
    hands = [sum(match.hands for match in group.matches) for group in played]
    bots = []
    for place, number in enumerate(meeting):
        times = Times()
        for group in played:
            times.add(Times(group.times[place][0].items(), group.times[place][1]))
        brought = [sum(match.brought[place] for match in group.matches) for group in played]
        bots.append(
            BotResult(
                setting.entrants[number].name,
                setting.entrants[number].said,
                share_of([each[place] for each in shares], len(meeting), bound),
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
