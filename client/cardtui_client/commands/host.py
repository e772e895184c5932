"""``cardtui host``: the table server on this machine, until it is told to stop."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from cardtui_client.commands.errors import Failed
from cardtui_client.commands.own_server import closed_table
from cardtui_client.commands.profile import load_settings
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.i18n import _
from cardtui_client.net.address import DEFAULT_PORT


@click.command(
    epilog="""\b
Examples:
  cardtui host
  cardtui host --port 0
  cardtui --data /srv/cardtui host

Ctrl-C stops it. Tables are kept in the data folder, and go on when it is back.
"""
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="NUMBER",
    default=DEFAULT_PORT,
    show_default=True,
    help="Listen here; 0 for any free port.",
)
def command(port: int) -> None:
    """Run a table server on this machine, for others on it to join."""
    settings = load_settings()
    data = settings.data_folder()
    # The server leaves its note where the clients of this person look for it.
    os.environ["CARDTUI_DATA"] = str(data)
    from cardtui_server.__main__ import run

    run(_host(port, data))


async def _host(port: int, data: Path) -> None:
    from cardtui_server.__main__ import stop_on_signals
    from cardtui_server.app import serve
    from cardtui_server.failures import StartError
    from cardtui_server.server_log import printed
    from cardtui_server.settings import Settings

    try:
        server = await serve(Settings(port=port, data=data, note=True), log=printed())
    except StartError as error:
        raise Failed(_(error.template, **error.arguments), NO_SERVER) from None
    stop_on_signals(server)
    address = server.address
    click.echo(_("The table server listens at {address}, for this machine only.", address=address))
    click.echo(_("Join from another terminal:") + f"  cardtui connect {address}")
    for table in server.damaged:
        click.echo(closed_table(table), err=True)
    click.echo(_("Tables are kept in {folder}. Ctrl-C stops the server.", folder=data))
    sys.stdout.flush()
    await server.wait()
    await server.stop()
