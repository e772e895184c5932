"""What the commands that join a table share: reaching a server, and choosing a table there."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cardtui_client.commands.failures import CHECK_FAILED, USAGE, Failed, unwritable
from cardtui_client.commands.person import person_name
from cardtui_client.exit_codes import NO_SERVER
from cardtui_client.i18n import _, n_
from cardtui_client.text import safe_text

if TYPE_CHECKING:
    from cardtui.v1 import tables_pb2
    from cardtui_client.commands.serving import OwnServer
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.launch import Start

T = TypeVar("T")

SOLO = "solo"
"""Where the token for one's own server is kept: its port is another one each time."""

_PATIENCE: Final = 1.0
"""Seconds after which somebody who waits for an answer is told what for."""


def run_reaching(work: Coroutine[Any, Any, T]) -> T:
    """Run what talks to a server; say what goes wrong as a failed command.

    Raises:
        Failed: the server cannot be reached, or refuses.
    """
    from cardtui_client.commands.serving import NoServer
    from cardtui_client.net.address import BadAddress
    from cardtui_client.net.connection import Refused, Unreachable

    try:
        return asyncio.run(work)
    except BadAddress as error:
        raise Failed(str(error), USAGE) from None
    except Refused as error:
        raise Failed(str(error), CHECK_FAILED) from None
    except (Unreachable, NoServer) as error:
        raise Failed(str(error), NO_SERVER) from None
    except PermissionError as error:
        raise unwritable(error.filename, error, NO_SERVER) from None


async def open_connection(settings: Settings, address: str, name: str = "") -> Connection:
    """Open a session as the player one was there before, by default under the name chosen."""
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.tokens import Tokens

    tokens = Tokens(settings.data_folder())
    return await Connection.open(address, name or person_name(settings), tokens=tokens)


async def reach(settings: Settings, address: str) -> Connection:
    """Open a session as `open_connection` does, and say so if it takes long."""

    def say() -> None:
        click.echo(_("Connecting to {address}…", address=safe_text(address, 64)), err=True)

    saying = asyncio.get_running_loop().call_later(_PATIENCE, say)
    try:
        return await open_connection(settings, address)
    finally:
        saying.cancel()


async def open_own(settings: Settings, own: OwnServer, name: str = "") -> Connection:
    """Open a session on one's own server, as the player one was in earlier runs."""
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.tokens import Tokens

    tokens, name = Tokens(settings.data_folder()), name or person_name(settings)
    connection = await Connection.open(
        await own.start(), name, token=tokens.get(SOLO, name), timeout=10
    )
    tokens.keep(SOLO, name, connection.token)
    return connection


def need_terminal(command: str) -> None:
    """Refuse to draw screens where there is none.

    Raises:
        Failed: standard input, output or error is no terminal, or one that cannot be drawn on.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        reason = _("This is no terminal.")
    elif not sys.stderr.isatty():
        reason = _("The screens are drawn on standard error, which is no terminal here.")
    elif os.environ.get("TERM", "") in ("dumb", "unknown"):
        reason = _("This terminal cannot be drawn on.")
    else:
        return
    advice = _("For lines of text: {command} --plain.", command=command)
    raise Failed(f"{reason} {advice}", USAGE)


def open_screens(settings: Settings, start: Start, own: OwnServer | None = None) -> int:
    """Run the client on the terminal; return the exit code."""
    from cardtui_client.commands.failures import CRASHED, report_crash, report_late
    from cardtui_client.commands.serving import OwnServer
    from cardtui_client.tui.app import CardtuiApp, run_client
    from cardtui_client.tui.ending import Ending

    own = own or OwnServer(settings.data_folder())

    def late(worked: float) -> int:
        if isinstance(app.crash, Exception):
            click.echo(report_crash(app.crash), err=True)
            return CRASHED
        report_late(worked)
        return app.return_code or 0

    async def connect(address: str, name: str) -> Connection:
        if address == own.running_at:
            return await open_own(settings, own, name)
        return await open_connection(settings, address, name)

    ending = Ending(late)
    try:
        with ending:
            app = CardtuiApp(
                settings, start=start, connect=connect, start_server=own.start, ending=ending
            )
            return run_client(app)
    finally:
        # Not watched over: the client has ended, and waiting for the server is no fault.
        own.stop(ending.left)


def list_servers(settings: Settings) -> Sequence[str]:
    """Print the servers that run on this machine, and return their addresses.

    Raises:
        Failed: there is none.
    """
    from cardtui_client.net.connection import Refused, Unreachable, probe
    from cardtui_client.net.local_servers import running_servers

    async def ask() -> list[str]:
        found = []
        for server in running_servers(settings.data_folder()):
            try:
                info, _seconds = await probe(server.address)
            except (Refused, Unreachable):
                continue  # it is starting or ending; a moment later it is in the list or gone
            name = safe_text(info.name, 32)
            tables = n_("{n} table", "{n} tables", info.tables)
            people = n_("{n} person", "{n} people", info.people)
            click.echo(f"{server.address}  {name}: {tables}, {people}")
            found.append(server.address)
        return found

    addresses = run_reaching(ask())
    if not addresses:
        raise Failed(
            _(
                "No table server runs on this machine. Start one with cardtui host, "
                "or give the address of one."
            ),
            NO_SERVER,
        )
    return addresses


async def find_table(connection: Connection, wanted: str | None) -> tables_pb2.Table:
    """Return the table of that name or id; without one, mine, or else the only one.

    Raises:
        Failed: there is none, or there are several to choose from.
    """
    tables = (await connection.list_tables()).tables
    if wanted is not None:
        for table in tables:
            if wanted == table.id or wanted.casefold() == table.name.casefold():
                return table
        sentence = _("There is no table “{table}” there.", table=safe_text(wanted, 32))
        raise Failed(f"{sentence} {_listed(tables)}".strip(), CHECK_FAILED)
    mine = [table for table in tables if table.id in connection.seated_at]
    choices = mine or list(tables)
    if len(choices) == 1:
        return choices[0]
    if not choices:
        raise Failed(_("There is no table there yet; make one with --new GAME."), CHECK_FAILED)
    sentence = _("There are several tables; choose one with --table NAME.")
    raise Failed(f"{sentence} {_listed(tables)}", USAGE)


def _listed(tables: Sequence[tables_pb2.Table]) -> str:
    names = [f"“{safe_text(table.name, 32)}” ({safe_text(table.game, 32)})" for table in tables]
    return _("There are: {names}.", names=", ".join(names)) if names else ""


def play_lines(
    connection: Connection,
    table: str,
    settings: Settings,
    *,
    seat: bool,
    until_over: bool,
) -> Coroutine[Any, Any, int]:
    """Play or watch a table as lines on standard input and output."""
    from cardtui_client.lines.session import run_plain

    return run_plain(
        connection,
        table,
        seat,
        input=sys.stdin,
        output=sys.stdout,
        settings=settings,
        until_over=until_over,
    )
