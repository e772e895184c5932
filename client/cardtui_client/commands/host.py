"""``cardtui host``: the table server on this machine, until it is told to stop."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from cardtui_client.commands.failures import NO_SERVER, Failed
from cardtui_client.commands.person import load_settings
from cardtui_client.commands.serving import NoServer, closed_table, take_folder
from cardtui_client.i18n import _

_PORT = 8782


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
    default=_PORT,
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

    try:
        lock = take_folder(data)
    except NoServer as error:
        raise Failed(str(error), NO_SERVER) from None
    if lock is None:
        sentence = _(
            "Another server keeps its tables in {folder}: join that one, or choose another "
            "folder with --data.",
            folder=data,
        )
        raise Failed(sentence, NO_SERVER)
    with lock:
        run(_host(port, data))


async def _host(port: int, data: Path) -> None:
    from cardtui_server.__main__ import stop_on_signals
    from cardtui_server.app import Settings, StartError, serve

    try:
        server = await serve(Settings(port=port, data=data, note=True), log=server_log())
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


def server_log() -> Any:
    """Return a logger to standard error, one JSON line for each thing worth a look."""
    import logging

    import structlog

    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
    )
