"""Being at a table in lines of text: on streams of one's own, or on those of a whole visit."""

from __future__ import annotations

from typing import TextIO, assert_never

from cardtui_client.exit_codes import OK
from cardtui_client.faces.times import UNANSWERED_SECONDS
from cardtui_client.lines.plain_table import Parting, PlainTable, Way
from cardtui_client.lines.typed_lines import Teller, TypedLines
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import TableFeed
from cardtui_client.settings import Settings


async def run_plain(
    connection: Connection,
    table_id: str,
    seat: bool,
    *,
    input: TextIO,  # noqa: A002 - what it is called everywhere
    output: TextIO,
    settings: Settings,
    until_over: bool = False,
    unanswered: float = UNANSWERED_SECONDS,
) -> int:
    """Play or watch a table as lines of text, until it ends or the person leaves.

    Args:
        connection: a session on the table's server.
        table_id: the table's id.
        seat: whether to play the seat that one holds there, or only watch.
        input: where lines are typed; where one plays, its end leaves the table.
        output: where lines are printed.
        settings: what the person has chosen.
        until_over: leave when the match is over; a player at a terminal may want another.
        unanswered: how many seconds an answer may take before it is worth a word.

    Returns:
        The exit code: 0, or 1 if the table could not be reached or kept, or 3 if the server
        is of no use, or 130 if the person interrupted.

    Raises:
        Unreachable: the table did not come in time for what a pipe had to say.
    """
    lines = TypedLines(input)
    try:
        parting = await at_table(
            connection,
            table_id,
            seat,
            lines=lines,
            teller=Teller(output),
            settings=settings,
            until_over=until_over,
            unanswered=unanswered,
        )
    except BrokenPipeError:
        return OK  # the reader has had enough
    else:
        return parting.code
    finally:
        lines.close()


async def at_table(
    connection: Connection,
    table_id: str,
    seat: bool,
    *,
    lines: TypedLines,
    teller: Teller,
    settings: Settings,
    lobby: bool = False,
    until_over: bool = False,
    unanswered: float = UNANSWERED_SECONDS,
) -> Parting:
    """Be at a table as `run_plain` is, with lines of which some may be left for what follows.

    Args:
        connection: a session on the table's server.
        table_id: the table's id.
        seat: whether to play the seat that one holds there, or only watch.
        lines: what is typed.
        teller: tells what there is to tell.
        settings: what the person has chosen.
        lobby: whether one can go back to a lobby from here.
        until_over: leave when the match is over; a player at a terminal may want another.
        unanswered: how many seconds an answer may take before it is worth a word.

    Raises:
        Unreachable: the table did not come in time for what a pipe had to say.
        BrokenPipeError: nobody reads any more.
    """
    while True:
        feed = TableFeed(connection, table_id, seat, hears=settings.spectators)
        table = PlainTable(
            connection,
            feed,
            lines,
            teller,
            settings=settings,
            careful=settings.confirm and lines.at_terminal,
            lobby=lobby,
            until_over=until_over and not (seat and lines.at_terminal),
            unanswered=unanswered,
        )
        try:
            parting = await table.run()
        finally:
            teller.tell_kept()
            await feed.close()
        match parting.way:
            case Way.SAT:
                seat = True
            case Way.WATCHES:
                seat = False
            case Way.LEFT | Way.QUIT | Way.ENDED:
                return parting
            case _:
                assert_never(parting.way)
