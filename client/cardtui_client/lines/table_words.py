"""Tables in lines: a line each, or all that the lobby knows of one, and which one you mean."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from cardtui.v1 import tables_pb2
from cardtui_client.faces.buy_ins import brings_words
from cardtui_client.faces.game_words import (
    bot_words,
    changed_options,
    choice_name,
    game_name,
    game_title,
    option_name,
    preset_choice,
    preset_name,
    value_words,
)
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.table_offers import Offers
from cardtui_client.faces.terms import terms_told, told_shortly
from cardtui_client.faces.typed import MOST_CHOICES
from cardtui_client.i18n import _, n_
from cardtui_client.limits import (
    CLAUSE_CELLS,
    MOST_PRESETS,
    MOST_SEATS,
    NAME_CELLS,
    TABLE_NAME_CELLS,
)
from cardtui_client.lines.help import Command, typed
from cardtui_client.lines.table_wishes import WISHES
from cardtui_client.model.cards import either_words
from cardtui_client.model.table_summary import (
    is_free,
    lack_words,
    names_of,
    player,
    seats_words,
    state_words,
    tables_named,
)
from cardtui_client.text import safe_text


def table_name(table: tables_pb2.Table) -> str:
    """Return what a table is called: by its name, or else by its id."""
    return safe_text(table.name or table.id, TABLE_NAME_CELLS)


def table_line(table: tables_pb2.Table, *, mine: bool) -> str:
    """Return a table in one line.

    Args:
        table: the table.
        mine: whether one holds a seat there.
    """
    parts = [game_title(table), seats_words(table), state_words(table)]
    if lacking := lack_words(table):
        parts.append(lacking)
    if table.spectators:
        parts.append(spectators_words(table))
    parts += told_shortly(table)
    if mine:
        parts.append(_("you have a seat here"))
    return f"{table_name(table)}: {'; '.join(parts)}"


def spectators_words(table: tables_pb2.Table) -> str:
    """Return how many watch."""
    return n_("1 spectator", "{n} spectators", table.spectators)


def description(table: tables_pb2.Table, game: tables_pb2.Game | None) -> list[str]:
    """Return all that the lobby knows of a table: seats, state, host, and its own rules.

    Args:
        table: the table.
        game: its game, as the server describes it.
    """
    lines = [
        f"{table_name(table)}: {game_name(table.game)}, {preset_name(table.game, table.preset)}.",
        *_seats(table),
        _("State: {state}.", state=state_words(table)),
        *terms_told(table),
    ]
    if table.host:
        lines.append(_("{host} is the host.", host=safe_text(table.host, NAME_CELLS)))
    if table.spectators:
        lines.append(f"{spectators_words(table)}.")
    if game is not None and (changed := changed_options(game, table.options)):
        rules = "; ".join(
            f"{option_name(table.game, name)}: {value_words(table.game, name, value)}"
            for name, value in changed
        )
        lines.append(_("Here: ") + rules)
    return lines


def _seats(table: tables_pb2.Table) -> list[str]:
    seats = table.seats[:MOST_SEATS]
    if table.partners or not any(seat.HasField("team") for seat in seats):
        return [_seats_line(_("Seats"), seats)]
    return [
        _seats_line(
            _("Team {team}", team="AB"[team]),
            [seat for seat in seats if min(seat.team, 1) == team],
        )
        for team in (0, 1)
    ]


def _seats_line(title: str, seats: Sequence[tables_pb2.Seat]) -> str:
    return f"{title}: {', '.join(_seat(seat) for seat in seats)}."


def _seat(seat: tables_pb2.Seat) -> str:
    number = seat.seat + 1
    if is_free(seat):
        return _("{seat} free", seat=number)
    words = f"{number} {player(seat)}"
    if seat.buy_in:
        words = f"{words} ({brings_words(seat)})"
    if seat.bot:
        return f"{words} " + bot_words(seat)
    if seat.stand_in:
        return f"{words} " + _("(a bot plays)")
    return f"{words} " + _("(ready)") if seat.ready else words


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


class NoSuchTable(ValueError):
    """No table is meant, or several are; the sentence says what to type instead."""


def chosen_table(
    text: str,
    tables: Sequence[tables_pb2.Table],
    listed: Sequence[tables_pb2.Table],
    word: str,
) -> tuple[tables_pb2.Table, str]:
    """Return the table that a text begins with, and what follows.

    Args:
        text: what was typed; a name may have blanks, with or without quotation marks.
        tables: those that there are now.
        listed: those of the list that the person has seen: numbers count its lines.
        word: the command that it was typed after, for the advice.

    Raises:
        NoSuchTable: the text names none, or several.
    """
    text = text.strip()
    if not text:
        raise NoSuchTable(_("Say which table: type {word} and its number or its name.", word=word))
    words = text.split()
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if (found := _named(name, tables, listed)) is not None:
            return found, " ".join(words[length:])
    said = safe_text(text, TABLE_NAME_CELLS)
    raise NoSuchTable(_("There is no table “{name}” here.", name=said))


def _named(
    name: str, tables: Sequence[tables_pb2.Table], listed: Sequence[tables_pb2.Table]
) -> tables_pb2.Table | None:
    bare = name.strip("\"'“”").casefold()
    meant = tables_named(bare, tables)
    if len(meant) == 1 and bare in names_of(meant[0]):
        return meant[0]
    if name.isdecimal() and 1 <= int(name[:4]) <= len(listed):
        wanted = listed[int(name[:4]) - 1].id
        return next((table for table in tables if table.id == wanted), None)
    return meant[0] if len(meant) == 1 else None
