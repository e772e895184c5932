"""Looking up what a command was not told: which servers run here, which table is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.session import run_reaching
from cardtui_client.exit_codes import FAILED, NO_SERVER, USAGE
from cardtui_client.i18n import _, n_
from cardtui_client.limits import SERVER_NAME_CELLS, TABLE_NAME_CELLS
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from cardtui.v1 import session_service_pb2, tables_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


def list_servers(settings: Settings) -> Sequence[str]:
    """Print the servers that run on this machine, and return their addresses.

    Raises:
        Failed: there is none.
    """

    async def ask() -> list[str]:
        found = await _answers(settings)
        for address, info in found.items():
            name = safe_text(info.name, SERVER_NAME_CELLS)
            tables = n_("{n} table", "{n} tables", info.tables)
            people = n_("{n} person", "{n} people", info.people)
            click.echo(f"{address}  {name}: {tables}, {people}")
        return list(found)

    addresses = run_reaching(ask())
    if not addresses:
        raise Failed(
            _(
                "No table server is running on this machine. Start one with cardtui host, or give "
                "an address."
            ),
            NO_SERVER,
        )
    return addresses


async def servers_here(settings: Settings) -> Sequence[str]:
    """Return the addresses of the servers that run on this machine."""
    return list(await _answers(settings))


async def _answers(settings: Settings) -> dict[str, session_service_pb2.GetServerResponse]:
    """Return what each server that runs on this machine says of itself, by address."""
    from cardtui_client.net.connection import Refused, Unreachable
    from cardtui_client.net.local_servers import running_servers
    from cardtui_client.net.probe import probe

    found = {}
    for server in running_servers(settings.data_folder()):
        try:
            found[server.address], _seconds = await probe(server.address)
        except (Refused, Unreachable):
            continue  # it is starting or ending; a moment later it is in the list or gone
    return found


async def find_table(connection: Connection, wanted: str | None) -> tables_pb2.Table:
    """Return the table of that name or id; without one, the one where I sit, or the only one.

    Raises:
        Failed: there is none, or there are several to choose from.
    """
    tables = (await connection.list_tables()).tables
    if wanted is not None:
        for table in tables:
            if wanted == table.id or wanted.casefold() == table.name.casefold():
                return table
        sentence = _("There is no table “{table}” there.", table=_safe(wanted))
        raise Failed(f"{sentence} {_listed(tables)}".strip(), FAILED)
    mine = [table for table in tables if table.id in connection.seated_at]
    choices = mine or list(tables)
    if len(choices) == 1:
        return choices[0]
    if not choices:
        raise Failed(_("There is no table there yet: somebody has to create one first."), FAILED)
    sentence = _("There are several tables; choose one with --table NAME.")
    raise Failed(f"{sentence} {_listed(tables)}", USAGE)


def _listed(tables: Sequence[tables_pb2.Table]) -> str:
    names = [f"“{_safe(table.name)}” ({_safe(table.game)})" for table in tables]
    return _("Choose from {names}.", names=", ".join(names)) if names else ""


def _safe(text: str) -> str:
    return safe_text(text, TABLE_NAME_CELLS)
