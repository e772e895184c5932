"""The ways to people: pages of oneself and of others, the ranking, and one's own machines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardtui.v1 import tables_pb2
from cardtui_client.i18n import _
from cardtui_client.limits import MOST_SEATS, NAME_CELLS
from cardtui_client.model.person import end_question, ended_words, read_devices
from cardtui_client.net.call_errors import Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.text import safe_text
from cardtui_client.tui.lifecycle import StandingScreen


def show_people(
    screen: StandingScreen[None],
    connection: Connection,
    table: tables_pb2.Table | None,
    seat: int | None = None,
) -> None:
    """Open the pages of oneself and of the people at a table.

    Args:
        screen: the screen over which they are opened.
        connection: the session on the server.
        table: the table at hand, if there is one.
        seat: whose page comes first; ``None`` for one's own.
    """
    _open(screen, connection, _people_at(connection, table, seat))


def people_offered(
    screen: StandingScreen[None], connection: Connection, table: tables_pb2.Table | None
) -> list[tuple[str, str, Callable[[], object]]]:
    """Return what the palette offers: what to call it, what it is, and what it does.

    Args:
        screen: the screen over which pages are opened.
        connection: the session on the server.
        table: the table at hand, if there is one.
    """

    def ranking() -> None:
        from cardtui_client.tui.ranking import RankingScreen

        screen.app.push_screen(RankingScreen(connection, "" if table is None else table.game))

    async def devices() -> None:
        from cardtui_client.tui.dialogs.ask import DeviceChoice, Question

        try:
            found = read_devices(await connection.list_devices())
            ended = await screen.app.push_screen_wait(DeviceChoice(found))
            if ended is None:
                return
            asked = Question(partial(end_question, ended), lambda: _("Yes"))
            if await screen.app.push_screen_wait(asked):
                await connection.end_device(ended.id)
                screen.notify(ended_words(ended.id))
        except (Refused, Unreachable) as error:
            screen.notify(str(error), severity="error")

    about = _("What was won and lost on this server")
    you, *others = _people_at(connection, table)
    return [
        (_("About you"), about, partial(_open, screen, connection, [you, *others])),
        *(
            (_("About {name}", name=each[1]), about, partial(_open, screen, connection, [each]))
            for each in others
        ),
        (_("Ranking"), _("Who is how strong on this server"), ranking),
        (
            _("Your machines"),
            _("On which machines you are known on this server"),
            lambda: screen.run_worker(devices(), group="devices"),
        ),
    ]


def _open(
    screen: StandingScreen[None], connection: Connection, people: list[tuple[str, str]]
) -> None:
    from cardtui_client.tui.person import PersonScreen

    screen.app.push_screen(PersonScreen(connection, people))


def _people_at(
    connection: Connection, table: tables_pb2.Table | None, first: int | None = None
) -> list[tuple[str, str]]:
    """Return ids and names: oneself, whose id need not be said, and the people at the table."""
    seats = [] if table is None else [*table.seats[:MOST_SEATS]]
    held = [each for each in seats if each.player and not each.bot]
    people = {each.player: safe_text(each.name, NAME_CELLS) for each in held}
    others = [each for each in people.items() if each[1] != connection.name]
    found = [("", connection.name), *others]
    wanted = next((people[each.player] for each in held if each.seat == first), connection.name)
    at = next((place for place, each in enumerate(found) if each[1] == wanted), 0)
    return [*found[at:], *found[:at]]
