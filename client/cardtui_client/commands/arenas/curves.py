"""Curves of an arena's picture: what part of the matches each bot had won, deal by deal.

Around each line lies the band of its interval, which ends as the bar of the result does. A ring
stands where the results were looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor, log10
from typing import Final, NamedTuple

from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.results import BotResult, MeetingResult
from cardtui_client.commands.arenas.strokes import EDGE, INK, LEFT, WIDTH, Mark, mark_of, words
from cardtui_client.i18n import _

HEIGHT: Final = 270
"""How high a panel is, with all that is written around it."""

_FROM: Final = 70
_TO: Final = WIDTH - 30
_TOP: Final = 36
_FOOT: Final = 210
_MOST_TICKS: Final = 6
_LETTER: Final = 7.5
"""How wide a letter is, about."""


class _Axes(NamedTuple):
    """What a panel shows: deals up to a number, and shares between two."""

    deals: int
    low: float
    high: float

    def across(self, deals: float) -> float:
        return _FROM + (_TO - _FROM) * deals / self.deals

    def up(self, share: float) -> float:
        part = (share - self.low) / (self.high - self.low)
        return _FOOT - (_FOOT - _TOP) * min(max(part, 0.0), 1.0)


def panel(setting: Setting, result: MeetingResult, top: float, number: int) -> Iterator[str]:
    """Yield the panel of a meeting.

    Args:
        setting: what the matches have in common.
        result: what came of the meeting.
        top: where the panel begins.
        number: which meeting it is; the picture's ids are made of it.
    """
    axes = _axes_of(result)
    yield f'<g transform="translate(0 {top:.0f})">'
    yield (
        f'<clipPath id="curve-{number}"><rect x="{_FROM}" y="{_TOP}" width="{_TO - _FROM}"'
        f' height="{_FOOT - _TOP}"/></clipPath>'
    )
    yield from _legend(result)
    yield from _grid(setting, result, axes)
    yield f'<g clip-path="url(#curve-{number})">'
    for place, bot in enumerate(result.bots):
        yield _band(bot, axes, mark_of(place))
    for place, bot in enumerate(result.bots):
        yield _line(bot, axes, mark_of(place))
    yield "</g>"
    for place, bot in enumerate(result.bots):
        yield from _rings(bot, axes, mark_of(place).colour)
    yield "</g>"


def _axes_of(result: MeetingResult) -> _Axes:
    """Return axes that show all of the last intervals, and all shares once they have settled."""
    shares = [1 / len(result.bots)]
    for bot in result.bots:
        settled = bot.curve[-1].groups / 10
        shares += [each.share.mean for each in bot.curve if each.groups >= settled]
        shares += [bot.share.low, bot.share.high]
    low, high = floor(min(shares) * 10 - 0.2) / 10, ceil(max(shares) * 10 + 0.2) / 10
    return _Axes(max(result.bots[0].curve[-1].groups, 2), max(low, 0.0), min(high, 1.0))


def _legend(result: MeetingResult) -> Iterator[str]:
    x = float(LEFT)
    for place, bot in enumerate(result.bots):
        wide = 34 + _LETTER * len(bot.name) + 18
        if x > LEFT and x + wide > WIDTH:
            yield words(x, 20, "…")
            return
        mark = mark_of(place)
        yield (
            f'<path d="M{x:.1f} 16h26" stroke="{mark.colour}" stroke-width="2.5"'
            f' stroke-dasharray="{mark.dashes}"/>'
        )
        yield words(x + 34, 20, bot.name)
        x += wide


def _grid(setting: Setting, result: MeetingResult, axes: _Axes) -> Iterator[str]:
    """Yield the axes: their lines, numbers and names."""
    step = _step((axes.high - axes.low) * 100, least=5)
    at = ceil(axes.low * 100 / step - 1e-9) * step
    while at <= axes.high * 100 + 1e-9:
        y = axes.up(at / 100)
        yield f'<path d="M{_FROM} {y:.1f}H{_TO}" stroke="{EDGE}"/>'
        yield words(_FROM - 8, y + 4, f"{at} %", anchor="end", size=12)
        at += step
    step = _step(axes.deals, least=1)
    for deals in range(0, axes.deals + 1, step):
        x = axes.across(deals)
        yield f'<path d="M{x:.1f} {_TOP}V{_FOOT + 5}" stroke="{EDGE}"/>'
        yield words(x, _FOOT + 19, f"{deals}", anchor="middle", size=12)
    even = axes.up(1 / len(result.bots))
    yield f'<path d="M{_FROM} {even:.1f}H{_TO}" stroke="{INK}" stroke-dasharray="2 4"/>'
    if setting.duplicate:
        name = _("deals, each played with the bots in all seats")
    else:
        name = _("groups of matches, each with new packs")
    yield words((_FROM + _TO) / 2, _FOOT + 40, name, anchor="middle", size=12)
    yield f'<g transform="rotate(-90) translate({-(_TOP + _FOOT) / 2:.0f} 0)">'
    yield words(0, LEFT - 2, _("matches won"), anchor="middle", size=12)
    yield "</g>"


def _step(span: float, *, least: int) -> int:
    """Return the distance of numbers on an axis: 1, 2 or 5 times a power of ten.

    >>> _step(200, least=1), _step(40, least=5), _step(7, least=1)
    (50, 10, 2)
    """
    rough = max(span / _MOST_TICKS, 1)
    power = 10 ** floor(log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    return int(max(step, least))


def _band(bot: BotResult, axes: _Axes, mark: Mark) -> str:
    above = [_at(axes, each.groups, each.share.high) for each in bot.curve]
    below = [_at(axes, each.groups, each.share.low) for each in reversed(bot.curve)]
    return (
        f'<path class="band" d="M{"L".join([*above, *below])}Z" fill="{mark.colour}"'
        f' fill-opacity="0.18" stroke="{mark.colour}" stroke-opacity="0.5"/>'
    )


def _line(bot: BotResult, axes: _Axes, mark: Mark) -> str:
    path = "L".join([_at(axes, each.groups, each.share.mean) for each in bot.curve])
    return (
        f'<path class="share" d="M{path}" stroke="{mark.colour}" stroke-width="2.5"'
        f' stroke-dasharray="{mark.dashes}" stroke-linejoin="round" fill="none"/>'
    )


def _rings(bot: BotResult, axes: _Axes, colour: str) -> Iterator[str]:
    for point in bot.curve:
        if point.looked:
            x, y = _at(axes, point.groups, point.share.mean).split()
            yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{EDGE}" stroke="{colour}"/>'


def _at(axes: _Axes, groups: int, share: float) -> str:
    return f"{axes.across(groups):.1f} {axes.up(share):.1f}"
