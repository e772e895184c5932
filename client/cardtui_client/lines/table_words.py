"""Tables in lines: as you type a new one (``name=value``), a line each (`table_line`), in full.
What may be wished for (`WISHES`), and changed later (`CHANGEABLE_WISHES`); which table a text
begins with: `chosen_table`.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Final

from google.protobuf.message import Message

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.characters import UnknownBot, wanted_bots
from cardtui_client.faces.game_words import (
    OWN_RULES,
    Menu,
    bot_words,
    choice_name,
    game_name,
    game_title,
    option_name,
    own_options,
    preset_choice,
    preset_name,
    value_of,
    value_words,
)
from cardtui_client.faces.registry import face_of
from cardtui_client.faces.standing import brings_words
from cardtui_client.faces.terms import TERMS, changes, request_for, terms_told, told_shortly
from cardtui_client.faces.typed import MOST_CHOICES, BadValue, one_of
from cardtui_client.i18n import _, n_
from cardtui_client.limits import (
    CLAUSE_CELLS,
    HELP_CELLS,
    MOST_OPTIONS,
    MOST_PRESETS,
    NAME_CELLS,
    TABLE_NAME_CELLS,
)
from cardtui_client.lines.typed_words import Command, typed
from cardtui_client.model.cards import either_numbers, either_words
from cardtui_client.model.table_summary import (
    is_free,
    lack_words,
    names_of,
    player,
    seats_words,
    shown_seats,
    state_words,
    tables_named,
)
from cardtui_client.text import safe_text

_SEAT_WISHES: Final = ("seats", "bots")

WISHES: Final = ("rules", *_SEAT_WISHES, *(term.name for term in TERMS))
"""What may be wished for at a table of every game."""

CHANGEABLE_WISHES: Final = frozenset(term.name for term in TERMS if term.right is not None)
"""The wishes, besides rules, that may be changed later."""


class BadWish(ValueError):
    """What was typed is no table; the sentence says what to type instead."""


def new_table(text: str, games: Sequence[tables_pb2.Game]) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask the server for.

    Args:
        text: the game, and after it the wishes: some of `WISHES`, and the game's options.
        games: those that the server plays.

    Raises:
        BadWish: there is no such game, or no such wish, or its value is none.
    """
    words = _words(text)
    if not words:
        raise BadWish(
            _("Say which game: {games}.", games=either_words([each.id for each in games]))
        )
    game = game_named(words[0], games)
    wishes = _wishes(words[1:])
    menu = Menu([game], game.id)
    try:
        seats = int(_one_of(wishes, "seats", [*map(str, game.seats)], menu.fewest))
        terms = {term.name: wishes.pop(term.name) for term in TERMS if term.name in wishes}
        request = request_for(menu, seats, terms)
        if "bots" in wishes:
            wanted_bots(wishes.pop("bots")).put_into(request)
    except (BadValue, UnknownBot) as error:
        raise BadWish(str(error)) from None
    preset, options = chosen_rules(wishes, menu, seats)
    request.preset = preset
    for name, value in options.items():
        request.options[name].CopyFrom(value)
    return request


def term_changes(wishes: Mapping[str, str], table: tables_pb2.Table) -> list[Message]:
    """Return what to ask the server for, as the host of a table wishes its terms to be.

    Raises:
        BadWish: one of the wishes has no such value.
    """
    try:
        return changes(table, wishes)
    except BadValue as error:
        raise BadWish(str(error)) from None


def chosen_rules(
    wishes: dict[str, str],
    menu: Menu,
    seats: int,
    now: Mapping[str, tables_pb2.OptionValue] | None = None,
) -> tuple[str, dict[str, tables_pb2.OptionValue]]:
    """Return the set of rules that is wished for, and the options that differ from it.

    Args:
        wishes: what was typed, by name; all of it must be rules.
        menu: what a new table may have.
        now: the rules to begin with; by default the game's usual ones.

    Raises:
        BadWish: there are no such rules.
    """
    presets = [each.name for each in menu.game.presets[:MOST_PRESETS]]
    begin = dict(now) if now is not None else menu.values(menu.usual)
    if "rules" in wishes:
        begin = menu.values(_one_of(wishes, "rules", presets, menu.usual))
    specs = {spec.name: spec for spec in menu.game.options[:MOST_OPTIONS]}
    for name, text in wishes.items():
        if name not in specs:
            raise BadWish(_unknown(name, menu.game))
        try:
            begin[name] = value_of(specs[name], text, seats)
        except BadValue as error:
            raise BadWish(error.of(name)) from None
    preset = menu.fitting(begin)
    base = menu.values(preset or OWN_RULES)
    return preset or "", {name: each for name, each in begin.items() if base.get(name) != each}


