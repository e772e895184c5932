"""The picture of an arena: what part of the matches each bot wins, and how that came about.

Bars show the results of all meetings with their intervals. Below them each meeting has a panel with
a curve for each bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from cardtui_client.commands.arenas.curves import HEIGHT, panel
from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.results import BotResult, MeetingResult
from cardtui_client.commands.arenas.strokes import EDGE, FELT, INK, LEFT, WIDTH, mark_of, words
from cardtui_client.i18n import _, decimal

_FROM: Final = 170
_TO: Final = WIDTH - 90
_TOP: Final = 60
_ROW: Final = 30
_GAP: Final = 30
_BELOW: Final = 50
"""From the foot of the bars to what stands below their axis."""


def drawn(setting: Setting, found: Sequence[MeetingResult]) -> str:
    """Return the picture as SVG."""
    rows = sum(len(result.bots) for result in found)
    foot = _TOP + rows * _ROW + (len(found) - 1) * _GAP
    height = foot + _BELOW + len(found) * HEIGHT
    title = _("{game}: matches won, and the interval of 95 %", game=setting.game)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{FELT}"/>',
        words(LEFT, 30, title, size=16),
    ]
    for part in range(5):
        x = _across(part / 4)
        parts.append(f'<path d="M{x:.1f} {_TOP - 8}V{foot}" stroke="{EDGE}"/>')
        parts.append(words(x, foot + 22, f"{25 * part} %", anchor="middle"))
    y = _TOP
    for result in found:
        parts += _bars(result, y)
        y += len(result.bots) * _ROW + _GAP
    for number, result in enumerate(found):
        parts += panel(setting, result, foot + _BELOW + number * HEIGHT, number)
    return "\n".join([*parts, "</svg>\n"])


def _bars(result: MeetingResult, top: float) -> Iterator[str]:
    even = _across(1 / len(result.bots))
    foot = top + len(result.bots) * _ROW - 6
    yield f'<path d="M{even:.1f} {top - 6}V{foot}" stroke="{INK}" stroke-dasharray="2 4"/>'
    for place, bot in enumerate(result.bots):
        yield from _bar(bot, top + place * _ROW + _ROW / 2 - 4, mark_of(place).colour)


def _bar(bot: BotResult, y: float, colour: str) -> Iterator[str]:
    low, mean, high = map(_across, (bot.share.low, bot.share.mean, bot.share.high))
    yield words(LEFT, y + 5, bot.name)
    yield (
        f'<path d="M{low:.1f} {y - 5}v10M{low:.1f} {y}H{high:.1f}m0 -5v10" stroke="{colour}"'
        ' stroke-width="2" fill="none"/>'
    )
    yield f'<circle cx="{mean:.1f}" cy="{y}" r="5" fill="{colour}"/>'
    yield words(WIDTH - 16, y + 5, f"{decimal(100 * bot.share.mean)} %", anchor="end")


def _across(part: float) -> float:
    return _FROM + (_TO - _FROM) * part
