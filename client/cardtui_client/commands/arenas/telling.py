"""An arena told: a table with a line for each bot, what it shows as bars, and the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.cells import cell_len

from cardtui_client.commands.arenas.players import Setting
from cardtui_client.commands.arenas.results import BotResult, MeetingResult
from cardtui_client.i18n import _, decimal, n_
from cardtui_engine.library.intervals import Estimate, Times
from cardtui_engine.library.registry import get_rules

_BAR: Final = 44
"""How many cells wide the bars are."""

_SIGNS: Final = (("├", "─", "┤", "●", "┊"), ("|", "-", "|", "o", ":"))
"""The ends and the middle of an interval, the mean, and where nobody would be better."""


def told(setting: Setting, found: Sequence[MeetingResult], *, ascii_only: bool) -> Iterator[str]:
    """Yield lines that tell what came of an arena."""
    yield _headline(setting)
    for result in found:
        yield ""
        yield from _table(setting, result)
        yield ""
        yield from _bars(result, _SIGNS[ascii_only])
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
        cells = [" "] * (_BAR + 1)
        cells[round(_BAR / len(result.bots))] = even
        low, high = round(each.share.low * _BAR), round(each.share.high * _BAR)
        for at in range(low, high + 1):
            cells[at] = line
        cells[low], cells[high] = left, right
        cells[round(each.share.mean * _BAR)] = mean
        yield f"{_padded(each.name, wide)}  {''.join(cells)}".rstrip()
    yield f"{'':{wide}}  0 %{'100 %':>{_BAR - 2}}"


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
    return f"{1000 * times.mean:.2g} ({1000 * times.below(0.99):.2g}) ms"


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
