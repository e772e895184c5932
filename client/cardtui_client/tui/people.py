"""What the palette offers about people: the page of oneself, and of everybody at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import StandingScreen


def people_offered(
    screen: StandingScreen[None], connection: Connection, table: tables_pb2.Table | None
) -> list[tuple[str, str, Callable[[], object]]]:
    """Return what the palette offers: what to call it, what it is, and what it does.

    Args:
        screen: the screen over which pages are opened.
        connection: the session on the server.
        table: the table at hand, if there is one.
    """

    def show(player: str, name: str) -> None:
        from cardtui_client.tui.person import PersonScreen

        screen.app.push_screen(PersonScreen(connection, player, name))

    about = _("What was won and lost on this server")
    seats = [] if table is None else [*table.seats[:MOST_SEATS]]
    people = {each.player: each.name for each in seats if each.player and not each.bot}
    others = {
        player: safe_text(name, NAME_CELLS)
        for player, name in people.items()
        if name != connection.name
    }
    return [
        (_("About you"), about, partial(show, "", connection.name)),
        *(
            (_("About {name}", name=name), about, partial(show, player, name))
            for player, name in others.items()
        ),
    ]
