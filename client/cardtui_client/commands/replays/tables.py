"""The match at a table as a film: the record if it is over, else what one may have seen so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.commands.errors import Failed
from cardtui_client.commands.lookup import find_table
from cardtui_client.commands.replays.film import MatchFilm
from cardtui_client.commands.session import Access, reach, reach_own, reaching
from cardtui_client.commands.without_server import WithoutServer
from cardtui_client.exit_codes import FAILED
from cardtui_client.i18n import _
from cardtui_client.model.table import Gap, TableModel
from cardtui_client.model.table_summary import table_code
from cardtui_client.net.call_errors import Refused, Unintelligible
from cardtui_client.tui.replay.seen import SeenFilm
from cardtui_client.tui.table.tape import Tape
from cardtui_engine.library.record_reading import read
from cardtui_engine.library.records import RecordError

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.settings import Settings

_ALL: Final = 50_000
"""More updates than any history has that is believed."""


async def film_of_table(
    settings: Settings, address: str | None, access: Access, wanted: str | None, code: str | None
) -> MatchFilm | SeenFilm:
    """Return the match at a table.

    Args:
        settings: what the person has chosen.
        address: of the server; ``None`` for one's own.
        access: what the command line says of servers that are not known.
        wanted: the table's name or id; ``None`` for the one where one sits, or the only one.
        code: the code of a private table, instead.

    Raises:
        Failed: there is no such table, or there are several.
        Refused: the server tells nothing of it.
        Unreachable: nobody answers there.
    """
    if address is not None:
        return await _film(await reach(settings, address, access), wanted, code)
    from cardtui_client.commands.own_server import OwnServer

    own = OwnServer(settings.data_folder())
    try:
        with reaching():
            own.begin()
        return await _film(await reach_own(settings, own), wanted, code)
    finally:
        own.stop()


async def _film(
    connection: Connection, wanted: str | None, code: str | None
) -> MatchFilm | SeenFilm:
    try:
        table = (
            await find_table(connection, wanted)
            if code is None
            else await connection.find_by_code(table_code(code))
        )
        if table.state == tables_pb2.TABLE_STATE_OVER:
            try:
                return MatchFilm(read((await connection.get_record(table.id)).encode()))
            except Refused:
                pass  # one only watched
            except RecordError:
                raise Unintelligible(connection.address) from None
        return seen_film(await connection.get_history(table.id), connection.address)
    finally:
        await connection.close()


def seen_film(frames: list[table_service_pb2.Frame], address: str) -> SeenFilm:
    """Return what frames tell, as a film.

    Args:
        frames: a snapshot, and the updates that followed it.
        address: the server's.

    Raises:
        Failed: nothing has happened since the snapshot.
        Unintelligible: they do not follow one another.
    """
    model, tape = TableModel(), Tape(_ALL)
    for frame in frames:
        before = model.frozen()
        try:
            model.fold(frame)
        except Gap:
            raise Unintelligible(address) from None
        tape.take(frame, before, model)
    if not any(hand.updates for hand in tape.hands):
        raise Failed(_("You have seen nothing of this match yet: try again in a moment."), FAILED)
    return SeenFilm(tape.hands, _nowhere)


def _nowhere() -> WithoutServer:
    return WithoutServer("", lambda: _("That is not possible in a replay."))
