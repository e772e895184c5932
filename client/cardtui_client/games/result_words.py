"""What a person has won and lost, in words: each game, and the latest matches."""

from __future__ import annotations

import time
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardtui_client.games.game_words import game_name
from cardtui_client.i18n import _, n_
from cardtui_client.model.sides import names
from cardtui_client.settings.results import Result, Results

_LATEST: Final = 20
"""How many of the latest matches are told as lines."""


def when(result: Result) -> str:
    """Return day and time of a match's end, by the clock of this machine."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(result.at))


def nothing_words() -> str:
    """Return what to say where no match has ended."""
    return _("No match has ended yet. What you win and lose will stand here.")


def score_words(won: int, lost: int) -> str:
    """Return how many matches were won and lost."""
    parts = n_("{n} won", "{n} won", won), n_("{n} lost", "{n} lost", lost)
    return ", ".join(parts) + "."


def result_lines(
    results: Results, records: Mapping[tuple[str, int], int] = MappingProxyType({})
) -> list[str]:
    """Return all of it as lines of text.

    Args:
        results: what there is to tell.
        records: the numbers of the records that are kept, by table and number of the match there.
    """
    scores = results.scores()
    if not scores:
        return [nothing_words()]
    lines = [f"{game_name(game)}: {score_words(*score)}" for game, score in scores.items()]
    lines.append(_("The latest matches:"))
    for each in results.latest()[:_LATEST]:
        number = records.get((each.table, each.match))
        record = "" if number is None else " " + _("Record {number}.", number=number)
        lines.append(_line(each) + record)
    return lines


def _line(result: Result) -> str:
    game, against, partners = game_name(result.game), result.against, result.partners
    told = {"when": when(result), "game": game, "others": names([*against])}
    if not partners:
        if result.won:
            return _("{when}, {game}: won against {others}.", **told)
        return _("{when}, {game}: lost against {others}.", **told)
    told["partners"] = names([*partners])
    if result.won:
        return _("{when}, {game}: won with {partners} against {others}.", **told)
    return _("{when}, {game}: lost with {partners} against {others}.", **told)
