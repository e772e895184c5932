"""A match that waits on one's own server under another name than the one in use."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from cardtui_client.i18n import _

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings


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
