"""``cardtui tables``: lists a server's tables, a line each; the operator may close any of them.
What stands in a line: `_line`. A table's line in the lobby of lines is in `lines/table_words.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cardtui_client.command_line.options import Access, access_options, given_access
from cardtui_client.command_line.profile import load_settings
from cardtui_client.i18n import _, n_
from cardtui_client.limits import TABLE_NAME_CELLS

if TYPE_CHECKING:
    from cardtui.v1 import tables_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  cardtui tables
  cardtui tables --json
  cardtui tables --at 192.168.1.7
  cardtui tables close Ana
  cardtui --data /var/lib/cardtui tables close Ana
""",
)
@click.option("--at", "address", metavar="HOST[:PORT]", help="Ask this server.")
@click.option("--name", metavar="NAME", help="Ask under this name.")
@click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")
@access_options
@click.pass_context
def command(
    ctx: click.Context,
    *,
    address: str | None,
    name: str | None,
    as_json: bool,
    trust: bool,
    password_file: str | None,
) -> None:
    """List the tables of a server.

    Without --at: the server that runs in the data folder, whose operator you are if you may read
    that folder; or else the only server on this machine.
    """
    access = given_access(trust=trust, password_file=password_file)
    ctx.obj = (load_settings(name), address, access)
    if ctx.invoked_subcommand is None:
        _run(_list(*ctx.obj, as_json=as_json))


@command.command()
@click.argument("table", metavar="NAME|ID")
@click.pass_obj
def close(asked: tuple[Settings, str | None, Access], table: str) -> None:
    """Close a table, even in the middle of a match.

    The operator may close any; others only those that they host.
    """
    _run(_close(*asked, table))


def _run(work: Any) -> None:
    from cardtui_client.commands.session import run_reaching

    run_reaching(work)


async def _list(settings: Settings, address: str | None, access: Access, *, as_json: bool) -> None:
    async with await _reach(settings, address, access) as connection:
        server = await connection.get_server()
        tables = (await connection.list_tables()).tables
    if as_json:
        from cardtui_client.commands import lookup as server_json

        told = server_json.as_json(connection.address, server, tables)
        click.echo(server_json.as_text({"servers": [told]}))
    elif tables:
        for table in tables:
            click.echo(_line(table))
    else:
        click.echo(_("There is no table there."))
    if server.password_needed and not as_json:
        click.echo(_("Newcomers need the password."))


async def _close(settings: Settings, address: str | None, access: Access, wanted: str) -> None:
    from cardtui_client.commands.lookup import find_table

    async with await _reach(settings, address, access) as connection:
        table = await find_table(connection, wanted, exactly=True)
        await connection.close_table(table.id)
    click.echo(_("Table “{table}” is closed.", table=_safe(table.name)))


async def _reach(settings: Settings, address: str | None, access: Access) -> Connection:
    """Return a connection: the operator's, if it is the server of the data folder."""
    from cardtui_client.commands.lookup import find_operator, only_server
    from cardtui_client.commands.session import reach
    from cardtui_client.net.address import line_to
    from cardtui_client.net.connection import Connection

    operator = find_operator(settings)
    # The token is for the server that wrote it, and no other is shown it.
    if operator is not None and address in (None, operator.address):
        line = line_to(operator.address, operator.sha256)
        return await Connection.as_operator(line, operator.token)
    return await reach(settings, address or only_server(settings), access)


def _line(table: tables_pb2.Table) -> str:
    """Return a table as a line: its id, its name, its game, how it stands, and who sits there."""
    from cardtui_client.faces.game_words import game_name
    from cardtui_client.faces.terms import told_shortly
    from cardtui_client.model.table_summary import seats_words, state_words

    parts = [game_name(table.game), state_words(table), seats_words(table), *_watching(table)]
    parts += told_shortly(table)
    return f"{_safe(table.id)}  {_safe(table.name)}: " + ("; ".join(parts))


def _watching(table: tables_pb2.Table) -> tuple[str, ...]:
    if not table.spectators:
        return ()
    return (n_("{n} watching", "{n} watching", table.spectators),)


def _safe(text: str) -> str:
    from cardtui_client.text import safe_text

    return safe_text(text, TABLE_NAME_CELLS)
