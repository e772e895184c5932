"""The flags of commands that make a table (seats, preset, options, terms), read into a request.
It says which one is wrong before a server is asked; the rules themselves check options against
each other, and which values a term takes is in `faces/terms.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cardtui_client.command_line.errors import Failed, with_near
from cardtui_client.command_line.options import (
    complete_options,
    complete_presets,
    complete_seats,
    complete_values,
    with_options,
)
from cardtui_client.exit_codes import USAGE
from cardtui_client.faces.terms import TERMS, Flag, Kind, Term, request_for
from cardtui_client.faces.typed import BadValue
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui.v1 import lobby_service_pb2, tables_pb2
    from cardtui_client.faces.game_words import Menu
    from cardtui_engine.rules import AnyRules


class TableOptions(NamedTuple):
    """What the command line says of the table that is wanted, as it was typed.

    Attributes:
        seats: how many; ``None`` for the fewest.
        preset: a preset's name; empty for the one that most tables play.
        options: what differs from the preset, each as ``name=value``.
        terms: the values of `TERMS` that were given, by name.
    """

    seats: int | None = None
    preset: str = ""
    options: tuple[str, ...] = ()
    terms: Mapping[str, str] = {}

    @classmethod
    def taken_from(cls, values: dict[str, Any]) -> TableOptions:
        """Take them out of what click has read."""
        found = {name: values.pop(name) for name in ("seats", "preset", "options")}
        given = {term.name: values.pop(term.name) for term in TERMS if term.flag is not None}
        terms = {
            name: "yes" if value is True else value
            for name, value in given.items()
            if value is not None and value is not False
        }
        return cls(**found, terms=terms)


preset_option = click.option(
    "--preset",
    metavar="NAME",
    default="",
    shell_complete=complete_presets,
    help="Play by this preset; default: the usual one.",
)
options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_options,
    help="Change one option; may be repeated.",
)


def table_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that say what table is wanted; the command takes them as ``wanted``."""

    @wraps(command)
    def gathered(*args: Any, **values: Any) -> int:
        wanted = TableOptions.taken_from(values)
        return command(*args, wanted=wanted, **values)

    return with_options(
        gathered,
        click.option(
            "--seats",
            type=click.IntRange(2, 8),
            metavar="NUMBER",
            shell_complete=complete_seats,
            help="The number of seats.",
        ),
        preset_option,
        options_option,
        *(_option(term, term.flag) for term in TERMS if term.flag is not None),
    )


def _option(term: Term, flag: Flag) -> Callable[[Any], Any]:
    """Return the option of a term: one of its values, yes, or a text that is read later."""
    names = (f"--{flag.name}", term.name)
    if flag.metavar:
        offered = partial(complete_values, [*term.values])
        return click.option(*names, metavar=flag.metavar, shell_complete=offered, help=flag.help)
    if term.kind is Kind.SWITCH:
        return click.option(*names, is_flag=True, help=flag.help)
    return click.option(*names, type=click.Choice([*term.values]), help=flag.help)


def table_request(
    game: str, wanted: TableOptions, *, bots: str = ""
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask a server for, checked by the rules that are installed here.

    Args:
        wanted: what the table is to be like.
        bots: which bots take the other seats, as you type it; empty to leave them free.

    Raises:
        Failed: the game has no such number of seats, preset, option or value, or no use for a term.
    """
    from cardtui_engine.library.registry import get_rules

    request = request_by(menu_of(game), wanted, bots=bots)
    _check(request, get_rules(game))
    return request


def request_by(
    menu: Menu, wanted: TableOptions, *, bots: str = ""
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask a server for, by what it says of the game; the maker sits down first.

    Args:
        menu: what may be chosen.
        wanted: what the table is to be like.
        bots: which bots take the other seats, as you type it; empty to leave them free.

    Raises:
        Failed: the game has no such number of seats, preset, option or value, or no use for a term.
    """
    from cardtui_client.faces.characters import wanted_bots
    from cardtui_client.faces.game_words import value_of
    from cardtui_client.model.cards import either_numbers

    seats = wanted.seats or int(menu.fewest)
    if seats not in menu.game.seats:
        sentence = _(
            "{game} is for {allowed} players, not {seats}.",
            game=menu.game.id,
            allowed=either_numbers(menu.game.seats),
            seats=seats,
        )
        raise Failed(sentence, USAGE)
    try:
        request = request_for(menu, seats, wanted.terms, dashes="--")
    except BadValue as error:
        raise Failed(str(error), USAGE) from None
    request.preset = wanted.preset or menu.usual
    _check_preset(request.preset, menu)
    specs = {spec.name: spec for spec in menu.game.options}
    for text in wanted.options:
        name, value = _option_named(text, specs)
        try:
            request.options[name].CopyFrom(value_of(specs[name], value, seats))
        except BadValue as error:
            raise Failed(error.of(name), USAGE) from None
    if bots:
        wanted_bots(bots).put_into(request)
    if len(request.wanted_bots) >= seats:
        sentence = _(
            "--bots names {bots} bots; there is room for {room}.",
            bots=len(request.wanted_bots),
            room=seats - 1,
        )
        raise Failed(sentence, USAGE)
    return request


def menu_of(game: str) -> Menu:
    """Return what may be chosen for a table of a game, as a server would describe it."""
    from cardtui_client.faces.game_words import Menu
    from cardtui_server.wire.catalogue import describe

    return Menu([describe(game)], game)


def all_options(request: lobby_service_pb2.CreateTableRequest) -> dict[str, tables_pb2.OptionValue]:
    """Return every option of the table that is asked for, as the table itself tells them."""
    return {**menu_of(request.game).values(request.preset), **request.options}


def _check_preset(preset: str, menu: Menu) -> None:
    presets = [each.name for each in menu.game.presets]
    if preset and preset not in presets:
        sentence = _(
            "{game} has no preset “{preset}”; choose from {names}.",
            game=menu.game.id,
            preset=preset,
            names=", ".join(presets),
        )
        raise Failed(with_near(sentence, preset, presets), USAGE)


def _option_named(text: str, specs: Mapping[str, tables_pb2.OptionSpec]) -> tuple[str, str]:
    """Return the two sides of ``name=value``, if there is an option of that name."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Failed(_("--option takes NAME=VALUE, not “{text}”.", text=text), USAGE)
    if name not in specs:
        sentence = _(
            "There is no option “{name}”; choose from {names}.", name=name, names=", ".join(specs)
        )
        raise Failed(with_near(sentence, name, specs), USAGE)
    return name, value


def _check(request: lobby_service_pb2.CreateTableRequest, rules: AnyRules) -> None:
    """Check that the options go together, with the chips of everybody, and with being rated."""
    from cardtui_engine.refusals import BadOption, BadSetup
    from cardtui_server.wire.values import read_option

    given = {name: read_option(value) for name, value in all_options(request).items()}
    seats, least, most = request.seats, request.least_buy_in, request.most_buy_in
    try:
        checked = rules.options(given, seats)
        rules.start(checked, seats, 0)
        for chips in {least, most} - {0}:
            rules.options({**checked, rules.chips_option: chips}, seats)
    except BadOption as error:
        raise Failed(_(error.template, **error.args_), USAGE) from None
    except BadSetup as error:
        raise Failed(f"{error}.", USAGE) from None
    if request.rated and (
        least or not any(rules.options(each.values, seats) == checked for each in rules.presets)
    ):
        sentence = _(
            "Matches are rated by the rules of a preset, where all bring the same chips: leave out "
            "--rated, or --option and --buy-ins."
        )
        raise Failed(sentence, USAGE)
