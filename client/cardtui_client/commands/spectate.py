"""``cardtui spectate``: watch a table, or a tournament in a hall (``--standings``).
With no server named it takes the only one on this machine, and of several or none opens home; in
lines it asks you to name one (`commands/lookup.py`).
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cardtui_client.command_line.errors import Failed
from cardtui_client.command_line.options import (
    Access,
    access_options,
    given_access,
    plain_option,
    wants_lines,
)
from cardtui_client.command_line.profile import ask_nameless, enter_kiosk, load_settings
from cardtui_client.exit_codes import FAILED, USAGE
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.settings import Settings


@click.command(
    epilog="""\b
Examples:
  cardtui spectate
  cardtui spectate 127.0.0.1:8782 --table Ana
  cardtui spectate 127.0.0.1:8782 --code wshpk4
  cardtui spectate --plain | tee match.txt
  cardtui spectate --follow --plain | tee evening.txt
  cardtui spectate 127.0.0.1:8782 --standings Friday
"""
)
@click.argument("address", metavar="[SERVER]", required=False)
@click.option("--table", metavar="NAME", help="Watch this table (its name or its id).")
@click.option("--code", metavar="CODE", help="Watch the private table with this code.")
@click.option(
    "--standings", metavar="NAME", help="Show this tournament to a hall: it needs no key."
)
@click.option("--name", metavar="NAME", help="Watch under this name.")
@click.option("--follow", is_flag=True, help="Show every match of the table until it is closed.")
@access_options
@plain_option(help="As lines of text, until the match is over.")
def command(
    *,
    address: str | None,
    table: str | None,
    code: str | None,
    standings: str | None,
    name: str | None,
    follow: bool,
    trust: bool,
    password_file: str | None,
    plain: bool | None,
) -> int:
    """Watch a table, read-only.

    SERVER is its join line, or HOST[:PORT]. Without one: the server on this machine. Without a
    table: the only one there. The screen shows every match of a table by itself; lines do so with
    --follow, also while the server is away for a while. Sent away, they end with code 1. With
    --standings: a tournament, round by round, for a projector in the hall.
    """
    from cardtui_client.commands.front_end import need_terminal, open_screens
    from cardtui_client.commands.lookup import only_server
    from cardtui_client.commands.session import run_reaching
    from cardtui_client.net.address import table_code
    from cardtui_client.net.discovery import running_servers
    from cardtui_client.tui.launch import AtHome, AtTable, AtTournament

    if code is not None and table is not None:
        raise Failed(_("Choose one of --table and --code."), USAGE)
    if standings is not None and (code is not None or table is not None or follow):
        raise Failed(_("With --standings there is no table to watch."), USAGE)
    settings = load_settings(name)
    enter_kiosk(settings, address)
    access = given_access(trust=trust, password_file=password_file)
    if wants_lines(settings, plain):
        address = address or only_server(settings, "")
        ask_nameless(settings, address)
        if standings is not None:
            return run_reaching(_watch_standings(settings, address, access, standings))
        return run_reaching(_watch_lines(settings, address, access, table, code, follow=follow))
    need_terminal(kiosk=settings.kiosk)
    if address is None and (table or code or standings is not None):
        address = only_server(settings, "")
    if standings is not None and address is not None:
        return open_screens(settings, AtTournament(address, standings), access=access)
    if address is None:
        here = running_servers(settings.data_folder())
        if len(here) != 1:
            return open_screens(settings, AtHome(), access=access)
        address = here[0].address
    start = (
        AtTable(address, table or "", seat=False)
        if code is None
        else AtTable(address, table_code(code), seat=False, private=True)
    )
    return open_screens(settings, start, access=access)


async def _watch_lines(
    settings: Settings,
    address: str,
    access: Access,
    wanted: str | None,
    code: str | None,
    *,
    follow: bool,
) -> int:
    from cardtui_client.commands.front_end import play_lines
    from cardtui_client.commands.lookup import find_table
    from cardtui_client.commands.session import reach
    from cardtui_client.net.address import table_code

    async with await reach(settings, address, access) as connection:
        table = (
            await find_table(connection, wanted, seat=False)
            if code is None
            else await connection.find_by_code(table_code(code))
        )
        return await play_lines(connection, table.id, settings, seat=False, until_over=not follow)


async def _watch_standings(settings: Settings, address: str, access: Access, wanted: str) -> int:
    from cardtui_client.commands.session import reach
    from cardtui_client.faces.tournament_words import NotOne, meant
    from cardtui_client.lines.tournament import watch_tournament
    from cardtui_client.model.tournament import TournamentModel

    connection = await reach(settings, address, access)
    try:
        found = meant(wanted, [*map(TournamentModel, await connection.list_tournaments())])
        return await watch_tournament(connection, found.now.id, sys.stdout)
    except NotOne as error:
        raise Failed(str(error), FAILED) from None
    finally:
        await connection.close()
