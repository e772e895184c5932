"""Checks the rules of a table: how many may play, whether its options go together, and which preset
they are, even if they were chosen one by one (`chosen_options`); what each game allows is in the
engine. Where a language has no sheet, it is the English one (`sheet`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.library.registry import get_game
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import BadOption, BadSetup, either
from cardtui_engine.rules import AnyRules
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.timed_rules import rules_of
from cardtui_server.safe_text import TABLE_NAME_CELLS, safe_text

_QUOTED_CELLS: Final = 200
"""The widest part of a caller's own words that a refusal repeats, in terminal cells."""


def find_rules(game: str) -> AnyRules:
    """Return the rules of a game.

    Raises:
        Refused: there is no such game.
    """
    try:
        return rules_of(game)
    except KeyError:
        raise Refused(
            Reason.UNKNOWN_GAME,
            "There is no game “{game}” here: choose one from the list.",
            game=safe_text(game, TABLE_NAME_CELLS),
        ) from None


def chosen_options(
    rules: AnyRules, preset: str, given: Mapping[str, OptionValue], seats: int
) -> tuple[dict[str, OptionValue], str]:
    """Return the values of all options, and the preset that has the same values, or ``""``."""
    if seats not in rules.seats:
        raise Refused(
            Reason.BAD_REQUEST,
            "This game is for {seats} players: choose one of these numbers.",
            seats=either(rules.seats),
        )
    presets = {each.name: each.values for each in rules.presets}
    if preset and preset not in presets:
        raise Refused(
            Reason.BAD_OPTION,
            "This game has the presets {presets}: choose one of them, or none.",
            presets=", ".join(presets),
        )
    try:
        values = rules.options({**presets.get(preset, {}), **given}, seats)
        cleaned = {
            name: safe_text(value, TABLE_NAME_CELLS) if isinstance(value, str) else value
            for name, value in values.items()
        }
        rules.start(cleaned, seats, 0)
    except BadOption as error:
        arguments = {name: safe_text(value, _QUOTED_CELLS) for name, value in error.args_.items()}
        raise Refused(Reason.BAD_OPTION, error.template, arguments) from error
    except BadSetup as error:
        raise Refused(
            Reason.BAD_OPTION,
            "{what}: choose another value.",
            what=safe_text(str(error), _QUOTED_CELLS),
        ) from error
    for each in rules.presets:
        if rules.options(each.values, seats) == cleaned:
            return cleaned, each.name
    return cleaned, ""


def sheet(game: str, language: str) -> str:
    """Return a game's sheet in that language; the English one if there is no other."""
    return get_game(game).sheet(language)
