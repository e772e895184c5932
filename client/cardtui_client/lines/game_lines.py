"""Games as lines of text: those that a server plays, and the options of each as one types them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.games.game_words import (
    choice_name,
    game_name,
    option_name,
    preset_choice,
    value_words,
)
from cardtui_client.games.registry import face_of
from cardtui_client.games.table_offers import Offers
from cardtui_client.games.typed import MOST_CHOICES
from cardtui_client.i18n import _
from cardtui_client.limits import CLAUSE_CELLS, MOST_PRESETS, TABLE_NAME_CELLS
from cardtui_client.lines.commands import Command, typed
from cardtui_client.lines.table_wishes import WISHES
from cardtui_client.model.cards import either_words
from cardtui_client.text import safe_text

_HELP_CELLS: Final = 300


def games_lines(games: Sequence[tables_pb2.Game]) -> list[str]:
    """Return the games that the server plays, a line each."""
    return [
        f"{number}) {game.id}: {game_name(game.id)}; "
        + _("seats: {seats}", seats=", ".join(map(str, game.seats)))
        + "; "
        + _("rules: {presets}", presets=", ".join(each.name for each in game.presets))
        for number, game in enumerate(games, 1)
    ]


def game_lines(game: tables_pb2.Game) -> list[str]:
    """Return the options of a game as one types them, with what they change."""
    create = typed(Command.CREATE)
    about = _("Type name=value after {word} {game}, for any of these:", word=create, game=game.id)
    lines = [about]
    offers = Offers([game], game.id)
    for preset in game.presets[:MOST_PRESETS]:
        named = preset_choice(game, preset.name)
        meaning = face_of(game.id).preset_meaning(preset.name)
        lines.append(f"rules={preset.name}: {named}. {meaning}".rstrip())
    for spec in offers.specs(offers.usual):
        value = value_words(game.id, spec.name, spec.default)
        if spec.choices:
            names = (f"{each} ({choice_name(game.id, spec.name, each)})" for each in spec.choices)
            value = _("one of {values}", values=either_words([*names][:MOST_CHOICES]))
        clause = safe_text(spec.clause, CLAUSE_CELLS)
        about = safe_text(_(spec.help), _HELP_CELLS)
        lines.append(
            f"{spec.name}={_default(spec)}: {option_name(game.id, spec.name)}; {value}. {about}"
            + (f" [{clause}]" if clause else "")
        )
    return [*lines, _("For every game: {names}.", names=", ".join(WISHES))]


def _default(spec: tables_pb2.OptionSpec) -> str:
    """Return the default of an option as one would type it."""
    match spec.default.WhichOneof("value"):
        case "flag":
            return "yes" if spec.default.flag else "no"
        case "choice":
            return safe_text(spec.default.choice, TABLE_NAME_CELLS)
        case "text":
            return shlex.quote(safe_text(spec.default.text, TABLE_NAME_CELLS))
        case "by_seat":
            return ",".join(map(str, spec.default.by_seat.numbers[:12]))
        case _:
            return str(spec.default.number)
