"""The picture of an arena: for each bot what part of the matches it wins, with its interval.

A picture brings its own ground, so that it can be read on a light page and on a dark one
(docs/design.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.results import BotResult, MeetingResult
from cardtui_client.i18n import _
from cardtui_client.tui.themes import DEFAULTS

_WIDTH: Final = 640
_LEFT: Final = 170
_RIGHT: Final = 90
_TOP: Final = 60
_ROW: Final = 30
_GAP: Final = 30
_FELT, _EDGE, _INK = (DEFAULTS[name] for name in ("felt", "felt-edge", "felt-ink"))
_MARKS: Final = (DEFAULTS["team-0"], DEFAULTS["team-1"])


def drawn(setting: Setting, found: Sequence[MeetingResult]) -> str:
    """Return the picture as SVG."""
    rows = sum(len(result.bots) for result in found)
    foot = _TOP + rows * _ROW + (len(found) - 1) * _GAP
    title = _("{game}: matches won, and the interval of 95 %", game=setting.game)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {foot + 46}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{foot + 46}" rx="8" fill="{_FELT}"/>',
        _text(20, 30, title, size=16),
    ]
    for part in range(5):
        x = _across(part / 4)
        parts.append(f'<path d="M{x:.1f} {_TOP - 8}V{foot}" stroke="{_EDGE}"/>')
        parts.append(_text(x, foot + 22, f"{25 * part} %", anchor="middle"))
    y = _TOP
    for result in found:
        even = _across(1 / len(result.bots))
        height = len(result.bots) * _ROW
        parts.append(
            f'<path d="M{even:.1f} {y - 6}V{y + height - 6}" stroke="{_INK}"'
            ' stroke-dasharray="2 4"/>'
        )
        for place, bot in enumerate(result.bots):
            parts += _row(bot, y + place * _ROW + _ROW / 2 - 4, _MARKS[place % 2])
        y += height + _GAP
    return "\n".join([*parts, "</svg>\n"])


def _row(bot: BotResult, y: float, colour: str) -> Iterator[str]:
    low, mean, high = map(_across, (bot.share.low, bot.share.mean, bot.share.high))
    yield _text(20, y + 5, bot.name)
    yield (
        f'<path d="M{low:.1f} {y - 5}v10M{low:.1f} {y}H{high:.1f}m0 -5v10" stroke="{colour}"'
        ' stroke-width="2" fill="none"/>'
    )
    yield f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{colour}"/>'
    yield _text(_WIDTH - 16, y + 5, f"{100 * bot.share.mean:.1f} %", anchor="end")


def _across(part: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * part


def _text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 13) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{_INK}" text-anchor="{anchor}"'
        f' font-family="system-ui, sans-serif" font-size="{size}">{escape(words)}</text>'
    )
