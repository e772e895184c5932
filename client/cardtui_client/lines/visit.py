"""A visit to a server in lines of text: its lobby, a table, the lobby again, until one leaves."""

from __future__ import annotations

import asyncio
from typing import TextIO

from cardtui_client.exit_codes import INTERRUPTED, NO_SERVER, OK
from cardtui_client.lines.interrupts import catching_interrupts
from cardtui_client.lines.lobby import Going, Lobby
from cardtui_client.lines.plain_table import Way
from cardtui_client.lines.session import at_table
from cardtui_client.lines.teller import Teller
from cardtui_client.lines.typed_lines import TypedLines
from cardtui_client.model.table_summary import numbered_words
from cardtui_client.net.connection import Connection
from cardtui_client.settings import Settings


async def visit(
    connection: Connection,
    going: Going | None,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
) -> int:
    """Visit a server; return the exit code.

    Args:
        connection: a session there.
        going: the table to go to first; ``None`` begins in the lobby.
        input: where lines are typed; its end ends the visit.
        output: where lines are printed.
        settings: what the person has chosen.

    Raises:
        Refused: the server does not let this player into its lobby.
        Unreachable: the server does not answer, or does not send a table.
    """
    lines, teller = TypedLines(input), Teller(output)
    lobby = Lobby(connection, lines, teller)
    if told := numbered_words(settings.name, connection.name):
        teller.answer([told])
    # A pipe that asked for a table on the command line is done when the table is.
    returns = going is None or lines.at_terminal
    try:
        while True:
            if going is None:
                code, going = await _in_lobby(lobby)
                if going is None:
                    return code
            code, way = await at_table(
                connection,
                going.table,
                going.seat,
                lines=lines,
                teller=teller,
                settings=settings,
                lobby=True,
                until_over=not going.seat and not lines.at_terminal,
            )
            if way is Way.QUIT or code == NO_SERVER or (way is Way.ENDED and not returns):
                return code
            returns, going = True, None
    except BrokenPipeError:
        return OK  # the reader has had enough
    finally:
        lines.close()


async def _in_lobby(lobby: Lobby) -> tuple[int, Going | None]:
    """Be in the lobby until one goes to a table, leaves, or interrupts."""
    choosing = asyncio.ensure_future(lobby.choose())

    def leave() -> None:
        choosing.cancel()

    with catching_interrupts(leave):
        try:
            return OK, await choosing
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                choosing.cancel()
                raise
            return INTERRUPTED, None
