"""What came of an arena (`MeetingResult`), and how it is told: table, bars (`_BAR_CELLS`),
remarks, JSON. When it is decided: `engine/cardtui_engine/library/intervals.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from math import floor, log10
from statistics import fmean
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from cardtui_client.i18n import _, decimal, n_
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
from cardtui_engine.library.registry import get_rules
from cardtui_studio.arena_matches import GroupPlayed, Workers
from cardtui_studio.arena_players import Setting

_MOST_CURVE_POINTS: Final = 100
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
    step = -(-len(shares) // _MOST_CURVE_POINTS)
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
                per_hand(brought, hands, bound, most=_most(setting, meeting)),
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


def _most(setting: Setting, meeting: Meeting) -> float:
    """Return how many chips a seat of a bot can win in a group; 0 where none are played for."""
    rules, bots = get_rules(setting.game), len(meeting)
    start = rules.view(rules.start(setting.options, setting.seats, 0), None).common
    return float(max(start.chips, default=0) * (bots - 1) * bots)


_BAR_CELLS: Final = 44

_BAR_SIGNS: Final = (("├", "─", "┤", "●", "┊"), ("|", "-", "|", "o", ":"))
"""The ends and the middle of an interval, the mean, and where nobody would be better."""


def told(setting: Setting, found: Sequence[MeetingResult], *, ascii_only: bool) -> Iterator[str]:
    """Yield lines that tell what came of an arena."""
    yield _headline(setting)
    for result in found:
        yield ""
        yield from _table(setting, result)
        yield ""
        yield from _bars(result, _BAR_SIGNS[ascii_only])
        yield from _remarks(result)
    yield ""
    yield _("Each interval holds 19 times in 20. --seed {seed} repeats it.", seed=setting.seed)


def _headline(setting: Setting) -> str:
    if setting.duplicate:
        how = _("each deal played with the bots in all seats")
    else:
        how = _("new packs for each match")
    return _("{game}, {seats} seats, {how}.", game=setting.game, seats=setting.seats, how=how)


def _table(setting: Setting, result: MeetingResult) -> Iterator[str]:
    """Yield the table: matches won, points or chips in a hand, times."""
    unit = _("chips a hand") if _has_chips(setting) else _("points a hand")
    rows = [("", _("matches won"), unit, _("time (99 %)"))]
    rows += [
        (each.name, _percent(each.share), _signed(each.brought), _time(each.times))
        for each in result.bots
    ]
    widths = [max(cell_len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(map(_padded, row, widths)).rstrip()


def _bars(result: MeetingResult, signs: tuple[str, str, str, str, str]) -> Iterator[str]:
    left, line, right, mean, even = signs
    wide = max(cell_len(each.name) for each in result.bots)
    for each in result.bots:
        cells = [" "] * (_BAR_CELLS + 1)
        cells[round(_BAR_CELLS / len(result.bots))] = even
        low, high = round(each.share.low * _BAR_CELLS), round(each.share.high * _BAR_CELLS)
        for at in range(low, high + 1):
            cells[at] = line
        cells[low], cells[high] = left, right
        cells[round(each.share.mean * _BAR_CELLS)] = mean
        yield f"{_padded(each.name, wide)}  {''.join(cells)}".rstrip()
    yield f"{'':{wide}}  0 %{'100 %':>{_BAR_CELLS - 2}}"


def _remarks(result: MeetingResult) -> Iterator[str]:
    best, *_others = sorted(result.bots, key=lambda each: -each.share.mean)
    count = n_("{n} match", "{n} matches", result.matches)
    if result.decided and len(result.bots) == 2:
        yield _("{matches}, and it is decided: {name} wins more.", matches=count, name=best.name)
    elif result.decided:
        yield _("{matches}, and it is decided who wins more than whom.", matches=count)
    else:
        yield _("{matches}, and it is not decided who wins more.", matches=count)
    for each in result.bots:
        if each.illegal or each.late or each.lost:
            yield _(
                "{name}: {illegal} actions not legal, {late} too late; {lost} matches lost by it.",
                name=each.name,
                illegal=each.illegal,
                late=each.late,
                lost=each.lost,
            )
    if result.unfinished:
        yield n_(
            "{n} match took too long, and counts as even.",
            "{n} matches took too long, and count as even.",
            result.unfinished,
        )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _percent(share: Estimate) -> str:
    mean, low, high = (decimal(100 * each) for each in share)
    return _("{mean} % ({low}–{high})", mean=mean, low=low, high=high)


def _signed(brought: Estimate) -> str:
    mean, low, high = (decimal(each, "+.2f") for each in brought)
    return f"{mean} ({low} … {high})"


def _time(times: Times) -> str:
    mean, most = (_milliseconds(each) for each in (times.mean, times.below(0.99)))
    return f"{mean} ({most}) ms"


def _milliseconds(seconds: float) -> str:
    """Return a time in plain numbers, of two digits, but no finer than a millionth of a second.

    >>> [_milliseconds(each) for each in (0.110, 0.0042, 0.00037, 0.0000061)]
    ['110', '4.2', '0.37', '0.006']
    """
    found = 1000 * seconds
    return decimal(found, f".{min(3, max(0, 1 - floor(log10(found)) if found > 0 else 0))}f")


def _has_chips(setting: Setting) -> bool:
    return bool(get_rules(setting.game).chips_option)


def as_data(setting: Setting, found: Sequence[MeetingResult]) -> str:
    """Return what came of an arena as JSON."""
    data = {
        "game": setting.game,
        "seats": setting.seats,
        "options": setting.options,
        "seed": setting.seed,
        "duplicate": setting.duplicate,
        "unit": "chips" if _has_chips(setting) else "points",
        "meetings": [
            {
                "matches": result.matches,
                "hands": result.hands,
                "unfinished": result.unfinished,
                "decided": result.decided,
                "bots": [_bot_data(each) for each in result.bots],
            }
            for result in found
        ],
    }
    return json.dumps(data)


def _bot_data(bot: BotResult) -> dict[str, Any]:
    return {
        "name": bot.name,
        "bot": bot.said,
        "won": bot.share._asdict(),
        "per_hand": bot.brought._asdict(),
        "decisions": bot.times.count,
        "seconds_mean": bot.times.mean,
        "seconds_p99": bot.times.below(0.99),
        "illegal": bot.illegal,
        "late": bot.late,
        "lost_by_faults": bot.lost,
    }
