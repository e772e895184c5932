"""The picture of an arena (`drawn`): a bar for each bot, and curves deal by deal.
Its colours and dashes (`_COLOURS`, `_DASHES`), and which part of the curves its axes show
(`_axes_of`).

A curve is what part of the matches a bot had won by then. Around it lies the band of its interval,
which ends as the bar of the result does. A ring stands where the results were looked at. A picture
brings its own ground, so that it can be read on a light page and on a dark one (docs/design.md).
Bots are told apart by colour and, where lines cross, by how the line is broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from cardtui_client.i18n import _, decimal
from cardtui_client.tui.themes import DEFAULT_COLOURS
from cardtui_studio.arena_players import Setting
from cardtui_studio.arena_results import BotResult, MeetingResult

_WIDTH: Final = 640
_TEXT_LEFT: Final = 20
"""Where titles and names begin."""

FELT, _EDGE, _INK = (DEFAULT_COLOURS[name] for name in ("felt", "felt-edge", "felt-ink"))


class Mark(NamedTuple):
    """How a bot is drawn: its colour, and the pattern of its line."""

    colour: str
    dashes: str


_COLOURS: Final = tuple(
    DEFAULT_COLOURS[name] for name in ("team-0", "team-1", "card", "card-back-ink")
)
_DASHES: Final = ("none", "7 3", "2 3", "10 3 2 3")


def mark_of(place: int) -> Mark:
    """Return how the bot at a place of a meeting is drawn; the first sixteen differ."""
    count = len(_COLOURS)
    return Mark(_COLOURS[place % count], _DASHES[(place + place // count) % count])


def _words(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    """Return words that stand at a point."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{_INK}" text-anchor="{anchor}"'
        f' font-family="system-ui, sans-serif" font-size="{size}">{escape(text)}</text>'
    )


_PANEL_HEIGHT: Final = 270
"""How high a panel is, with all that is written around it."""

_PLOT_LEFT: Final = 70
_PLOT_RIGHT: Final = _WIDTH - 30
_PLOT_TOP: Final = 36
_PLOT_BOTTOM: Final = 210
_MOST_TICKS: Final = 6
_LETTER_WIDTH: Final = 7.5


class _Axes(NamedTuple):
    """What a panel shows: deals up to a number, and shares between two."""

    deals: int
    low: float
    high: float

    def across(self, deals: float) -> float:
        return _PLOT_LEFT + (_PLOT_RIGHT - _PLOT_LEFT) * deals / self.deals

    def up(self, share: float) -> float:
        part = (share - self.low) / (self.high - self.low)
        return _PLOT_BOTTOM - (_PLOT_BOTTOM - _PLOT_TOP) * min(max(part, 0.0), 1.0)


def _panel(setting: Setting, result: MeetingResult, top: float, number: int) -> Iterator[str]:
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
        f'<clipPath id="curve-{number}"><rect x="{_PLOT_LEFT}" y="{_PLOT_TOP}"'
        f' width="{_PLOT_RIGHT - _PLOT_LEFT}" height="{_PLOT_BOTTOM - _PLOT_TOP}"/></clipPath>'
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
    x = float(_TEXT_LEFT)
    for place, bot in enumerate(result.bots):
        wide = 34 + _LETTER_WIDTH * len(bot.name) + 18
        if x > _TEXT_LEFT and x + wide > _WIDTH:
            yield _words(x, 20, "…")
            return
        mark = mark_of(place)
        yield (
            f'<path d="M{x:.1f} 16h26" stroke="{mark.colour}" stroke-width="2.5"'
            f' stroke-dasharray="{mark.dashes}"/>'
        )
        yield _words(x + 34, 20, bot.name)
        x += wide


