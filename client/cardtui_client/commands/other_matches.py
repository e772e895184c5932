"""Finds your other unfinished matches on your own server, also those under another name."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui.v1 import tables_pb2
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


async def waiting_too(connection: Connection, table: tables_pb2.Table, name: str | None) -> str:
    """Return which other match waits, and how to go on with it; ``""`` if there is none.

    Args:
        connection: to one's own server.
        table: where the match is that goes on now.
        name: the name that was asked for just now; ``None`` for the usual one.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_client.games.game_words import game_name
    from cardtui_client.net.sessions import seats_of

    others = [
        each
        for each in reversed((await connection.list_tables()).tables)
        if each.id != table.id and each.state == tables_pb2.TABLE_STATE_PLAYING
        if (mine := seats_of(each, connection.name)) and not {*mine} & {*each.connected}
    ]
    if not others:
        return ""
    as_whom = "" if name is None else f" --name {shlex.quote(name)}"
    other = next((each for each in others if each.game != table.game), None)
    if other is None:
        return _(
            "Another match of {game} is kept. The next {command} goes on with it when this one is "
            "over.",
            game=game_name(table.game),
            command=f"cardtui play{as_whom}",
        )
    return _(
        "Another match is kept, of {game}. To go on with it: {command}",
        game=game_name(other.game),
        command=f"cardtui play {other.game}{as_whom}",
    )


async def waiting_elsewhere(connection: Connection, settings: Settings) -> str:
    """Return whose match waits there and how to go on with it; ``""`` if there is none.

    A name is one of this person's if its token is kept here; others may play on the server, too.

    Args:
        connection: to one's own server, under the name in use.
        settings: whose tokens tell the names.
    """
    from cardtui.v1 import tables_pb2
    from cardtui_client.commands.own_server import SOLO
    from cardtui_client.games.game_words import game_name
    from cardtui_client.limits import NAME_CELLS
    from cardtui_client.net.tokens import Tokens
    from cardtui_client.text import safe_text

    tokens = Tokens(settings.data_folder())
    for table in reversed((await connection.list_tables()).tables):
        if table.state != tables_pb2.TABLE_STATE_PLAYING:
            continue
        for seat in table.seats:
            if seat.bot or seat.name == connection.name or not tokens.get(SOLO, seat.name):
                continue
            name = safe_text(seat.name, NAME_CELLS)
            return _(
                "{name}’s match of {game} is kept. To go on with it: {command}",
                name=name,
                game=game_name(table.game),
                command=f"cardtui play --name {shlex.quote(name)}",
            )
    return ""
