"""``cardtui connect``: to a server's lobby, or straight to a table.
When a join line leads to the only table of a server at once: `only_table`.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from cardtui_client.command_line import options
from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.profile import ask_nameless, enter_kiosk, load_settings
from cardtui_client.command_line.table_options import (
    TableOptions,
    request_by,
    table_options,
    table_request,
)
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cardtui.v1 import lobby_service_pb2
    from cardtui_client.lines.lobby import Going
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


@click.command(
    epilog="""\b
Examples:
  cardtui connect
  cardtui connect 192.168.1.7:8782/ECR0G-WFM9G-B8WZ4-MKQZH
  cardtui connect 127.0.0.1 --plain --name Ana
  cardtui connect 127.0.0.1 --plain --new truco-argentino --name Ana
  cardtui connect 127.0.0.1 --plain --table Ana --name Bia
  cardtui connect 127.0.0.1 --code wshpk4
  cardtui connect 127.0.0.1 --quick cacho
  cardtui connect 127.0.0.1 --json
"""
)
@click.argument("address", metavar="[SERVER]", required=False)
@click.option("--table", metavar="NAME", help="Sit down at this table (its name or its id).")
@click.option("--code", metavar="CODE", help="Sit down at the private table with this code.")
@click.option(
    "--seat",
    type=click.IntRange(1, 8),
    metavar="NUMBER",
    help="With --table or --code: on this seat, counted from 1.",
)
@click.option(
    "--quick",
    is_flag=False,
    flag_value="",
    metavar="[GAME]",
    help="Sit down with others who wait for this game, or for any.",
)
@click.option(
    "--new",
    type=options.SERVER_GAME,
    metavar="GAME",
    help="With --plain: create a table of this game.",
)
@table_options
@click.option(
    "--bots",
    type=options.BOTS,
    metavar="WHO",
    help="With --new: bots in the other seats: easy, normal or hard, or who, such as chela:hard.",
)
@click.option("--name", metavar="NAME", help="Play under this name.")
@options.access_options
@click.option("--forget", is_flag=True, help="Forget the certificate of this server.")
@options.plain_option(help="As lines of text, for pipes and screen readers.")
@click.option("--json", "as_json", is_flag=True, help="Print the server and its tables as JSON.")
def command(
    *,
    address: str | None,
    table: str | None,
    code: str | None,
    seat: int | None,
    quick: str | None,
    new: str | None,
    wanted: TableOptions,
    bots: str | None,
    name: str | None,
    trust: bool,
    password_file: str | None,
    forget: bool,
    plain: bool | None,
    as_json: bool,
) -> int:
    """Sit down at the tables of a server.

    SERVER is its join line, HOST[:PORT], or its name in the network. Without one: the servers on
    this machine and in the network. A join line leads to the table, if its server has only one.
    With --plain, a pipe comes into the lobby, unless --table or --new says to which table it goes.
    """
    settings = load_settings(name)
    if forget:
        return options.forget_server(settings, address and _meant(settings, address))
    enter_kiosk(settings, address)
    if address is not None and not settings.kiosk:
        address = _meant(settings, address)
    access = options.given_access(trust=trust, password_file=password_file)
    if as_json:
        from cardtui_client.commands.lookup import print_servers

        return print_servers(settings, address, access)
    if code is not None:
        if table is not None or new is not None or address is None:
            raise Failed(_("--code goes with a server, and without --table and --new."), USAGE)
        from cardtui_client.net.address import table_code

        table = table_code(code)
    if quick is not None:
        if table is not None or new is not None or address is None:
            raise Failed(_("--quick goes with a server, and without --table and --new."), USAGE)
        quick = options.SERVER_GAME.convert(quick, None, None) if quick else ""
    if seat is not None and table is None:
        raise Failed(_("--seat goes with --table or --code."), USAGE)
    request = None
    if new is not None:
        request = partial(_request_at, new, wanted, bots or "")
        if new in options.all_games():  # what is wrong is said before anybody is asked
            table_request(new, wanted, bots=bots or "")
    aim = _Aim(table, code is not None, seat, quick, request)
    if options.wants_lines(settings, plain):
        return _go_in_lines(settings, address, access, aim)
    return _go_on_screens(settings, address, access, aim)


class _Aim(NamedTuple):
    """What is wanted on a server besides its lobby.

    Attributes:
        table: the name or the id of a table; ``None`` for none.
        private: whether that is the code of a private one.
        seat: which seat there, counted from 1; ``None`` for any.
        quick: the game to play with others, ``""`` for any of them; ``None`` for none.
        request: returns what to ask the server for to make a table; ``None`` to make none.
    """

    table: str | None
    private: bool
    seat: int | None
    quick: str | None
    request: Callable[[Connection], Awaitable[lobby_service_pb2.CreateTableRequest]] | None


def _invited(settings: Settings, address: str) -> bool:
    from cardtui_client.net.address import invites

    return not settings.kiosk and invites(address)


def _go_in_lines(settings: Settings, address: str | None, access: options.Access, aim: _Aim) -> int:
    if address is None:
        from cardtui_client.commands.lookup import list_servers

        list_servers(settings, network=True)
        return 0
    from cardtui_client.commands.session import run_reaching

    ask_nameless(settings, address)
    return run_reaching(_visit_in_lines(settings, address, access, aim))


def _go_on_screens(
    settings: Settings, address: str | None, access: options.Access, aim: _Aim
) -> int:
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.tui.launch import AtHome, AtServer, AtTable

    need_terminal(kiosk=settings.kiosk)
    if aim.request is not None:
        raise Failed(_("--new goes with --plain; in the lobby, press n to create a table."), USAGE)
    start: AtHome | AtServer | AtTable
    if address is None:
        start = AtHome()
    elif aim.quick is not None:
        start = AtTable(address, "", seat=True, quick=aim.quick)
    elif aim.table is None and not _invited(settings, address):
        start = AtServer(address)
    else:
        place = None if aim.seat is None else aim.seat - 1
        start = AtTable(address, aim.table or "", seat=True, private=aim.private, place=place)
    return open_screens(settings, start, access=access)


def _meant(settings: Settings, typed: str) -> str:
    # Loaded where an address was typed: the home screen is there sooner.
    from cardtui_client.commands.lookup import server_meant

    return server_meant(settings, typed)


async def _visit_in_lines(
    settings: Settings, address: str, access: options.Access, aim: _Aim
) -> int:
    from cardtui_client.commands.front_end import visit_in_lines
    from cardtui_client.commands.session import reach
    from cardtui_client.lines.lobby import Going

    async with await reach(settings, address, access) as connection:
        going = None
        if aim.request is not None:
            made = await connection.create_table(await aim.request(connection))
            going = Going(made.table.id, seat=True)
        elif aim.quick is not None:
            game = await _game_at(connection, aim.quick) if aim.quick else ""
            going = Going((await connection.quick_match(game)).table.id, seat=True)
        elif aim.table is not None:
            sit_down = _sit_down_by_code if aim.private else _sit_down
            going = Going(*await sit_down(connection, aim.table, aim.seat))
        elif _invited(settings, address) and sys.stdin.isatty():
            going = await only_table(connection)  # what a pipe types is meant for the lobby
        return await visit_in_lines(connection, going, settings)


async def only_table(connection: Connection) -> Going | None:
    """Return the only table of a server, where you sit down if a seat is free; else ``None``."""
    from cardtui_client.lines.lobby import Going
    from cardtui_client.model.table_summary import seats_to_take
    from cardtui_client.net.call_errors import Refused

    tables = (await connection.list_tables()).tables
    if len(tables) != 1:
        return None
    table = tables[0]
    if connection.sits_at(table):
        return Going(table.id, seat=True)
    if seats_to_take(table):
        try:
            await connection.join(table.id)
        except Refused:
            return None  # somebody was quicker, or is not wanted there: the lobby shows the rest
        return Going(table.id, seat=True)
    return Going(table.id, seat=False)


async def _request_at(
    new: str, wanted: TableOptions, bots: str, connection: Connection
) -> lobby_service_pb2.CreateTableRequest:
    """Return what to ask a server for, by what it says of the game itself."""
    from cardtui_client.faces.game_words import Menu

    if new in options.game_ids():
        return table_request(new, wanted, bots=bots)
    game = await _game_at(connection, new)
    games = (await connection.list_games()).games
    return request_by(Menu(games, game), wanted, bots=bots)


async def _game_at(connection: Connection, named: str) -> str:
    """Return the game that is meant of those that a server has."""
    from cardtui_client.lines.table_words import BadWish, game_named

    if named in options.game_ids():
        return named
    try:
        return game_named(named, (await connection.list_games()).games).id
    except BadWish as error:
        raise Failed(str(error), USAGE) from None


async def _sit_down(connection: Connection, wanted: str, seat: int | None) -> tuple[str, bool]:
    """Sit down at the table that is meant; return its id, and whether you sit or ask for a seat."""
    from cardtui_client.commands.lookup import find_table

    table = await find_table(connection, wanted)
    if table.id in connection.seated_at:
        return table.id, True
    if seat is not None and seat > len(table.seats):
        raise Failed(_("That table has the seats 1 to {last}.", last=len(table.seats)), FAILED)
    answer = await connection.join(table.id, None if seat is None else seat - 1, ask=True)
    return table.id, not answer.asked


async def _sit_down_by_code(
    connection: Connection, code: str, seat: int | None
) -> tuple[str, bool]:
    if code in connection.seated_at:
        return code, True
    answer = await connection.join_by_code(code, None if seat is None else seat - 1)
    return code, not answer.asked