def _grid(setting: Setting, result: MeetingResult, axes: _Axes) -> Iterator[str]:
    """Yield the axes: their lines, numbers and names."""
    step = _step((axes.high - axes.low) * 100, least=5)
    at = ceil(axes.low * 100 / step - 1e-9) * step
    while at <= axes.high * 100 + 1e-9:
        y = axes.up(at / 100)
        yield f'<path d="M{_PLOT_LEFT} {y:.1f}H{_PLOT_RIGHT}" stroke="{_EDGE}"/>'
        yield _words(_PLOT_LEFT - 8, y + 4, f"{at} %", anchor="end", size=12)
        at += step
    step = _step(axes.deals, least=1)
    for deals in range(0, axes.deals + 1, step):
        x = axes.across(deals)
        yield f'<path d="M{x:.1f} {_PLOT_TOP}V{_PLOT_BOTTOM + 5}" stroke="{_EDGE}"/>'
        yield _words(x, _PLOT_BOTTOM + 19, f"{deals}", anchor="middle", size=12)
    even = axes.up(1 / len(result.bots))
    yield (
        f'<path d="M{_PLOT_LEFT} {even:.1f}H{_PLOT_RIGHT}" stroke="{_INK}" stroke-dasharray="2 4"/>'
    )
    if setting.duplicate:
        name = _("deals, each played with the bots in all seats")
    else:
        name = _("groups of matches, each with new packs")
    yield _words((_PLOT_LEFT + _PLOT_RIGHT) / 2, _PLOT_BOTTOM + 40, name, anchor="middle", size=12)
    yield f'<g transform="rotate(-90) translate({-(_PLOT_TOP + _PLOT_BOTTOM) / 2:.0f} 0)">'
    yield _words(0, _TEXT_LEFT - 2, _("matches won"), anchor="middle", size=12)
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
            yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{_EDGE}" stroke="{colour}"/>'


def _at(axes: _Axes, groups: int, share: float) -> str:
    return f"{axes.across(groups):.1f} {axes.up(share):.1f}"


_BARS_LEFT: Final = 170
_BARS_RIGHT: Final = _WIDTH - 90
_BARS_TOP: Final = 60
_ROW_HEIGHT: Final = 30
_MEETING_GAP: Final = 30
_AXIS_HEIGHT: Final = 50
"""From the foot of the bars to what stands below their axis."""


def drawn(setting: Setting, found: Sequence[MeetingResult]) -> str:
    """Return the picture as SVG."""
    rows = sum(len(result.bots) for result in found)
    foot = _BARS_TOP + rows * _ROW_HEIGHT + (len(found) - 1) * _MEETING_GAP
    height = foot + _AXIS_HEIGHT + len(found) * _PANEL_HEIGHT
    title = _("{game}: matches won, and the interval of 95 %", game=setting.game)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" rx="8" fill="{FELT}"/>',
        _words(_TEXT_LEFT, 30, title, size=16),
    ]
    for part in range(5):
        x = _across(part / 4)
        parts.append(f'<path d="M{x:.1f} {_BARS_TOP - 8}V{foot}" stroke="{_EDGE}"/>')
        parts.append(_words(x, foot + 22, f"{25 * part} %", anchor="middle"))
    y = _BARS_TOP
    for result in found:
        parts += _bars(result, y)
        y += len(result.bots) * _ROW_HEIGHT + _MEETING_GAP
    for number, result in enumerate(found):
        parts += _panel(setting, result, foot + _AXIS_HEIGHT + number * _PANEL_HEIGHT, number)
    return "\n".join([*parts, "</svg>\n"])


def _bars(result: MeetingResult, top: float) -> Iterator[str]:
    even = _across(1 / len(result.bots))
    foot = top + len(result.bots) * _ROW_HEIGHT - 6
    yield f'<path d="M{even:.1f} {top - 6}V{foot}" stroke="{_INK}" stroke-dasharray="2 4"/>'
    for place, bot in enumerate(result.bots):
        yield from _bar(bot, top + place * _ROW_HEIGHT + _ROW_HEIGHT / 2 - 4, mark_of(place).colour)


def _bar(bot: BotResult, y: float, colour: str) -> Iterator[str]:
    low, mean, high = map(_across, (bot.share.low, bot.share.mean, bot.share.high))
    yield _words(_TEXT_LEFT, y + 5, bot.name)
    yield (
        f'<path d="M{low:.1f} {y - 5}v10M{low:.1f} {y}H{high:.1f}m0 -5v10" stroke="{colour}"'
        ' stroke-width="2" fill="none"/>'
    )
    yield f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{colour}"/>'
    yield _words(_WIDTH - 16, y + 5, f"{decimal(100 * bot.share.mean)} %", anchor="end")


def _across(part: float) -> float:
    return _BARS_LEFT + (_BARS_RIGHT - _BARS_LEFT) * part