def game_named(word: str, games: Sequence[tables_pb2.Game]) -> tables_pb2.Game:
    """Return the game with that id, or name, or beginning of an id, or number in the list.

    Raises:
        BadWish: there is none, or there are several.
    """
    said = word.casefold()
    for game in games:
        if said in (game.id, game_name(game.id).casefold()):
            return game
    if said.isdecimal() and 1 <= int(said[:4]) <= len(games):
        return games[int(said[:4]) - 1]
    fitting = [game for game in games if game.id.startswith(said)]
    if len(fitting) != 1:
        raise BadWish(
            _(
                "There is no game “{game}” here; choose from {names}.",
                game=safe_text(word, TABLE_NAME_CELLS),
                names=either_words([game.id for game in fitting or games]),
            )
        )
    return fitting[0]


def wishes_of(text: str) -> dict[str, str]:
    """Return what was typed as ``name=value``, by name.

    Raises:
        BadWish: some of it is not of that form.
    """
    return _wishes(_words(text))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        raise BadWish(_("A quotation mark is missing.")) from None


def _wishes(words: Sequence[str]) -> dict[str, str]:
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadWish(
                _(
                    "Type name=value, such as seats=4, not “{text}”.",
                    text=safe_text(word, TABLE_NAME_CELLS),
                )
            )
        found[name.casefold().replace("-", "_")] = value
    return found


def _unknown(name: str, game: tables_pb2.Game) -> str:
    if name in WISHES and name not in CHANGEABLE_WISHES:
        create = typed(Command.CREATE)
        return _(
            "“{name}” is chosen when a table is made: make another one with {create}.",
            name=name,
            create=create,
        )
    return _(
        "{game} has no option “{name}”; type {word} {game} for what there is.",
        word=typed(Command.GAMES),
        game=game.id,
        name=safe_text(name, TABLE_NAME_CELLS),
    )


def _one_of(
    wishes: dict[str, str], name: str, values: Sequence[str] | Mapping[str, object], default: str
) -> str:
    try:
        return one_of(wishes.pop(name, default), values)
    except BadValue as error:
        raise BadWish(error.of(name)) from None


def table_name(table: tables_pb2.Table) -> str:
    """Return what a table is called: by its name, or else by its id."""
    return safe_text(table.name or table.id, TABLE_NAME_CELLS)


def table_line(table: tables_pb2.Table, *, mine: bool) -> str:
    """Return a table in one line.

    Args:
        mine: whether you hold a seat there.
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
    if game is not None and (changed := own_options(game, table)):
        rules = "; ".join(
            f"{option_name(table.game, name)}: {value_words(table.game, name, value)}"
            for name, value in changed
        )
        lines.append(_("Here: ") + rules)
    return lines


def _seats(table: tables_pb2.Table) -> list[str]:
    seats = shown_seats(table)
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


def games_lines(games: Sequence[tables_pb2.Game]) -> list[str]:
    """Return the games that the server plays, a line each."""
    return [
        f"{number}) {game.id}: {game_name(game.id)}; "
        + _("seats: {seats}", seats=either_numbers(game.seats))
        + "; "
        + _("rules: {presets}", presets=", ".join(each.name for each in game.presets))
        for number, game in enumerate(games, 1)
    ]


def game_lines(game: tables_pb2.Game) -> list[str]:
    """Return the options of a game as you type them, with what they change."""
    create = typed(Command.CREATE)
    about = _("Type name=value after {word} {game}, for any of these:", word=create, game=game.id)
    lines = [about]
    menu = Menu([game], game.id)
    for preset in game.presets[:MOST_PRESETS]:
        named = preset_choice(game, preset.name)
        meaning = face_of(game.id).preset_meaning(preset.name)
        lines.append(f"rules={preset.name}: {named}. {meaning}".rstrip())
    for spec in menu.specs(menu.usual):
        value = value_words(game.id, spec.name, spec.default)
        if spec.choices:
            names = (f"{each} ({choice_name(game.id, spec.name, each)})" for each in spec.choices)
            value = _("one of {values}", values=either_words([*names][:MOST_CHOICES]))
        clause = safe_text(spec.clause, CLAUSE_CELLS)
        about = safe_text(_(spec.help), HELP_CELLS)
        lines.append(
            f"{spec.name}={_default(spec)}: {option_name(game.id, spec.name)}; {value}. {about}"
            + (f" [{clause}]" if clause else "")
        )
    return [*lines, _("For every game: {names}.", names=", ".join(WISHES))]


def _default(spec: tables_pb2.OptionSpec) -> str:
    """Return the default of an option as you would type it."""
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
