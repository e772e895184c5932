"""What games, their options and the values of those are called in the reader's language.

Games that this client has not heard of are shown by the words that the server has for
them, so that a newer server can be played on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.characters import manner_of
from cardtui_client.faces.presenter import in_words
from cardtui_client.faces.registry import face_of
from cardtui_client.i18n import _, mark
from cardtui_client.text import safe_text

_CELLS: Final = 40
_PRESET_CELLS: Final = 16

_LEVELS: Final = {
    tables_pb2.BOT_LEVEL_EASY: mark("easy"),
    tables_pb2.BOT_LEVEL_NORMAL: mark("normal"),
    tables_pb2.BOT_LEVEL_HARD: mark("hard"),
}


def game_name(game: str) -> str:
    """Return what the game is called."""
    return face_of(game).name or in_words(game)


def game_title(table: tables_pb2.Table) -> str:
    """Return the game’s name, with the preset’s unless that plays as the source does."""
    name = game_name(table.game)
    if not table.preset or table.preset == next(iter(face_of(table.game).presets), ""):
        return name
    return f"{name}, {safe_text(preset_name(table.game, table.preset), _PRESET_CELLS)}"


def preset_name(game: str, preset: str) -> str:
    """Return what the preset is called; ``""`` is for rules of the table's own."""
    return face_of(game).preset_name(preset) if preset else _("custom rules")


def usual_preset(game: tables_pb2.Game) -> str:
    """Return the preset that most tables play, or else the first; ``""`` where there is none."""
    presets = sorted(game.presets, key=lambda preset: not preset.usual)
    return next((preset.name for preset in presets), "")


def preset_choice(game: tables_pb2.Game, preset: str) -> str:
    """Return what the preset is called where one chooses among several."""
    name = preset_name(game.id, preset)
    if preset and preset == usual_preset(game) and len(game.presets) > 1:
        return _("{preset} (usual)", preset=name)
    return name


def preset_meaning(game: str, preset: str) -> str:
    """Return how the preset plays, for a form in which its options can be changed."""
    about = face_of(game).preset_meaning(preset) if preset else ""
    return " ".join(each for each in (about, _("Change what you like below.")) if each)


def option_name(game: str, option: str) -> str:
    """Return what the option is called."""
    return face_of(game).option_name(option)


def choice_name(game: str, option: str, choice: str) -> str:
    """Return what a value of an option of few values is called."""
    return face_of(game).choice_name(option, choice)


def level_name(level: int) -> str:
    """Return what the level of a bot is called."""
    known = _LEVELS.get(level)  # type: ignore[call-overload]  # an unknown level is a plain number
    return _(known) if known else ""


def bot_words(seat: tables_pb2.Seat) -> str:
    """Return how strong the bot in a seat is, and its manner."""
    manner = manner_of(seat.character)
    if not manner:
        return _("(bot, {level})", level=level_name(seat.bot))
    return _("(bot, {level}, {manner})", level=level_name(seat.bot), manner=manner)


def value_words(game: str, option: str, value: tables_pb2.OptionValue) -> str:
    """Return an option's value as people read it."""
    match value.WhichOneof("value"):
        case "flag":
            return _("yes") if value.flag else _("no")
        case "number":
            return str(value.number)
        case "choice":
            return choice_name(game, option, value.choice)
        case "text":
            return safe_text(value.text, _CELLS) or "–"
        case "by_seat":
            return ", ".join(str(number) for number in value.by_seat.numbers[:8])
        case _:
            return "–"


def changed_options(
    game: tables_pb2.Game, options: Mapping[str, tables_pb2.OptionValue]
) -> list[tuple[str, tables_pb2.OptionValue]]:
    """Return the options that differ from the sheet's defaults, in the sheet's order."""
    return [
        (spec.name, options[spec.name])
        for spec in game.options
        if spec.name in options and options[spec.name] != spec.default
    ]
