"""Opens what a command shows: the screens of the client, or lines of text on standard output.
Why screens cannot be drawn here, and what to type instead: `need_terminal`.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from cardtui_client.command_line.errors import TYPED_WORDS_KEY, Failed
from cardtui_client.command_line.options import DEFAULT_ACCESS, DUMB_TERMINALS, Access
from cardtui_client.command_line.profile import keeping_folder
from cardtui_client.commands.session import open_connection, open_own
from cardtui_client.exit_codes import CRASHED, USAGE
from cardtui_client.garbage import go_on, hold_back
from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.hosting.own_server import OwnServer
    from cardtui_client.lines.lobby import Going
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings
    from cardtui_client.tui.film import Films
    from cardtui_client.tui.launch import AtDeal, Start
    from cardtui_client.tui.navigation import Lessons


def need_terminal(*, kiosk: bool = False) -> None:
    """Refuse to draw screens where there is none, and name the command that writes lines.

    Args:
        kiosk: whether people cannot ask for another.

    Raises:
        Failed: standard input, output or error is no terminal, or one that cannot be drawn on.
    """
    if os.environ.get("TEXTUAL_DRIVER"):
        return  # a browser shows the screens
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        reason = _("This is not a terminal.")
    elif not sys.stderr.isatty():
        reason = _("The screens are drawn on standard error, which is not a terminal here.")
    elif os.environ.get("TERM", "") in DUMB_TERMINALS:
        reason = _("This terminal cannot show screens.")
    else:
        return
    typed = (
        each for each in click.get_current_context().meta[TYPED_WORDS_KEY] if each != "--screens"
    )
    advice = _("For lines of text: {command} --plain.", command=shlex.join(["cardtui", *typed]))
    if kiosk:
        advice = _("Come with one: ssh -t.")
    raise Failed(f"{reason} {advice}", USAGE)


def open_screens(
    settings: Settings, start: Start, own: OwnServer | None = None, access: Access = DEFAULT_ACCESS
) -> int:
    """Run the client on the terminal; return the exit code.

    Args:
        start: what to open.
        own: the person's own server, if it is to be another one than usual.
        access: what the command line says of servers that are not known, or want a password.
    """
    hold_back()  # until the app has drawn its first frame

    from cardtui_client.command_line.crash_report import report_crash, report_late
    from cardtui_client.hosting.own_server import OwnServer
    from cardtui_client.net.discovery import Discovery
    from cardtui_client.tui.app import CardtuiApp, run_client
    from cardtui_client.tui.ending import Ending

    if settings.keys and settings.path is not None:
        from cardtui_client.settings import BadSettings
        from cardtui_client.tui.own_keys import check_keymap

        try:
            check_keymap(settings.path)
        except BadSettings as error:
            raise Failed(str(error), USAGE) from None
    own = own or OwnServer(settings.data_folder())
    start_server = None if settings.kiosk else own.start

    def late(worked: float) -> int:
        if isinstance(app.crash, Exception):
            click.echo(report_crash(app.crash), err=True)
            return CRASHED
        report_late(worked)
        return app.return_code or 0

    async def connect(address: str, name: str, password: str) -> Connection:
        given = access._replace(password=password) if password else access
        if address == own.running_at:
            connection = await open_own(settings, own, name, given)
            if own.join_line is not None:
                connection.join_line = own.join_line
                connection.asked_line = own.line_now
            return connection
        return await open_connection(settings, address, name, given)

    ending = Ending(late)
    try:
        with ending:
            app = CardtuiApp(
                settings,
                start=start,
                connect=connect,
                discovery=Discovery() if settings.discovery else None,
                start_server=start_server,
                open_server=None if settings.kiosk else own.open,
                ending=ending,
                invites=own.lan,
                lessons=None if settings.kiosk else partial(_lessons, settings),
                films=_films,
                today=None if settings.kiosk else partial(_today, settings),
            )
            app.log_folder = keeping_folder(settings)
            return run_client(app)
    finally:
        go_on()
        # Not watched over: the client has ended, and waiting for the server is no fault.
        own.stop(ending.left)


def _lessons(settings: Settings) -> Lessons:
    # Loaded when somebody wants to learn: rules and codecs of all games.
    from cardtui_client.command_line.products import SCREENS, entry_point

    lessons: Lessons = entry_point(SCREENS, "lessons")(settings)
    return lessons


def _today(settings: Settings) -> AtDeal:
    # Loaded when somebody wants to play it: rules, and a whole server.
    from cardtui_client.deals.daily import today

    return today(settings)


def _films() -> Films:
    # Loaded when somebody looks at a match again.
    from cardtui_client.command_line.products import SCREENS, entry_point

    films: Films = entry_point(SCREENS, "films")()
    return films


def play_lines(
    connection: Connection,
    table: str,
    settings: Settings,
    *,
    seat: bool,
    until_over: bool,
) -> Coroutine[Any, Any, int]:
    """Play or watch a table as lines on standard input and output."""
    from cardtui_client.lines.plain_table import run_plain

    return run_plain(
        connection,
        table,
        seat,
        input=sys.stdin,
        output=sys.stdout,
        settings=settings,
        until_over=until_over,
    )


def visit_in_lines(
    connection: Connection, going: Going | None, settings: Settings
) -> Coroutine[Any, Any, int]:
    """Visit a server as lines on standard input and output: its lobby, or first a table."""
    from cardtui_client.lines.lobby import visit

    return visit(connection, going, input=sys.stdin, output=sys.stdout, settings=settings)
