"""The match at a table as a film, from its record or from what you have seen, told in lines."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_client.commands.errors import Failed, unreadable
from cardtui_client.commands.lookup import find_table
from cardtui_client.commands.record_argument import why_no_record
from cardtui_client.commands.replays.film import MatchFilm
from cardtui_client.commands.session import Access, reach, reach_own, reaching
from cardtui_client.commands.without_server import WithoutServer
from cardtui_client.exit_codes import FAILED
from cardtui_client.faces.game_words import game_title
from cardtui_client.files import read_given
from cardtui_client.i18n import _
from cardtui_client.lines.narrator import Narrator
from cardtui_client.model.cards import cards_words
from cardtui_client.model.table import Gap, TableModel
from cardtui_client.net.address import table_code
from cardtui_client.net.call_errors import Refused, Unintelligible
from cardtui_client.scene.commands import Eyes
from cardtui_client.text import safe_text
from cardtui_client.tui.film import Film
from cardtui_client.tui.replay.controller import SeenFilm
from cardtui_client.tui.table.tape import Tape
from cardtui_engine.library.record_reading import MOST_BYTES, read
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


_REASON_CELLS: Final = 300


@contextmanager
def _uncollected() -> Generator[None]:
    """Let nothing be collected: all positions are kept, and to look for garbage takes as long.

    It would take a tenth of a second later, too, amid the steps of a long match: so what there is
    by then is never searched through again. A film has no part in any cycle, and goes unsearched.
    """
    collects = gc.isenabled()
    gc.collect(1)  # what is young garbage now would stay
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def film_of(path: Path) -> MatchFilm:
    """Return the match in a file, ready to be shown.

    Raises:
        Failed: the file cannot be read, or is not the record of a match by the rules.
    """
    try:
        data = read_given(path, MOST_BYTES + 1)
    except OSError as error:
        raise unreadable(path, error) from None
    try:
        with _uncollected():
            return MatchFilm(read(data))
    except RecordError as error:
        reason = safe_text(why_no_record(error), _REASON_CELLS)
    sentence = _("{path} is not the record of a match: {reason}", path=path, reason=reason)
    raise Failed(sentence, FAILED)


def told(film: Film, eyes: Eyes, first: int, last: int) -> Iterator[str]:
    """Yield the lines of some hands.

    Args:
        film: the match.
        eyes: whose eyes it is told from.
        first: the number of the first hand.
        last: of the last one.
    """
    begin, end = 0, film.last
    if film.hands:
        begin, end = film.hands[first - 1].first - 1, film.hands[last - 1].last
    narrator = Narrator(TableModel(), again=False)
    model = narrator.model
    model.fold(film.snapshot(begin, eyes.seat))
    yield f"{game_title(model.table)}."
    if eyes.seat is not None:
        yield _("You see what {name} saw.", name=film.names[eyes.seat])
    yield from narrator.table_lines()
    held: Sequence[int] = [0] * len(film.names)
    for at in range(begin + 1, end + 1):
        yield from narrator.tell(film.update(at, eyes.seat))
        if eyes.all_cards:
            cards = film.cards(at)
            for name, before, hand in zip(film.names, held, cards, strict=True):
                if len(hand) > before:
                    yield _("{name} holds {cards}.", name=name, cards=cards_words(hand))
            held = [len(hand) for hand in cards]
